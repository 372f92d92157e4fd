package interop

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// peer is an SDK whose scripts take jobs: it signs and verifies, or it reads.
type peer struct {
	name    string // as INTEROP_REQUIRE and install.sh call it; also the folder of its scripts
	sdk     string // its package
	ext     string // of its scripts
	command string // that runs a script
	version string // of the SDK, known after the first call
}

// ways are how a peer is used. Each is explained where it happens, in the
// scripts.
const (
	wayFile     = "file"
	wayServed   = "served"
	wayToJSON   = "toJSON" // js alone
	wayFunction = "function"
	wayClient   = "client"
)

// key is one key that a peer makes and signs with.
type key struct {
	ID        string `json:"kid"`
	Algorithm string `json:"alg"`
	Type      string `json:"typ,omitempty"`
}

// job is one card for a script. Of Keys and JWKS it has one.
type job struct {
	Card string          `json:"card"`
	Way  string          `json:"way"`
	Keys []key           `json:"keys,omitempty"`
	JWKS json.RawMessage `json:"jwks,omitempty"`
}

// answer is what a script says of a job.
type answer struct {
	Card     string          `json:"card"` // signed
	Read     json.RawMessage `json:"read"` // what the SDK's type holds of a card, as the SDK writes it
	AsIs     bool            `json:"asIs"` // what was read is the card's own JSON, in no type
	JWKS     json.RawMessage `json:"jwks"` // the public parts of the keys
	Verified bool            `json:"verified"`
	Error    string          `json:"error"`
}

// required reports whether a peer must be there.
func required(name string) bool {
	return slices.Contains(strings.Split(os.Getenv("INTEROP_REQUIRE"), ","), name)
}

// peers installs the peers. One that can't be installed is left out, unless it
// is required.
func peers(t *testing.T) []*peer {
	t.Helper()
	var list []*peer
	for _, p := range []*peer{
		{name: "js", sdk: "@a2a-js/sdk", ext: ".mjs"},
		{name: "py", sdk: "a2a-sdk", ext: ".py"},
	} {
		if p.installed(t) {
			list = append(list, p)
		}
	}
	return list
}

// installed installs the peer and reports whether it is there. The test fails
// for one that is required and is not.
func (p *peer) installed(t *testing.T) bool {
	t.Helper()
	err := p.install(t.Context())
	if err == nil {
		return true
	}
	if required(p.name) {
		t.Fatalf("%s is required: %v", p.name, err)
	}
	fmt.Printf("SKIP %s: %s\n", p.name, err)
	return false
}

// install installs the peer, if that was not done before.
func (p *peer) install(ctx context.Context) error {
	// What the scripts read doesn't count for the cached result of a test, what
	// the test itself looks at does.
	files, err := filepath.Glob(p.name + "/*.*")
	if err != nil {
		return err
	}
	for _, f := range append(files, "install.sh", "card.json", "card03.json") {
		if _, err := os.Stat(f); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 8*time.Minute)
	defer cancel()
	out, err := output(exec.CommandContext(ctx, "bash", "install.sh", p.name))
	p.command = strings.TrimSpace(string(out))
	return err
}

// run gives jobs to one of the peer's scripts.
func (p *peer) run(t *testing.T, script string, jobs []job) []answer {
	t.Helper()
	in, err := json.Marshal(map[string][]job{"jobs": jobs})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.command, script+p.ext)
	cmd.Dir = p.name
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	cmd.Stdin = bytes.NewReader(in)
	out, err := output(cmd)
	if err != nil {
		t.Fatalf("%s: %v", script+p.ext, err)
	}
	var said struct {
		Version string
		Results []answer
	}
	if err := json.Unmarshal(out, &said); err != nil {
		t.Fatalf("%s: %v\n%s", script+p.ext, err, out)
	}
	if len(said.Results) != len(jobs) {
		t.Fatalf("%s: %d results of %d jobs", script+p.ext, len(said.Results), len(jobs))
	}
	p.version = said.Version
	return said.Results
}

// output runs a command. The error holds the end of what it said.
func output(cmd *exec.Cmd) ([]byte, error) {
	cmd.WaitDelay = 5 * time.Second
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		said := bytes.TrimSpace(exit.Stderr)
		return nil, fmt.Errorf("%w: %s", err, said[max(0, len(said)-600):])
	}
	return out, err
}
