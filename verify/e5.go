package verify

import (
	"context"
	"strconv"
	"time"

	"github.com/hs9147/agentcard/verify/audit"
)

// clockSkew is how far the owner's clock may be from ours.
const clockSkew = 5 * time.Second

// e5 holds the owner's records against what the probe executed.
func e5(ctx context.Context, s *Subject, k *skill, a *Action) []Finding {
	if a == nil || a.Records == nil {
		return []Finding{finding("E5", "unproven", NeedsEvidence, k.pointer())}
	}
	p := s.probed(ctx, *a)
	if p.first == nil || !p.executedAny() {
		return []Finding{finding("E5", "unproven", NeedsEvidence, k.pointer())}
	}
	s.calls.show("E5", p.first.exchange)
	s.calls.say("E5", "감사 증적을 읽는다", "reading the audit records")
	records, err := a.Records(ctx)
	if err != nil {
		return []Finding{because("E5-record", "unread", Inconclusive, k.pointer(), ownersError(err))}
	}
	var out []Finding
	said := map[string]bool{} // one fault in every record is one fault
	for _, m := range p.sent {
		for _, f := range recordFindings(k, *a, m, recordsOf(records, m.id, a.Caller)) {
			if !said[f.Rule+f.Code] {
				said[f.Rule+f.Code] = true
				out = append(out, f)
			}
		}
	}
	return out
}

// executedAny reports an execution that records can be held against.
func (p *probe) executedAny() bool {
	for _, m := range p.sent {
		if m.executed > 0 {
			return true
		}
	}
	return false
}

// recorded is the two lines of one record.
type recorded struct{ intent, outcome *audit.Record }

// any is whichever line there is.
func (r recorded) any() *audit.Record {
	if r.intent != nil {
		return r.intent
	}
	return r.outcome
}

// recordsOf gathers the records of a messageId, but for those of another caller
// who used the same one.
func recordsOf(list []audit.Record, id string, caller audit.Caller) []recorded {
	place := map[string]int{}
	var out []recorded
	for i := range list {
		r := &list[i]
		if r.MessageID != id {
			continue
		}
		at, known := place[r.ID]
		if !known {
			at = len(out)
			place[r.ID] = at
			out = append(out, recorded{})
		}
		if r.Phase == audit.Outcome {
			out[at].outcome = r
		} else {
			out[at].intent = r
		}
	}
	return ofCaller(out, caller)
}

// ofCaller leaves out the records of another caller who used the same messageId.
func ofCaller(list []recorded, caller audit.Caller) []recorded {
	if len(list) < 2 {
		return list
	}
	if caller.IsZero() {
		caller = list[0].any().Caller
	}
	var mine []recorded
	for _, r := range list {
		if r.any().Caller == caller {
			mine = append(mine, r)
		}
	}
	if len(mine) == 0 {
		return list[:1] // whose caller will be found to be another
	}
	return mine
}

// recordFindings judges the records of one message.
func recordFindings(k *skill, a Action, m sent, list []recorded) []Finding {
	one := func(rule, key string, v Verdict, args ...string) []Finding {
		return []Finding{finding(rule, key, v, k.pointer(), append(args, "id", m.id)...)}
	}
	switch n := int64(len(list)); {
	case m.executed < 0:
		return nil // E4-probe has said why it can't be told
	case m.executed == 0 && n > 0:
		return one("E5", "replay", Fail)
	case n < m.executed:
		return one("E5", "missing", Fail)
	case n > m.executed:
		return one("E5", "twice", Fail, "count", strconv.FormatInt(n, 10))
	}
	var out []Finding
	for _, r := range list {
		switch {
		case r.intent == nil:
			out = append(out, one("E5-record", "half", Fail, "phase", string(audit.Intent))...)
		case r.outcome == nil:
			out = append(out, one("E5-record", "half", Fail, "phase", string(audit.Outcome))...)
		default:
			out = append(out, contentFindings(one, a, m, *r.intent)...)
		}
	}
	return out
}

// contentFindings judges what a record says.
func contentFindings(one func(rule, key string, v Verdict, args ...string) []Finding, a Action, m sent, r audit.Record) []Finding {
	var out []Finding
	if !a.Caller.IsZero() && r.Caller != a.Caller || r.Caller.IsZero() {
		out = append(out, one("E5-record", "caller", Fail)...)
	}
	if r.Skill != a.Skill {
		out = append(out, one("E5-record", "skill", Fail, "skill", r.Skill)...)
	}
	if r.Time.Before(m.start.Add(-clockSkew)) || r.Time.After(m.end.Add(clockSkew)) {
		out = append(out, one("E5-record", "time", Fail, "time", r.Time.UTC().Format(time.RFC3339))...)
	}
	switch {
	case len(r.Input) > 0, r.Digest != "" && r.InputRef != "":
	case r.Digest != "":
		out = append(out, one("E5", "E5-input-not-recoverable", Warn)...)
	default:
		out = append(out, one("E5-record", "input", Fail)...)
	}
	return out
}
