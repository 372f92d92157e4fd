package family

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/card/dispatch"
	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/tags"
	"github.com/hs9147/agentcard/verify/audit"
	"github.com/hs9147/agentcard/verify/once"
)

// Options say how to serve an agent.
type Options struct {
	Endpoint string // where it is called, as its card has it: "https://terra.internal/a2a"
	Dir      string // where it keeps its books, keys and records; one process may use it at a time
	Auth     *Auth  // who may come in

	Signer *card.Signer // signs the card; nil: it is not signed
	Card   []byte       // a card that was made and signed elsewhere, served in place of the table's own
}

// Server is an agent that runs: a http.Handler for its whole origin. It is safe for
// concurrent use.
type Server struct {
	agent   Agent
	schemes []Scheme
	table   dispatch.Table[Handler]
	card    []byte
	path    string       // of the endpoint
	site    http.Handler // all but A2A
	auth    *Auth
	tasks   *tasks
	books   *Books
	records string // the file of the records

	// nil without an action
	log   *audit.Log
	store *once.FileStore
	doer  *once.Doer

	ctx     context.Context // ends with Close
	stop    context.CancelFunc
	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
}

// Errors of New beside those that it passes on.
var (
	ErrAgent    = errors.New("family: no such agent")
	ErrEndpoint = errors.New("family: the endpoint is no http or https URL with a path")
)

// New makes the agent of that id ready to be served. It refuses with
//
//   - ErrAgent, ErrEndpoint, ErrAuth;
//   - the error of verify.Report.Err, or of card.Parse, for a card that breaks a
//     rule of the agent's profile;
//   - a *dispatch.MismatchError for a card that is not the table's (rule GR1);
//   - the error of signing, or of opening the files in Dir: once.ErrLocked where
//     another process has them.
//
// http endpoints are for this machine alone: a card that names another host over
// http breaks a rule. Close ends the server.
func New(id string, o Options) (*Server, error) {
	u, err := url.Parse(o.Endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.Path == "" || u.Path == wellknown.Path {
		return nil, fmt.Errorf("%w: %q", ErrEndpoint, o.Endpoint)
	}
	if _, known := Table(id, nil); !known {
		return nil, fmt.Errorf("%w: %q", ErrAgent, id)
	}
	books, err := OpenBooks(o.Dir)
	if err != nil {
		return nil, err
	}
	a, _ := Table(id, books)
	a.Profile.AllowHTTP = u.Scheme == "http" && local(u.Hostname())
	s := &Server{
		agent: a, schemes: a.Schemes(), table: a.Dispatch(), path: u.Path, auth: o.Auth, books: books,
		tasks: &tasks{byID: map[string]*task{}}, records: filepath.Join(o.Dir, "audit.jsonl"),
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	if err := s.prepare(o); err != nil {
		return nil, errors.Join(err, s.Close(s.ctx))
	}
	return s, nil
}

// local reports a host that is this machine by its name.
func local(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// prepare makes the card, holds the table against it and opens what the agent's
// actions need.
func (s *Server) prepare(o Options) error {
	for _, x := range s.schemes {
		if !o.Auth.opens(x) {
			return fmt.Errorf("%w: nobody can come in by %s", ErrAuth, x.Name)
		}
	}
	text := o.Card
	if text == nil {
		var err error
		if text, _, err = s.agent.Publish(o.Endpoint, o.Signer); err != nil {
			return err
		}
	}
	c, err := s.agent.accept(s.ctx, text, o.Endpoint)
	if err != nil {
		return err
	}
	if err := s.table.Start(c); err != nil {
		return err
	}
	site, err := wellknown.NewHandler(text)
	if err != nil {
		return err
	}
	s.card, s.site = text, site
	for _, e := range s.table {
		if e.Skill.Kind() == tags.KindAction {
			return s.openActions(o.Dir)
		}
	}
	return nil
}

// openActions opens the records, and the keys of what was executed.
func (s *Server) openActions(dir string) (err error) {
	if s.store, err = once.OpenFile(filepath.Join(dir, "once.jsonl"), once.Limits{}); err != nil {
		return err
	}
	if s.log, err = audit.Open(s.records, audit.Options{}); err != nil {
		return err
	}
	if s.doer, err = once.New(s.store, once.Options{Audit: s.log, Timeout: handlerTime}); err != nil {
		return err
	}
	return s.settleOld(s.ctx)
}

// ServeHTTP serves the card at its place and A2A at the endpoint.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == s.path {
		s.serveA2A(w, r)
		return
	}
	s.site.ServeHTTP(w, r)
}

// Card is the card as it is served.
func (s *Server) Card() []byte { return append([]byte(nil), s.card...) }

// Effects is how often the agent's action took effect, over restarts too.
func (s *Server) Effects(ctx context.Context) (int64, error) { return s.books.count(), ctx.Err() }

// Retention is how long the key of an execution is known, zero without an action.
func (s *Server) Retention() time.Duration {
	if s.doer == nil {
		return 0
	}
	return s.doer.Retention()
}

func readRecords(ctx context.Context, path string) ([]audit.Record, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return audit.Read(f)
}

// run does something in the background, with a context that ends with Close. It
// reports false, and does nothing, after Close.
func (s *Server) run(f func(context.Context)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.running.Go(func() { f(s.ctx) })
	return true
}

// Close takes no more messages, waits for executions that are under way until the
// context ends, and closes the files. The error is what could not be waited for,
// kept or closed. It may be called again.
func (s *Server) Close(ctx context.Context) error {
	s.mu.Lock()
	again := s.closed
	s.closed = true
	s.mu.Unlock()
	if again {
		return nil
	}
	var errs []error
	if s.doer != nil {
		errs = append(errs, s.doer.Close(ctx))
	}
	s.stop()
	s.running.Wait()
	if s.log != nil {
		errs = append(errs, s.log.Close())
	}
	if s.store != nil {
		errs = append(errs, s.store.Close())
	}
	return errors.Join(append(errs, s.books.Close())...)
}
