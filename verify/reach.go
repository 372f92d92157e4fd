package verify

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/hs9147/agentcard/card"
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
	key      string    // what stood in the way, as S6-url-accurate and P3 say it; empty where it answered
	why      card.Text // of that
}

// The keys of reached. What the caller refused, or stopped, shows nothing.
const (
	reachStopped = "canceled"
	reachPrivate = "private-host"
	reachRefused = "refused-host"
	reachPlain   = "not-looked"
	reachGarbled = "response"
	reachDead    = "endpoint_unreachable"
)

// verdict is what that makes of the rule.
func (r *reached) verdict() Verdict {
	if r.key == reachGarbled || r.key == reachDead {
		return Fail
	}
	return Inconclusive
}

// reach sends an unauthenticated GET without the URL's query, which may hold a
// key, and reads no body (rule P3). Any answer counts: that it is below 500 is for
// the caller to ask.
func (c *calls) reach(ctx context.Context, at string) (r reached) {
	dead := reached{key: reachDead, why: card.Text{KO: "부를 수 있는 URL이 아니다", EN: "no URL to call"}}
	u, err := url.Parse(at)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil {
		return dead
	}
	if u.Scheme == "http" && !c.live.AllowHTTP {
		return reached{key: reachPlain, why: urlFault("http")}
	}
	u.Fragment, u.RawQuery, u.ForceQuery = "", "", false
	limited, cancel := context.WithTimeout(ctx, netguard.OrDefault(c.live.FetchTimeout, reachTimeout))
	defer cancel()
	req, err := http.NewRequestWithContext(limited, http.MethodGet, u.String(), nil)
	if err != nil {
		return dead
	}
	req.Header.Set("User-Agent", "agentcard")
	req.Header.Set("Accept", "application/json")
	started := time.Now()
	r.exchange = &Exchange{Method: "GET", URL: a2a.Redact(u.String())}
	transport, done := netguard.Alone(c.at(at).Transport)
	defer done()
	res, err := netguard.RoundTrip(transport, req) // a redirect is an answer, wherever it leads
	r.exchange.MS = time.Since(started).Milliseconds()
	if err != nil {
		r.key, r.why = reachKey(ctx, err), whyOf(err)
		return r
	}
	res.Body.Close() // what is there is not looked at
	r.status, r.exchange.Status = res.StatusCode, res.StatusCode
	return r
}

// reachKey tells what kept a URL from answering.
func reachKey(ctx context.Context, err error) string {
	var refused *netguard.AddressError
	var garbled *netguard.ResponseError
	switch {
	case ctx.Err() != nil:
		return reachStopped
	case errors.As(err, &refused):
		return addressKey(string(refused.Why))
	case errors.As(err, &garbled):
		return reachGarbled
	}
	return reachDead
}

// addressKey parts addresses that an option allows from those that are always
// refused (rule F-address).
func addressKey(why string) string {
	if isPrivate(why) {
		return reachPrivate
	}
	return reachRefused
}

// statusWords is a status of HTTP as a reason.
func statusWords(status int) card.Text {
	s := strconv.Itoa(status)
	return card.Text{KO: "HTTP 상태 " + s, EN: "HTTP status " + s}
}
