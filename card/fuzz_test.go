package card

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{}`, `{"name":"N","skills":[]}`, `{"name":"","skills":[null,1,{"id":1,"tags":["chofam:kind/action",2]}],"x":1e400}`, cardWith(),
		`{"name":"N","skills":[],"securitySchemes":{"a":{"type":"http","httpAuthSecurityScheme":{"scheme":"Bearer "}},"b":[]},"security":[{"schemes":{"a":{"list":[]}}},{}]}`,
		`{"name":"N","skills":[{"security":"x"}],"securityRequirements":{"schemes":{}},"supportedInterfaces":[{"url":"h:1","protocolBinding":"GRPC"},0],"url":"https://u:p@h"}`,
		`{"name":"\u0000\ud83d\ude00","skills":[],"authentication":{"credentials":"x"},"default_input_modes":[],"Skills":{},"\u202e":60.00000000000000000001}`,
		`{"name":"N","skills":[],"signatures":[{"protected":"=","header":[]}],"capabilities":{"extensions":[{"uri":"","params":{"a":null}},[]]}}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Parse(data)
		if err != nil {
			_ = err.Error()
			return
		}
		if !bytes.Equal(d.Raw(), data) {
			t.Fatal("the document does not hold what was received")
		}
		for _, mode := range []Mode{ModeProfile, ModeA2A10, ModeFamily} {
			for _, p := range Validate(d, mode) {
				complain(t, string(data), p)
			}
			if !slices.Equal(Validate(d, mode), Validate(d, mode)) {
				t.Fatal("two runs differ")
			}
		}
		roundTrip(t, d)
		for _, form := range []func(*Document) ([]byte, error){(*Document).Canonical, (*Document).CanonicalA2A} {
			once, err := form(d)
			if err != nil {
				continue
			}
			again, err := Parse(once)
			if err != nil {
				t.Fatalf("%q is no card: %v", once, err)
			}
			if twice, err := form(again); err != nil || !bytes.Equal(once, twice) {
				t.Fatalf("%q becomes %q (%v)", once, twice, err)
			}
		}
		c := d.Card()
		c.Interfaces()
		for _, s := range c.Skills {
			c.RequirementsOf(s)
			s.Kind()
			s.Effect()
		}
		for _, s := range c.SecuritySchemes {
			s.Kind()
			s.Detail()
		}
	})
}

// Whatever card is read, each dialect says what it says or names what it can't
// hold.
func FuzzMarshal(f *testing.F) {
	for _, text := range append(nasty()[:40], sample(f), cardWith()) {
		f.Add([]byte(text))
	}
	r := rand.New(rand.NewPCG(5, 6))
	for range 60 {
		f.Add([]byte(randomCard(r)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if d, err := Parse(data); err == nil && len(data) < MaxSize/4 && d.tree.Len() < MaxValues/4 {
			translate(t, d)
		}
	})
}
