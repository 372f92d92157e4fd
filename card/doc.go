// Package card reads A2A Agent Cards: strictly where a reader could be fooled,
// leniently where a card is merely wrong, and without losing a byte.
//
//	doc, err := card.Parse(body)
//	var bad *card.ParseError
//	switch {
//	case errors.Is(err, card.ErrNotAgentCard): // JSON, and no card
//	case errors.As(err, &bad): // bad.Code, bad.Line, bad.Message say what and where
//	}
//	c := doc.Card()
//	for _, i := range c.Interfaces() { … }   // how the agent is called
//	for _, s := range c.Skills { s.Kind() }   // what it does: advice, a query, an action
//	for _, p := range card.Validate(doc, card.ModeProfile) { … } // what is wrong with it
//
// # Nouns
//
// A Document is a card as it was received: immutable, the exact bytes, safe for
// concurrent use. Pointers (RFC 6901), digests, signatures and findings come
// from it, never from a card that was written again.
//
// An AgentCard is the typed view: a plain value, a fresh copy each time, to be
// read or changed. It covers A2A 1.0.1 and the older members that real cards
// still hold, so that cards of 0.2, 0.3, 1.0 and both at once (Shape) read into
// one type. A flag or a list that is absent is nil; an empty list is not.
//
// Extra, on every object type, holds what the fields can't: members that the
// model does not know, members with a value of another type, and null ones, each
// as it was written. Nothing is dropped, and MarshalJSON writes it back.
//
// A SecurityRequirement is one way in: the schemes that must be used together.
// A list of them is a choice. A nil list of a skill inherits the card's, an
// empty one asks for nothing, an empty requirement is the anonymous way, and one
// that could not be read opens nothing and is never anonymous.
//
// A Problem is one fault: rule, pointer, severity, message and hint as Text, in
// Korean and English. A ParseError is the one fault that kept bytes from being
// read as a card.
//
// # Verbs
//
// Parse reads a Document. Document.Card gives the typed view, Document.At the
// value at a pointer with its line, Document.Schemes the security schemes in
// their order. AgentCard.Interfaces, AgentCard.RequirementsOf, Skill.Kind and
// SecurityScheme.Kind answer as a correct reader would, whichever spelling the
// card uses. Validate holds a Document against every rule on the base card;
// package verify goes on from there. Diff says what a caller must know when a
// card changes. MarshalJSON writes a card member by member as it was read.
// DetectKind says which of the documents called Agent Card a text is, even where
// Parse refuses it.
//
// # Writing
//
// New makes a card in code, and Build gives none that breaks a rule on the base
// card; verify.Build asks the rules of a profile too:
//
//	c, err := card.New("Weather Notes", "1.0.0").Description("Keeps observations.").
//		JSONRPC("https://weather.example.com/a2a").Modes("text/plain").
//		Scheme("serviceBearer", card.BearerScheme("")).Requires(card.Requirement("serviceBearer")).
//		Skills(card.Query("lookup", "Look up", "Gives what was observed.")).Build()
//	text, err := card.Marshal(c, card.DialectDual)
//
// Advisory, Query and Action make a PartySkill with its reserved tags; BearerScheme
// and its like a scheme in both of its forms. A BuildError lists every Problem.
// Marshal writes a card in a Dialect: DialectDual for everybody, DialectProfile
// for the letter of the card spec, DialectA2A10 for strict ProtoJSON. What a
// dialect can't hold is a NotRepresentableError, and is never left out in
// silence. Sign takes what Marshal writes, but for DialectProfile.
//
// # What Parse refuses
//
// Bytes that are not one JSON object in UTF-8 and nothing after it: a byte order
// mark, invalid UTF-8, lone surrogates, two members of one name in an object at
// any depth, compared after unescaping. What exceeds a limit: MaxSize, 1 MiB of
// bytes; MaxDepth, 64 objects and arrays within each other; MaxValues, 10,000
// objects, arrays and scalars. And JSON without a string name or an array
// skills, which is no Agent Card. Everything else is read, and is a Problem at
// most: an optional member of the wrong type is reported, and stays in Extra.
//
// # Canonical forms
//
// Two signers, or two readers, agree on a card's bytes only after both have put
// it into one form. Document.Canonical is the card as received without its
// signatures, in RFC 8785. Document.CanonicalA2A is the same after A2A 1.0.1
// §8.4.1, which leaves out members at their default. Document.Payload gives
// either, with the pointers of what it leaves out, and a third form that serves
// to explain signatures of some SDKs; Payload.Document is the card in it. They are what a signature covers, and what
// to compare when asking whether two cards say the same. A number that RFC 8785
// would change is an error, never rounded. Document.Digest is of the bytes as
// received, to tell whether anything at all has changed.
//
// # Security considerations
//
// A card is untrusted input that decides where credentials are sent. The
// package encoding/json is not enough to read one: of two members of one name it
// keeps the last where another reader keeps the first; it takes "SKILLS" for
// skills; it replaces invalid UTF-8, so that two texts become one; it drops what
// it does not know, so that what is written again is not what was signed; and
// its one limit is a depth of 10,000. Each lets a card say one thing to whoever
// checks it and another to whoever calls the agent. Names here are compared byte
// for byte, and a member in another case is an unknown one.
//
// Strings of the typed view are as written, which may be terminal escapes or
// bidi marks: escape them before showing them. So are pointers, which are made
// of the card's member names. Message, Hint and Observed of a Problem are safe to
// print, and so is the text of a ParseError; Observed never holds a secret.
// Nothing here fetches a URL that a card holds.
//
// Sources: A2A 1.0.1 and a2a.proto at v1.0.1, A2A 0.2 and 0.3 for older members,
// the CHO-FAM card spec v1.7, RFC 8259, RFC 8785, RFC 6901.
package card
