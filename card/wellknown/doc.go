// Package wellknown gets an Agent Card from where it is published, and serves
// one there.
//
// URL computes the one place of an origin's card. A Fetcher gets it as a careful
// client gets something from a stranger (rules F-scheme to F-untrusted): https,
// no credentials, no cookies, no redirect, no proxy of the environment, public
// addresses, a body of at most 1 MiB, 5 seconds in all. It judges nothing of the
// card and follows no URL in it; what it got is a Response, to be parsed by
// card.Parse.
//
//	r, err := new(wellknown.Fetcher).Fetch(ctx, "https://ethos.example/a2a")
//	doc, err := card.Parse(r.Body)
//
// A Handler serves a card's bytes as rules G1 to G5 ask: at Path alone, without
// authentication, as application/json, with max-age=300 and a strong ETag, GET
// and HEAD; Swap puts another card in its place and refuses changed content under
// an unchanged version. What the card itself says is not judged here: a card that
// card.Parse takes is served. verify.Build makes one that passes its rules.
package wellknown
