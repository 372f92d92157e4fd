package card

// ways is a list of readable alternatives, indexed so that a hostile card with
// thousands of them takes no time that grows with their square.
type ways struct {
	list      []SecurityRequirement
	by        map[string][]int // scheme: the alternatives that name it
	rarest    map[string][]int // scheme: those of whose schemes it is the one that fewest name
	anonymous bool
}

func indexWays(list []SecurityRequirement) *ways {
	w := &ways{list: list, by: map[string][]int{}, rarest: map[string][]int{}}
	for i, r := range list {
		w.anonymous = w.anonymous || r.Anonymous()
		for name := range r.Schemes {
			w.by[name] = append(w.by[name], i)
		}
	}
	for i, r := range list {
		if name := w.rarestOf(r); !r.Anonymous() {
			w.rarest[name] = append(w.rarest[name], i)
		}
	}
	return w
}

// rarestOf is the scheme of r that fewest alternatives name, the first by name
// of equal ones.
func (w *ways) rarestOf(r SecurityRequirement) string {
	best, least, found := "", 0, false
	for name := range r.Schemes {
		if n := len(w.by[name]); !found || n < least || n == least && name < best {
			best, least, found = name, n, true
		}
	}
	return best
}

// open reports an alternative that whoever satisfies r satisfies.
func (w *ways) open(r SecurityRequirement) bool {
	if w.anonymous {
		return true
	}
	for name := range r.Schemes {
		for _, i := range w.rarest[name] {
			if w.list[i].within(r) {
				return true
			}
		}
	}
	return false
}

// around is the first alternative that asks for all that r asks for, -1 if there
// is none.
func (w *ways) around(r SecurityRequirement) int {
	if r.Anonymous() {
		return min(0, len(w.list)-1)
	}
	for _, i := range w.by[w.rarestOf(r)] {
		if r.within(w.list[i]) {
			return i
		}
	}
	return -1
}

// within reports whether whoever satisfies b satisfies r: each scheme of r is
// one of b's. Scopes are not looked at, as in rule E3.
func (r SecurityRequirement) within(b SecurityRequirement) bool {
	for name := range r.Schemes {
		if _, ok := b.Schemes[name]; !ok {
			return false
		}
	}
	return true
}
