package jsondoc

import (
	"strings"
	"sync"
	"testing"
)

// The zero Value stands for an absent one, and every method is defined on it.
func TestAbsentValue(t *testing.T) {
	var v Value
	if v.Exists() || v.Kind() != Absent || v.Raw() != "" || v.Name() != "" || v.RawName() != "" || v.Text() != "" || v.Pointer() != "" {
		t.Error("an absent value has content")
	}
	if v.Len() != 0 || v.Offset() != 0 || v.Line() != 0 || v.Index() != 0 || v.Order() != 0 || v.IsTrue() || !v.IsExact() {
		t.Error("an absent value has a place")
	}
	if v.Get("a").Exists() || v.At(0).Exists() || v.First().Exists() || v.Next().Exists() || v.Parent().Exists() {
		t.Error("an absent value has relatives")
	}
	for range v.Children() {
		t.Error("an absent value has children")
	}
	for range v.Subtree() {
		t.Error("an absent value has a subtree")
	}
}

func TestWalk(t *testing.T) {
	d := parsed(t, ` {"a" : [ 1 , "x" , [] , {} ] , "\u0062" : { "c" : true , "d" : false , "e" : null } , "f" : "" } `)
	root := d.Root()
	if root.Pointer() != "" || root.Parent().Exists() || root.Next().Exists() || root.Index() != 0 || root.Name() != "" {
		t.Error("the root has relatives")
	}
	var names, raws []string
	for m := range root.Children() {
		names = append(names, m.Name())
		raws = append(raws, m.RawName()+m.Raw())
	}
	if got := strings.Join(names, ","); got != "a,b,f" {
		t.Errorf("members %s", got)
	}
	if got := strings.Join(raws, ""); got != `"a"[ 1 , "x" , [] , {} ]"\u0062"{ "c" : true , "d" : false , "e" : null }"f"""` {
		t.Errorf("raw members %s", got)
	}
	list := root.Get("a")
	for i, kind := range []ValueKind{Number, String, Array, Object} {
		e := list.At(i)
		if e.Kind() != kind || e.Index() != i || e.Parent() != list || e.Name() != "" {
			t.Errorf("element %d: %s, index %d, name %q", i, e.Kind(), e.Index(), e.Name())
		}
	}
	if list.At(4).Exists() || list.At(-1).Exists() || list.Get("0").Exists() || list.Len() != 4 {
		t.Error("an array gives what it does not hold")
	}
	b := root.Get("b")
	if !b.Get("c").IsTrue() || b.Get("d").IsTrue() || b.Get("d").Kind() != Bool || b.Get("e").Kind() != Null || b.Get("C").Exists() {
		t.Error("literals are mistaken")
	}
	if s, ok := root.Get("f").Str(); !ok || s != "" {
		t.Error("an empty string is no string")
	}
	if _, ok := b.Get("e").Str(); ok {
		t.Error("null is a string")
	}
}

func TestSubtreeCoversItsOwn(t *testing.T) {
	d := parsed(t, `{"a":{"b":[1,{"c":2}],"d":3},"e":[[],4],"f":5}`)
	for pointer, want := range map[string]string{
		"": " /a /a/b /a/b/0 /a/b/1 /a/b/1/c /a/d /e /e/0 /e/1 /f", "/a": "/a /a/b /a/b/0 /a/b/1 /a/b/1/c /a/d",
		"/a/b": "/a/b /a/b/0 /a/b/1 /a/b/1/c", "/e": "/e /e/0 /e/1", "/e/0": "/e/0", "/f": "/f",
	} {
		var got []string
		for v := range d.Find(pointer).Subtree() {
			got = append(got, v.Pointer())
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("%q covers %s, want %s", pointer, s, want)
		}
	}
	n := 0
	for range d.Root().Subtree() {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Error("a walk can't be broken off")
	}
}

func TestKindNames(t *testing.T) {
	for kind, want := range map[ValueKind]string{
		Absent: "absent", Null: "null", Bool: "boolean", String: "string", Number: "number", Object: "object", Array: "array", 'x': "absent",
	} {
		if got := kind.String(); got != want {
			t.Errorf("%q: %s, want %s", byte(kind), got, want)
		}
	}
}

// Parsing and reading may happen at once; run with -race.
func TestConcurrentParses(t *testing.T) {
	shared := parsed(t, `{"a":[1,2,{"b":"\u00e9"}],"c":{"d":1.5}}`)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			text := `{"n":` + strings.Repeat("[", i+1) + strings.Repeat("]", i+1) + `}`
			for range 200 {
				d, err := Parse([]byte(text), CardLimits())
				if err != nil || d.Len() != i+2 {
					t.Errorf("%s: %v", text, err)
					return
				}
				if _, err := Parse([]byte(text[:len(text)-1]), CardLimits()); err == nil {
					t.Error("a cut text was read")
				}
				for v := range shared.Root().Subtree() {
					if shared.Find(v.Pointer()) != v || !v.IsExact() {
						t.Errorf("%s is lost", v.Pointer())
					}
				}
			}
		})
	}
	all.Wait()
}
