package card

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/member"
)

// writer writes objects member by member. A member in Extra is written as it
// stands unless the field of its name now holds something else.
type writer struct {
	b      []byte
	err    error        // the first of faults
	faults []writeFault // in document order
	path   []string     // names and indexes down to what is being written
}

// writeFault is a value that can't be JSON. In its place stands one that can, so
// that a Builder may say what else is wrong.
type writeFault struct {
	kind    faultKind
	pointer string
}

type faultKind int

const (
	faultUTF8        faultKind = iota // a string
	faultRaw                          // a raw member
	faultRequirement                  // an alternative without a map
)

// object writes one object: the body writes the members of the model, then
// come those of Extra that it did not write.
type object struct {
	w     *writer
	extra extra
	zero  uint16
	wrote []string // names of Extra that were written or replaced by a field
	some  bool
}

func (w *writer) open(x extra, zero uint16) object {
	w.b = append(w.b, '{')
	w.path = append(w.path, "")
	return object{w: w, extra: x, zero: zero}
}

func (o *object) close() {
	for _, name := range slices.Sorted(maps.Keys(o.extra)) {
		if !slices.Contains(o.wrote, name) {
			o.name(name)
			o.w.raw(o.extra[name])
		}
	}
	o.w.b = append(o.w.b, '}')
	o.w.path = o.w.path[:len(o.w.path)-1]
}

func (o *object) name(name string) {
	if o.some {
		o.w.b = append(o.w.b, ',')
	}
	o.some = true
	o.w.path[len(o.w.path)-1] = name
	o.w.string(name)
	o.w.b = append(o.w.b, ':')
}

// has reports whether Extra holds the member, and marks it as dealt with.
func (o *object) has(name string) bool {
	_, ok := o.extra[name]
	return ok
}

// field begins a member that the model writes in place of one in Extra.
func (o *object) field(name string) {
	if o.has(name) {
		o.wrote = append(o.wrote, name)
	}
	o.name(name)
}

// fallback writes the member of Extra that stands where a field is empty.
func (o *object) fallback(name string) {
	if raw, ok := o.extra[name]; ok {
		o.field(name)
		o.w.raw(raw)
	}
}

func (o *object) str(name, v string, bit uint16) {
	if v == "" && o.zero&bit == 0 || v == "" && o.has(name) {
		o.fallback(name)
		return
	}
	o.field(name)
	o.w.string(v)
}

func (o *object) flag(name string, v *bool) {
	if v == nil {
		o.fallback(name)
		return
	}
	o.field(name)
	o.w.bool(*v)
}

func (o *object) bool(name string, v bool, bit uint16) {
	if !v && (o.zero&bit == 0 || o.has(name)) {
		o.fallback(name)
		return
	}
	o.field(name)
	o.w.bool(v)
}

func (o *object) free(name string, v json.RawMessage) {
	if v == nil {
		o.fallback(name)
		return
	}
	o.field(name)
	o.w.raw(v)
}

func (o *object) strs(name string, v []string) {
	if v == nil || o.unchanged(name, func(m jsondoc.Value) bool {
		list, _ := stringsOf(m)
		return m.Kind() == jsondoc.Array && slices.Equal(list, v)
	}) {
		o.fallback(name)
		return
	}
	o.field(name)
	o.w.strings(v)
}

func (o *object) strMap(name string, v map[string]string) {
	if v == nil || o.unchanged(name, func(m jsondoc.Value) bool {
		var was map[string]string
		readStringMap(m, &was, new(extra))
		return maps.Equal(was, v)
	}) {
		o.fallback(name)
		return
	}
	o.field(name)
	inner := o.w.open(nil, 0)
	for _, k := range slices.Sorted(maps.Keys(v)) {
		inner.name(k)
		o.w.string(v[k])
	}
	inner.close()
}

func (o *object) requirements(name string, v []SecurityRequirement) {
	if v == nil || o.unchanged(name, func(m jsondoc.Value) bool {
		var was []SecurityRequirement
		readRequirements(m, &was, new(extra))
		return reflect.DeepEqual(was, v)
	}) {
		o.fallback(name)
		return
	}
	o.field(name)
	list(o.w, v, (*writer).requirement)
}

// unchanged reports whether the member in Extra still reads as the field does.
func (o *object) unchanged(name string, same func(jsondoc.Value) bool) bool {
	raw, ok := o.extra[name]
	if !ok {
		return false
	}
	v, err := valueOf(raw)
	return err == nil && same(v)
}

// valueOf parses one JSON value of any type, and nothing beside it.
func valueOf(raw json.RawMessage) (jsondoc.Value, error) {
	text := append(append([]byte(`{"v":`), raw...), '}')
	lim := jsondoc.CardLimits()
	lim.Bytes += len(`{"v":}`)
	lim.Depth++
	lim.Values++
	d, err := jsondoc.ParseNamed(text, lim, member.Names)
	if err != nil {
		return jsondoc.Value{}, err
	}
	if d.Root().Len() != 1 {
		return jsondoc.Value{}, errors.New("members follow it")
	}
	return d.Root().First(), nil
}

// list writes an array of objects.
func list[T any](w *writer, v []T, write func(*writer, T)) {
	w.b = append(w.b, '[')
	w.path = append(w.path, "")
	for i, e := range v {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.path[len(w.path)-1] = strconv.Itoa(i)
		write(w, e)
	}
	w.path = w.path[:len(w.path)-1]
	w.b = append(w.b, ']')
}

func objects[T any](o *object, name string, v []T, write func(*writer, T)) {
	if v == nil {
		o.fallback(name)
		return
	}
	o.field(name)
	list(o.w, v, write)
}

func part[T any](o *object, name string, v *T, write func(*writer, T)) {
	if v == nil {
		o.fallback(name)
		return
	}
	o.field(name)
	write(o.w, *v)
}

// odd writes an element that was no object, as long as nothing was put into it.
func odd[T any](w *writer, raw string, element, untouched T) bool {
	if raw == "" || !reflect.DeepEqual(element, untouched) {
		return false
	}
	w.b = append(w.b, raw...)
	return true
}

func (w *writer) string(s string) {
	if !utf8.ValidString(s) {
		w.fail(faultUTF8, errors.New("a string is not valid UTF-8"))
	}
	w.b = jsondoc.Quote(w.b, s)
}

func (w *writer) strings(v []string) { list(w, v, (*writer).string) }

func (w *writer) bool(v bool) {
	if v {
		w.b = append(w.b, "true"...)
	} else {
		w.b = append(w.b, "false"...)
	}
}

// raw writes JSON that the holder of the card may have replaced.
func (w *writer) raw(m json.RawMessage) {
	if _, err := valueOf(m); err != nil {
		w.fail(faultRaw, fmt.Errorf("a raw member is not one JSON value: %w", err))
		w.b = append(w.b, "null"...)
		return
	}
	w.b = append(w.b, m...)
}

func (w *writer) fail(kind faultKind, err error) {
	var at strings.Builder
	for _, token := range w.path {
		at.WriteString("/" + jsondoc.EscapeToken(strings.ToValidUTF8(token, "\uFFFD")))
	}
	pointer := jsondoc.CutPointer(cutSecret(at.String()))
	w.faults = append(w.faults, writeFault{kind, pointer})
	switch {
	case w.err != nil:
	case pointer == "":
		w.err = fmt.Errorf("card: %w", err)
	default:
		w.err = fmt.Errorf("card: %s: %w", catalog.Show(pointer), err)
	}
}
