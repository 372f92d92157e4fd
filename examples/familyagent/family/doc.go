// Package family is the six agents of the family, each a few lines of a table,
// and the small runtime that they share.
//
// A table is the agent's one list: what stands there is on its card and is what
// is dispatched (card spec v1.7 §7; rule GR1). It has a row for each skill:
//
//	{Card: card.Query("report-lookup", "리포트 조회", "…"), Do: b.report},
//	{Card: card.Action("event-ingest", "이벤트 수신", "…", tags.EffectReversible),
//		Opens: action(), Takes: "event", Key: "id", Do: b.ingest, Took: b.has},
//
// From it the runtime makes the card, under the agent's own profile, in one
// direction: card.Builder, verify.Build, card.Marshal, card.Sign,
// wellknown.NewHandler. A card that fails a rule is not served, and a card that
// was made elsewhere is served only if it is the table's.
//
//	server, err := family.New("terra", family.Options{Endpoint: "https://terra.internal/a2a", Dir: dir, Auth: auth, Signer: signer})
//	http.Serve(listener, server)
//
// The server speaks A2A 1.0 as JSON-RPC over HTTP: SendMessage, waiting or not,
// GetTask and CancelTask. It reads requests of up to a mebibyte as strictly as a
// card is read. Whoever calls is known by a secret of the deployment or by a
// token of the issuer of users (auth.go). An action executes once for each key of
// its caller and leaves a record (action.go, over verify/once and verify/audit).
//
// A2A has no member that names a skill, so the payload does: a data part with the
// member that the row's Takes names, else text.
//
// To write an agent of one's own, copy this folder. What it imports from internal/
// is jsondoc, for strict reading, and jose, for users' tokens.
package family
