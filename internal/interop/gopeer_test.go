package interop

import (
	"encoding/json"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// The Go SDK neither signs nor verifies. What is tried with it is reading a card
// that we signed into its type, and writing it again, as an agent would that
// serves a card from that type.

const goModule = "github.com/a2aproject/a2a-go/v2"

// How the Go SDK is used.
const (
	wayRead    = "AgentCard"
	wayWritten = "written again"
)

// What comes of reading.
const (
	read    = "read"
	notRead = "not read"
)

// goExpected is what to expect of the Go SDK where it is something else than a
// card that is read and that verifies once it is written again. Its type takes
// no requirement as A2A 1.0 writes it (the scopes of a scheme are a bare array
// there) and no scheme without a wrapper, holds no unknown members, and writes
// no optional member that is false.
var goExpected = map[string]struct{ read, written string }{
	"a REQUIRED map empty":                 {notRead, ""},
	"a requirement with scopes":            {notRead, ""},
	"a requirement without scopes":         {notRead, ""},
	"no authentication as one of the ways": {notRead, ""},
	"hybrid":                               {notRead, ""},
	"hybrid with a 0.3 interface":          {notRead, ""},
	"hybrid, schemes in both shapes":       {read, invalid},
	"optional members false":               {read, invalid},
	"unknown members":                      {read, invalid},
}

// goReads gives the rows of the Go SDK.
func goReads(t *testing.T) []Row {
	t.Helper()
	version := moduleVersion(t, goModule)
	row := func(way, trait, expected string) Row {
		return Row{Peer: "a2a-go", Version: version, Direction: PeerReads, Way: way, Trait: trait, Algorithm: "ES256", Expected: expected}
	}
	signing := Row{Peer: "a2a-go", Version: version, Direction: PeerSigns, Way: "its packages", Trait: "one that signs or verifies", Expected: "no signing", Got: signingOf(t)}
	rows := []Row{signing}
	signer := newSigner(t, "key-1", "ES256")
	keys, err := verify.ParseJWKS(publicKeys(t, signer))
	if err != nil {
		t.Fatal(err)
	}
	for _, tr := range traits {
		signed, outcome, _ := sign(t, tr.card(), signer)
		if outcome != "" {
			continue
		}
		want := goExpected[tr.name]
		if want.read == "" {
			want.read, want.written = read, received
		}
		r := row(wayRead, tr.name, want.read)
		var c a2a.AgentCard
		err := json.Unmarshal([]byte(signed), &c)
		r.Got = read
		if err != nil || c.Name == "" || len(c.Skills) == 0 || len(c.Signatures) != 1 {
			r.Got = notRead
			t.Logf("a2a-go, %s: %v", tr.name, err)
		}
		rows = append(rows, r)
		if r.Got == notRead {
			continue
		}
		r = row(wayWritten, tr.name, want.written)
		again, err := json.Marshal(&c)
		if err != nil {
			t.Fatal(err)
		}
		d, err := card.Parse(again)
		if err != nil {
			t.Fatal(err)
		}
		r.Got, r.Note = status(verify.Signatures(d, keys, verify.SignatureOptions{}))
		rows = append(rows, r)
	}
	return rows
}

// moduleVersion is the version of a module that this one requires.
func moduleVersion(t *testing.T, path string) string {
	t.Helper()
	out, err := output(exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Version}}", path))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(strings.TrimSpace(string(out)), "v")
}

// signingOf looks among the SDK's packages for one that signs.
func signingOf(t *testing.T) string {
	t.Helper()
	out, err := output(exec.CommandContext(t.Context(), "go", "list", "-e", "-f", "{{.ImportPath}}", goModule+"/..."))
	if err != nil || !strings.Contains(string(out), goModule+"/a2a\n") {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	if found := regexp.MustCompile(`\S*(sign|crypto|jws|jose)\S*`).FindString(string(out)); found != "" {
		return "there is " + found
	}
	return "no signing"
}
