package ans

import (
	"errors"
	"strconv"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

const oneName = "S3-name-one-per-extension"

// Entry is one entry of capabilities.extensions whose uri is URI, as written.
type Entry struct {
	Index    int           // in capabilities.extensions
	Pointer  string        // RFC 6901, of the entry
	NameAt   string        // pointer of params.name, or of the nearest value there is
	Written  string        // the name as written, not made safe; empty if no string
	IsString bool          // whether params.name is a string
	Name     Name          // the name, zero where there are Faults
	Faults   []*EntryError // why there is no name; empty if there is
	Others   []Member      // members of params beside name, in their order
}

// Member is a member of params.
type Member struct {
	Name    string // as written, not made safe
	Pointer string // RFC 6901
}

// EntryError says which entry of capabilities.extensions claims no name, and
// why. errors.As finds the *NameError in it.
type EntryError struct {
	Index   int    // in capabilities.extensions
	Pointer string // RFC 6901, of the value at fault
	Err     *NameError
}

// Error is the English sentence with the pointer in front.
func (e *EntryError) Error() string { return "ans: " + e.Pointer + ": " + e.Err.detail() }

// Unwrap gives the *NameError.
func (e *EntryError) Unwrap() error { return e.Err }

// Entries is every entry of the card for the ans/v1 extension, in card order,
// those with faults and those that repeat a name among them. Two entries of one
// name are two entries.
func Entries(c *card.AgentCard) []Entry {
	if c == nil {
		return nil
	}
	var list []Entry
	for i, x := range c.ExtensionsByURI(URI) {
		list = append(list, entryOf(i, x))
	}
	return list
}

// FromCard is the names that the card claims, in card order and as often as it
// claims them. The error joins one *EntryError for each entry without a valid
// name, about the first of its faults; the names of the other entries are given
// all the same. A card that claims no name gives none, and no error.
func FromCard(c *card.AgentCard) ([]Name, error) {
	var names []Name
	var errs []error
	for _, e := range Entries(c) {
		if len(e.Faults) > 0 {
			errs = append(errs, e.Faults[0])
			continue
		}
		names = append(names, e.Name)
	}
	return names, errors.Join(errs...)
}

func entryOf(i int, x card.Extension) Entry {
	e := Entry{Index: i, Pointer: "/capabilities/extensions/" + strconv.Itoa(i)}
	params, found := jsondoc.Within(x.Params, x.Extra["params"])
	if !params.Exists() {
		e.NameAt = e.Pointer
		if found == "" {
			e.fault("params", "")
			return e
		}
		e.NameAt += "/params"
		e.fault("params", "params:type", "found", found)
		return e
	}
	e.NameAt = e.Pointer + "/params"
	for m := range params.Children() {
		if name := m.Name(); name != "name" {
			e.Others = append(e.Others, Member{name, e.Pointer + "/params/" + jsondoc.EscapeToken(name)})
		}
	}
	name := params.Get("name")
	if !name.Exists() {
		e.fault("absent", "")
		return e
	}
	e.NameAt += "/name"
	e.Written, e.IsString = name.Str()
	if !e.IsString {
		e.fault("type", "", "found", name.Kind().String())
		return e
	}
	e.judge()
	return e
}

// judge reads the name. A space around it is told once, and the rest is judged
// without it.
func (e *Entry) judge() {
	s := strings.TrimSpace(e.Written)
	if s != e.Written {
		e.fault("space", "")
		if s == "" {
			return
		}
	}
	for _, f := range Faults(s) {
		f.Offset += strings.Index(e.Written, s)
		f.Name = catalog.Show(e.Written)
		e.Faults = append(e.Faults, &EntryError{e.Index, e.NameAt, f})
	}
	if len(e.Faults) == 0 {
		e.Name = Name{s}
	}
}

func (e *Entry) fault(code, key string, args ...string) {
	e.Faults = append(e.Faults, &EntryError{e.Index, e.NameAt, &NameError{
		Rule: oneName, Code: code, Name: catalog.Show(e.Written), key: key, args: args,
	}})
}
