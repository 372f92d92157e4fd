package card

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// Severity is how much a Problem weighs. The zero value is none of them.
type Severity int

// The severities. An info changes no verdict.
const (
	SeverityInfo Severity = iota + 1
	SeverityWarn
	SeverityFail
)

// String is "info", "warn" or "fail", empty for the zero value.
func (s Severity) String() string {
	switch s {
	case SeverityInfo:
		return "info"
	case SeverityWarn:
		return "warn"
	case SeverityFail:
		return "fail"
	}
	return ""
}

// Problem is one fault of a card: the rule it breaks, where, and what to do. Where
// only one text is right Want has it; package mend writes it.
type Problem struct {
	Rule     string   // the rule's id
	Code     string   // narrows the rule where it has several ways to fail
	Pointer  string   // RFC 6901, into the card as received
	Severity Severity // fail, warn or info
	Message  Text     // what is so, and why it matters
	Hint     Text     // what to write instead
	Want     string   // the name or text to write, where only one is right; not a JSON text
	Source   string   // document and section
	Observed string   // the value, at most 200 runes, made safe to show; never a secret
}

// The caps of a report (rule table, "Caps").
const (
	MaxPerRule  = 100
	MaxProblems = 1000
)

// finder collects faults against one document. Words are put together only
// for those that a report will show.
type finder struct {
	list []fault

	values int             // of the document; find sets it
	named  []int8          // by value: the most weight of a rule that speaks of it, once faults are too many
	kept   map[string]*lot // by rule: what the second time keeps
}

// tooMany is how many faults are held at once.
const tooMany = 10 * MaxPerRule

// find gives the problems that a check finds, in order and within the caps. A
// hostile card must not fill the memory with faults: where there are too many,
// the check runs again. The first run then tells which values a more special
// rule speaks of; the second keeps what may be shown of each rule, and counts
// the others.
func find(d *Document, check func(*finder)) []Problem {
	f := &finder{values: d.tree.Len()}
	check(f)
	if f.named != nil {
		f.kept = map[string]*lot{}
		check(f)
	}
	return f.problems()
}

// add reports a fault at a value. args is copied only where the fault is kept, so
// that one which is not costs no memory.
func (f *finder) add(rule, key string, sev Severity, at jsondoc.Value, args ...string) {
	switch {
	case f.kept != nil:
		f.keep(rule, key, sev, at, args)
	case f.named != nil:
		f.name(rule, at)
	default:
		f.list = append(f.list, fault{rule, key, sev, at, slices.Clone(args)})
		if len(f.list) > tooMany && f.values > 0 {
			f.named = make([]int8, f.values)
			for _, x := range f.list {
				f.name(x.rule, x.at)
			}
			f.list = nil
		}
	}
}

func (f *finder) name(rule string, at jsondoc.Value) {
	i := at.Order()
	f.named[i] = max(f.named[i], int8(weight(rule)))
}

func (f *finder) keep(rule, key string, sev Severity, at jsondoc.Value, args []string) {
	if w := weight(rule); w >= 0 && int(f.named[at.Order()]) > w {
		return
	}
	l := f.kept[rule]
	if l == nil {
		l = new(lot)
		f.kept[rule] = l
	}
	if l.more > 0 && at.Order() >= l.last {
		l.leave(sev)
		return
	}
	if l.list = append(l.list, fault{rule, key, sev, at, slices.Clone(args)}); len(l.list) >= 2*MaxPerRule {
		l.cut()
	}
}

// lot is what is kept of one rule.
type lot struct {
	list []fault
	more int      // left out
	sev  Severity // the gravest of those
	last int      // once some were: where the last that is kept stood then
}

func (l *lot) leave(sev Severity) {
	l.more++
	l.sev = max(l.sev, sev)
}

// cut keeps the first MaxPerRule faults.
func (l *lot) cut() {
	slices.SortStableFunc(l.list, func(a, b fault) int { return cmp.Compare(a.at.Order(), b.at.Order()) })
	for len(l.list) > MaxPerRule {
		end := len(l.list) - 1
		l.leave(l.list[end].sev)
		l.list = l.list[:end]
		l.last = l.list[end-1].at.Order()
	}
}

// fault is a problem in the making.
type fault struct {
	rule, key string
	sev       Severity
	at        jsondoc.Value
	args      []string // pairs that fill the sentence
}

// want is what to write instead. B-types has a type under that name.
func (x fault) want() string {
	if x.rule == "B-types" {
		return ""
	}
	return x.arg("want")
}

// arg is the value that fills a place of the sentence, empty if there is none.
func (x fault) arg(name string) string {
	for i := 0; i+1 < len(x.args); i += 2 {
		if x.args[i] == name {
			return x.args[i+1]
		}
	}
	return ""
}

func (x fault) problem() Problem {
	r, say := catalog.Find(x.rule, x.key)
	return Problem{
		Rule:     x.rule,
		Code:     say.Code(),
		Pointer:  x.at.ShortPointer(),
		Severity: x.sev,
		Message:  textOf(catalog.Fill(say.Message, x.args...)),
		Hint:     textOf(catalog.Fill(say.Hint, x.args...)),
		Want:     x.want(),
		Source:   r.Source,
		Observed: observed(x.at),
	}
}

// observed shows a value: scalars as written, the others by their type, and a
// secret by its type too.
func observed(v jsondoc.Value) string {
	if secretAround(v).Exists() || mayBeSecret(v) {
		return v.Kind().String()
	}
	switch v.Kind() {
	case jsondoc.String:
		return catalog.Show(v.Text())
	case jsondoc.Number, jsondoc.Bool, jsondoc.Null:
		return catalog.Show(v.Raw())
	}
	return v.Kind().String()
}

// secretNames are words in the name of a member that no card should have. A
// text under such a name is shown by its type alone.
var secretNames = [...]string{"apikey", "token", "password", "passwd", "secret", "credential", "privatekey"}

var wordSeparators = strings.NewReplacer("_", "", "-", "")

// mayBeSecret reports a text in a place where a card's author puts a secret by
// mistake: under a name that says so, or in place of an authentication or a
// scheme. Known members that hold a URL, such as tokenUrl, are none.
func mayBeSecret(v jsondoc.Value) bool {
	if v.Kind() != jsondoc.String {
		return false
	}
	if v.Parent().Name() == "securitySchemes" {
		return true
	}
	for v.Name() == "" && v.Parent().Exists() {
		v = v.Parent() // of an element, its array
	}
	if p := v.Parent(); v.Name() == "authentication" {
		return p.Name() == "securitySchemes" || !p.Parent().Exists()
	}
	name := wordSeparators.Replace(strings.ToLower(v.Name()))
	return !strings.HasSuffix(name, "url") &&
		slices.ContainsFunc(secretNames[:], func(w string) bool { return strings.Contains(name, w) })
}

// secretAround is the value of authentication.credentials that v is or lies
// in, absent if there is none.
func secretAround(v jsondoc.Value) jsondoc.Value {
	for ; v.Exists(); v = v.Parent() {
		if v.Name() == "credentials" && isAuthentication(v.Parent()) {
			return v
		}
	}
	return jsondoc.Value{}
}

// outside is v itself, or the secret in which it lies: names within a secret
// are a part of it, so that no pointer holds them.
func outside(v jsondoc.Value) jsondoc.Value {
	if s := secretAround(v); s.Exists() {
		return s
	}
	return v
}

// cutSecret cuts a pointer that leads into a secret.
func cutSecret(pointer string) string {
	tokens := strings.Split(pointer, "/")
	for i, t := range tokens {
		if t == "credentials" && tokens[1] == "authentication" && (i == 2 || i == 3) {
			return strings.Join(tokens[:i+1], "/")
		}
	}
	return pointer
}

func isAuthentication(v jsondoc.Value) bool {
	if v.Parent().Kind() == jsondoc.Array {
		v = v.Parent()
	}
	return v.Name() == "authentication" && v.Parent().Exists() && !v.Parent().Parent().Exists()
}
