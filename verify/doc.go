// Package verify holds an Agent Card against a checklist and says, rule by
// rule, what is wrong with it, where, why, and what to write instead, in Korean
// and in English.
//
// Four lines are enough to begin with:
//
//	doc, err := card.Parse(body) // what it says
//	if err != nil { return err } // no agent card, and why
//	report := verify.Run(ctx, verify.Target{Document: doc, Profile: verify.Ethos()}, verify.Offline()...)
//	if err := report.Err(); err != nil { return err } // report.Findings says why, check by check
//
// # Nouns
//
// A Rule is what a finding can name: a row of the rule table, with an id that
// never changes its meaning, a title, a source and a default severity. Rules
// gives the table. A Check is one line of a checklist: data with a function in
// it, which third parties fill in as well. Every rule feeds at least one check,
// but for S5-claims, which is about a user's token: CheckClaims keeps it. GR1 is
// kept by package card/dispatch, where the server's own list is.
//
// A Target is what to check and against what: a card, as a Document or as bytes
// received, and a Profile. A Profile is data, to be copied and changed: which
// names were assigned, what may be exposed, which identity opens it. External
// is any outside registrant; Mentor, Ethos, Afo, Terra, Guild and Chopilot are
// the family's agents; A2AOnly asks nothing but A2A 1.0.1.
//
// A Finding is one thing that a check has to say: a card.Problem with its
// pointer (RFC 6901, into the card as received), the Verdict that it has in
// this run, and the checks that it counts in. A Verdict is what a check, or a
// finding, came to. A Report is all of a run: the checks in the order of the
// checklist, the findings in the order of the document, and the Outcome.
//
// # Checks
//
// Those that need the card's bytes alone:
//
//	a2a      is it one strict JSON object, and an A2A 1.0.1 card in each of its members?
//	places   do the card spec's own items stand where the standard puts them?
//	V2       has each skill exactly one chofam:kind/* tag?
//	V3       is what is exposed within the profile's policy and invariants?
//	V5       does the ans/v1 extension carry the names of the profile?
//	V6       are the security schemes declared, and those of the profile's row?
//	V8       has each skill the tag chofam:scope/party?
//	V9       is unitPrice a positive integer, where there is a hire/v1 extension?
//	E1       is each skill that executes tagged chofam:kind/action? (Target.Operations shows more)
//	E2       does each action skill say whether it can be taken back?
//	E3       does nothing that opens advice or a query also open an action?
//	routing  can a stranger choose the agent by what its skills say of themselves?
//
// The one that needs pinned keys (Target.Keys) as well:
//
//	P5       is the card signed by a pinned key, or plainly not trusted?
//
// Those that only calls to the running agent prove, or its owner's records. They
// are NeedsEvidence unless Target.Live allows calls:
//
//	V1       is the card read without authentication at its place?
//	serve    is it served as it should be: place, type, lifetime, version, an exact url?
//	V4       do the action skills meet E1 to E5?
//	V7       does a task come back completed?
//	E4       does a resend under the same messageId not execute twice?
//	E5       is there one audit record for each execution?
//	review4  does a task for each skill come back completed?
//
// The list before delegating, asked for by name:
//
//	P1       did the card come over HTTPS, from the expected host, without a redirect?
//	P2       are there a name and skills, within the size limit?
//	P3       does an interface fit the client, and does its URL answer?
//	P4       are the skills' descriptions specific enough to route on?
//
// Offline, Registration and Completion are sets of them; Select picks by id. A
// set is a slice: append(verify.Registration(), mine) adds a check of one's own.
//
// # Verdicts
//
// Pass means that it was looked at and holds; Fail that it does not; Warn that
// the card can be used and should be mended. Info changes nothing. A check is
// NotApplicable where its condition is not met: V9 without the extension, E2
// without an action skill.
//
// Two verdicts mean "could not tell", and neither is ever taken for a pass.
// NeedsEvidence: there was nothing to run on. A card can't show that a resend
// does not execute twice, and a run without the name applied for can't compare
// it. Inconclusive: it was tried and did not come to an end, since the check
// panicked, its context ended, or what it needs can't be read.
//
// A check comes to the gravest of Fail, Inconclusive, NeedsEvidence, Warn and
// Pass. A report comes to fail over incomplete over warn over pass, incomplete
// being that a check could not tell, or that none applied. Nothing is folded
// into a score. Report.OK is true for pass and warn, where at least one check
// passed. A check made Uncounted is shown and weighs nothing.
//
// Target.Strict turns each Warn into a Fail. It is for cards of one's own, in a
// test. It is not for a registration, where nothing may be refused that the
// card spec lets pass.
//
// # Calls
//
// Target.Live says what a run may do on the network, and Target.Endpoint whom it
// may call:
//
//	report := verify.Run(ctx, verify.Target{
//		Endpoint: "https://ethos.example/a2a", Profile: verify.Ethos(),
//		Live: &verify.Live{Credentials: []verify.Credential{{Scheme: "userBearer", Token: token}}},
//	}, verify.Completion()...)
//
// Without a card in the target the run reads it at the endpoint's origin; what
// kept it from that is Report.Unfetched. An endpoint with a path is called as it
// stands, and the card gives binding, version and tenant; of an origin alone the
// card's interface is called. A message that could run an action is sent only
// with the owner's payload, an action only by Live.Actions, one that can't be
// taken back only with the flag for it. A finding of a call holds the Exchange
// that shows it, without credentials. Report.Complete tells whether the run
// proves the agent complete (rule R1).
//
// # Building
//
// Build makes a card from a card.Builder under a profile, with the profile's
// names, and gives none that fails a static rule of it. The report holds every
// finding.
//
//	c, report := verify.Build(card.New("Ethos Decision", "1.0.0").…, verify.Ethos())
//	if c == nil { return report.Err() }
//
// # Inputs, outputs, limits, errors
//
// Run takes a parsed Document, or bytes (Target.Received) that it parses itself
// and whose refusal is then in the report, as Report.Unread. Without Target.Live
// it calls nobody. It keeps nothing, changes nothing that it is given, and gives equal reports for
// equal targets, calls aside. Any number of runs may go on at once, of one Document too.
//
// The card's limits are card.MaxSize, card.MaxDepth and card.MaxValues. A
// report holds at most card.MaxPerRule findings of a rule and card.MaxProblems
// in all; a rule that was cut says how many were left out, and the verdict
// counts them. A finding shows at most 200 runes of a value, with control,
// bidi and invisible characters written U+XXXX and user information in URLs
// blotted out.
//
// Findings are results, errors are for the caller. Run returns none: a target
// that can't be checked is the finding bad-target. Report.Err is for those who
// want one line; it matches ErrFailed or ErrIncomplete, and *card.ParseError for
// bytes that are no card. Select fails with ErrUnknownCheck.
//
// Report.MarshalJSON is a contract: members may be added, never renamed. Package
// report writes reports for people and for machines.
//
// # Sources
//
// Rules cite the CHO-FAM card spec v1.7 (https://cho-fam.com/ans/card-spec), the
// ANS extension page (https://cho-fam.com/ans/v1), the discovery note, and A2A
// 1.0.1 with its a2a.proto. Where two of them speak of one thing the card spec
// holds; the grammar of names is the ANS extension page's.
package verify
