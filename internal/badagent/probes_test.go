package badagent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/hs9147/agentcard/ans"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/internal/badagent"
	"github.com/hs9147/agentcard/verify/audit"
)

// probes has one for each defect.
var probes = map[string]probe{
	"E3-live-service": {func(s *site) string { return s.as("serviceBearer", "m", "e") + s.moved() }, "403, 0 effects, 0 records", "completed, 1 effects, 1 records"},
	"E4-idle":         {func(s *site) string { return s.event("m", "e") + s.moved() }, "completed, 1 effects, 1 records", "completed, 0 effects, 1 records"},
	"E4-no-key":       {func(s *site) string { return s.event("", "e") + s.moved() }, "-32602, 0 effects, 0 records", "completed, 1 effects, 1 records"},
	"E5-digest":       {func(s *site) string { s.event("m", "e"); return s.record() }, "society, m, input, now", "society, m, digest, now"},

	"S3-ownership-name": {names, "ethos.decision.v1 1.0.0", "ethos.review.v1 1.0.0"},
	"S3-mismatch":       {func(s *site) string { return names(s) + ", " + names(s) }, "ethos.decision.v1 1.0.0, ethos.decision.v1 1.0.0", "ethos.decision.v1 1.0.0, ethos.review.v1 1.1.0"},

	"S5-open":             {ways, "completed 401 401 401 401", "completed completed 401 401 401"},
	"S5-refused":          {ways, "completed 401 401 401 401", "401 401 401 401 401"},
	"S5-undeclared-basic": {ways, "completed 401 401 401 401", "completed 401 401 completed 401"},
	"S5-undeclared-key":   {ways, "completed 401 401 401 401", "completed 401 401 401 completed"},

	"F2-redirect": {redirect, "200 ", "302 /cards/agent-card.json 200"},
	"F2-metadata": {redirect, "200 ", "302 http://169.254.169.254/latest/meta-data/"},
	"F3-big":      {why, "ok", "F-size size"},
	"F3-bomb":     {func(s *site) string { return why(s) + small(s) }, "ok", "F-size size, small on the wire"},
	"F3-length":   {why, "ok", "F-size length"},
	"F4-drip":     {why, "ok", "F-accept-timeout timeout"},
	"F4-headers":  {why, "ok", "F-accept-timeout timeout"},

	"G1-below":       {func(s *site) string { return why(s) + ", " + below(s) }, "ok, V1 status", "V1 status, ok"},
	"G2-auth":        {why, "ok", "G2 auth"},
	"G2-challenge":   {header("Www-Authenticate"), "200 []", `200 [Bearer realm="card"]`},
	"G3-text":        {header("Content-Type"), "200 [application/json]", "200 [text/plain; charset=utf-8]"},
	"G3-none":        {header("Content-Type"), "200 [application/json]", "200 []"},
	"G3-json-suffix": {header("Content-Type"), "200 [application/json]", "200 [application/a2a+json]"},
	"G4-hours":       {header("Cache-Control"), "200 [max-age=300]", "200 [max-age=7200]"},
	"G4-week":        {header("Cache-Control"), "200 [max-age=300]", "200 [max-age=604800]"},
	"G4-immutable":   {header("Cache-Control"), "200 [max-age=300]", "200 [max-age=300, immutable]"},
	"G4-shared":      {header("Cache-Control"), "200 [max-age=300]", "200 [max-age=300, s-maxage=604800]"},
	"G4-expires":     {expires, "[max-age=300] 0 days", "[] 2 days"},
	"G5-same-version": {func(s *site) string {
		a, _ := s.fetch()
		b, _ := s.fetch()
		c, _ := s.fetch()
		return fmt.Sprint(string(a.Body) == string(b.Body), string(b.Body) == string(c.Body), " ", names(s))
	}, "true true ethos.decision.v1 1.0.0", "false true ethos.decision.v1 1.0.0"},

	"G5-lower": {func(s *site) string { return names(s) + ", " + names(s) }, "ethos.decision.v1 1.0.0, ethos.decision.v1 1.0.0", "ethos.decision.v1 1.0.0, ethos.decision.v1 0.9.0"},

	"S6-port":  {place, "origin/a2a 405", "elsewhere/a2a none"},
	"S6-gone":  {place, "origin/a2a 405", "origin/old 503"},
	"S6-drift": {place, "origin/a2a 405", "origin/a2a/v1 405"},
	"T-origin": {place, "origin/a2a 405", "elsewhere/a2a 405"},

	"T-ext-required": {extension, "0 completed completed", "1 -32008 completed"},
	"T-ext-unsaid":   {extension, "0 completed completed", "0 -32008 completed"},

	"V1-404":    {why, "ok", "V1 status"},
	"V1-204":    {why, "ok", "V1 status"},
	"V1-500":    {why, "ok", "V1 status"},
	"V1-closed": {why, "ok", "V1 unreachable"},
	"V1-half":   {why, "ok", "card.syntax"},
	"V1-html":   {why, "ok", "card.syntax"},
	"V1-list":   {why, "ok", "card.type"},

	"V7-failed":   {roundTrip, "completed", "failed"},
	"V7-rejected": {roundTrip, "completed", "rejected"},
	"V7-canceled": {roundTrip, "completed", "canceled"},
	"V7-forever":  {roundTrip, "completed", "working for ever"},
	"V7-state":    {roundTrip, "completed", "done"},
	"V7-auth":     {roundTrip, "completed", "auth-required"},
	"V7-input":    {roundTrip, "completed", "input-required for ever"},
	"V7-task-id":  {roundTrip, "completed", "another task"},
	"V7-no-task":  {roundTrip, "completed", "no task"},
	"V7-id":       {roundTrip, "completed", `id "not \"r-1\""`},
	"V7-both":     {roundTrip, "completed", "both"},
	"V7-neither":  {roundTrip, "completed", "no task"},
	"V7-shape":    {roundTrip, "completed", "no task"},
	"V7-error":    {roundTrip, "completed", "-32603"},
	"V7-html":     {roundTrip, "completed", "text/html; charset=utf-8"},
	"V7-202":      {roundTrip, "completed", "202"},
	"V7-empty":    {roundTrip, "completed", "empty"},
	"V7-half":     {roundTrip, "completed", "cut"},
	"V7-stream":   {roundTrip, "completed", "timeout"},
	"V7-hang":     {roundTrip, "completed", "timeout"},

	"REV4-second": {func(s *site) string {
		return roundTrip(s) + " " + s.call(s.Token("userBearer"), "SendMessage", message("m", json.RawMessage(`[{"text":"second"}]`), "")).outcome()
	}, "completed completed", "completed failed"},

	"E4-resend":        {inTurn, "1 1 1", "1 2 2"},
	"E4-payload-key":   {everyWay, allRight, "1 1 2 3 | 4 | 4 | 5"},
	"E4-concurrent":    {everyWay, allRight, "1 1 1 3 | 4 | 4 | 5"},
	"E4-lost-answer":   {everyWay, allRight, "1 1 1 2 | 4 | 4 | 5"},
	"E4-other-payload": {everyWay, allRight, "1 1 1 2 | 3 | 4 | 5"},
	"E4-other-caller":  {everyWay, allRight, "1 1 1 2 | 3 | 3 | 3"},

	"P3-probe": {reaches, "405 204 completed", "503 503 completed"},
	"P3-down":  {reaches, "405 204 completed", "503 503 503"},

	"E5-missing": {afterEvent, "1 records", "0 records"},
	"E5-twice":   {afterEvent, "1 records", "2 records"},
	"E5-replay":  {afterReplay, "1 effects, 1 records", "1 effects, 2 records"},
	"E5-caller":  {func(s *site) string { s.event("m", "e"); return s.record() }, "society, m, input, now", "terra, m, input, now"},
	"E5-time":    {func(s *site) string { s.event("m", "e"); return s.record() }, "society, m, input, now", "society, m, input, then"},
}

// inTurn counts the effects after a first send, a resend, and the event id under
// a fresh messageId.
func inTurn(s *site) string {
	s.event("m-1", "e-1")
	n := fmt.Sprint(s.effects())
	s.event("m-1", "e-1")
	n += fmt.Sprint(" ", s.effects())
	s.event("m-2", "e-1")
	return n + fmt.Sprint(" ", s.effects())
}

// allRight is what everyWay sees of the good agent.
const allRight = "1 1 1 2 | 3 | 3 | 4"

// everyWay counts the effects after a first send, a resend, the event id under a
// fresh messageId, and two at once; after a lost answer and its resend; after
// another payload; and after another caller's equal key.
func everyWay(s *site) string {
	var b strings.Builder
	b.WriteString(inTurn(s))
	s.atOnce("m-3", "e-3", 2)
	fmt.Fprint(&b, " ", s.effects())
	s.lose("m-4", "e-4")
	s.event("m-4", "e-4")
	fmt.Fprint(&b, " | ", s.effects())
	s.event("m-1", "e-5")
	fmt.Fprint(&b, " | ", s.effects())
	s.as("other-caller", "m-1", "e-1")
	fmt.Fprint(&b, " | ", s.effects())
	return b.String()
}

// moved is what happened to the action.
func (s *site) moved() string {
	return fmt.Sprintf(", %d effects, %d records", s.effects(), len(s.intents()))
}

func (s *site) intents() []audit.Record {
	s.t.Helper()
	records, err := s.Records(context.Background())
	if err != nil {
		s.t.Fatal(err)
	}
	return slices.DeleteFunc(records, func(r audit.Record) bool { return r.Phase != audit.Intent })
}

// record is what the one record says.
func (s *site) record() string {
	s.t.Helper()
	list := s.intents()
	if len(list) != 1 {
		return fmt.Sprint(len(list), " records")
	}
	r, kept, when := list[0], "nothing", "then"
	switch {
	case r.Input != nil:
		kept = "input"
	case r.Digest != "" && r.InputRef == "":
		kept = "digest"
	}
	if time.Since(r.Time).Abs() < time.Hour {
		when = "now"
	}
	return strings.Join([]string{r.Caller.Service, r.MessageID, kept, when}, ", ")
}

func afterEvent(s *site) string {
	s.event("m", "e")
	return fmt.Sprint(len(s.intents()), " records")
}

func afterReplay(s *site) string {
	s.event("m", "e")
	s.event("m", "e")
	return strings.TrimPrefix(s.moved(), ", ")
}

// why is what a careful client says of the card.
func why(s *site) string {
	r, word := s.fetch()
	if word != "ok" {
		return word
	}
	var bad *card.ParseError
	if _, err := card.Parse(r.Body); errors.As(err, &bad) {
		return bad.Code
	}
	return "ok"
}

// small says whether the card is small on the wire and was encoded.
func small(s *site) string {
	if got := s.do(http.MethodGet, wellknown.Path, ""); got.header.Get("Content-Encoding") == "gzip" && len(got.body) < 64<<10 {
		return ", small on the wire"
	}
	return ""
}

func below(s *site) string {
	f := &wellknown.Fetcher{AllowHTTP: true, AllowLoopback: true}
	_, err := f.FetchURL(context.Background(), s.origin+badagent.Path+wellknown.Path)
	var e *wellknown.FetchError
	if errors.As(err, &e) {
		return e.Rule + " " + e.Code
	}
	return "ok"
}

// names is the name on the card and its version.
func names(s *site) string {
	r, _ := s.fetch()
	doc, err := card.Parse(r.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	list, err := ans.FromCard(doc.Card())
	if err != nil || len(list) != 1 {
		s.t.Fatal(list, err)
	}
	return list[0].String() + " " + doc.Card().Version
}

func redirect(s *site) string {
	got := s.do(http.MethodGet, wellknown.Path, "")
	to := got.header.Get("Location")
	word := fmt.Sprint(got.status, " ", to)
	if strings.HasPrefix(to, "/") {
		word += fmt.Sprint(" ", s.do(http.MethodGet, to, "").status)
	}
	return word
}

func header(name string) func(*site) string {
	return func(s *site) string {
		got := s.do(http.MethodGet, wellknown.Path, "")
		head := s.do(http.MethodHead, wellknown.Path, "")
		if !slices.Equal(got.header[name], head.header[name]) {
			return "HEAD says something else"
		}
		return fmt.Sprint(got.status, " ", got.header[name])
	}
}

func expires(s *site) string {
	h := s.do(http.MethodGet, wellknown.Path, "").header
	days := 0.0
	if at, err := http.ParseTime(h.Get("Expires")); err == nil {
		date, err := http.ParseTime(h.Get("Date"))
		if err != nil {
			s.t.Fatal(err)
		}
		days = at.Sub(date).Hours() / 24
	}
	return fmt.Sprintf("%v %.0f days", h["Cache-Control"], days)
}

// place is where the card says the agent is, and what a GET there gives.
func place(s *site) string {
	doc, err := card.Parse(s.Card())
	if err != nil {
		s.t.Fatal(err)
	}
	c := doc.Card()
	if c.URL != c.Interfaces()[0].URL {
		return "two places"
	}
	where := "elsewhere" + badagent.Path
	if path, here := strings.CutPrefix(c.URL, s.origin); here {
		where = "origin" + path
	} else if !strings.HasSuffix(c.URL, badagent.Path) {
		where = c.URL
	}
	got := s.do(http.MethodGet, c.URL, "")
	if got.err != nil {
		return where + " none"
	}
	if got.status == 405 { // it speaks A2A there
		if word := s.do(http.MethodPost, c.URL, envelope("SendMessage", message("m", s.Question(), "")), headers(s.Token("userBearer"))...).outcome(); word != "completed" {
			return word
		}
	}
	return fmt.Sprint(where, " ", got.status)
}

// ways is what becomes of a call with the declared credential, without any, with
// an unknown token, with HTTP Basic, and with an API key.
func ways(s *site) string {
	call := envelope("SendMessage", message("m", s.Question(), ""))
	plain := []string{"Content-Type", "application/json", "A2A-Version", "1.0"}
	return strings.Join([]string{
		s.post(call, headers(s.Token("userBearer"))...).outcome(),
		s.post(call, plain...).outcome(),
		s.post(call, headers("x")...).outcome(),
		s.post(call, append(plain, "Authorization", "Basic eDp5")...).outcome(),
		s.post(call, append(plain, "X-API-Key", "x")...).outcome(),
	}, " ")
}

// extension is how many extensions the card requires, and what a call comes to
// without and with the one.
func extension(s *site) string {
	doc, err := card.Parse(s.Card())
	if err != nil {
		s.t.Fatal(err)
	}
	n := 0
	for _, x := range doc.Card().Capabilities.Extensions {
		if x.Required {
			n++
		}
	}
	call := envelope("SendMessage", message("m", s.Question(), ""))
	return fmt.Sprint(n, " ", s.call(s.Token("userBearer"), "SendMessage", message("m", s.Question(), "")).outcome(), " ",
		s.post(call, headers(s.Token("userBearer"), "A2A-Extensions", "https://example.com/other, https://example.com/ext/ledger/v1")...).outcome())
}

// roundTrip sends a message, answers once if asked, and polls a few times.
func roundTrip(s *site) string {
	s.client.Timeout = 2 * time.Second
	token := s.Token("userBearer")
	got, word := s.call(token, "SendMessage", message("m-1", s.Question(), "")).task()
	if word == "input-required" {
		got, word = s.call(token, "SendMessage", message("m-2", s.Question(), `,"taskId":"`+got.ID+`"`)).task()
		if word == "input-required" {
			return word + " for ever"
		}
	}
	for range 5 {
		if word != "working" {
			return word
		}
		var poll task
		poll, word = s.call(token, "GetTask", `{"id":"`+got.ID+`"}`).task()
		if poll.ID != got.ID {
			return "another task"
		}
	}
	return word + " for ever"
}

// reaches is what unauthenticated requests give, and a message.
func reaches(s *site) string {
	return fmt.Sprint(s.do(http.MethodGet, badagent.Path, "").status, " ", s.do(http.MethodOptions, badagent.Path, "").status, " ", roundTrip(s))
}
