package wellknown

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/rules"
)

// DefaultMaxAge is the lifetime in caches that a Handler gives a card (rule G4).
const DefaultMaxAge = 300 * time.Second

// Option changes a Handler.
type Option func(*Handler)

// MaxMaxAge is the longest lifetime that MaxAge takes: beyond it rule G4 has a
// strong warning.
const MaxMaxAge = 24 * time.Hour

// MaxAge sets the lifetime in caches, in whole seconds, from 0 to MaxMaxAge.
// Registries that look for changes see them no sooner.
func MaxAge(d time.Duration) Option {
	return func(h *Handler) {
		h.maxAge = d
		h.refuse(d < 0 || d > MaxMaxAge, "MaxAge", d.String())
	}
}

// CORS lets scripts of the given origin read the card, which is written as
// browsers send it (RFC 6454 §6.2), such as https://app.example.com:8443; "*" lets
// those of any.
func CORS(origin string) Option {
	return func(h *Handler) {
		h.cors = origin
		own, ok := rules.Origin(origin)
		h.refuse(origin != "*" && (!ok || own != origin), "CORS", origin)
	}
}

// OptionError is a value that an option of a Handler can't have.
type OptionError struct {
	Option string // MaxAge or CORS
	Value  string // as given
}

// Error is one line, safe to print.
func (e *OptionError) Error() string {
	return "wellknown: " + e.Option + " can't be " + strconv.Quote(catalog.Show(e.Value))
}

// refuse keeps the first fault of the options.
func (h *Handler) refuse(bad bool, option, value string) {
	if bad && h.fault == nil {
		h.fault = &OptionError{option, value}
	}
}

// Handler serves one card at Path (rules G1 to G5). It is safe for concurrent
// use.
type Handler struct {
	maxAge time.Duration
	cors   string
	fault  *OptionError // of the options, for NewHandler alone
	now    atomic.Pointer[served]
}

// served is a card with what is said of it.
type served struct {
	doc  *card.Document
	body []byte
	etag string
}

// ErrUnchangedVersion is matched by the error of Swap for a card whose content
// changed under an unchanged version (rule G5).
var ErrUnchangedVersion = errors.New("wellknown: the card changed and its version did not")

// NewHandler serves a card's bytes as they are. Bytes that are no card are
// refused with a *card.ParseError, and an option's value that it can't have with
// an *OptionError. No more is asked of the card: verify.Build gives one that
// passes every static rule.
func NewHandler(body []byte, options ...Option) (*Handler, error) {
	h := &Handler{maxAge: DefaultMaxAge}
	for _, o := range options {
		o(h)
	}
	if h.fault != nil {
		return nil, h.fault
	}
	s, err := serve(body)
	if err != nil {
		return nil, err
	}
	h.now.Store(s)
	return h, nil
}

func serve(body []byte) (*served, error) {
	d, err := card.Parse(body)
	if err != nil {
		return nil, err
	}
	raw := d.Raw()
	sum := sha256.Sum256(raw)
	return &served{d, raw, `"` + base64.RawURLEncoding.EncodeToString(sum[:]) + `"`}, nil
}

// Swap puts another card in place of the one that is served, of which no more is
// asked than NewHandler does. Changed content
// under an unchanged version is refused with an error that matches
// ErrUnchangedVersion; signing the same content anew is no change (rule G5).
func (h *Handler) Swap(body []byte) error {
	next, err := serve(body)
	if err != nil {
		return err
	}
	for {
		now := h.now.Load()
		same, err := sameContent(now.doc, next.doc)
		if err != nil {
			return err
		}
		if v := next.doc.Card().Version; !same && v == now.doc.Card().Version {
			return fmt.Errorf("%w: %q", ErrUnchangedVersion, v)
		}
		if h.now.CompareAndSwap(now, next) {
			return nil
		}
	}
}

// sameContent compares two cards without signatures and spelling.
func sameContent(a, b *card.Document) (bool, error) {
	x, err := a.Canonical()
	if err != nil {
		return false, err
	}
	y, err := b.Canonical()
	return string(x) == string(y), err
}

// ServeHTTP answers GET and HEAD at Path, and says 404 and 405 elsewhere.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != Path {
		http.NotFound(w, r)
		return
	}
	if h.cors != "" {
		w.Header().Set("Access-Control-Allow-Origin", h.cors)
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	s := h.now.Load()
	w.Header().Set("ETag", s.etag)
	w.Header().Set("Cache-Control", "max-age="+strconv.Itoa(int(h.maxAge/time.Second)))
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if matches(r.Header.Values("If-None-Match"), s.etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(s.body)))
	if r.Method == http.MethodHead {
		return
	}
	_, _ = w.Write(s.body) // the client went away
}

// matches compares an ETag with those of If-None-Match, weakly (RFC 9110
// §13.1.2).
func matches(fields []string, etag string) bool {
	for _, field := range fields {
		for tag := range strings.SplitSeq(field, ",") {
			if tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/"); tag == etag || tag == "*" {
				return true
			}
		}
	}
	return false
}
