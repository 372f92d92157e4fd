// Package hire holds the hire/v1 extension, by which an Agent Card may publish
// what the agent asks for its work (card spec v1.7 §4.1, §4.2).
//
// The value is an Ask: an asking price in credits, a positive integer. What it
// is not: a contract price. The party and the agent agree on that; society
// records and enforces it; and once it stands it does not move when the card
// moves. A card may be republished with another ask at any time, which is one
// side's word and no agreement. So there is nothing here that turns an Ask into
// a contract price, and whoever needs one takes it from the agreement. Where
// both end up equal, that is an outcome of the talks and not a copy.
//
// The extension is optional. Without it a card registers and the agent is
// hired; the talks merely have no published starting point. Real currency is
// not carried: a member that speaks of money is a fault.
//
//	ask, ok, err := hire.FromCard(c)
//	switch {
//	case err != nil: // the extension is there, and holds no ask
//	case !ok:        // no ask is published, which is as good as any card
//	default:
//		ask.Credits() // where the talks start
//	}
//
// NewAsk makes an Ask of a number, Ask.Extension the entry to put into
// capabilities.extensions. There is no default and no example value to copy: a
// number that an agent did not choose would be read as its word. FromCard and
// Entries read cards. A number counts by its value and not by its spelling, so
// that an integer written with a point or an exponent is an ask, and
// Entry.Plain says that it was. The uri is compared byte for byte:
// https://cho-fam.web.app/hire/v1, its former value, is not the extension.
//
// Errors: *AskError from NewAsk, *EntryError around an *AskError from FromCard,
// both to be matched with errors.As. Their texts come in Korean and English,
// and are safe to print whatever the card holds.
package hire
