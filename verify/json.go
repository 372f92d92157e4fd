package verify

import (
	"encoding/json"
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/vocab"
)

// MarshalJSON writes the report as the contract of cardcheck -format json has
// it, from "profile" on. Members may be added, never renamed.
func (r *Report) MarshalJSON() ([]byte, error) {
	out := reportJSON{
		Profile: r.Profile, By: r.By, Digest: r.Digest, Verdict: r.Outcome().String(),
		Error: r.errorJSON(), Signature: signatureOf(r.Signature),
		Checks: []checkJSON{}, Findings: []findingJSON{},
	}
	out.Facts = r.Facts()
	for _, c := range r.Checks {
		out.Checks = append(out.Checks, checkJSON{ID: c.ID, Verdict: c.Verdict, Exchange: c.Exchange})
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, findingJSON{
			Rule: f.Rule, Code: f.Code, Checks: f.Checks, Verdict: f.Verdict, Pointer: f.Pointer,
			Message: f.Message, Hint: f.Hint, Source: f.Source, Link: Link(f.Source), Observed: f.Observed, Exchange: f.Exchange,
		})
	}
	return json.Marshal(out)
}

type reportJSON struct {
	Profile   string        `json:"profile"`
	By        string        `json:"by,omitempty"`
	Digest    string        `json:"digest"`
	Verdict   string        `json:"verdict"`
	Error     *ErrorObject  `json:"error"`
	Facts     *Facts        `json:"facts"`
	Signature signatureJSON `json:"signature"`
	Checks    []checkJSON   `json:"checks"`
	Findings  []findingJSON `json:"findings"`
}

type checkJSON struct {
	ID       string    `json:"id"`
	Verdict  Verdict   `json:"verdict"`
	Exchange *Exchange `json:"exchange,omitempty"`
}

type findingJSON struct {
	Rule     string    `json:"rule"`
	Code     string    `json:"code"`
	Checks   []string  `json:"checks"`
	Verdict  Verdict   `json:"verdict"`
	Pointer  string    `json:"pointer"`
	Message  card.Text `json:"message"`
	Hint     card.Text `json:"hint"`
	Source   string    `json:"source"`
	Link     string    `json:"link,omitempty"`
	Observed string    `json:"observed"`
	Exchange *Exchange `json:"exchange"`
}

// ErrorObject is the member "error" of a report: why the input was no card, or
// under a code fetch.* why there was none.
type ErrorObject struct {
	Code    string    `json:"code"`
	Pointer string    `json:"pointer"`
	Offset  int       `json:"offset"`
	Line    int       `json:"line"`
	Message card.Text `json:"message"`
}

func (r *Report) errorJSON() *ErrorObject {
	if e := r.Unread; e != nil {
		return &ErrorObject{e.Code, e.Pointer, e.Offset, e.Line, e.Message}
	}
	if r.Unfetched == nil {
		return nil
	}
	return &ErrorObject{Code: "fetch." + r.Unfetched.Code, Message: r.UnfetchedText()}
}

// UnfetchedText says why the card could not be read, as V1 does; zero where it
// was.
func (r *Report) UnfetchedText() card.Text {
	if r.Unfetched == nil {
		return card.Text{}
	}
	return v1Findings(nil, &fetched{err: r.Unfetched})[0].Message
}

// signatureJSON is the member "signature".
type signatureJSON struct {
	Status    SignatureStatus `json:"status"`
	Form      card.Form       `json:"form"`
	Alg       string          `json:"alg"`
	KID       string          `json:"kid"`
	Uncovered []string        `json:"uncovered"`
	Defaults  []string        `json:"defaults"`
	Hints     []string        `json:"hints"`
	Entries   []entryJSON     `json:"entries"`
}

type entryJSON struct {
	Index  int             `json:"index"`
	KID    string          `json:"kid"`
	Alg    string          `json:"alg"`
	Status SignatureStatus `json:"status"`
	Code   string          `json:"code"`
}

func signatureOf(r SignatureReport) signatureJSON {
	s := signatureJSON{
		Status: r.Status, Form: r.Form, Alg: r.Algorithm, KID: r.KeyID,
		Uncovered: orEmpty(r.Uncovered), Defaults: orEmpty(r.Defaults), Hints: orEmpty(r.Hints), Entries: []entryJSON{},
	}
	for _, e := range r.Entries {
		s.Entries = append(s.Entries, entryJSON{e.Index, e.KeyID, e.Algorithm, e.Status, e.Code})
	}
	return s
}

// orEmpty makes an empty list of none, so that JSON has [].
func orEmpty(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// Link is the public page of a source, empty if it has none of ours.
func Link(source string) string {
	switch {
	case strings.Contains(source, "card spec"):
		return vocab.CardSpecPage
	case strings.Contains(source, "ANS extension page"):
		return vocab.ANSPage
	}
	return ""
}

// Facts is what the card says, nil where the bytes were no card. Where a run had
// the caller's tokens, they are blotted out of it.
func (r *Report) Facts() *Facts {
	f := r.facts()
	if f != nil && r.hide != nil {
		f.blot(r.hide)
	}
	return f
}

func (r *Report) facts() *Facts {
	if r.doc == nil {
		return nil
	}
	d := r.Signature.document
	if d == nil {
		return FactsOf(r.doc)
	}
	f := FactsOf(d) // what was signed
	if f.Shape == card.Shape02 {
		f.Shape = card.Shape03 // of which signatures are a mark, and they are no part of the payload
	}
	return f
}
