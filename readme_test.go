package agentcard_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hs9147/agentcard/verify"
)

var update = flag.Bool("update", false, "write the rule table of README.md")

func readme(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// blocks are the fenced blocks of README.md in a language.
func blocks(t *testing.T, language string) []string {
	t.Helper()
	var list []string
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(readme(t), -1) {
		list = append(list, m[1])
	}
	if len(list) == 0 {
		t.Fatalf("README.md has no block of %s", language)
	}
	return list
}

// sources are the Go files of this module and what is embedded in them, by
// path. Reading them all makes the result of these tests theirs: a run of the
// go command within a test does not count.
func sources(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		switch {
		case d.IsDir() && path != "." && (name == "testdata" || strings.HasPrefix(name, ".")):
			return fs.SkipDir
		case d.IsDir() && path != ".":
			if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
				return fs.SkipDir
			}
		case strings.HasSuffix(name, ".go"), strings.Contains(filepath.ToSlash(path), "/samples/"):
			files[path], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// examples are the bodies of the Example functions that are run, each line
// without its indentation.
func examples(t *testing.T) map[string]string {
	t.Helper()
	bodies := map[string]string{}
	for path, text := range sources(t) {
		if !strings.HasSuffix(path, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, text, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv != nil || !strings.HasPrefix(f.Name.Name, "Example") {
				continue
			}
			body := string(text[fset.Position(f.Body.Lbrace).Offset:fset.Position(f.Body.Rbrace).Offset])
			if strings.Contains(body, "// Output:") {
				bodies[path+" "+f.Name.Name] = unindented(body)
			}
		}
	}
	return bodies
}

// unindented is a text with each line trimmed.
func unindented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}

// What README shows is run: each Go block stands, line for line, in an Example.
func TestReadmeCode(t *testing.T) {
	bodies := examples(t)
next:
	for _, block := range blocks(t, "go") {
		for _, body := range bodies {
			if strings.Contains(body, "\n"+unindented(block)) {
				continue next
			}
		}
		t.Errorf("no Example function holds these lines:\n%s", block)
	}
}

const (
	rulesBegin = "<!-- rules: written by go test . -run TestReadmeRules -update -->\n"
	rulesEnd   = "<!-- /rules -->\n"
)

// ruleTable is the rule table in Markdown.
func ruleTable() string {
	var b strings.Builder
	b.WriteString("| rule | severity | kind | checks | 제목 | title | source |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, r := range verify.Rules() {
		cells := []string{"`" + r.ID + "`", r.Severity, r.Kind, strings.Join(r.Checks, " "), r.Title.KO, r.Title.EN, r.Source}
		for i, c := range cells {
			cells[i] = strings.ReplaceAll(c, "|", `\|`)
		}
		fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
	}
	return b.String()
}

// The rule table in README is that of verify.Rules.
func TestReadmeRules(t *testing.T) {
	text := readme(t)
	before, rest, ok := strings.Cut(text, rulesBegin)
	got, after, end := strings.Cut(rest, rulesEnd)
	if !ok || !end {
		t.Fatalf("README.md has no table between %q and %q", rulesBegin, rulesEnd)
	}
	want := ruleTable()
	if got == want {
		return
	}
	if !*update {
		t.Fatalf("the rule table of README.md is not that of verify.Rules; go test . -run TestReadmeRules -update writes it\n%s", firstDifference(got, want))
	}
	if err := os.WriteFile("README.md", []byte(before+rulesBegin+want+rulesEnd+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		switch {
		case i >= len(g):
			return "missing: " + w[i]
		case i >= len(w):
			return "too much: " + g[i]
		case g[i] != w[i]:
			return "has:   " + g[i] + "\nwants: " + w[i]
		}
	}
	return ""
}

// built is an example as a command, in a folder that goes away with the process.
func built(t *testing.T, example string) string {
	t.Helper()
	building.Lock()
	defer building.Unlock()
	if binaries == "" {
		dir, err := os.MkdirTemp("", "readme")
		if err != nil {
			t.Fatal(err)
		}
		binaries = dir
	}
	name := filepath.Join(binaries, example+".exe")
	if _, err := os.Stat(name); err == nil {
		return name
	}
	if out, err := exec.Command("go", "build", "-o", name, "./examples/"+example).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return name
}

var (
	building sync.Mutex
	binaries string // a folder
)

func TestMain(m *testing.M) {
	status := m.Run()
	if binaries != "" {
		os.RemoveAll(binaries)
	}
	os.Exit(status)
}

// english is a command in an English environment.
func english(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C", "LANG=C")
	return cmd
}

// runs runs an example, and gives what it prints.
func runs(t *testing.T, example string, args ...string) string {
	t.Helper()
	out, err := english(built(t, example), args...).Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return string(out)
}

func cardcheck(t *testing.T, args ...string) string {
	t.Helper()
	return runs(t, "cardcheck", args...)
}

// serves runs an example that serves, on ports that are free, until it has printed
// so many lines and an interrupt ends it. It gives what it prints, with the
// addresses that it was given.
func serves(t *testing.T, lines int, example string, args ...string) string {
	t.Helper()
	address := regexp.MustCompile(`127\.0\.0\.1:[0-9]+`)
	args = slices.Clone(args)
	var given []string
	for i, a := range args {
		if address.MatchString(a) {
			given, args[i] = append(given, a), "127.0.0.1:0"
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, built(t, example), args...)
	cmd.Dir = t.TempDir()
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var printed strings.Builder
	for in := bufio.NewScanner(pipe); in.Scan(); {
		printed.WriteString(in.Text() + "\n")
		if lines--; lines == 0 {
			if err := cmd.Process.Signal(os.Interrupt); err != nil { // Windows has none to send
				cancel()
			}
		}
	}
	if err := cmd.Wait(); err != nil && runtime.GOOS != "windows" {
		t.Errorf("%s %v: %v\n%s", example, args, err, printed.String())
	}
	known := map[string]string{}
	return address.ReplaceAllStringFunc(printed.String(), func(a string) string {
		if known[a] == "" && len(known) < len(given) {
			known[a] = given[len(known)]
		}
		return known[a]
	})
}

// What README shows of the commands' output is what they print, but for what
// a line … stands for.
func TestReadmeOutput(t *testing.T) {
	sources(t)
	for _, block := range blocks(t, "console") {
		for _, part := range strings.Split("\n"+block, "\n$ ")[1:] {
			command, shown, _ := strings.Cut(part, "\n")
			if shown != "" && !strings.HasSuffix(shown, "\n") {
				shown += "\n"
			}
			words := strings.Fields(command)
			switch {
			case command == "go test ./...":
				checkTests(t, shown)
			case command == "go build -o cardcheck ./examples/cardcheck":
				checkShown(t, command, shown, "")
			case strings.HasPrefix(command, "go run ./examples/familyagent") && !slices.Contains(words, "-print"):
				checkShown(t, command, shown, serves(t, strings.Count(strings.TrimSuffix(shown, "…\n"), "\n"), "familyagent", words[3:]...))
			case strings.HasPrefix(command, "go run ./examples/"):
				checkShown(t, command, shown, runs(t, path.Base(words[2]), words[3:]...))
			case words[0] == "./cardcheck":
				checkShown(t, command, shown, cardcheck(t, words[1:]...))
			default:
				t.Errorf("README.md shows a command that this test does not know: %s", command)
			}
		}
	}
}

func checkShown(t *testing.T, command, shown, printed string) {
	t.Helper()
	rest := "\n" + printed
	for i, part := range strings.Split("\n"+shown, "\n…\n") {
		if i > 0 {
			part = "\n" + part
		}
		at := strings.Index(rest, part)
		if at < 0 || i == 0 && at > 0 {
			t.Errorf("$ %s\ndoes not print, in this order,\n%s\nbut\n%s", command, part, printed)
			return
		}
		rest = rest[at+max(0, len(part)-1):]
	}
}

// checkTests holds the lines of go test, but for their times, against the
// packages that there are.
func checkTests(t *testing.T, shown string) {
	t.Helper()
	out, err := exec.Command("go", "list", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(out))
	lines := strings.Split(strings.TrimSuffix(shown, "\n…\n"), "\n")
	form := regexp.MustCompile(`^ok  \t(\S+)\t[0-9.]+s$`)
	for i, line := range lines {
		m := form.FindStringSubmatch(line)
		if m == nil || i >= len(packages) || m[1] != packages[i] {
			t.Errorf("go test ./... does not print %q", line)
		}
	}
}

// README tells of every flag of cardcheck.
func TestReadmeFlags(t *testing.T) {
	sources(t)
	var got, want []string
	for _, m := range regexp.MustCompile("(?m)^\\| `-([a-z0-9-]+)[ `]").FindAllStringSubmatch(readme(t), -1) {
		if m[1] != "h" {
			got = append(got, m[1])
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^  -([a-z0-9-]+)`).FindAllStringSubmatch(cardcheck(t, "-h"), -1) {
		want = append(want, m[1])
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("README.md tells of the flags %v, cardcheck has %v", got, want)
	}
}

// cardcheck -rules, README and verify.Rules are one table.
func TestRulesCommand(t *testing.T) {
	sources(t)
	text := readme(t)
	printed := strings.Split(strings.TrimSuffix(cardcheck(t, "-rules"), "\n"), "\n")
	rules := verify.Rules()
	if len(printed) != len(rules) {
		t.Fatalf("%d lines, %d rules", len(printed), len(rules))
	}
	for i, r := range rules {
		if cells := strings.Fields(printed[i]); cells[0] != r.ID || cells[1] != r.Severity || !strings.HasSuffix(printed[i], r.Title.EN+"  ("+r.Source+")") {
			t.Errorf("line %d is %q, the rule %s", i+1, printed[i], r.ID)
		}
		if !strings.Contains(text, "\n| `"+r.ID+"` | "+r.Severity+" | ") {
			t.Errorf("README.md has no row of %s", r.ID)
		}
	}
}

// Every module that go.mod asks for has its row, with the version looked at.
func TestReadmeDependencies(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	text := readme(t)
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) (v\S+)$`).FindAllSubmatch(mod, -1) {
		if !strings.Contains(text, fmt.Sprintf("\n| `%s` | %s, ", m[1], m[2])) {
			t.Errorf("README.md has no row on %s at %s", m[1], m[2])
		}
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z.]+/\\S+)` \\|").FindAllStringSubmatch(text, -1) {
		if !bytes.Contains(mod, []byte("\t"+m[1]+" ")) {
			t.Errorf("README.md has a row on %s, which go.mod does not name", m[1])
		}
	}
}

// How many modules an importer gets is as README says.
func TestReadmeImporters(t *testing.T) {
	sources(t)
	for room, limit := range map[string]int{"tags": 0, "card": 18} {
		out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./"+room).Output()
		if err != nil {
			t.Fatal(err)
		}
		modules := map[string]bool{}
		for _, m := range strings.Fields(string(out)) {
			modules[m] = true
		}
		if n := len(modules) - 1; n > limit { // ours is one of them
			t.Errorf("an importer of %s gets %d modules, more than %d", room, n, limit)
		}
	}
	if want := "An importer of `tags` gets no other module, one of `card` at most 18 "; !strings.Contains(readme(t), want) {
		t.Errorf("README.md does not say: %s", want)
	}
}
