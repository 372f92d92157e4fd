package verify

import (
	"encoding/base64"
	"net/url"
	"strings"
)

// leastSecret is how long a token is that is looked for in our own words: a
// shorter one would blot out what is none.
const leastSecret = 6

// blot takes the caller's tokens out of a report. A server that has seen one may
// show it in any later answer, also to a call without it.
func (r *Report) blot(l *Live) {
	if l == nil {
		return
	}
	var words []string
	add := func(word string) {
		if len(word) < leastSecret {
			return
		}
		for _, w := range []string{word, url.QueryEscape(word), url.PathEscape(word)} {
			words = append(words, w, "redacted", strings.ToLower(w), "redacted")
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
			add(base64.StdEncoding.EncodeToString([]byte(c.Token)))
		}
	}
	if len(words) == 0 {
		return
	}
	hide := strings.NewReplacer(words...)
	exchange := func(x *Exchange) {
		if x != nil {
			x.URL, x.TaskID = hide.Replace(x.URL), hide.Replace(x.TaskID)
		}
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		for _, s := range []*string{&f.Message.KO, &f.Message.EN, &f.Hint.KO, &f.Hint.EN, &f.Observed} {
			*s = hide.Replace(*s)
		}
		exchange(f.Exchange)
	}
	for i := range r.Checks {
		exchange(r.Checks[i].Exchange)
	}
}
