package card

import (
	"bytes"
	"reflect"
	"testing"
)

// The document of a payload is what Parse reads of its bytes.
func TestPayloadDocument(t *testing.T) {
	some := map[Form]int{}
	for text := range judged(t) {
		for _, form := range []Form{FormReceived, FormPresence, FormSDK} {
			p, err := parse(t, text).Payload(form)
			if err != nil {
				continue
			}
			got, err := p.Document()
			want, errParse := Parse(p.Bytes)
			if (err == nil) != (errParse == nil) { // the SDKs' form may have lost what makes a card one
				t.Fatalf("%s of %.200s: %v, parsed: %v", form, text, err, errParse)
			}
			if err != nil {
				continue
			}
			some[form]++
			if got.Digest() != want.Digest() || got.places != want.places || got.ordinary != want.ordinary || !bytes.Equal(got.Raw(), p.Bytes) {
				t.Errorf("%s of %.200s is another document", form, text)
			}
			if !reflect.DeepEqual(got.Card(), want.Card()) || !reflect.DeepEqual(Validate(got, ModeProfile), Validate(want, ModeProfile)) {
				t.Errorf("%s of %.200s is another card", form, text)
			}
			p.Bytes[0] = 'x'
			if _, err := p.Document(); got.Raw()[0] != '{' || err == nil {
				t.Error("a document changes with the bytes, or bytes that changed have the old one")
			}
		}
	}
	if some[FormReceived] < 100 || some[FormPresence] < 100 || some[FormSDK] < 10 {
		t.Errorf("only %v were looked at", some)
	}
	if _, err := (Payload{Bytes: []byte("[]")}).Document(); err == nil {
		t.Error("a list is a card")
	}
}
