// Package mend repairs a card as far as that needs no decision of its author.
//
//	doc, err := card.Parse(body)
//	fixed, err := mend.Fix(doc, mend.Options{Mode: card.ModeFamily})
//	// fixed.Text is the card, fixed.Done what was changed
//
// What is mended is what has one right answer: a member under another spelling
// of its name, an interface whose version stands at the top level, the former
// URI of a name, a repeated tag, 5.0 in place of 5. Options.Dialect asks for one
// of the three spellings of a card besides.
//
// What is left is for the author: the kind and effect of a skill, a scheme for
// actions, a price, a description, a member that contradicts another. What of
// that stands in the way, verify.Run says of the mended card.
//
// The text stays as it was wherever nothing is mended: order, layout, the
// spelling of numbers and texts, and members that nobody here knows. A mend may
// change what a reader makes of the card, since what nobody could read is read
// after it: Result.Done lists each change, for the author to look at. No rule on
// the base card finds what it did not find before; a mend that would bring such a
// fault to light is left out. A dialect that was asked for brings no failure of a
// rule B, and what it may bring Fix says. A signature ends with what it covers: signatures
// are kept where each would still verify, and else taken out.
package mend
