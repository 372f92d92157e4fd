package card_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"fmt"

	"github.com/hs9147/agentcard/card"
)

// A card is signed where it stands: its bytes stay as they are, and one entry
// for each signer is appended to signatures. Keys made from a text, as here, are
// for examples.
func ExampleSign() {
	before := ed25519.NewKeyFromSeed([]byte("an example, and a secret to none"))
	after := ed25519.NewKeyFromSeed([]byte("another one, and known to anyone"))
	doc, err := card.Parse([]byte(`{"name":"Harbour Desk","description":"Finds free berths.","version":"1.4.0",
"supportedInterfaces":[{"url":"https://harbour.example.com/a2a","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],
"capabilities":{"streaming":true},"defaultInputModes":["text/plain"],"defaultOutputModes":["text/plain"],
"skills":[{"id":"berths","name":"Berths","description":"Lists the free berths of a day.","tags":["harbour"]}]
}`))
	if err != nil {
		panic(err)
	}
	signed, err := card.Sign(doc,
		card.Signer{Key: before, KeyID: "harbour-2025"},
		card.Signer{Key: after, KeyID: "harbour-2026"})
	if err != nil {
		panic(err)
	}
	fmt.Println(bytes.HasPrefix(signed, bytes.TrimRight(doc.Raw(), "\n}")))
	again, err := card.Parse(signed)
	if err != nil {
		panic(err)
	}
	for _, s := range again.Card().Signatures {
		header, err := base64.RawURLEncoding.DecodeString(s.Protected)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s\n", header)
	}
	// Output:
	// true
	// {"alg":"EdDSA","kid":"harbour-2025","typ":"JOSE"}
	// {"alg":"EdDSA","kid":"harbour-2026","typ":"JOSE"}
}
