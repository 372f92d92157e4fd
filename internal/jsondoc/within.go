package jsondoc

import "errors"

// Within reads the object that stands in a text of its own, such as the params
// of an extension, within the limits of a card. The text is the first that is
// not nil. Where no object stands there found says what does, empty for nothing
// at all.
func Within(texts ...[]byte) (object Value, found string) {
	for _, raw := range texts {
		if raw == nil {
			continue
		}
		doc, err := Parse(raw, CardLimits())
		if err == nil {
			return doc.Root(), ""
		}
		var bad *Error
		if errors.As(err, &bad) && bad.Kind == Type {
			return Value{}, bad.Found
		}
		return Value{}, "unreadable" // only where somebody set the text by hand
	}
	return Value{}, ""
}
