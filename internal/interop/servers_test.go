package interop

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// server is an SDK's server on loopback: what its script said when it was ready.
type server struct {
	sdk      string    // the SDK's package
	URL      string    // its origin
	Card     string    // where its card is
	Version  string    // of the SDK, and of what serves it
	Bindings []binding // the interfaces of its card

	Tokens map[string]string // of a careful agent, by the scheme that each opens; else empty
}

// binding is one interface of a server.
type binding struct {
	Protocol string `json:"protocolBinding"`
	URL      string `json:"url"`
	Version  string `json:"protocolVersion"`
}

// String is the binding as rows have it.
func (b binding) String() string { return b.Protocol + " " + b.Version }

// serverNames are the servers there are: the peers that install.sh knows, and
// the Go SDK, which runs in this process.
var serverNames = []string{"go", "js", "js03", "py", "py03"}

// sdkOf is the package of a peer.
var sdkOf = map[string]string{"js": "@a2a-js/sdk", "js03": "@a2a-js/sdk", "py": "a2a-sdk", "py03": "a2a-sdk"}

// startServer installs a peer, starts its server and waits until it is ready.
// The server is stopped when the test ends, which fails if anything still
// listens then. It gives nil for a peer that can't be installed and that nobody
// requires.
//
// The server is built as the SDK's own example builds one. A careful one does in
// addition what the SDK leaves to the agent: it opens each skill to the scheme
// that the card names for it, and an event has its effect once for each caller
// and messageId.
func startServer(t *testing.T, name string, careful bool) *server {
	t.Helper()
	if name == "go" {
		return serveGo(t, careful)
	}
	p := &peer{name: name, sdk: sdkOf[name], ext: ".mjs"}
	if strings.HasPrefix(name, "py") {
		p.ext = ".py"
	}
	if !p.installed(t) {
		return nil
	}
	args := []string{"serve" + p.ext}
	if careful {
		args = append(args, "careful")
	}
	cmd := exec.Command(p.command, args...)
	cmd.Dir = p.name
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	cmd.WaitDelay = 5 * time.Second
	said := &tail{}
	cmd.Stderr = said
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &server{sdk: p.sdk}
	t.Cleanup(func() { stop(t, cmd, in, s, said) })

	// A script that hangs before it is ready must not hang the test: it is ended.
	timer := time.AfterFunc(time.Minute, func() { _ = cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if !timer.Stop() || err != nil {
		t.Fatalf("%s did not get ready: %v\n%s", name, err, said)
	}
	if err := json.Unmarshal(line, s); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return s
}

// stop ends a server by the end of its standard input, and looks whether it is
// gone.
func stop(t *testing.T, cmd *exec.Cmd, in io.Closer, s *server, said *tail) {
	t.Helper()
	timer := time.AfterFunc(10*time.Second, func() { _ = cmd.Process.Kill() })
	_ = in.Close()
	err := cmd.Wait()
	if !timer.Stop() || err != nil {
		t.Errorf("%s does not end with its standard input: %v\n%s", s.sdk, err, said)
	}
	if err := cmd.Process.Signal(syscall.Signal(0)); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("%s: process %d is still there: %v", s.sdk, cmd.Process.Pid, err)
	}
	if s.URL != "" && listens(s.URL) {
		t.Errorf("%s: something still listens at %s", s.sdk, s.URL)
	}
}

// listens reports whether a connection to an origin can be made.
func listens(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	c, err := new(net.Dialer).DialContext(ctx, "tcp", u.Host)
	if err != nil {
		return false
	}
	_ = c.Close()
	return true
}

// tail keeps the end of what is written to it.
type tail struct {
	mu sync.Mutex
	b  []byte
}

// Write implements io.Writer.
func (w *tail) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.b = append(w.b, p...)
	w.b = w.b[max(0, len(w.b)-2000):]
	return len(p), nil
}

// String is the end of it.
func (w *tail) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return string(w.b)
}
