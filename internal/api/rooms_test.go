package api

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A room is a package, or with a name that ends in "/..." every package of a
// folder.
type room struct {
	name    string
	imports []string // rooms, or one of the words below
}

const (
	above       = "all above"
	aboveButANS = "all above but ans/anstest"
)

// rooms is the house, top down. A room imports only rooms above it, and of
// those only the ones named here. Test files may import any room above theirs.
// A room that is not built yet may stand here; a package that does not stand
// here is an error.
var rooms = []room{
	{"tags", nil},
	{"internal/vocab", nil},
	{"internal/catalog", nil},
	{"internal/jsondoc", nil},
	{"internal/member", []string{"internal/jsondoc"}},
	{"internal/security", []string{"internal/jsondoc", "internal/member"}},
	{"internal/jose", nil},
	{"internal/netaddr", nil},
	{"internal/rules", []string{"internal/netaddr"}},
	{"internal/netguard", []string{"internal/netaddr"}},
	{"card", []string{"tags", "internal/vocab", "internal/catalog", "internal/jsondoc", "internal/member", "internal/security", "internal/jose", "internal/rules"}},
	{"card/wellknown", []string{"card", "internal/netguard", "internal/catalog", "internal/rules"}},
	{"card/dispatch", []string{"card", "tags", "internal/catalog"}},
	{"card/device", []string{"card", "internal/jsondoc", "internal/rules"}},
	{"ans", []string{"card", "internal/vocab", "internal/catalog", "internal/jsondoc", "internal/netguard"}},
	{"ans/anstest", []string{"ans"}},
	{"hire", []string{"card", "internal/vocab", "internal/catalog", "internal/jsondoc"}},
	{"verify/audit", []string{"internal/jsondoc"}},
	{"verify/once", []string{"verify/audit", "internal/catalog", "internal/jsondoc"}},
	{"verify/once/oncetest", []string{"verify/once", "verify/audit"}},
	{"internal/a2a", []string{"card", "internal/catalog", "internal/jsondoc", "internal/netguard", "internal/rules"}},
	{"verify", []string{aboveButANS}},
	{"verify/report", []string{"verify", "card", "tags", "internal/catalog"}},
	{"card/mend", []string{"card", "ans", "hire", "internal/vocab", "internal/catalog", "internal/jsondoc"}},
	{"verify/handoff", []string{"verify", "card", "card/device"}},
	{"internal/badagent", []string{"card", "card/wellknown", "ans", "tags", "verify/audit", "internal/vocab", "internal/jsondoc"}},
	{"internal/loopback", nil},
	{"internal/stage", []string{"tags", "verify", "card", "internal/badagent", "internal/loopback"}},
	{"verify/verifytest", []string{"verify", "card", "internal/badagent", "internal/loopback", "internal/stage"}},
	{"ans/prober", []string{"ans", "card/wellknown"}},
	{"examples/familyagent/family", []string{above}}, // other examples start its agents
	{"examples/...", []string{above}},
	{"internal/api", nil},
	{".", nil},
}

// outside is every module that a package of ours may import, and where: a
// prefix of import paths and the rooms. A module without a row is an error, so
// that no dependency comes in unseen.
var outside = []struct {
	prefix string
	rooms  []string
	tests  bool // in any test file as well
	why    string
}{
	{"github.com/go-json-experiment/json", []string{"internal/jsondoc", "card"}, false, "strict JSON has one door"},
	{"github.com/go-playground", []string{"internal/rules"}, false, "the form of values has one judge"},
	{"filippo.io/edwards25519", []string{"verify"}, false, "points of small order"},
	{"github.com/lestrrat-go", []string{"internal/jose"}, false, "JWS arithmetic has one place, so that another library is a change of one package"},
	{"github.com/google/go-cmp", nil, true, "comparisons belong to tests"},
	{"github.com/a2aproject/a2a-go", nil, false, "it would bring gRPC into every importer; tests against it are a module of their own"},
	{"golang.org/x/net/idna", []string{"internal/rules"}, false, "names of hosts"},
	{"golang.org/x/term", []string{"examples/cardcheck"}, false, "only a command asks whether it writes to a terminal"},
	{"golang.org/x/text", []string{"internal/vocab", "card", "verify"}, false, "case and normal form of text"},
}

func TestRooms(t *testing.T) {
	for _, f := range goFiles(t) {
		at := place(f.room)
		if at < 0 {
			t.Errorf("%s: package %s is not in the table of rooms; give it a row below everything that it imports", f.path, f.room)
			continue
		}
		for _, p := range imports(t, f) {
			switch {
			case isStandard(p):
			case !inModule(p):
				if why := outsideFault(f, p); why != "" {
					t.Errorf("%s imports %s: %s", f.path, p, why)
				}
			default:
				other := strings.TrimPrefix(strings.TrimPrefix(p, modulePath), "/")
				if other == "" {
					other = "."
				}
				if why := roomFault(at, f, other); why != "" {
					t.Errorf("%s imports %s: %s", f.path, p, why)
				}
			}
		}
	}
}

// TestRoomsTable looks for rows that no package could obey.
func TestRoomsTable(t *testing.T) {
	for i, r := range rooms {
		if place(r.name) != i {
			t.Errorf("row %s: it stands twice", r.name)
		}
		for _, allowed := range r.imports {
			if allowed == above || allowed == aboveButANS {
				continue
			}
			if at := place(allowed); at < 0 || at >= i {
				t.Errorf("row %s: %s is no room above it", r.name, allowed)
			}
		}
	}
}

// place is the row of a room, or -1.
func place(name string) int {
	return slices.IndexFunc(rooms, func(r room) bool {
		folder, many := strings.CutSuffix(r.name, "...")
		return r.name == name || many && strings.HasPrefix(name, folder)
	})
}

// roomFault says what is wrong with a file of the room at the given row
// importing another room, or "".
func roomFault(at int, f goFile, other string) string {
	if other == f.room && f.test { // package x_test
		return ""
	}
	to := place(other)
	switch {
	case to < 0:
		return "that room is not in the table"
	case to >= at:
		return "that room is not above " + rooms[at].name
	case f.test:
		return ""
	}
	for _, allowed := range rooms[at].imports {
		if allowed == rooms[to].name || allowed == above || allowed == aboveButANS && rooms[to].name != "ans/anstest" {
			return ""
		}
	}
	return "the row of " + rooms[at].name + " does not allow it"
}

// outsideFault says what is wrong with a file importing a package of another
// module, or "".
func outsideFault(f goFile, p string) string {
	for _, o := range outside {
		if p != o.prefix && !strings.HasPrefix(p, o.prefix+"/") {
			continue
		}
		if slices.Contains(o.rooms, f.room) || o.tests && f.test {
			return ""
		}
		return "not here: " + o.why
	}
	return "the module has no row in the table of outside modules"
}

// imports lists the import paths of a file.
func imports(t *testing.T, f goFile) []string {
	t.Helper()
	syntax, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, filepath.FromSlash(f.path)), nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, spec := range syntax.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, p)
	}
	return paths
}
