package card

import (
	"bytes"
	"errors"
)

// Portability says what an official SDK could not verify of this card once it
// is signed, or would verify without covering (rule SIG4). It is empty for a
// card over which every reader agrees. The problems are warnings under the rule
// SIG4: code "uncovered" at each place that the SDKs' form leaves out, "no-form"
// where their outcome is an accident of their code, "differs" at places where
// the payload after A2A §8.4.1 leaves something out, and "number" where none of
// the forms can be told.
func Portability(d *Document) []Problem {
	f := new(finder)
	received, err := d.Payload(FormReceived)
	if err != nil {
		f.add("SIG4", "number", SeverityWarn, d.tree.Root())
		return f.problems()
	}
	presence, err := d.Payload(FormPresence)
	if err == nil && !bytes.Equal(received.Bytes, presence.Bytes) {
		for _, at := range presence.Left {
			f.add("SIG4", "differs", SeverityWarn, d.tree.Find(at))
		}
	}
	sdk, err := d.Payload(FormSDK)
	switch {
	case errors.Is(err, ErrNoForm):
		f.add("SIG4", "no-form", SeverityWarn, d.tree.Root())
	case err == nil:
		for _, at := range sdk.Left {
			f.add("SIG4", "uncovered", SeverityWarn, d.tree.Find(at))
		}
	}
	return f.problems()
}
