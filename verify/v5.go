package verify

import (
	"context"
	"slices"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
	"github.com/hs9147/agentcard/internal/vocab"
)

// V5 is the line on the ANS name. card spec v1.7 §8: the ans/v1 extension is
// there and its params.name is the assigned one. Which agent a card is comes
// from the profile, never from the card.
func V5() Check { return checkV5 }

var checkV5 = asked("V5", "card spec v1.7 §8 V5", card.Text{KO: "ANS 이름", EN: "the ANS name"}, func(ctx context.Context, s *Subject) []Finding {
	entries := nameEntries(s)
	out := uriFindings(s, len(entries) > 0)
	for _, e := range entries {
		out = append(out, entryFindings(s, e)...)
	}
	out = append(out, twiceFindings(entries)...)
	out = append(out, nameFindings(s, entries)...)
	return append(out, owned(ctx, s)...)
})

// S3-uri-fixed: "ANS가 이 값으로 확장을 찾는다".
func uriFindings(s *Subject, exact bool) []Finding {
	var out []Finding
	for i, e := range extensions(s) {
		key, v := "", Warn
		uri := e.Member(member.URI).Text()
		switch like := vocab.LikeANS(uri); {
		case like == vocab.Old && exact:
			key = "beside"
		case like == vocab.Old:
			v = Fail
		case like == vocab.Near:
			key = "looks-like"
		default:
			continue
		}
		out = append(out, finding("S3-uri-fixed", key, v, extensionAt(i)+"/uri", "uri", uri))
	}
	return out
}

// entryFindings judges one entry: S3-name-one-per-extension, S3-required-false
// and the N-rules.
func entryFindings(s *Subject, e nameItem) []Finding {
	var out []Finding
	if e.entry != nil {
		for _, x := range e.entry.Faults {
			out = append(out, said(x.Err.Rule, x.Err.Code, Fail, x.Pointer, x.Err.Text(), x.Err.Hint()))
		}
		for _, m := range e.entry.Others {
			if speaksOfTrust(m.Name) {
				continue // S4-no-trusttier speaks of it
			}
			out = append(out, finding("S3-name-one-per-extension", "other", Warn, m.Pointer, "member", m.Name))
		}
	}
	return append(out, requiredFindings("S3-required-false", "", "type", e.index, s)...)
}

// said is a finding whose words another room has put together.
func said(rule, code string, v Verdict, at string, message, hint card.Text) Finding {
	f := finding(rule, "", v, jsondoc.CutPointer(at))
	f.Code, f.Message, f.Hint = code, message, hint
	return f
}

// requiredFindings judges required of an entry: it is false, or absent.
func requiredFindings(rule, isTrue, noBool string, index int, s *Subject) []Finding {
	switch required := extensions(s)[index].Member(member.Required); required.Kind() {
	case jsondoc.Absent, jsondoc.Null:
	case jsondoc.Bool:
		if required.IsTrue() {
			return []Finding{finding(rule, isTrue, Fail, extensionAt(index)+"/required")}
		}
	default:
		return []Finding{finding(rule, noBool, Fail, extensionAt(index)+"/required", "found", required.Kind().String())}
	}
	return nil
}

// S3-multi-names: the same name twice.
func twiceFindings(entries []nameItem) []Finding {
	var out []Finding
	for i, e := range entries {
		if !e.name.IsZero() && slices.ContainsFunc(entries[:i], func(x nameItem) bool { return x.name == e.name }) {
			out = append(out, finding("S3-multi-names", "", Warn, e.at(), "name", e.written))
		}
	}
	return out
}

// nameFindings compares the card's names with the assigned ones.
func nameFindings(s *Subject, entries []nameItem) []Finding {
	var out []Finding
	assigned := s.Profile.Names
	if len(assigned) == 0 {
		out = append(out, finding("V5", "no-applied-name", NeedsEvidence, ""))
	}
	for _, want := range assigned {
		if !slices.ContainsFunc(entries, func(e nameItem) bool { return e.name == want }) {
			out = append(out, missingName(s, want, entries))
		}
	}
	for _, e := range entries {
		// Without a name of its own nobody is another agent.
		if e.name.IsZero() || len(assigned) == 0 || slices.Contains(assigned, e.name) {
			continue
		}
		if agent := vocab.FamilyOf(e.written); agent != "" {
			out = append(out, finding("V5", "name-of-other-agent", Warn, e.at(), "name", e.written, "agent", agent))
		} else {
			out = append(out, finding("V5", "extra", Info, e.at(), "name", e.written))
		}
	}
	return out
}

// missingName says that the card does not carry an assigned name, at the name
// that stands in its place where there is just one.
func missingName(s *Subject, want ans.Name, entries []nameItem) Finding {
	if len(entries) == 0 {
		at := "/capabilities/extensions"
		if _, _, ok := s.Document.Place(at); !ok {
			at = "/capabilities"
		}
		if _, _, ok := s.Document.Place(at); !ok {
			at = ""
		}
		return finding("V5", "none", Fail, at)
	}
	key := ""
	if !s.Profile.Family {
		key = ":applied"
	}
	for _, e := range entries {
		if !e.name.IsZero() {
			return finding("V5", key, Fail, e.at(), "name", e.written, "assigned", want.String())
		}
	}
	return finding("V5", "invalid", Fail, entries[0].at())
}
