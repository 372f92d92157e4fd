package api

import (
	"cmp"
	"flag"
	"fmt"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/api.txt anew")

// TestAPI holds the exported API against testdata/api.txt. A change of the API
// is meant to be seen: it is a change of that file.
func TestAPI(t *testing.T) {
	var got []string
	for _, pkg := range publicPackages(t) {
		got = append(got, apiLines(pkg)...)
	}
	slices.Sort(got)

	golden := filepath.Join("testdata", "api.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	data, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if diff := difference(want, got); diff != "" {
		t.Errorf("the exported API is not the one in internal/api/testdata/api.txt:\n%s"+
			"If that is meant, write the file anew and commit it with the change:\n"+
			"\tgo test ./internal/api -run TestAPI -update", diff)
	}
}

func TestAPILines(t *testing.T) {
	const src = `package p

import "io"

type T struct {
	Name string ` + "`json:\"name\"`" + `
	R    io.Reader
	n    int
	hidden
}
type hidden struct{ X int }
func (hidden) Promoted() {}
func (t *T) Get(key string) (value *T, err error) { return }
func (t T) unseen()                               {}

type E int
const One E = 1
const Word = "w"
var V = map[E]*T{}
func F[X interface{ ~int }](x ...X) {}
type I interface{ io.Closer; M(T) }
type A = io.Reader
`
	want := []string{
		`p: const One E = 1`,
		`p: const Word untyped string = "w"`,
		`p: func F[X interface{~int}](x ...X)`,
		`p: type A = io.Reader`,
		`p: type E int`,
		`p: type I interface`,
		`p: type I, embeds io.Closer`,
		`p: type I, method M(T)`,
		`p: type T struct`,
		"p: type T, field Name string `json:\"name\"`",
		`p: type T, field R io.Reader`,
		`p: type T, field X int, promoted`,
		`p: type T, method (*T) Get(key string) (value *T, err error)`,
		`p: type T, method (T) Promoted()`,
		`p: var V map[E]*T`,
	}
	io := typecheck(t, "io", `package io
type Reader interface{ Read([]byte) (int, error) }
type Closer interface{ Close() error }
`)
	got := apiLines(typecheck(t, modulePath+"/p", src, io))
	slices.Sort(got)
	if diff := difference(want, got); diff != "" {
		t.Error(diff)
	}
}

// apiLines writes each exported thing of a package as one line.
func apiLines(pkg *types.Package) []string {
	label := strings.TrimPrefix(pkg.Path(), modulePath+"/")
	names := func(p *types.Package) string { // of other packages
		if p == pkg {
			return ""
		}
		return strings.TrimPrefix(p.Path(), modulePath+"/")
	}
	var lines []string
	add := func(format string, args ...any) {
		lines = append(lines, label+": "+fmt.Sprintf(format, args...))
	}
	text := func(t types.Type) string { return types.TypeString(t, names) }

	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		switch obj := obj.(type) {
		case *types.Const:
			add("const %s %s = %s", name, text(obj.Type()), obj.Val().ExactString())
		case *types.Var:
			add("var %s %s", name, text(obj.Type()))
		case *types.Func:
			add("%s", types.ObjectString(obj, names))
		case *types.TypeName:
			if obj.IsAlias() {
				add("%s", types.ObjectString(obj, names))
				continue
			}
			named := obj.Type().(*types.Named)
			switch under := named.Underlying().(type) {
			case *types.Struct:
				add("type %s struct", text(named))
				for _, f := range fields(under) {
					add("type %s, field %s", name, f.text(names))
				}
			case *types.Interface:
				add("type %s interface", text(named))
				for e := range under.EmbeddedTypes() {
					add("type %s, embeds %s", name, text(e))
				}
				for m := range under.ExplicitMethods() {
					if m.Exported() {
						add("type %s, method %s", name, m.Name()+signature(m, names))
					} else {
						add("type %s, unexported methods", name)
					}
				}
				continue
			default:
				add("type %s %s", text(named), text(under))
			}
			values := types.NewMethodSet(named)
			methods := types.NewMethodSet(types.NewPointer(named))
			for sel := range methods.Methods() {
				m := sel.Obj().(*types.Func)
				if !m.Exported() {
					continue
				}
				receiver := "*" + name
				if values.Lookup(m.Pkg(), m.Name()) != nil {
					receiver = name
				}
				add("type %s, method (%s) %s", name, receiver, m.Name()+signature(m, names))
			}
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines) // several unexported methods are one line
}

// signature is what follows a method's name.
func signature(m *types.Func, names types.Qualifier) string {
	return strings.TrimPrefix(types.TypeString(m.Type(), names), "func")
}

// field is a field that others can reach.
type field struct {
	*types.Var
	tag      string
	promoted bool // through an embedded unexported type
}

func (f field) text(names types.Qualifier) string {
	s := f.Name() + " " + types.TypeString(f.Type(), names)
	if f.Embedded() {
		s = types.TypeString(f.Type(), names) + ", embedded"
	}
	if f.tag != "" {
		if strconv.CanBackquote(f.tag) {
			s += " `" + f.tag + "`"
		} else {
			s += " " + strconv.Quote(f.tag)
		}
	}
	if f.promoted {
		s += ", promoted"
	}
	return s
}

// fields lists the exported fields of a struct, and those that an embedded
// field of an unexported type promotes.
func fields(t *types.Struct) []field {
	var list []field
	for i := range t.NumFields() {
		f := t.Field(i)
		if f.Exported() {
			list = append(list, field{Var: f, tag: t.Tag(i)})
			continue
		}
		if !f.Embedded() {
			continue
		}
		ft := f.Type()
		if p, ok := types.Unalias(ft).(*types.Pointer); ok {
			ft = p.Elem()
		}
		if under, ok := ft.Underlying().(*types.Struct); ok {
			for _, p := range fields(under) {
				p.promoted = true
				list = append(list, p)
			}
		}
	}
	return list
}

// difference lists the lines that only one of two sorted lists has, "-" before
// those of the first and "+" before those of the second.
func difference(want, got []string) string {
	var b strings.Builder
	for len(want) > 0 || len(got) > 0 {
		switch {
		case len(got) == 0 || len(want) > 0 && cmp.Less(want[0], got[0]):
			fmt.Fprintf(&b, "- %s\n", want[0])
			want = want[1:]
		case len(want) == 0 || cmp.Less(got[0], want[0]):
			fmt.Fprintf(&b, "+ %s\n", got[0])
			got = got[1:]
		default:
			want, got = want[1:], got[1:]
		}
	}
	return b.String()
}
