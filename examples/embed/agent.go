package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
)

// weather is an agent to look at: its card, and whom to tell of a weakness. The old
// one has its page elsewhere, and a contact that has run out.
func weather(old bool) (http.Handler, error) {
	page, until := "https://weather.example/notes", time.Now().Add(24*time.Hour)
	if old {
		page, until = "https://pages.example/weather", time.Now().Add(-24*time.Hour)
	}
	c, err := card.New("Weather Notes", "2.1.0").
		Description("Keeps what was observed at weather stations, and tells what it was.").
		Provider("Weather Office", "https://weather.example").Documentation(page).
		JSONRPC(endpoint).Modes("text/plain").
		Scheme("acmeBearer", card.BearerScheme("")).Requires(card.Requirement("acmeBearer")).
		Extension(ans.MustParse("weather.notes.v1").Extension()).
		Skills(card.Query("lookup", "Look up", "Gives what was observed at a place on a day.").Examples("Was it wet in Busan on Monday?")).
		Build()
	if err != nil {
		return nil, err
	}
	text, err := card.Marshal(c, card.DialectDual)
	if err != nil {
		return nil, err
	}
	site, err := wellknown.NewHandler(text)
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle(wellknown.Path, site)
	mux.HandleFunc("GET /.well-known/security.txt", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintf(w, "# whom to tell\nContact: mailto:security@weather.example\nExpires: %s\n", until.UTC().Format(time.RFC3339))
	})
	return mux, nil
}

// inProcess answers requests by a handler, without a network.
type inProcess struct{ http.Handler }

// RoundTrip is http.RoundTripper's.
func (p inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	w := httptest.NewRecorder()
	p.ServeHTTP(w, r)
	res := w.Result()
	res.Request = r
	return res, nil
}
