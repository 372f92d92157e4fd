package verify_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// While a key is rotated, the card is signed with the old and the new one.
// Readers who have pinned either of them, or both, go on to find it verified;
// once all have the new one, the old signature is left out of the card. The
// signers may be any crypto.Signer, one of an HSM or a KMS for instance.
func Example_rotation() {
	before, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	after, err := ecdsa.GenerateKey(elliptic.P384(), rand.Reader)
	if err != nil {
		panic(err)
	}
	doc, err := card.Parse([]byte(`{
  "name": "Harbour Desk", "description": "Finds free berths.", "version": "1.4.0",
  "supportedInterfaces": [
    {"url": "https://harbour.example.com/a2a", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
  ],
  "capabilities": {"streaming": true},
  "defaultInputModes": ["text/plain"], "defaultOutputModes": ["text/plain"],
  "skills": [{"id": "berths", "name": "Berths", "description": "Lists the free berths of a day.", "tags": ["harbour"]}]
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
	received, err := card.Parse(signed)
	if err != nil {
		panic(err)
	}
	oldKey := verify.Key{ID: "harbour-2025", Public: before.Public()}
	newKey := verify.Key{ID: "harbour-2026", Public: after.Public()}
	for _, keys := range [][]verify.Key{{oldKey}, {newKey}, {newKey, oldKey}} {
		pinned, err := verify.NewKeySet(keys...)
		if err != nil {
			panic(err)
		}
		r := verify.Signatures(received, pinned, verify.SignatureOptions{})
		fmt.Println(pinned.IDs(), r.Status, r.Algorithm, r.KeyID)
	}
	// Output:
	// [harbour-2025] verified ES256 harbour-2025
	// [harbour-2026] verified ES384 harbour-2026
	// [harbour-2026 harbour-2025] verified ES256 harbour-2025
}
