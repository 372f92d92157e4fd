package verify

// Verdict is what a check, or a rule, came to. The zero value is none of them.
type Verdict int

// The verdicts. Info changes no verdict of a check. NeedsEvidence says that
// there was nothing to run on; Inconclusive that it was tried and could not be
// told. Neither is a pass.
const (
	Pass Verdict = iota + 1
	Info
	Warn
	NeedsEvidence
	Inconclusive
	Fail
	NotApplicable
)

var verdictNames = [...]struct{ word, en, ko string }{
	{"", "", ""},
	{"pass", "pass", "통과"},
	{"info", "info", "참고"},
	{"warn", "warning", "경고"},
	{"needs-evidence", "needs evidence", "증거 필요"},
	{"inconclusive", "inconclusive", "확인 불가"},
	{"fail", "fail", "불통과"},
	{"not-applicable", "not applicable", "해당 없음"},
}

// String is the word of reports, empty for the zero value.
func (v Verdict) String() string {
	if v < 0 || int(v) >= len(verdictNames) {
		return ""
	}
	return verdictNames[v].word
}

// Label is what a person reads, in "ko" or else in English.
func (v Verdict) Label(lang string) string {
	switch {
	case v < 0 || int(v) >= len(verdictNames):
		return ""
	case lang == "ko":
		return verdictNames[v].ko
	}
	return verdictNames[v].en
}

// MarshalText writes the word.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// worse gives the graver of two verdicts of a check: fail, inconclusive,
// needs-evidence, warn, pass. Info and NotApplicable weigh nothing.
func worse(a, b Verdict) Verdict {
	if weight(b) > weight(a) {
		return b
	}
	return a
}

func weight(v Verdict) int {
	switch v {
	case Fail:
		return 5
	case Inconclusive:
		return 4
	case NeedsEvidence:
		return 3
	case Warn:
		return 2
	case Pass:
		return 1
	}
	return 0
}

// Outcome is what a whole report came to. The zero value is none of them.
type Outcome int

// The outcomes: fail over incomplete over warn over pass. Incomplete means
// that a check was inconclusive or needs evidence, or that none applied.
const (
	OutcomePass Outcome = iota + 1
	OutcomeWarn
	OutcomeIncomplete
	OutcomeFail
)

// String is the word of reports, empty for the zero value.
func (o Outcome) String() string {
	switch o {
	case OutcomePass:
		return "pass"
	case OutcomeWarn:
		return "warn"
	case OutcomeIncomplete:
		return "incomplete"
	case OutcomeFail:
		return "fail"
	}
	return ""
}

// Label is what a person reads, in "ko" or else in English.
func (o Outcome) Label(lang string) string {
	if lang != "ko" {
		return o.String()
	}
	switch o {
	case OutcomePass:
		return "통과"
	case OutcomeWarn:
		return "경고"
	case OutcomeIncomplete:
		return "미완"
	case OutcomeFail:
		return "불통과"
	}
	return ""
}
