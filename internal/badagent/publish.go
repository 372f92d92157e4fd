package badagent

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
)

// headerTimeout bounds how long a caller of the second origin may take to say
// what it wants.
const headerTimeout = 10 * time.Second

// publish writes the card, and decides how it is served.
func (a *Agent) publish(signer *card.Signer) error {
	u, err := url.Parse(a.origin)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.Scheme+"://"+u.Host != a.origin {
		return fmt.Errorf("%w: the origin is no scheme and host alone", ErrOptions)
	}
	endpoint := a.origin + Path
	if a.knobs.endpoint != nil {
		endpoint = a.knobs.endpoint(u)
	}
	if a.knobs.elsewhere {
		if endpoint, err = a.moveOut(); err != nil {
			return err
		}
	}
	if a.cards[0], err = written(a.kind, endpoint, signer, a.knobs.edit); err != nil {
		return err
	}
	if a.cards[1], err = written(a.kind, endpoint, signer, a.knobs.edit, a.knobs.later); err != nil {
		return err
	}
	good, err := wellknown.NewHandler(a.cards[0])
	if err != nil {
		return err
	}
	a.site = good
	if a.knobs.later != nil {
		next, err := wellknown.NewHandler(a.cards[1])
		if err != nil {
			return err
		}
		a.site = afterOne(good, next)
	}
	if a.knobs.publish != nil {
		a.site = a.knobs.publish(a, a.site)
	}
	return nil
}

// afterOne serves one card to the first GET and another to those after it.
func afterOne(now, later http.Handler) http.Handler {
	var gets atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, n := now, gets.Load()
		if r.Method == http.MethodGet && r.URL.Path == wellknown.Path {
			n = gets.Add(1) - 1
		}
		if n > 0 {
			h = later
		}
		h.ServeHTTP(w, r)
	})
}

// atCard answers at the card's place by another handler.
func atCard(f func(a *Agent, w http.ResponseWriter, r *http.Request)) func(*Agent, http.Handler) http.Handler {
	return func(a *Agent, good http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != wellknown.Path {
				good.ServeHTTP(w, r)
				return
			}
			f(a, w, r)
		})
	}
}

// withHeader serves the good card and changes its header.
func withHeader(edit func(http.Header)) func(*Agent, http.Handler) http.Handler {
	return func(_ *Agent, good http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := &headed{ResponseWriter: w, edit: edit}
			good.ServeHTTP(h, r)
			h.start()
		})
	}
}

// headed changes the header right before it is written.
type headed struct {
	http.ResponseWriter
	edit    func(http.Header)
	started bool
}

func (h *headed) start() {
	if !h.started {
		h.started = true
		h.edit(h.Header())
	}
}

func (h *headed) WriteHeader(status int) {
	h.start()
	h.ResponseWriter.WriteHeader(status)
}

func (h *headed) Write(b []byte) (int, error) {
	h.start()
	return h.ResponseWriter.Write(b)
}

// setHeader is an edit of one field; without a value the field is left out, and
// not guessed by net/http either.
func setHeader(name string, values ...string) func(http.Header) {
	return func(h http.Header) { h[http.CanonicalHeaderKey(name)] = values }
}

// status answers with a status and nothing else.
func status(code int) func(*Agent, http.ResponseWriter, *http.Request) {
	return func(_ *Agent, w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

// body answers with another body in the card's place.
func body(of func(card []byte) []byte) func(*Agent, http.ResponseWriter, *http.Request) {
	return func(a *Agent, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(of(a.cards[0]))
	}
}

// hangUp closes the connection without an answer.
func hangUp(_ *Agent, w http.ResponseWriter, _ *http.Request) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil { // HTTP/2, where the server has a panic of its own for it
		panic(http.ErrAbortHandler)
	}
	_ = conn.Close()
}

// cutOff announces the whole card and sends half of it.
func cutOff(a *Agent, w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", fmt.Sprint(len(a.cards[0])))
	_, _ = w.Write(a.cards[0][:len(a.cards[0])/2])
}

// bomb sends the card and megabytes of spaces in a few kilobytes of gzip, which
// are packed beforehand.
func bomb(a *Agent, good http.Handler) http.Handler {
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed) // a level that there is
	_, _ = z.Write(a.cards[0])                           // memory takes all
	_, _ = z.Write(bytes.Repeat([]byte(" "), 4*card.MaxSize))
	_ = z.Close()
	send := func(_ *Agent, w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(packed.Bytes())
	}
	return atCard(send)(a, good)
}

// drip sends a space now and then, as long as anyone listens.
func drip(a *Agent, w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	a.repeat(w, r, " ")
}

// repeat writes a text every few milliseconds, until the caller or the agent is
// gone.
func (a *Agent) repeat(w http.ResponseWriter, r *http.Request, text string) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		if _, err := io.WriteString(w, text); err != nil {
			return
		}
		_ = http.NewResponseController(w).Flush() // a writer that can't is no server's
		select {
		case <-tick.C:
		case <-r.Context().Done():
			return
		case <-a.ctx.Done():
			return
		}
	}
}

// hang answers nothing, until the caller or the agent is gone.
func hang(a *Agent, _ http.ResponseWriter, r *http.Request) {
	select {
	case <-r.Context().Done():
	case <-a.ctx.Done():
	}
}
