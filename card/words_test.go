package card

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/internal/catalog"
)

// Every rule and key that the checks name has its words in the table.
func TestEveryFaultHasWords(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(x ast.Node) bool {
			call, ok := x.(*ast.CallExpr)
			if !ok || len(call.Args) < 4 {
				return true
			}
			sel, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || sel.Sel.Name != "add" {
				return true
			}
			rule, okRule := literal(call.Args[0])
			key, okKey := literal(call.Args[1])
			if okRule && catalog.Lookup(rule) == nil {
				t.Errorf("%s: %s is no rule of the table", set.Position(call.Pos()), rule)
			} else if _, say := catalog.Find(rule, key); okRule && okKey && say.Hint.KO == "" {
				t.Errorf("%s: %s has no sentence under %q", set.Position(call.Pos()), rule, key)
			}
			n++
			return true
		})
	}
	if n < 50 {
		t.Errorf("only %d faults were found in the code", n)
	}
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(lit.Value)
	return s, err == nil
}
