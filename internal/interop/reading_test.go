package interop

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
	"github.com/a2aproject/a2a-go/v2/a2acompat/a2av0"
	pb "github.com/a2aproject/a2a-go/v2/a2apb/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// What card.Marshal writes is read with the readers of each SDK, and what a
// reader holds afterwards is compared with what the card says (rule
// S3-standard-client). The spellings of card spec §1's sample that requirements
// §14 measured are read as well.

// reader is one way in which a peer reads a card.
type reader struct {
	peer  string // as INTEROP_REQUIRE calls it
	sdk   string // its package
	way   string // for its script and the rows
	main  bool   // it is what the SDK's client does by itself with a card that it resolves
	older bool   // its types are those of A2A 0.3
}

// readers are those that are tried.
var readers = []reader{
	{"go", "a2a-go", "default parser", true, false},
	{"go", "a2a-go", "0.3-compat parser", false, false},
	{"go", "protojson", "strict", false, false},
	{"go", "protojson", "discarding unknown", false, false},
	{"js", "@a2a-js/sdk", "resolver", true, false},
	{"js", "@a2a-js/sdk", "resolver for 0.3 too", false, false},
	{"js", "@a2a-js/sdk", "fromJSON", false, false},
	{"js03", "@a2a-js/sdk", "resolver of 0.3", true, true},
	{"py", "a2a-sdk", "resolver", true, false},
	{"py", "a2a-sdk", "json_format", false, false},
	{"py03", "a2a-sdk", "resolver of 0.3", true, true},
	{"java", "a2a-java-sdk", "resolver", true, false},
	{"java03", "a2a-java-sdk", "resolver of 0.3", true, true},
	{"rust", "a2a-lf", "serde", true, false},
}

// What comes of reading a card, beside refused. Where a card was read and says
// something else then, the outcome lists what it no longer says.
const (
	allRight  = "all right"
	without   = "without "
	untyped   = "as it came" // the JSON itself, in no type: what is listed stands in no member that the SDK's type has
	separator = ", "
)

// text is one text to be read.
type text struct {
	card     written
	spelling string
}

// readings gives the rows of all readers that are there.
func readings(t *testing.T) []Row {
	t.Helper()
	var texts []text
	for _, c := range writtenCards(t) {
		for spelling := range c.texts {
			texts = append(texts, text{c, spelling})
		}
	}
	slices.SortFunc(texts, func(a, b text) int {
		return strings.Compare(a.card.name+a.spelling, b.card.name+b.spelling)
	})
	var rows []Row
	for _, r := range readers {
		version, answers := r.read(t, texts)
		for i, a := range answers {
			x := texts[i]
			got, note := r.outcome(t, x, a)
			rows = append(rows, Row{
				Peer: r.sdk, Version: version, Direction: WeWrite, Way: x.spelling + separator + r.way, Trait: x.card.name,
				Expected: r.expected(x), Got: got, Note: note,
			})
		}
	}
	return rows
}

// read gives texts to the reader. It gives nothing for a peer that is not there.
func (r reader) read(t *testing.T, texts []text) (string, []answer) {
	t.Helper()
	if r.peer == "go" {
		return r.readHere(t, texts)
	}
	ext := map[string]string{"js": ".mjs", "js03": ".mjs", "py": ".py", "py03": ".py", "java": ".java", "java03": ".java"}
	p := &peer{name: r.peer, sdk: r.sdk, ext: ext[r.peer]}
	if !p.installed(t) {
		return "", nil
	}
	var jobs []job
	for _, x := range texts {
		jobs = append(jobs, job{Card: x.card.texts[x.spelling], Way: r.way})
	}
	answers := p.run(t, "read", jobs)
	return p.version, answers
}

// readHere is read for the readers that this process has.
func (r reader) readHere(t *testing.T, texts []text) (string, []answer) {
	t.Helper()
	version := moduleVersion(t, goModule)
	if r.sdk == "protojson" {
		version = moduleVersion(t, "google.golang.org/protobuf")
	}
	compat := a2av0.NewAgentCardParser()
	var out []answer
	for _, x := range texts {
		var err error
		var held []byte
		b := []byte(x.card.texts[x.spelling])
		switch r.way {
		case "default parser", "0.3-compat parser":
			var c *a2a.AgentCard
			if r.way == "default parser" {
				c, err = agentcard.DefaultCardParser(b)
			} else {
				c, err = compat(b)
			}
			if err == nil {
				held, err = json.Marshal(c)
			}
		default:
			var c proto.Message = &pb.AgentCard{}
			err = protojson.UnmarshalOptions{DiscardUnknown: r.way == "discarding unknown"}.Unmarshal(b, c)
			if err == nil {
				held, err = protojson.Marshal(c)
			}
		}
		a := answer{Read: held}
		if err != nil {
			a = answer{Error: err.Error()}
		}
		out = append(out, a)
	}
	return version, out
}

// outcome compares what was read with what the card says.
func (r reader) outcome(t *testing.T, x text, a answer) (got, note string) {
	t.Helper()
	if a.Error != "" {
		return refused, plain(a.Error)
	}
	held := normal
	if r.older {
		held = normal03
	}
	found := changes("", x.card.said, held(t, a.Read))
	aspects := map[string]bool{}
	places := map[string][]string{}
	for _, c := range found {
		aspects[aspectOf(c.pointer)] = true
		p := spelled(c.pointer, x.card.texts[x.spelling])
		if list := places[c.how]; !slices.Contains(list, p) {
			places[c.how] = append(list, p)
		}
	}
	for _, p := range places["added"] { // a scheme of one kind is gone, one of another there
		if i := slices.Index(places["lost"], p); i >= 0 {
			places["lost"] = slices.Delete(places["lost"], i, i+1)
			places["changed"] = append(places["changed"], p)
		}
	}
	places["added"] = slices.DeleteFunc(places["added"], func(p string) bool { return slices.Contains(places["changed"], p) })
	var list []string
	for _, a := range aspectNames {
		if aspects[a] {
			list = append(list, a)
		}
	}
	got = allRight
	if list != nil {
		got = without + strings.Join(list, separator)
	}
	if a.AsIs {
		got = untyped + separator + got
	}
	var notes []string
	for _, how := range []string{"lost", "changed", "added"} {
		if len(places[how]) > 0 {
			notes = append(notes, how+": "+strings.Join(places[how], separator))
		}
	}
	return got, strings.Join(notes, "; ")
}

// The aspects of a card, in the order in which outcomes list them.
const (
	ofInterfaces   = "interfaces"
	ofSchemes      = "schemes"
	ofRequirements = "requirements"
	ofSkills       = "requirements of a skill"
	ofExtensions   = "extensions"
	ofOthers       = "other members"
)

var aspectNames = []string{ofInterfaces, ofSchemes, ofRequirements, ofSkills, ofExtensions, ofOthers}

var skillRequirement = regexp.MustCompile(`^/skills/\d+/securityRequirements`)

// aspectOf is what of a card stands at a pointer into its tree.
func aspectOf(pointer string) string {
	switch {
	case strings.HasPrefix(pointer, "/supportedInterfaces"):
		return ofInterfaces
	case strings.HasPrefix(pointer, "/securitySchemes"):
		return ofSchemes
	case strings.HasPrefix(pointer, "/securityRequirements"):
		return ofRequirements
	case skillRequirement.MatchString(pointer):
		return ofSkills
	case strings.HasPrefix(pointer, "/capabilities/extensions"):
		return ofExtensions
	}
	return ofOthers
}

var wrapper = regexp.MustCompile(`^(/securitySchemes/[^/]+)/\w+SecurityScheme\b`)

// spelled is the place that a pointer into the tree of a card is in its text.
// One at the wrapper of a scheme is that of the scheme.
func spelled(pointer, text string) string {
	pointer = wrapper.ReplaceAllString(pointer, "$1")
	if !strings.Contains(text, `"securityRequirements"`) {
		pointer = strings.Replace(pointer, "securityRequirements", "security", 1)
	}
	return pointer
}

var (
	spaces = regexp.MustCompile(`[\s\x{a0}]+`)

	// varies is where a reader stopped, and which of a map's members a2a-go
	// came to first.
	varies = regexp.MustCompile(`\(line \d+:\d+\): | at line \d+ column \d+| for [^:]+: \[[^\]]*\]$`)
)

// plain is an error as rows have it: on one line, not long, and without what
// changes from run to run.
func plain(text string) string {
	text = strings.TrimSpace(spaces.ReplaceAllString(varies.ReplaceAllString(text, ""), " "))
	const most = 120
	if r := []rune(text); len(r) > most {
		text = string(r[:most-1]) + "…"
	}
	return text
}
