package verify

import (
	"strconv"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/hire"
	"github.com/hs9147/agentcard/internal/member"
	"github.com/hs9147/agentcard/internal/vocab"
)

// V9 is the line on the asking price. card spec v1.7 §8: "hire/v1 확장이 있다면
// unitPrice가 양의 정수다". Its absence is no finding: the card registers and the
// agent is hired without it.
func V9() Check { return checkV9 }

var checkV9 = spec("V9", "card spec v1.7 §8 V9", card.Text{KO: "호가", EN: "the asking price"}, func(s *Subject) []Finding {
	entries := askEntries(s)
	out := hireURIs(s)
	for _, e := range entries {
		out = append(out, askFindings(s, e)...)
	}
	switch {
	case len(entries) == 0:
		return append(out, notApplicable()...)
	case len(entries) > 1:
		out = append(out, finding("HIRE-uri", "several", Warn, "/capabilities/extensions", "count", strconv.Itoa(len(entries))))
	}
	return out
})

func hireURIs(s *Subject) []Finding {
	var out []Finding
	for i, e := range extensions(s) {
		key, uri := "", e.Member(member.URI).Text()
		switch vocab.LikeHire(uri) {
		case vocab.Old:
		case vocab.Near:
			key = "looks-like"
		default:
			continue
		}
		out = append(out, finding("HIRE-uri", key, Warn, extensionAt(i)+"/uri", "uri", uri))
	}
	return out
}

func askFindings(s *Subject, e askItem) []Finding {
	var out []Finding
	if e.entry != nil {
		out = oddAskFindings(e.entry)
	}
	if s.Profile.Family {
		out = append(out, finding("HIRE-family-none", "", Warn, extensionAt(e.index)))
	}
	return append(out, requiredFindings("HIRE-uri", "required", "required:type", e.index, s)...)
}

// oddAskFindings judges an entry that is not as the card spec writes it.
func oddAskFindings(e *hire.Entry) []Finding {
	var out []Finding
	for _, x := range e.Faults {
		out = append(out, said(x.Err.Rule, x.Err.Code, Fail, x.Pointer, x.Err.Text(), x.Err.Hint()))
	}
	if !e.Ask.IsZero() && !e.Plain {
		out = append(out, finding("V9", "spelling", Warn, e.ValueAt, "value", e.Written, "want", strconv.FormatInt(e.Ask.Credits(), 10)))
	}
	for _, m := range e.Others {
		if speaksOfTrust(m.Name) {
			continue // S4-no-trusttier speaks of it
		}
		out = append(out, finding("V9", "other", Warn, m.Pointer, "member", m.Name))
	}
	return out
}

// unitPrice is the asking price that the card carries, nil if it has none, or
// none that can be told.
func unitPrice(c *card.AgentCard) *int64 {
	ask, ok, err := hire.FromCard(c)
	if !ok || err != nil {
		return nil
	}
	n := ask.Credits()
	return &n
}
