package api

import (
	"go/types"
	"testing"
)

// TestNoForeignTypes holds every exported signature against one rule: a type
// that it names is ours or the standard library's. What an outside module is
// used for stays behind our own types, so that it can be replaced without any
// importer noticing.
func TestNoForeignTypes(t *testing.T) {
	for _, pkg := range publicPackages(t) {
		for _, f := range foreignTypes(pkg) {
			t.Errorf("%s names %s, a type of another module", f.where, f.name)
		}
	}
}

// TestForeignTypesAreSeen gives the walk a package with a foreign type in each
// kind of place.
func TestForeignTypesAreSeen(t *testing.T) {
	const src = `package p

import "example.org/other"

type hidden struct{ Promoted other.T }
type result struct{ F other.T }

type (
	Alias    = other.T
	Embeds   struct{ other.T }
	Field    struct{ F map[string][]*other.T }
	Hidden   struct{ hidden }
	Defined  other.Struct
	Method   struct{}
	Inter    interface{ M(other.T) }
	Generic[X other.Inter] struct{}
	Instance struct{ F List[other.T] }
	List[X any] []X
	Unseen   struct{ f other.T }
)

func (Method) M() other.T        { panic(0) }
func (Method) unseen() other.T   { panic(0) }
func Func(...func(chan other.T)) {}
func unseen(other.T)             {}
func Result() *result            { return nil }

var Inferred = other.Make()

const Const = other.C
`
	const other = `package other

type T struct{}
type Struct struct{ F T }
type Inter interface{ M() }
type Int int

const C Int = 1

func Make() T { return T{} }
`
	pkg := typecheck(t, modulePath+"/p", src, typecheck(t, "example.org/other", other))
	got := make(map[string]bool)
	for _, f := range foreignTypes(pkg) {
		got[f.where] = true
	}
	for _, name := range []string{
		"Alias", "Embeds.T", "Field.F", "Hidden.Promoted", "Defined.F", "Method.M", "Inter.M",
		"Generic[X]", "Instance.F", "Func", "Result.F", "Inferred", "Const",
	} {
		where := modulePath + "/p." + name
		if !got[where] {
			t.Errorf("%s names a foreign type, and the walk did not see it", where)
		}
		delete(got, where)
	}
	for where := range got {
		t.Errorf("%s was reported and names no foreign type", where)
	}
}

// foreignType is a type of another module and the exported thing that names it.
type foreignType struct{ where, name string }

// foreignTypes lists what the exported things of a package name of other
// modules.
func foreignTypes(pkg *types.Package) []foreignType {
	w := walk{seen: make(map[types.Type]bool)}
	for _, name := range pkg.Scope().Names() {
		obj := pkg.Scope().Lookup(name)
		if !obj.Exported() {
			continue
		}
		where := pkg.Path() + "." + name
		if tn, ok := obj.(*types.TypeName); ok && !tn.IsAlias() {
			w.declared(where, tn.Type().(*types.Named))
			continue
		}
		w.typ(where, obj.Type())
	}
	return w.found
}

// walk collects foreign types. It does not enter a type twice.
type walk struct {
	seen  map[types.Type]bool
	found []foreignType
}

// declared walks what a defined type shows: its parameters, what it is made
// of, and its methods, promoted ones too.
func (w *walk) declared(where string, n *types.Named) {
	for tp := range n.TypeParams().TypeParams() {
		w.typ(where+"["+tp.Obj().Name()+"]", tp.Constraint())
	}
	w.typ(where, n.Underlying())
	methods := types.NewMethodSet(types.NewPointer(n))
	for sel := range methods.Methods() {
		if sel.Obj().Exported() && len(sel.Index()) == 1 {
			w.typ(where+"."+sel.Obj().Name(), sel.Type())
		}
	}
}

// typ walks a type as it stands in a signature.
func (w *walk) typ(where string, t types.Type) {
	switch t := t.(type) {
	case *types.Basic, *types.TypeParam:
	case *types.Alias:
		if !w.foreign(where, t.Obj()) {
			w.typ(where, t.Rhs())
		}
		w.list(where, t.TypeArgs())
	case *types.Named:
		w.list(where, t.TypeArgs())
		if !w.foreign(where, t.Obj()) {
			w.hidden(where, t)
		}
	case *types.Pointer:
		w.typ(where, t.Elem())
	case *types.Slice:
		w.typ(where, t.Elem())
	case *types.Array:
		w.typ(where, t.Elem())
	case *types.Chan:
		w.typ(where, t.Elem())
	case *types.Map:
		w.typ(where, t.Key())
		w.typ(where, t.Elem())
	case *types.Tuple:
		for v := range t.Variables() {
			w.typ(where, v.Type())
		}
	case *types.Signature:
		for tp := range t.TypeParams().TypeParams() {
			w.typ(where, tp.Constraint())
		}
		w.typ(where, t.Params())
		w.typ(where, t.Results())
	case *types.Struct:
		w.structure(where, t)
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			if m.Exported() {
				w.typ(where+"."+m.Name(), m.Type())
			}
		}
		for e := range t.EmbeddedTypes() {
			w.typ(where, e)
		}
	case *types.Union:
		for term := range t.Terms() {
			w.typ(where, term.Type())
		}
	default:
		panic("unknown kind of type: " + t.String())
	}
}

// structure walks the fields that others can reach. Through an embedded field
// of an unexported type its exported fields and methods can be reached.
func (w *walk) structure(where string, t *types.Struct) {
	for f := range t.Fields() {
		switch {
		case f.Exported():
			w.typ(where+"."+f.Name(), f.Type())
		case f.Embedded():
			ft := types.Unalias(f.Type())
			if p, ok := ft.(*types.Pointer); ok {
				ft = types.Unalias(p.Elem())
			}
			if n, ok := ft.(*types.Named); ok {
				w.hidden(where, n)
			}
		}
	}
}

// hidden walks a type of ours that is seen only through the signature that
// names it: an internal or unexported one. The others have a walk of their own.
func (w *walk) hidden(where string, n *types.Named) {
	obj := n.Obj()
	if obj.Pkg() == nil || !inModule(obj.Pkg().Path()) || w.seen[n] {
		return
	}
	if obj.Exported() && !isInternal(obj.Pkg().Path()) {
		return
	}
	w.seen[n] = true
	w.declared(where, n)
}

func (w *walk) list(where string, args *types.TypeList) {
	for t := range args.Types() {
		w.typ(where, t)
	}
}

// foreign reports whether a type belongs to another module, and notes it.
func (w *walk) foreign(where string, obj *types.TypeName) bool {
	if obj.Pkg() == nil || inModule(obj.Pkg().Path()) || isStandard(obj.Pkg().Path()) {
		return false
	}
	w.found = append(w.found, foreignType{where, obj.Pkg().Path() + "." + obj.Name()})
	return true
}
