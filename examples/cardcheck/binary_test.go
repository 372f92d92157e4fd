package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

var binary string // the command as users get it, built once

func TestMain(m *testing.M) { os.Exit(withBinary(m)) }

func withBinary(m *testing.M) int {
	dir, err := os.MkdirTemp("", "cardcheck")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "cardcheck.exe")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// process starts the command in an English environment.
func process(args ...string) *exec.Cmd {
	cmd := exec.Command(binary, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C", "LANG=C")
	return cmd
}

func statusOf(t *testing.T, err error) int {
	t.Helper()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.ExitCode()
	}
	t.Fatal(err)
	return 0
}

func TestBinaryStatus(t *testing.T) {
	for _, tc := range []struct {
		args, in string
		status   int
	}{
		{"", "", exitOK},
		{"samples/good.json", "", exitOK},
		{"-", sampleText(t, "good.json"), exitOK},
		{"samples/bad.json", "", exitFailed},
		{"-", sampleText(t, "bad.json"), exitFailed},
		{"-", "", exitFailed},
		{"samples", "", exitUsage},
		{"none.json", "", exitUsage},
		{"-nonsense", "", exitUsage},
		{"-ndjson", compact(t, "good.json"), exitOK},
		{"-ndjson", "x", exitFailed},
		{"-rules", "", exitOK},
		{"-h", "", exitOK},
	} {
		cmd := process(strings.Fields(tc.args)...)
		cmd.Stdin = strings.NewReader(tc.in)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if status := statusOf(t, err); status != tc.status {
			t.Errorf("cardcheck %s: status %d, want %d\n%s%s", tc.args, status, tc.status, out, stderr.String())
		}
		if bytes.Contains(out, []byte("\x1b")) {
			t.Errorf("cardcheck %s: colour on a pipe", tc.args)
		}
	}
}

// The command line says the same in a process as it does here.
func TestBinaryOutput(t *testing.T) {
	for _, args := range [][]string{{"samples/terra.json", "-profile", "terra"}, {"-lang", "ko", "samples/bad.json"}, {"-rules"}} {
		out, err := process(args...).Output()
		want := cardcheck(args...)
		if statusOf(t, err) != want.status || string(out) != want.out {
			t.Errorf("%q: another output:\n%s", args, out)
		}
	}
}

// A reader that goes away, as head does, ends the run quietly.
func TestClosedPipe(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such pipes")
	}
	text := strings.Repeat(compact(t, "bad.json")+"\n", 500)
	for _, args := range [][]string{{"-ndjson"}, {"-format", "json", "-", "samples/bad.json"}} {
		cmd := process(args...)
		cmd.Stdin = strings.NewReader(text)
		if args[0] != "-ndjson" {
			cmd.Stdin = slowly(text) // the pipe is closed before anything is written
		}
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		cmd.Stdout = w
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		w.Close()
		if args[0] == "-ndjson" {
			if l, err := bufio.NewReader(r).ReadString('\n'); err != nil || !strings.HasPrefix(l, `{"target":"-:1",`) {
				t.Errorf("%q: %q, %v", args, l, err)
			}
		}
		r.Close()
		done := make(chan error, 1)
		go func() { done <- cmd.Wait() }()
		select {
		case err := <-done:
			if err == nil {
				t.Errorf("%q: succeeded with nobody to read", args)
			}
		case <-time.After(20 * time.Second):
			t.Errorf("%q: still running", args)
			_ = cmd.Process.Kill()
			<-done
		}
		if s := stderr.String(); strings.Contains(s, "goroutine") || lineCount(s) > 1 {
			t.Errorf("%q: standard error %s", args, s)
		}
	}
}

func slowly(text string) io.Reader {
	r, w := io.Pipe()
	go func() {
		time.Sleep(100 * time.Millisecond)
		_, err := io.WriteString(w, text)
		w.CloseWithError(err)
	}()
	return r
}

// The demonstration needs neither files nor a network: it runs anywhere.
func TestBinaryAnywhere(t *testing.T) {
	cmd := process()
	cmd.Dir = t.TempDir()
	out, err := cmd.CombinedOutput()
	if status := statusOf(t, err); status != exitOK {
		t.Errorf("status %d:\n%s", status, out)
	}
}
