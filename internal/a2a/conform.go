package a2a

import (
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// faults collects what is wrong with an answer beside its result.
type faults struct{ list []Fault }

func (f *faults) add(code string, at jsondoc.Value, detail Words) {
	if len(f.list) < MaxFaults {
		f.list = append(f.list, Fault{code, at.ShortPointer(), detail})
	}
}

// task looks at what a task holds beside id and state, and gathers its text.
// History is not looked into: it is not what was asked for.
func (f *faults) task(k call, v jsondoc.Value, t *Task) {
	if v.Get("kind").Exists() && !k.words.old {
		f.add(FaultVersionMix, v.Get("kind"), Words{"`kind`는 0.3의 것이다", "kind is of 0.3"})
	}
	switch c := present(v, "contextId"); {
	case c.Exists() && c.Kind() != jsondoc.String:
		f.add(FaultTask, c, Words{"`contextId`는 문자열이어야 한다", "contextId is a string"})
	case k.words.old && c.Text() == "":
		f.add(FaultTask, orParent(v, "contextId"), Words{"0.3에는 `contextId`가 있어야 한다", "0.3 requires a contextId"})
	default:
		t.ContextID = c.Text()
	}
	status, all := &gathered{}, &gathered{}
	if m := present(v.Get("status"), "message"); m.Exists() {
		f.message(k, m, status)
		all.add(status.String())
	}
	f.artifacts(k, present(v, "artifacts"), all)
	t.StatusText, t.Text = status.String(), all.String()
}

func (f *faults) artifacts(k call, list jsondoc.Value, text *gathered) {
	switch list.Kind() {
	case jsondoc.Absent:
		return
	case jsondoc.Array:
	default:
		f.add(FaultArtifact, list, Words{"`artifacts`는 배열이어야 한다", "artifacts are an array"})
		return
	}
	for a := range list.Children() {
		if a.Kind() != jsondoc.Object {
			f.add(FaultArtifact, a, Words{"artifact는 객체여야 한다", "an artifact is an object"})
			continue
		}
		if a.Get("artifactId").Text() == "" {
			f.add(FaultArtifact, orParent(a, "artifactId"), Words{"artifact에 `artifactId`가 없다", "the artifact has no artifactId"})
		}
		f.parts(k, a, FaultArtifact, text)
	}
}

// message looks at a message of the agent and gathers its text.
func (f *faults) message(k call, v jsondoc.Value, text *gathered) {
	if v.Kind() != jsondoc.Object {
		f.add(FaultMessage, v, Words{"메시지는 객체여야 한다", "a message is an object"})
		return
	}
	if v.Get("messageId").Text() == "" {
		f.add(FaultMessage, orParent(v, "messageId"), Words{"메시지에 `messageId`가 없다", "the message has no messageId"})
	}
	role, kind := v.Get("role"), v.Get("kind")
	want, other := "ROLE_AGENT", "agent"
	if k.words.old {
		want, other = other, want
		if kind.Text() != "message" {
			f.add(FaultMessage, orParent(v, "kind"), Words{"메시지의 `kind`는 \"message\"여야 한다", `the message's kind is not "message"`})
		}
	} else if kind.Exists() {
		f.add(FaultVersionMix, kind, Words{"`kind`는 0.3의 것이다", "kind is of 0.3"})
	}
	switch role.Text() {
	case want:
	case other:
		f.add(FaultVersionMix, role, Words{"`role`이 다른 버전의 표기다", "the role is in the spelling of the other version"})
	default:
		f.add(FaultMessage, orParent(v, "role"), Words{"`role`이 에이전트의 것이 아니다", "the role is not the agent's"})
	}
	f.parts(k, v, FaultMessage, text)
}

// parts looks at the parts of a message or an artifact and gathers their text.
func (f *faults) parts(k call, v jsondoc.Value, code string, text *gathered) {
	list := v.Get("parts")
	if list.Kind() != jsondoc.Array || list.Len() == 0 {
		f.add(code, orParent(v, "parts"), Words{"`parts`가 없다", "there are no parts"})
		return
	}
	for p := range list.Children() {
		if k.words.old {
			f.part03(p)
		} else {
			f.part10(p)
		}
		if s, ok := p.Get("text").Str(); ok {
			text.add(s)
		}
	}
}

// part10 holds a part against A2A 1.0.1, proto Part.
func (f *faults) part10(p jsondoc.Value) {
	switch c := contents(p); {
	case p.Kind() != jsondoc.Object:
		f.add(FaultPart, p, Words{"part는 객체여야 한다", "a part is an object"})
	case len(c) != 1:
		f.add(FaultPart, p, Words{"part에는 `text`·`raw`·`url`·`data` 가운데 하나만 있어야 한다", "a part has exactly one of text, raw, url and data"})
	case c[0].Name() != "data" && c[0].Kind() != jsondoc.String:
		f.add(FaultPart, c[0], Words{"문자열이어야 한다: `" + c[0].Name() + "`", c[0].Name() + " is a string"})
	case p.Get("kind").Exists():
		f.add(FaultVersionMix, p.Get("kind"), Words{"`kind`는 0.3의 것이다", "kind is of 0.3"})
	}
}

// part03 holds a part against A2A 0.3.0, TextPart, FilePart and DataPart.
func (f *faults) part03(p jsondoc.Value) {
	if p.Kind() != jsondoc.Object {
		f.add(FaultPart, p, Words{"part는 객체여야 한다", "a part is an object"})
		return
	}
	kind := p.Get("kind")
	want, ok := map[string]jsondoc.ValueKind{"text": jsondoc.String, "file": jsondoc.Object, "data": jsondoc.Object}[kind.Text()]
	switch {
	case !ok:
		f.add(FaultPart, orParent(p, "kind"), Words{"part의 `kind`는 text·file·data 가운데 하나여야 한다", "the part's kind is not text, file or data"})
	case p.Get(kind.Text()).Kind() != want:
		f.add(FaultPart, orParent(p, kind.Text()), Words{"part에 `kind`대로의 내용이 없다", "the part does not hold what its kind says"})
	}
}

// gathered is text by line, cut to MaxText runes.
type gathered struct {
	b     strings.Builder
	runes int
}

func (g *gathered) add(s string) {
	if s == "" {
		return
	}
	if g.runes > 0 {
		s = "\n" + s
	}
	for _, r := range s {
		if g.runes == MaxText {
			return
		}
		g.b.WriteRune(r)
		g.runes++
	}
}

func (g *gathered) String() string { return g.b.String() }
