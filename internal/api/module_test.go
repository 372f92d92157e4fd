package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// modulePath is the import path of the root module.
const modulePath = "github.com/hs9147/agentcard"

// root is the folder of the root module, seen from this package's folder.
const root = "../.."

// goFile is a Go file of the root module.
type goFile struct {
	path string // from the root, with slashes
	room string // the folder it lies in, "." for the root
	test bool
}

// goFiles lists the Go files of the root module, whatever their build tags.
// Like the go command it skips testdata, folders that begin with "." or "_",
// and folders with a go.mod of their own.
func goFiles(t *testing.T) []goFile {
	t.Helper()
	var files []goFile
	err := fs.WalkDir(os.DirFS(root), ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if p == "." {
				return nil
			}
			if name == "testdata" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
				return fs.SkipDir
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(p), "go.mod")); err == nil {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(name, ".go") && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "_") {
			files = append(files, goFile{path: p, room: path.Dir(p), test: strings.HasSuffix(name, "_test.go")})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("found no Go files of the module")
	}
	return files
}

// publicPackages are the compiled packages that others are meant to import:
// neither main nor internal, nor examples, which are there to be copied.
func publicPackages(t *testing.T) []*types.Package {
	t.Helper()
	// A test's result is kept until a file that the test itself looked at
	// changes, and what go list looks at doesn't count. So look here as well.
	goFiles(t)
	pkgs, err := loadPublic()
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

// loadPublic reads the compiler's export data, so every type is known,
// inferred ones too, and nothing is fetched.
var loadPublic = sync.OnceValues(func() ([]*types.Package, error) {
	cmd := exec.Command("go", "list", "-deps", "-export", "-json=ImportPath,Name,Export,Standard", "./...")
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, errors.New("go list: " + err.Error() + "\n" + stderr.String())
	}

	var public []string
	export := make(map[string]string)
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Name, Export string
			Standard                 bool
		}
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		export[p.ImportPath] = p.Export
		if !p.Standard && p.Name != "main" && inModule(p.ImportPath) && !isInternal(p.ImportPath) && !isExample(p.ImportPath) {
			public = append(public, p.ImportPath)
		}
	}

	imp := importer.ForCompiler(token.NewFileSet(), "gc", func(p string) (io.ReadCloser, error) {
		file, ok := export[p]
		if !ok || file == "" {
			return nil, errors.New("no export data of " + p)
		}
		return os.Open(file)
	})
	var pkgs []*types.Package
	for _, p := range public {
		pkg, err := imp.Import(p)
		if err != nil {
			return nil, err
		}
		pkgs = append(pkgs, pkg)
	}
	return pkgs, nil
})

// inModule reports whether an import path is one of ours.
func inModule(p string) bool {
	return p == modulePath || strings.HasPrefix(p, modulePath+"/")
}

// isStandard reports whether an import path is one of the standard library:
// only there does the first element have no dot.
func isStandard(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	return !strings.Contains(first, ".")
}

// isInternal reports whether an import path is closed to other modules.
func isInternal(p string) bool {
	return strings.Contains("/"+p+"/", "/internal/")
}

// isExample reports whether an import path is below examples.
func isExample(p string) bool { return strings.HasPrefix(p, modulePath+"/examples/") }

// typecheck compiles a package of one file that imports the given ones.
func typecheck(t *testing.T, p, src string, imports ...*types.Package) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: given(imports)}
	pkg, err := conf.Check(p, fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// given imports the packages that it lists.
type given []*types.Package

func (g given) Import(p string) (*types.Package, error) {
	for _, pkg := range g {
		if pkg.Path() == p {
			return pkg, nil
		}
	}
	return nil, errors.New("no package " + p)
}
