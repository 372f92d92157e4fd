package verify

// Complete reports whether the run proves the agent complete: each of V1 to V9
// was asked and is pass, warn or not applicable, V7 is pass, and it was the
// verifier who ran it (Target.By is Society). Publishing a card is not
// completion, and an agent that calls itself has made a self-check (card spec
// v1.7 §8; rule R1).
func (r *Report) Complete() bool {
	if r.By != Society || r.Unread != nil || r.Unfetched != nil || r.Verdict("V7") != Pass {
		return false
	}
	for _, id := range []string{"V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9"} {
		switch r.Verdict(id) {
		case Pass, Warn, NotApplicable:
		default:
			return false
		}
	}
	return true
}
