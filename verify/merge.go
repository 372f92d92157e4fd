package verify

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// identity is what makes two findings the same one.
type identity struct {
	rule, code, pointer, message string
}

func identityOf(f *Finding) identity { return identity{f.Rule, f.Code, f.Pointer, f.Message.EN} }

// merger gathers the findings of all checks; the same one from several checks
// is one that names them all.
type merger struct {
	strict bool
	list   []Finding
	index  map[identity]int // of list, once it is long
}

// take adds a check's findings and gives the check's verdict.
func (m *merger) take(c *Check, fs []Finding) Verdict {
	v, na := Pass, false
	for _, f := range fs {
		if f.Verdict.String() == "" {
			f.Verdict = verdictOf(f.Severity)
		}
		if f.Verdict == NotApplicable {
			na = true
			if f.Message.IsZero() {
				continue
			}
		}
		if f.Verdict == Warn && m.strict {
			f.Verdict = Fail
		}
		if f.Verdict == 0 {
			f.Verdict = Inconclusive // a finding that does not say is not a pass
		}
		f.Severity = severityOf(f.Verdict)
		v = worse(v, f.Verdict)
		m.add(c, f)
	}
	if na && weight(v) <= weight(Warn) {
		return NotApplicable
	}
	return v
}

func (m *merger) add(c *Check, f Finding) {
	if f.Rule == "" {
		f.Rule = c.ID
	}
	if f.Source == "" {
		f.Source = c.Source
	}
	if i, ok := m.find(identityOf(&f)); ok {
		have := &m.list[i]
		if !slices.Contains(have.Checks, c.ID) {
			have.Checks = append(have.Checks, c.ID)
		}
		if weight(f.Verdict) > weight(have.Verdict) {
			have.Verdict, have.Severity = f.Verdict, f.Severity
		}
		return
	}
	f.Checks = []string{c.ID}
	if m.list == nil {
		m.list = make([]Finding, 0, 2)
	}
	m.list = append(m.list, f)
	if m.index != nil {
		m.index[identityOf(&f)] = len(m.list) - 1
	}
}

// fewFindings, as most cards have, are searched one by one.
const fewFindings = 16

// find is the place of a finding in the list.
func (m *merger) find(id identity) (int, bool) {
	if len(m.list) <= fewFindings {
		for i := range m.list {
			if identityOf(&m.list[i]) == id {
				return i, true
			}
		}
		return 0, false
	}
	if m.index == nil {
		m.index = make(map[identity]int, 4*fewFindings)
		for i := range m.list {
			m.index[identityOf(&m.list[i])] = i
		}
	}
	i, ok := m.index[id]
	return i, ok
}

// ordered sorts findings by pointer in document order, then by rule id. What
// points nowhere comes first.
func ordered(list []Finding, d *card.Document) []Finding {
	if len(list) > fewFindings {
		sort.Stable(&byPlace{list, places(list, d, nil)})
		return list
	}
	var room [fewFindings]int
	p := byPlace{list, places(list, d, room[:0])}
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && p.Less(j, j-1); j-- {
			p.Swap(j, j-1)
		}
	}
	return list
}

// byPlace is findings with where each stands.
type byPlace struct {
	list []Finding
	at   []int
}

func (p *byPlace) Len() int { return len(p.list) }

func (p *byPlace) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(p.at[i], p.at[j]), strings.Compare(p.list[i].Rule, p.list[j].Rule)) < 0
}

func (p *byPlace) Swap(i, j int) {
	p.list[i], p.list[j] = p.list[j], p.list[i]
	p.at[i], p.at[j] = p.at[j], p.at[i]
}

// places gives where the pointer of each finding stands, the same for all that
// stand nowhere. It goes into room, if there is enough.
func places(list []Finding, d *card.Document, room []int) []int {
	out := slices.Grow(room, len(list))[:len(list)]
	if d == nil {
		return out
	}
	var distinct []string
	var index map[string]int
	if len(list) > fewFindings {
		index = make(map[string]int, len(list))
		for i := range list {
			if _, seen := index[list[i].Pointer]; !seen {
				index[list[i].Pointer] = len(distinct)
				distinct = append(distinct, list[i].Pointer)
			}
		}
	}
	if len(distinct) > fewFindings {
		at := d.Offsets(distinct)
		for i := range list {
			out[i] = at[index[list[i].Pointer]]
		}
		return out
	}
	for i := range list {
		if v := jsondoc.Of(d).Find(list[i].Pointer); v.Exists() {
			out[i] = v.Offset()
		} else {
			out[i] = -1
		}
	}
	return out
}
