// Command familyagent serves one of the family's six agents: mentor, ethos, afo,
// terra, guild or chopilot.
//
//	familyagent -agent terra -listen 127.0.0.1:8080 -data terra-data
//
// Without -auth and -key it is a demonstration: credentials and a key are made
// anew, and lie in the folder of -data, the tokens for its owner's eyes alone. With
// them it is as in earnest, behind a proxy that speaks https for -url. No secret is
// printed.
//
// It ends at an interrupt or SIGTERM, after what is under way. Exit status: 2 wrong
// usage, or a file that can't be read; 1 an agent that can't be served, since its
// card breaks a rule, say; 0 else.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/hs9147/agentcard/card/wellknown"
	"github.com/hs9147/agentcard/examples/familyagent/family"
	"github.com/hs9147/agentcard/internal/catalog"
)

// The exit statuses.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// How long the server waits for callers, and for what is under way when it ends.
const (
	headerTime = 10 * time.Second
	readTime   = 30 * time.Second
	idleTime   = 2 * time.Minute
	endTime    = 25 * time.Second
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Stdout, os.Stderr, os.Args[1:]))
}

// options is what the command line says.
type options struct {
	agent, listen, url, data, auth, key, kid, card, owner string
	print                                                 bool
}

func parseArgs(args []string) (*options, *flag.FlagSet, error) {
	o := &options{}
	fs := flag.NewFlagSet("familyagent", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&o.agent, "agent", "", "the `AGENT`: "+strings.Join(family.IDs(), ", "))
	fs.StringVar(&o.listen, "listen", "127.0.0.1:8080", "the `ADDRESS` to listen at, http")
	fs.StringVar(&o.url, "url", "", "the `URL` at which others call it, as its card has it; the default is http at -listen, for this machine alone")
	fs.StringVar(&o.data, "data", "", "the `FOLDER` that it keeps things in; the default is AGENT-data")
	fs.StringVar(&o.auth, "auth", "", "a `FILE` of who may come in; without it fresh tokens are written to tokens in -data")
	fs.StringVar(&o.key, "key", "", "a `FILE` of the private key that signs the card, PKCS #8 in PEM; without it a fresh one is used")
	fs.StringVar(&o.kid, "kid", "", "the `ID` of that key; the default is AGENT-1")
	fs.StringVar(&o.card, "card", "", "a `FILE` of a card that was made and signed elsewhere, to serve in place of the table's own")
	fs.StringVar(&o.owner, "owner", "", "an `ADDRESS` of this machine at which to tell how often the action took effect")
	fs.BoolVar(&o.print, "print", false, "print the card, unsigned, and end")
	if err := fs.Parse(args); err != nil {
		return nil, fs, err
	}
	switch {
	case fs.NArg() > 0:
		return nil, fs, errors.New("there are flags only")
	case o.agent == "":
		return nil, fs, errors.New("-agent names no agent; it is one of " + strings.Join(family.IDs(), ", "))
	case o.card != "" && o.key != "":
		return nil, fs, errors.New("-card is signed already: -key is not for it")
	}
	if o.data == "" {
		o.data = o.agent + "-data"
	}
	if o.kid == "" {
		o.kid = o.agent + "-1"
	}
	return o, fs, nil
}

func run(ctx context.Context, out, errOut io.Writer, args []string) int {
	complain := func(err error) { fmt.Fprintf(errOut, "familyagent: %s\n", catalog.Show(err.Error())) }
	o, fs, err := parseArgs(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(out, "usage: familyagent -agent AGENT [flags]\n\n")
		fs.SetOutput(out)
		fs.PrintDefaults()
		return exitOK
	case err != nil:
		complain(err)
		return exitUsage
	}
	a, known := family.Table(o.agent, nil)
	if !known {
		complain(fmt.Errorf("%w: %s", family.ErrAgent, o.agent))
		return exitUsage
	}
	if o.print {
		err = printCard(out, errOut, a, o)
	} else {
		err = serve(ctx, out, a, o)
	}
	if usage := (*fileError)(nil); err != nil {
		complain(err)
		if errors.As(err, &usage) {
			return exitUsage
		}
		return exitFailed
	}
	return exitOK
}

// serve runs the agent until the context ends.
func serve(ctx context.Context, out io.Writer, a family.Agent, o *options) (err error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", o.listen)
	if err != nil {
		return err
	}
	defer l.Close()
	s, shown, err := o.prepare(a, "http://"+l.Addr().String())
	if err != nil {
		return err
	}
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
		defer cancel()
		err = errors.Join(err, s.Close(closing))
	}()
	servers := map[net.Listener]http.Handler{l: s}
	if o.owner != "" {
		own, err := lc.Listen(ctx, "tcp", o.owner)
		if err != nil {
			return err
		}
		defer own.Close()
		if addr, ok := own.Addr().(*net.TCPAddr); !ok || !addr.IP.IsLoopback() {
			return &fileError{"-owner", errors.New("it is for this machine alone: 127.0.0.1:PORT")}
		}
		servers[own] = effects(s)
		shown = append(shown, "effects  http://"+own.Addr().String()+"/effects")
	}
	for _, line := range shown {
		fmt.Fprintln(out, line)
	}
	err = listen(ctx, servers)
	fmt.Fprintln(out, "stopped")
	return err
}

// prepare makes the server and what is to be said of it. origin is where it
// listens.
func (o *options) prepare(a family.Agent, origin string) (*family.Server, []string, error) {
	if err := os.MkdirAll(o.data, 0o700); err != nil {
		return nil, nil, err
	}
	endpoint := o.url
	if endpoint == "" {
		endpoint = origin + "/a2a"
	}
	at, err := wellknown.URL(endpoint)
	if err != nil {
		return nil, nil, &fileError{"-url", err}
	}
	shown := []string{o.agent + " at " + catalog.Show(endpoint), "card     " + catalog.Show(at)}
	options := family.Options{Endpoint: endpoint, Dir: o.data}
	if options.Auth, err = o.credentials(a, &shown); err != nil {
		return nil, nil, err
	}
	if o.card != "" {
		options.Card, err = readFile(o.card)
	} else {
		options.Signer, err = o.signer(&shown)
	}
	if err != nil {
		return nil, nil, err
	}
	s, err := family.New(o.agent, options)
	if err == nil && s.Retention() > 0 {
		shown = append(shown, "records  "+filepath.Join(o.data, "audit.jsonl"))
	}
	return s, shown, err
}

// effects tells the owner how often the action took effect.
func effects(s *family.Server) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /effects", func(w http.ResponseWriter, r *http.Request) {
		n, err := s.Effects(r.Context())
		if err != nil {
			http.Error(w, "unavailable", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"effects":%d}`, n)
	})
	return mux
}

// listen serves until the context ends, and then waits for the requests that are
// being answered.
func listen(ctx context.Context, handlers map[net.Listener]http.Handler) error {
	ended := make(chan error, len(handlers))
	var servers []*http.Server
	for l, h := range handlers {
		server := &http.Server{Handler: h, ReadHeaderTimeout: headerTime, ReadTimeout: readTime, IdleTimeout: idleTime, MaxHeaderBytes: 64 << 10}
		servers = append(servers, server)
		go func() { ended <- server.Serve(l) }()
	}
	var errs []error
	running := len(servers)
	select {
	case <-ctx.Done():
	case err := <-ended:
		running--
		errs = append(errs, err)
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	for _, server := range servers {
		if err := server.Shutdown(closing); err != nil {
			errs = append(errs, err, server.Close())
		}
	}
	for range running {
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}
