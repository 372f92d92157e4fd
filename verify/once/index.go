package once

import (
	"slices"
	"time"
)

// Limits bounds what a store in memory holds. The zero value is DefaultKeys and
// DefaultBytes.
type Limits struct {
	Keys  int   // keys
	Bytes int64 // of keys and answers, about; answers of what is under way may go beyond
}

// The limits of the zero value. So many keys take about 100 MiB of memory.
const (
	DefaultKeys  = 200_000
	DefaultBytes = 256 << 20
)

func (l Limits) orDefault() Limits {
	if l.Keys <= 0 {
		l.Keys = DefaultKeys
	}
	if l.Bytes <= 0 {
		l.Bytes = DefaultBytes
	}
	return l
}

// index is the records in memory. It is not safe for concurrent use.
type index struct {
	lim   Limits
	byKey map[Key]*Record
	byID  map[string]*Record
	bytes int64
}

func newIndex(lim Limits) index {
	return index{lim: lim.orDefault(), byKey: map[Key]*Record{}, byID: map[string]*Record{}}
}

func (x *index) lookup(keys []Key) []Record {
	var found []*Record
	for _, k := range keys {
		if r := x.byKey[k]; r != nil && !slices.Contains(found, r) {
			found = append(found, r)
		}
	}
	var out []Record
	for _, r := range found {
		out = append(out, r.clone())
	}
	return out
}

// fits reports why keys can't be added, or nil. Limits that were lowered keep
// nobody from reading what is there.
func (x *index) fits(keys []Key) error {
	for i, k := range keys {
		if x.byKey[k] != nil || slices.Contains(keys[:i], k) {
			return ErrTaken
		}
	}
	if len(x.byKey)+len(keys) > x.lim.Keys || x.bytes >= x.lim.Bytes {
		return ErrFull
	}
	return nil
}

func (x *index) canBegin(r Record) error {
	if x.byID[r.ID] != nil {
		return ErrTaken
	}
	return x.fits(r.Keys)
}

func (x *index) begin(r Record) {
	r = r.clone()
	x.byID[r.ID] = &r
	for _, k := range r.Keys {
		x.byKey[k] = &r
	}
	x.bytes += sizeOf(&r)
}

func (x *index) unfinished(id string) (*Record, error) {
	if r := x.byID[id]; r != nil && r.Outcome == nil {
		return r, nil
	}
	return nil, ErrNoRecord
}

func (x *index) finish(r *Record, o Outcome) {
	o = o.clone()
	x.bytes -= sizeOf(r)
	r.Outcome = &o
	x.bytes += sizeOf(r)
}

func (x *index) canBind(id string, keys []Key) (*Record, error) {
	r := x.byID[id]
	if r == nil {
		return nil, ErrNoRecord
	}
	return r, x.fits(keys)
}

func (x *index) bind(r *Record, keys []Key) {
	x.bytes -= sizeOf(r)
	r.Keys = append(r.Keys, keys...)
	for _, k := range keys {
		x.byKey[k] = r
	}
	x.bytes += sizeOf(r)
}

func (x *index) remove(r *Record) {
	delete(x.byID, r.ID)
	for _, k := range r.Keys {
		delete(x.byKey, k)
	}
	x.bytes -= sizeOf(r)
}

func (x *index) open() []Record {
	var out []Record
	for _, r := range x.byID {
		if r.Outcome == nil {
			out = append(out, r.clone())
		}
	}
	slices.SortFunc(out, byAge)
	return out
}

func byAge(a, b Record) int { return a.Begun.Compare(b.Begun) }

func (x *index) prune(before time.Time) int {
	n := 0
	for _, r := range x.byID {
		if r.Outcome != nil && r.Outcome.At.Before(before) {
			x.remove(r)
			n++
		}
	}
	return n
}

// sizeOf is about what a record takes.
func sizeOf(r *Record) int64 {
	n := 128 + len(r.ID) + len(r.Skill) + len(r.Digest)
	for _, k := range r.Keys {
		n += 128 + len(k.Caller.Issuer) + len(k.Caller.Subject) + len(k.Caller.Service) + len(k.Name) + len(k.Value)
	}
	if r.Outcome != nil {
		n += len(r.Outcome.Result.TaskID) + len(r.Outcome.Result.Answer)
	}
	return int64(n)
}

// anyBefore reports whether prune would remove something.
func (x *index) anyBefore(before time.Time) bool {
	for _, r := range x.byID {
		if r.Outcome != nil && r.Outcome.At.Before(before) {
			return true
		}
	}
	return false
}
