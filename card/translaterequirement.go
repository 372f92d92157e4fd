package card

import (
	"slices"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// requirements rewrites the list of the card or of a skill under the one member
// that the dialect has for it. holder is the object that it stands in.
func (t *translation) requirements(holder jsondoc.Value, flat, wrapped *[]SecurityRequirement, x extra) {
	older, now := holder.Get("security"), holder.Get("securityRequirements")
	read, list := older, *flat
	if present(now) && (len(*wrapped) > 0 || !present(older)) {
		read, list = now, *wrapped
	}
	switch {
	case present(older) && older.Kind() != jsondoc.Array, present(now) && now.Kind() != jsondoc.Array:
		t.lose(notArray(older, now))
		return
	case present(older) && present(now) && !knownSame(older, now):
		t.lose(theOther(read, older, now))
		return
	}
	delete(x, "security")
	delete(x, "securityRequirements")
	*flat, *wrapped = nil, nil
	if list == nil {
		return
	}
	out := make([]SecurityRequirement, 0, len(list))
	at := read.First()
	for _, r := range list {
		if r.Readable() {
			r = SecurityRequirement{Schemes: r.Schemes, Wrapped: t.to == DialectA2A10 && !r.Anonymous()}
		} else {
			t.keepOrLose(at)
		}
		out = append(out, r)
		at = at.Next()
	}
	switch {
	case t.to != DialectA2A10:
		*flat = out
	case len(out) > 0:
		*wrapped = out
	case holder != t.from: // without the list the skill would inherit the card's
		t.lose(read)
	}
}

func notArray(older, now jsondoc.Value) jsondoc.Value {
	if present(older) && older.Kind() != jsondoc.Array {
		return older
	}
	return now
}

func theOther(read, older, now jsondoc.Value) jsondoc.Value {
	if read == older {
		return now
	}
	return older
}

// knownSame reports lists that can be read and ask for the same.
func knownSame(a, b jsondoc.Value) bool {
	if inStep(a, b) {
		return true
	}
	ka, okA := meaning(a)
	kb, okB := meaning(b)
	return okA && okB && slices.Equal(ka, kb)
}
