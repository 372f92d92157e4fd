package verify

import (
	"cmp"
	"encoding/base64"
	"encoding/hex"
	"net/url"
	"slices"
	"strings"

	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

const (
	// leastSecret is how long a token is that is looked for in our own words: a
	// shorter one would blot out what is none.
	leastSecret = 6

	blotted = "redacted"
)

// blotter gives what takes the caller's tokens out of a text; nil where there are
// none. A server that has seen one, in this run or an earlier one, may show it in
// any answer, also to a call without it, and in another form.
func (l *Live) blotter() func(string) string {
	if l == nil {
		return nil
	}
	var words []string
	add := func(secret string) {
		if len(secret) >= leastSecret {
			words = append(words, forms(secret)...)
		}
	}
	all := l.Credentials
	for _, a := range l.Actions {
		if a.OtherCaller != nil {
			all = append(all[:len(all):len(all)], *a.OtherCaller)
		}
	}
	for _, c := range all {
		add(c.Token)
		if _, password, ok := strings.Cut(c.Token, ":"); ok { // of http basic
			add(password)
		}
	}
	if len(words) == 0 {
		return nil
	}
	slices.Sort(words)
	words = slices.Compact(words)
	return func(s string) string { return hide(s, words) }
}

// forms are the ways in which a secret may come back, in lower case: as it is,
// escaped for a URL or a pointer, in hex, and in base64 wherever it stands in
// what was encoded.
func forms(secret string) []string {
	out := []string{secret, url.QueryEscape(secret), url.PathEscape(secret), jsondoc.EscapeToken(secret), hex.EncodeToString([]byte(secret))}
	for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 { // bytes in front, of which some bits share a character with it
			bits := 8 * (before + len(secret))
			whole := enc.EncodeToString(append(make([]byte, before), secret...))
			out = append(out, whole[(8*before+5)/6:bits/6])
		}
	}
	for i, w := range out {
		out[i] = lower(w)
	}
	return out
}

// lower is s with ASCII in lower case, of the same length.
func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// span is a part of a text.
type span struct{ from, to int }

// hide blots the words out of a text, in any case, and what is left of one where
// the text was cut.
func hide(s string, words []string) string {
	if len(s) < leastSecret {
		return s
	}
	low := lower(s)
	var found []span
	for _, w := range words {
		for at := 0; ; {
			i := strings.Index(low[at:], w)
			if i < 0 {
				break
			}
			found = append(found, span{at + i, at + i + len(w)})
			at += i + len(w)
		}
	}
	found = append(found, cutOff(low, words)...)
	if len(found) == 0 {
		return s
	}
	slices.SortFunc(found, func(a, b span) int { return cmp.Or(a.from-b.from, a.to-b.to) })
	var b strings.Builder
	end := 0
	for i, f := range found {
		if i == 0 || f.from > end {
			b.WriteString(s[end:f.from])
			b.WriteString(blotted)
		}
		end = max(end, f.to)
	}
	b.WriteString(s[end:])
	return b.String()
}

// What is cut to be shown is short, and so is what of it is looked at.
const (
	maxCutText = 8 << 10
	maxCutWord = 1 << 10
	maxCuts    = 32
)

// cutOff finds beginnings of the words in front of a mark of omission.
func cutOff(low string, words []string) (found []span) {
	const mark = "…"
	if len(low) > maxCutText {
		return nil
	}
	at := 0
	for range maxCuts {
		i := strings.Index(low[at:], mark)
		if i < 0 {
			break
		}
		end := at + i
		for _, w := range words {
			for n := min(len(w)-1, end, maxCutWord); n >= leastSecret; n-- {
				if strings.HasSuffix(low[:end], w[:n]) {
					found = append(found, span{end - n, end})
					break
				}
			}
		}
		at = end + len(mark)
	}
	return found
}

// blot takes the caller's tokens out of a report.
func (r *Report) blot() {
	if r.hide == nil {
		return
	}
	clean := func(list ...*string) {
		for _, s := range list {
			*s = r.hide(*s)
		}
	}
	exchange := func(x *Exchange) {
		if x != nil {
			clean(&x.Method, &x.URL, &x.TaskID, &x.MessageID)
		}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		clean(&f.Message.KO, &f.Message.EN, &f.Hint.KO, &f.Hint.EN, &f.Observed, &f.Pointer)
		exchange(f.Exchange)
	}
	for i := range r.Checks {
		exchange(r.Checks[i].Exchange)
	}
	if r.Unread != nil {
		e := *r.Unread
		clean(&e.Pointer, &e.Message.KO, &e.Message.EN, &e.Hint.KO, &e.Hint.EN)
		r.Unread = &e
	}
	if r.Unfetched != nil {
		e := *r.Unfetched
		clean(&e.URL, &e.Location)
		if e.Err != nil {
			if said := e.Err.Error(); r.hide(said) != said {
				why := whyOf(e.Err) // as the findings have it
				clean(&why.KO, &why.EN)
				e.Err = a2a.Words(why)
			}
		}
		r.Unfetched = &e
	}
	r.Signature.blot(clean)
}

func (r *SignatureReport) blot(clean func(...*string)) {
	clean(&r.KeyID, &r.Algorithm)
	for _, list := range [][]string{r.Uncovered, r.Defaults, r.Hints} {
		for i := range list {
			clean(&list[i])
		}
	}
	for i := range r.Entries {
		e := &r.Entries[i]
		clean(&e.KeyID, &e.Algorithm)
		for j := range e.Hints {
			clean(&e.Hints[j])
		}
	}
}

// blot takes the caller's tokens out of what the card says.
func (f *Facts) blot(hide func(string) string) {
	each := func(list ...*string) {
		for _, s := range list {
			*s = hide(*s)
		}
	}
	ways := func(a Alternatives) {
		for _, names := range a {
			for i := range names {
				each(&names[i])
			}
		}
	}
	each(&f.Name, &f.Version)
	for i := range f.Interfaces {
		x := &f.Interfaces[i]
		each(&x.URL, &x.Binding, &x.Version, &x.Tenant)
	}
	for i := range f.Skills {
		each(&f.Skills[i].ID)
		ways(f.Skills[i].Requirements)
	}
	for i := range f.Names {
		each(&f.Names[i])
	}
	for i := range f.Schemes {
		each(&f.Schemes[i].Name, &f.Schemes[i].Detail)
	}
	ways(f.Requirements)
}
