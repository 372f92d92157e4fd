package api

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// registryHosts are the hosts of package registries, written in parts so that
// this file names none of them.
var registryHosts = []string{
	"proxy." + "golang.org", "sum." + "golang.org",
	"registry." + "npmjs.org", "registry." + "yarnpkg.com",
	"py" + "pi.org", "files." + "pythonhosted.org",
	"repo1." + "maven.org", "repo1." + "maven.apache.org", "repo." + "maven.apache.org",
	"index." + "crates.io", "static." + "crates.io", "crates.io" + "-index",
}

// TestNoRegistryHosts keeps the repository free of where its packages happen
// to be downloaded from: no tracked text file, lock files included, names the
// host of a package registry.
func TestNoRegistryHosts(t *testing.T) {
	if _, err := os.Stat(filepath.Join(root, ".git")); err != nil {
		t.Skip("not a git checkout, so there are no tracked files")
	}
	// What git looks at doesn't count for the cached result of this test; a
	// newly tracked file shows in the index.
	_, _ = os.Stat(filepath.Join(root, ".git", "index"))
	cmd := exec.Command("git", "ls-files", "-z")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v", err)
	}
	read := 0
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if os.IsNotExist(err) { // deleted and not committed yet
			continue
		}
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		read++
		if bytes.IndexByte(data, 0) >= 0 { // binary
			continue
		}
		for i, line := range bytes.Split(bytes.ToLower(data), []byte("\n")) {
			for _, host := range registryHosts {
				if bytes.Contains(line, []byte(host)) {
					t.Errorf("%s:%d names %s", name, i+1, host)
				}
			}
		}
	}
	if read == 0 {
		t.Error("read no file")
	}
}
