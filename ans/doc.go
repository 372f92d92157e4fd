// Package ans holds names of the CHO-FAM name service (ANS) and the ans/v1
// extension by which an Agent Card claims them.
//
// A name such as flight.booking.v1 stands for a contract, not for an agent.
// Its grammar (ANS extension page §2): segments of [a-z0-9]+ parted by dots,
// at most eight; the last one is the version, v1, v2 and so on without leading
// zeros, and a segment of that form stands nowhere else. A bare version is no
// name. The source sets no length; this library refuses names over MaxLength
// bytes and says that the limit is its own.
//
// Parse reads one name and tells every fault apart by a code:
//
//	name, err := ans.Parse("flight.booking.v1")
//	name.Series()  // "flight.booking"
//	name.Version() // "v1"
//	name.Next()    // flight.booking.v2, another contract
//
// A Name in hand is valid, can be compared with == and be a map key, and is
// what it was parsed from, byte for byte. Nothing here rewrites one version to
// another: a breaking change gets a new name and the old one stays.
//
// A card claims a name by an entry of capabilities.extensions with the uri URI
// and one name in params.name; several names are several entries (card spec
// v1.7 §3). FromCard gives the valid names in card order, and an error for each
// entry that has none. Entries gives every such entry as written, for those who
// report on cards. Name.Extension writes an entry. The URI is compared byte for
// byte: its former value, https://cho-fam.web.app/ans/v1, is not the extension.
// The card's own name member is for display and is never an ANS name.
//
// That a card carries a name is a claim. Whether the claim is right is for the
// name service to say, which reads the card at the applied endpoint.
//
// Errors: *NameError from Parse and UnmarshalText, *EntryError around a
// *NameError from FromCard, both to be matched with errors.As. Their texts come
// in Korean and English, and are safe to print whatever the input was.
package ans
