package verify

import (
	"context"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
	"github.com/hs9147/agentcard/internal/security"
)

// SignaturePolicy is what P5 makes of a card that is not verified. The zero
// value is ShowUnsigned.
type SignaturePolicy int

// The policies.
const (
	ShowUnsigned     SignaturePolicy = iota // unsigned and no-match warn; invalid, partial and malformed fail
	RequireSignature                        // anything but verified fails
)

// P5 is the line on signatures of the list before delegating. discovery note:
// the card is signed by a key of the pinned set, or clearly shown as unsigned
// and untrusted.
func P5() Check {
	return Check{
		ID: "P5", Title: card.Text{KO: "서명", EN: "signatures"}, Source: "discovery note, checklist 5",
		Func: func(_ context.Context, s *Subject) []Finding {
			r := s.signature()
			out := append(s.baseFindings("P5"), statusFindings(r, s.signing.policy)...)
			if len(r.Hints) > 0 {
				out = append(out, finding("SIG1", "", Info, "/signatures", "hints", "`"+strings.Join(r.Hints, "`, `")+"`"))
			}
			if r.Status == SignatureVerified {
				out = append(out, otherEntries(r)...)
			}
			return out
		},
	}
}

// signing is what a run knows about signatures.
type signing struct {
	keys    *KeySet
	options SignatureOptions
	policy  SignaturePolicy
}

// signature verifies the card's signatures, once a run.
func (s *Subject) signature() *SignatureReport {
	s.sigOnce.Do(func() {
		if s.sig == nil {
			s.sig = new(SignatureReport)
		}
		switch {
		case s.Document != nil:
			*s.sig = Signatures(s.Document, s.signing.keys, s.signing.options)
		case s.signing.keys != nil && s.unread != nil:
			*s.sig = SignatureReport{Status: SignatureMalformed, Code: s.unread.Code, Index: -1}
		default:
			*s.sig = SignatureReport{Status: SignatureNotChecked, Index: -1}
		}
	})
	return s.sig
}

// statusFindings says the status in words, by the policy.
func statusFindings(r *SignatureReport, p SignaturePolicy) []Finding {
	v := Fail
	switch r.Status {
	case SignatureVerified:
		return nil
	case SignatureUnsigned, SignatureNoMatch:
		v = Warn
	case SignatureNotChecked:
		v = NeedsEvidence
	}
	at := "/signatures"
	switch {
	case r.Status == SignatureUnsigned, strings.HasPrefix(r.Code, "card."):
		at = "" // there are no signatures, or no card
	case r.Index >= 0:
		at = SignatureEntry{Index: r.Index}.at()
	}
	key := string(r.Status)
	if strings.HasPrefix(r.Code, "card.") {
		key += ":card"
	}
	out := []Finding{finding("SIG0", key, v, at, "code", r.Code, "kid", r.KeyID,
		"count", strconv.Itoa(len(r.Uncovered)+len(r.Defaults)), "pointers", firstPointers(r))}
	if r.Status == SignaturePartial {
		for _, at := range append(append([]string{}, r.Uncovered...), r.Defaults...) {
			out = append(out, finding("SIG4", "outside", Warn, at))
		}
	}
	if p == RequireSignature && v != Fail {
		out = append(out, finding("P5", "required", Fail, at, "status", string(r.Status)))
	}
	return out
}

// firstPointers lists a few of the places outside a signature.
func firstPointers(r *SignatureReport) string {
	list := append(append([]string{}, r.Uncovered...), r.Defaults...)
	more := ""
	if len(list) > 3 {
		list, more = list[:3], ", …"
	}
	return "`" + strings.Join(list, "`, `") + "`" + more
}

// otherEntries reports the entries beside the one that verified, and of those
// that do an odd typ: verifiers disagree on it.
func otherEntries(r *SignatureReport) []Finding {
	var out []Finding
	for _, e := range r.Entries {
		switch {
		case e.Status == SignatureVerified && e.typ.key != "":
			out = append(out, finding("SIG5", e.typ.key, Warn, e.at(), "typ", e.typ.shown))
		case e.Status == SignatureVerified:
		case e.Code == "kid.missing":
			out = append(out, finding("SIG5", "no-kid", Warn, e.at()))
		case strings.HasPrefix(e.Code, "kid."):
			out = append(out, finding("SIG5", "other-key", Info, e.at(), "kid", e.KeyID))
		default:
			out = append(out, finding("SIG5", "entry", Warn, e.at(), "code", e.Code))
		}
	}
	if r.Total > len(r.Entries) {
		out = append(out, finding("SIG5", "unread", Warn, "/signatures", "total", strconv.Itoa(r.Total), "max", strconv.Itoa(MaxSignatures)))
	}
	return out
}

// secure is the card that rules about security read: the one decoded from the
// verified payload where there is one, since defaults of the received card were
// not signed (rule SIG4).
func (s *Subject) secure() *card.AgentCard {
	if s.signing.keys != nil {
		if r := s.signature(); r.Card != nil {
			return r.Card
		}
	}
	return s.Card()
}

// secureTree is the same on the tree, and ownList what it has as a skill's own
// requirements. A payload has the skills of its card, each in its place.
func (s *Subject) secureTree() *jsondoc.Doc {
	if s.signing.keys != nil {
		if r := s.signature(); r.document != nil {
			return jsondoc.Of(r.document)
		}
	}
	return s.tree()
}

func (s *Subject) ownList(k *skill) jsondoc.Value {
	if s.signing.keys == nil {
		return security.Chosen(s.at(k.requirements), s.at(k.security))
	}
	s.signedOnce.Do(func() {
		list := s.secureTree().Root().Member(member.Skills)
		s.signedSkills = make([]jsondoc.Value, 0, list.Len())
		for v := list.First(); v.Exists(); v = v.Next() {
			s.signedSkills = append(s.signedSkills, v)
		}
	})
	return security.List(s.signedSkills[k.index])
}

// at is the value at a place in the document, absent for 0.
func (s *Subject) at(order int32) jsondoc.Value {
	if order == 0 {
		return jsondoc.Value{}
	}
	return s.tree().At(int(order))
}
