package card

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// corpusRow is a file of the corpus of real cards, with what its index says.
type corpusRow struct {
	file            string
	isJSON, isACard bool
	data            []byte
}

func corpus(t *testing.T) []corpusRow {
	t.Helper()
	dir := os.Getenv("AGENTCARD_CORPUS")
	if dir == "" {
		t.Skip("AGENTCARD_CORPUS is not set: it names the folder of real cards that holds INDEX.tsv")
	}
	index, err := os.ReadFile(filepath.Join(dir, "INDEX.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(index)), "\n")
	column := map[string]int{}
	for i, name := range strings.Split(lines[0], "\t") {
		column[name] = i
	}
	var out []corpusRow
	for _, line := range lines[1:] {
		cell := strings.Split(line, "\t")
		row := corpusRow{file: cell[column["file"]], isJSON: cell[column["is_valid_json"]] == "yes", isACard: cell[column["is_agent_card"]] == "yes"}
		if row.data, err = os.ReadFile(filepath.Join(dir, row.file)); err != nil {
			t.Fatal(err)
		}
		out = append(out, row)
	}
	return out
}

// The corpus was judged by other means; reading agrees with it in every file.
func TestCorpusIsJudgedAlike(t *testing.T) {
	rows := corpus(t)
	if len(rows) != 229 {
		t.Errorf("%d files, the corpus has 229", len(rows))
	}
	for _, row := range rows {
		_, err := Parse(row.data)
		if (err == nil) != row.isACard {
			t.Errorf("%s: a card: %v, read: %v", row.file, row.isACard, err)
		}
		isJSON := err == nil || errors.Is(err, ErrNotAgentCard)
		if isJSON != row.isJSON {
			t.Errorf("%s: JSON: %v, read: %v", row.file, row.isJSON, err)
		}
		if isACard := DetectKind(row.data) == KindAgentCard; row.isACard && !isACard {
			t.Errorf("%s: a card, detected as %s", row.file, DetectKind(row.data))
		}
	}
}

// Every card of the corpus survives whatever is done to it.
func TestCorpusRoundTrip(t *testing.T) {
	for _, row := range corpus(t) {
		d, err := Parse(row.data)
		if err != nil {
			continue
		}
		roundTrip(t, d)
		for _, mode := range modes {
			for _, p := range Validate(d, mode) {
				complain(t, row.file, p)
				if _, ok := d.At(p.Pointer); !ok {
					t.Errorf("%s: no value at %q", row.file, p.Pointer)
				}
			}
		}
	}
}

// Nothing is lost: the tree agrees with what encoding/json makes of the same
// bytes, member by member, down to the spelling of numbers.
func TestCorpusIsLossless(t *testing.T) {
	for _, row := range corpus(t) {
		d, err := jsondoc.Parse(row.data, jsondoc.CardLimits())
		if err != nil {
			continue
		}
		dec := json.NewDecoder(bytes.NewReader(row.data))
		dec.UseNumber()
		var want any
		if err := dec.Decode(&want); err != nil {
			t.Errorf("%s: encoding/json: %v", row.file, err)
			continue
		}
		agree(t, row.file, d.Root(), want)
	}
}

// agree holds a value of the tree against the same value decoded by
// encoding/json.
func agree(t *testing.T, where string, v jsondoc.Value, want any) {
	t.Helper()
	same := false
	switch want := want.(type) {
	case nil:
		same = v.Kind() == jsondoc.Null
	case bool:
		same = v.Kind() == jsondoc.Bool && v.IsTrue() == want
	case string:
		s, ok := v.Str()
		same = ok && s == want
	case json.Number:
		same = v.Kind() == jsondoc.Number && v.Raw() == want.String()
	case []any:
		same = v.Kind() == jsondoc.Array && v.Len() == len(want)
		for e := range v.Children() {
			if e.Index() < len(want) {
				agree(t, where, e, want[e.Index()])
			}
		}
	case map[string]any:
		same = v.Kind() == jsondoc.Object && v.Len() == len(want)
		for m := range v.Children() {
			w, ok := want[m.Name()]
			if !ok {
				t.Errorf("%s%s: encoding/json has no such member", where, m.Pointer())
				continue
			}
			agree(t, where, m, w)
		}
	}
	if !same {
		t.Errorf("%s%s: %.100s, encoding/json has %.100v", where, v.Pointer(), v.Raw(), want)
	}
}

// The same for the cards made by hand.
func TestNastyCardsAreLossless(t *testing.T) {
	for _, text := range append(nasty(), sample(t)) {
		dec := json.NewDecoder(strings.NewReader(text))
		dec.UseNumber()
		var want any
		if err := dec.Decode(&want); err != nil {
			t.Fatal(err)
		}
		agree(t, text, parse(t, text).tree.Root(), want)
	}
}

// Every card of the corpus says in each dialect what it says, or the dialect
// names what it can't hold.
func TestCorpusDialects(t *testing.T) {
	held := 0
	for _, row := range corpus(t) {
		if d, err := Parse(row.data); err == nil {
			held += translate(t, d)
		}
	}
	t.Logf("%d writings", held)
	if held < 200 {
		t.Errorf("only %d of the corpus could be written", held)
	}
}
