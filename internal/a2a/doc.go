// Package a2a is the client's side of the A2A wire, for live checks: it sends a
// message, asks for a task, and reads what comes back as strictly as a card is
// read. It is no SDK. A probe needs the wire itself: the same bytes twice, a
// connection that is cut, and each way in which an answer can be wrong told from
// the others.
//
//	i, err := a2a.Select(c, a2a.Choice{CardOrigin: origin})
//	client := &a2a.Client{HTTP: netguard.NewClient(netguard.Options{}), Interface: i}
//	r, err := client.Prepare(a2a.Message{ID: a2a.NewID(), Text: "ping"})
//	reply, err := client.Send(ctx, r)
//	for reply.Task != nil && !reply.Task.State.Terminal() { … client.GetTask(ctx, reply.Task.ID) … }
//
// Spoken are JSONRPC 1.0, HTTP+JSON 1.0 and JSONRPC 0.3 (rules T-bindings, X36).
// The version of the interface decides everything at once, in one place: method,
// header, member names and the spelling of roles and states (rule T-versions).
// Nothing falls back by itself, nothing is guessed from an answer.
//
// Nothing is sent twice by itself. Each request has a connection of its own,
// cookies, redirects and the retries of net/http are off, and a message is
// serialised once: a resend is the caller's decision and has the same bytes (rule
// E4-client). How long a request may take is its context's deadline; one without
// a deadline is bounded by the HTTP client alone.
//
// A Credential belongs to an origin and goes nowhere else (rule T-origin); no
// error, and no text taken from an answer, holds it. All else that a server said
// is untrusted: show it through catalog.Show. What Error and Fault say is safe to
// print.
//
// Sources: A2A 1.0.1 §3, §5, §9, §11, §14.2 and a2a.proto; A2A 0.3.0 §7 and its
// JSON schema.
package a2a
