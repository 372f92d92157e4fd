package verify

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/hs9147/agentcard/internal/a2a"
	"github.com/hs9147/agentcard/internal/netguard"
)

// reachTimeout is how long a URL has to answer a bare GET, unless Live says how
// long the card has.
const reachTimeout = 5 * time.Second

// reached is what came of trying a URL without saying anything.
type reached struct {
	exchange *Exchange
	status   int
	private  bool   // refused, since the address is not public
	stopped  bool   // by the caller
	why      string // it can't be reached; empty where it answered
}

// reach sends an unauthenticated GET and reads no body (rule P3). Any answer
// counts: that it is below 500 is for the caller to ask.
func (c *calls) reach(ctx context.Context, at string) (r reached) {
	u, err := url.Parse(at)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil {
		return reached{why: "no URL to call"}
	}
	if u.Scheme == "http" && !c.live.AllowHTTP {
		return reached{why: "plain http is not allowed"}
	}
	u.Fragment = ""
	limited, cancel := context.WithTimeout(ctx, orDuration(c.live.FetchTimeout, reachTimeout))
	defer cancel()
	req, err := http.NewRequestWithContext(limited, http.MethodGet, u.String(), nil)
	if err != nil {
		return reached{why: "no URL to call"}
	}
	req.Header.Set("User-Agent", "agentcard")
	req.Header.Set("Accept", "application/json")
	started := time.Now()
	r.exchange = &Exchange{Method: "GET", URL: a2a.Redact(at)}
	transport, done := netguard.Alone(c.at(at).Transport)
	defer done()
	res, err := netguard.RoundTrip(transport, req) // a redirect is an answer, wherever it leads
	r.exchange.MS = time.Since(started).Milliseconds()
	if err != nil {
		var refused *netguard.AddressError
		if errors.As(err, &refused) && isPrivate(string(refused.Why)) {
			r.private = true
		}
		r.why, r.stopped = causeOf(err), ctx.Err() != nil
		return r
	}
	res.Body.Close() // what is there is not looked at
	r.status, r.exchange.Status = res.StatusCode, res.StatusCode
	return r
}

// causeOf is an error of the network without the request's URL, which stands
// beside it already.
func causeOf(err error) string {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return "no answer in time"
	}
	return err.Error()
}
