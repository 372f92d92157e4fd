package jsondoc

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	n := NewNames("name", "skills", "naem", "id", "x")
	for i, name := range []string{"name", "skills", "naem", "id", "x"} {
		if id := n.ID(name); id != NameID(i+1) || n.Name(id) != name {
			t.Errorf("%s is %d, %s", name, id, n.Name(id))
		}
	}
	for _, name := range []string{"", "Name", "nam", "names", "y", "emna", "name\x00"} {
		if id := n.ID(name); id != 0 {
			t.Errorf("%q is %d", name, id)
		}
	}
	if (*Names)(nil).ID("name") != 0 {
		t.Error("no vocabulary has a name")
	}
}

func TestNamesThatCanNotBe(t *testing.T) {
	many := make([]string, MaxNames+1)
	for i := range many {
		many[i] = string(rune('a' + i))
	}
	NewNames(many[:MaxNames]...)
	for _, list := range [][]string{{""}, {"a", "b", "a"}, many} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%.20q are accepted", list)
				}
			}()
			NewNames(list...)
		}()
	}
}

// A name is known however it is spelled, and whatever else has the same bytes is
// not.
func TestMembersByID(t *testing.T) {
	n := NewNames("name", "id")
	const name, id = 1, 2
	d, err := ParseNamed([]byte(`{"n\u0061me":1,"x":{"id":2,"na":3},"list":["name",{"name":4}]}`), CardLimits(), n)
	if err != nil {
		t.Fatal(err)
	}
	root := d.Root()
	if root.Member(name) != root.Get("name") || root.Member(name).Raw() != "1" || root.Member(id).Exists() {
		t.Errorf("name is %s, id %s", root.Member(name).Raw(), root.Member(id).Raw())
	}
	if x := root.Get("x"); x.Member(id).Raw() != "2" || x.Member(name).Exists() || x.ID() != 0 {
		t.Error("x is misread")
	}
	list := root.Get("list")
	if list.At(0).ID() != 0 || list.Member(name).Exists() || list.At(1).Member(name).Raw() != "4" {
		t.Error("the list is misread")
	}
	var strangers []string
	for v := range d.Strangers() {
		strangers = append(strangers, v.Pointer())
	}
	if got := strings.Join(strangers, " "); got != "/x /x/na /list" {
		t.Errorf("strangers are %s", got)
	}
	if root.ID() != 0 || (Value{}).ID() != 0 || (Value{}).Member(name).Exists() {
		t.Error("what has no name has an id")
	}
	plain, err := Parse([]byte(`{"name":1}`), CardLimits())
	if err != nil || plain.Root().First().ID() != 0 {
		t.Errorf("without a vocabulary: %d, %v", plain.Root().First().ID(), err)
	}
	if _, err := ParseNamed([]byte(`{"name":1,"x":2,"n\u0061me":3}`), CardLimits(), n); err == nil {
		t.Error("a known name stands twice")
	}
}

func TestDocIsExact(t *testing.T) {
	for text, want := range map[string]bool{
		`{"a":1,"b":[2.5,1e3]}`: true, `{"a":"0.10000000000000000001"}`: true,
		`{"a":[0.10000000000000000001],"b":1}`: false, `{"a":1e400}`: false,
	} {
		d, err := Parse([]byte(text), CardLimits())
		if err != nil || d.IsExact() != want {
			t.Errorf("%s: %v, %v", text, d.IsExact(), err)
		}
	}
}
