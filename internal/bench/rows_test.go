package bench

import (
	"bytes"
	"strings"
	"testing"

	"github.com/gowebpki/jcs"

	"github.com/hs9147/agentcard/card"
)

func TestRowsAreWellFormed(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rows() {
		if r.Name == "" || r.Goal == "" || strings.ContainsAny(r.Name+r.Goal, "\t\n") || r.Measure == nil || seen[r.Name] {
			t.Errorf("row %q, goal %q", r.Name, r.Goal)
		}
		seen[r.Name] = true
	}
}

// The jobs of a pair read the same.
func TestPeersAgree(t *testing.T) {
	ours, err := parseOurs(Card)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := parsePeer(Card)
	if err != nil || ours != theirs {
		t.Errorf("%d characters, theirs %d (%v)", ours, theirs, err)
	}
	large, err := largeCard()
	if err != nil {
		t.Fatal(err)
	}
	for _, body := range [][]byte{Card, large} {
		doc, err := card.Parse(body)
		if err != nil {
			t.Fatal(err)
		}
		got, err := doc.Canonical()
		if err != nil {
			t.Fatal(err)
		}
		want, err := jcs.Transform(body)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("canonical forms differ (%v)", err)
		}
	}
}

// Every hostile body is read as a card; what is refused at the door costs
// nothing.
func TestHostileBodiesAreRead(t *testing.T) {
	for _, h := range hostile {
		body := h.make()
		if _, err := card.Parse(body); err != nil || len(body) < card.MaxSize*9/10 {
			t.Errorf("%s: %d bytes, %v", h.name, len(body), err)
		}
	}
}

func TestFlat(t *testing.T) {
	const mib = 1 << 20
	for _, c := range []struct {
		resident []uint64
		flat     bool
	}{
		{[]uint64{5 * mib, 9 * mib, 20 * mib, 20 * mib, 20 * mib, 20 * mib, 20 * mib, 21 * mib}, true},
		{[]uint64{5 * mib, 9 * mib, 20 * mib, 20 * mib, 25 * mib, 25 * mib, 30 * mib, 30 * mib}, false},
	} {
		if m := (&memory{resident: c.resident}); m.flat() != c.flat {
			t.Errorf("%v: flat is %v", c.resident, !c.flat)
		}
	}
}
