package card

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"reflect"
	"sync"
	"testing"
)

// rich is a card with something of everything that a copy could share.
const rich = `{"name":"N","skills":[{"id":"s","tags":["t"],"examples":["e"],"x":{"a":1},"security":[{"b":["r"]}]},7],"x":{"y":[1]},
	"supportedInterfaces":[{"url":"u","x":[2]}],"capabilities":{"streaming":true,"extensions":[{"uri":"e","params":{"p":1}}]},
	"securitySchemes":{"b":{"flows":{"password":{"scopes":{"r":"d"}}},"httpAuthSecurityScheme":{"x":1}}},
	"securityRequirements":[{"schemes":{"b":{"list":["r"]}}}],"defaultInputModes":["a/b"],"provider":{"url":"u"},"signatures":[{"header":{"h":1}}]}`

// scribble changes everything that a card can reach: fields, slices, maps and
// the bytes of raw members.
func scribble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			scribble(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				scribble(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			scribble(v.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			e := reflect.New(v.Type().Elem()).Elem()
			e.Set(v.MapIndex(k))
			scribble(e)
			v.SetMapIndex(k, e)
		}
		if v.Type().Key().Kind() == reflect.String && !v.IsNil() {
			v.SetMapIndex(reflect.ValueOf("scribbled").Convert(v.Type().Key()), reflect.Zero(v.Type().Elem()))
		}
	case reflect.String:
		v.SetString("scribbled")
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Uint8:
		v.SetUint('!')
	}
}

// Neither the document nor another copy sees what is done to one copy.
func TestCopiesAreIndependent(t *testing.T) {
	d := parse(t, rich)
	want := parse(t, rich).Card()
	before := Validate(d, ModeProfile)
	other := d.Card()
	c := d.Card()
	scribble(reflect.ValueOf(c))
	c.Skills, c.SecuritySchemes, c.Capabilities.Streaming = nil, nil, nil
	if reflect.DeepEqual(c, want) {
		t.Fatal("nothing was scribbled")
	}
	if !reflect.DeepEqual(other, want) || !reflect.DeepEqual(d.Card(), want) {
		t.Error("one copy shows in another")
	}
	if string(d.Raw()) != rich || !reflect.DeepEqual(Validate(d, ModeProfile), before) {
		t.Error("a copy shows in the document")
	}
}

// Raw, the canonical forms, members and problems are copies too.
func TestResultsAreCopies(t *testing.T) {
	d := parse(t, rich)
	wipe := func(b []byte) {
		for i := range b {
			b[i] = '!'
		}
	}
	raw := d.Raw()
	wipe(raw)
	a, _ := d.Canonical()
	b, _ := d.CanonicalA2A()
	wantA, wantB := string(a), string(b)
	wipe(a)
	wipe(b)
	m, _ := d.At("/x")
	wipe(m.Raw)
	problems := d.Problems()
	for i := range problems {
		problems[i] = Problem{}
	}
	again, _ := d.CanonicalA2A()
	if string(d.Raw()) != rich || canonical(t, d) != wantA || string(again) != wantB {
		t.Error("a result shows in the document")
	}
	if m, _ := d.At("/x"); string(m.Raw) != `{"y":[1]}` {
		t.Errorf("At gives %s", m.Raw)
	}
	if len(problems) == 0 || d.Problems()[0].Rule == "" {
		t.Error("problems are shared")
	}
}

func TestParseCopiesItsInput(t *testing.T) {
	data := []byte(rich)
	d, err := Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	c := d.Card()
	for i := range data {
		data[i] = '!'
	}
	if string(d.Raw()) != rich || !reflect.DeepEqual(c, parse(t, rich).Card()) || !reflect.DeepEqual(d.Card(), c) {
		t.Error("the document changed with the caller's bytes")
	}
}

func TestDigest(t *testing.T) {
	for _, text := range []string{rich, sample(t), " " + rich + "\n"} {
		sum := sha256.Sum256([]byte(text))
		if got := parse(t, text).Digest(); got != "sha256:"+hex.EncodeToString(sum[:]) {
			t.Errorf("%.20s…: %s", text, got)
		}
	}
}

func TestAt(t *testing.T) {
	text := "{\"name\":\"N\",\n\"skills\":[1,\n{\"a/b\":{\"~\":[true]}}]}"
	d := parse(t, text)
	for pointer, want := range map[string]Member{
		"": {[]byte(text), 0, 1}, "/name": {[]byte(`"N"`), 8, 1}, "/skills/0": {[]byte("1"), 23, 2}, "/skills/1/a~1b/~0/0": {[]byte("true"), 39, 3},
	} {
		got, ok := d.At(pointer)
		if !ok || !bytes.Equal(got.Raw, want.Raw) || got.Offset != want.Offset || got.Line != want.Line {
			t.Errorf("%q: %s at %d, line %d (%v)", pointer, got.Raw, got.Offset, got.Line, ok)
		}
	}
	for _, pointer := range []string{"name", "/Name", "/skills/2", "/skills/01", "/skills/-", "/skills/1/a/b", "/~", "/name/"} {
		if m, ok := d.At(pointer); ok || m.Raw != nil || m.Offset != 0 || m.Line != 0 {
			t.Errorf("%q: %+v", pointer, m)
		}
	}
}

// A document may be read by many at once; run with -race.
func TestDocumentIsSafeForConcurrentUse(t *testing.T) {
	d := parse(t, rich)
	want := Validate(parse(t, rich), ModeFamily)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 10 {
				c := d.Card()
				scribble(reflect.ValueOf(c))
				if !reflect.DeepEqual(Validate(d, ModeFamily), want) {
					t.Error("findings differ")
				}
				if _, err := d.Canonical(); err != nil {
					t.Error(err)
				}
				if _, err := d.CanonicalA2A(); err != nil {
					t.Error(err)
				}
				d.Digest()
				d.Problems()
				d.At("/skills/0")
			}
		})
	}
	all.Wait()
}

func TestText(t *testing.T) {
	x := Text{KO: "가", EN: "a"}
	if x.In("ko") != "가" || x.In("en") != "a" || x.In("") != "a" || x.In("KO") != "a" || x.IsZero() || !(Text{}).IsZero() {
		t.Errorf("%+v", x)
	}
}
