package wellknown

import (
	"fmt"

	"github.com/hs9147/agentcard/internal/catalog"
)

// FetchError says why a card was not fetched, by the rule that stands in the
// way. URLs in it hold no credentials.
type FetchError struct {
	// Rule is F-scheme, F-no-cookies-redirects, F-size, F-accept-timeout,
	// F-address or G2; V1 for a status that is no 200, and for a host that can't
	// be reached.
	Rule string

	// Code narrows it: for F-scheme the fault of the URL, http where plain http is
	// not allowed; redirected; size, length or encoding; timeout, or canceled by
	// the caller; the reason of an address; status or auth; unreachable, reset, tls, or
	// response where what came is no HTTP.
	Code string

	URL      string // of the request
	Status   int    // of the response, 0 if there was none
	Location string // of a redirect, as its target
	Err      error  // the cause, where there is one
}

// Error is one line, safe to print.
func (e *FetchError) Error() string {
	s := "wellknown: " + e.URL + ": " + e.Rule + " " + e.Code
	if e.Status != 0 {
		s += fmt.Sprintf(" (status %d)", e.Status)
	}
	if e.Location != "" {
		s += " to " + e.Location
	}
	if e.Err != nil {
		s += ": " + catalog.Show(e.Err.Error())
	}
	return s
}

// Unwrap gives the cause, so that errors.Is finds context.DeadlineExceeded and
// errors.As a *net.OpError.
func (e *FetchError) Unwrap() error { return e.Err }
