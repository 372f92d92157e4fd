package hire

import (
	"errors"
	"strconv"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
)

// Entry is one entry of capabilities.extensions whose uri is URI, as written.
type Entry struct {
	Index   int           // in capabilities.extensions
	Pointer string        // RFC 6901, of the entry
	ValueAt string        // pointer of params.unitPrice, or of the nearest value there is
	Written string        // unitPrice as JSON, as written and not made safe; empty if absent
	Ask     Ask           // the value, zero where it is no ask; members beside it don't change it
	Plain   bool          // whether an ask is written in digits alone, without point and exponent
	Faults  []*EntryError // what is wrong with the value, then members that speak of money
	Others  []Member      // members of params beside unitPrice that don't, in their order
}

// Member is a member of params.
type Member struct {
	Name    string // as written, not made safe
	Pointer string // RFC 6901
}

// EntryError says which entry of capabilities.extensions holds no ask, and why.
// errors.As finds the *AskError in it.
type EntryError struct {
	Index   int    // in capabilities.extensions
	Pointer string // RFC 6901, of the value at fault
	Err     *AskError
}

// Error is the English sentence with the pointer in front.
func (e *EntryError) Error() string {
	return "hire: " + catalog.Show(e.Pointer) + ": " + e.Err.Text().EN
}

// Unwrap gives the *AskError.
func (e *EntryError) Unwrap() error { return e.Err }

// Entries is every entry of the card for the hire/v1 extension, in card order.
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

// FromCard is the ask that the card publishes. The bool says whether the card
// has the extension at all; a card without it publishes no ask, and that is no
// error. With an error the Ask is zero: it joins one *EntryError for each entry
// with a fault, about the first of them. Where every entry is right and there
// are several, none is chosen, and the error is an *AskError with the code
// several; Entries gives each.
func FromCard(c *card.AgentCard) (Ask, bool, error) {
	list := Entries(c)
	if len(list) == 0 {
		return Ask{}, false, nil
	}
	var errs []error
	for _, e := range list {
		if len(e.Faults) > 0 {
			errs = append(errs, e.Faults[0])
		}
	}
	if len(errs) == 0 && len(list) > 1 {
		errs = append(errs, &AskError{Rule: "HIRE-uri", Code: "several", args: []string{"count", strconv.Itoa(len(list))}})
	}
	if len(errs) > 0 {
		return Ask{}, true, errors.Join(errs...)
	}
	return list[0].Ask, true, nil
}

func entryOf(i int, x card.Extension) Entry {
	e := Entry{Index: i, Pointer: "/capabilities/extensions/" + strconv.Itoa(i)}
	params, found := jsondoc.Within(x.Params, x.Extra["params"])
	if !params.Exists() {
		e.ValueAt = e.Pointer
		if found == "" {
			e.missing("missing:params")
			return e
		}
		e.ValueAt += "/params"
		e.missing("missing:type", "found", found)
		return e
	}
	e.ValueAt = e.Pointer + "/params"
	if v := params.Get("unitPrice"); v.Exists() {
		e.ValueAt += "/unitPrice"
		e.judge(v)
	} else {
		e.missing("")
	}
	for m := range params.Children() {
		name := m.Name()
		at := e.Pointer + "/params/" + jsondoc.EscapeToken(name)
		switch {
		case name == "unitPrice":
		case speaksOfMoney(name):
			e.fault(at, &AskError{Rule: "V9", Code: "money", Value: catalog.Show(name), args: []string{"member", name}})
		default:
			e.Others = append(e.Others, Member{name, at})
		}
	}
	return e
}

// judge reads unitPrice by its value.
func (e *Entry) judge(v jsondoc.Value) {
	e.Written = v.Raw()
	code, n := valueOf(v)
	if code == "" {
		e.Ask = Ask{n}
		e.Plain = e.Written == strconv.FormatInt(n, 10)
		return
	}
	shown := e.Written
	if code == "type" {
		shown = v.Kind().String()
	}
	e.fault(e.ValueAt, valueError(code, shown))
}

func (e *Entry) missing(key string, args ...string) {
	e.fault(e.ValueAt, &AskError{Rule: "V9", Code: "missing", key: key, args: args})
}

func (e *Entry) fault(at string, err *AskError) {
	e.Faults = append(e.Faults, &EntryError{e.Index, at, err})
}
