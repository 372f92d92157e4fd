package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	ndjsonCards = 100_000
	ndjsonGoal  = 64 << 20
	ndjsonTime  = 28 * time.Second // then no more cards are sent, so that ratios ends in time
)

// ndjsonRow is the resident memory of `cardcheck -ndjson` while 100,000 cards
// go through it, each the card of this package on one line with a version of
// its own. The command is built from the root module first, which is not
// timed. The value is the most that was resident at any time (VmHWM of
// /proc/PID/status); flat means that it did not go on growing (see flat). A
// command that is too slow for all the cards falls short.
func ndjsonRow() Row {
	return Row{Name: "ndjson", Goal: "≤ 64 MiB, flat", Measure: func() (Result, error) {
		dir, err := os.MkdirTemp("", "agentcard-bench-")
		if err != nil {
			return Result{}, err
		}
		defer os.RemoveAll(dir)
		command, err := buildCardcheck(dir)
		if errors.Is(err, os.ErrNotExist) {
			return Result{Value: "-", Notes: []string{err.Error()}}, nil
		}
		if err != nil {
			return Result{}, err
		}
		start := time.Now()
		m, cards, err := stream(exec.Command(command, "-ndjson"))
		if err != nil {
			return Result{}, err
		}
		word := "flat"
		if !m.flat() {
			word = "growing"
		}
		return Result{
			Value: mebibytes(m.peak) + ", " + word,
			OK:    m.peak <= ndjsonGoal && m.flat() && cards == ndjsonCards,
			Notes: []string{fmt.Sprintf("%d cards in %.1f s; %s", cards, time.Since(start).Seconds(), m)},
		}, nil
	}}
}

// buildCardcheck builds the command into dir. The error is os.ErrNotExist if
// there is no such command yet.
func buildCardcheck(dir string) (string, error) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/hs9147/agentcard").Output()
	if err != nil {
		return "", fmt.Errorf("finding the root module: %w", err)
	}
	root := strings.TrimSpace(string(out))
	if _, err := os.Stat(filepath.Join(root, "examples", "cardcheck", "main.go")); err != nil {
		return "", err
	}
	command := filepath.Join(dir, "cardcheck")
	build := exec.Command("go", "build", "-o", command, "./examples/cardcheck")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building cardcheck: %w\n%s", err, out)
	}
	return command, nil
}

// stream writes cards to a command, counts its reports, and watches it.
func stream(cmd *exec.Cmd) (*memory, int, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, 0, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, 0, err
	}
	if err := cmd.Start(); err != nil {
		return nil, 0, err
	}
	w := watch(cmd.Process.Pid)
	type sent struct {
		cards int
		err   error
	}
	wrote := make(chan sent, 1)
	go func() {
		n, err := writeCards(in)
		wrote <- sent{n, errors.Join(err, in.Close())}
	}()
	lines, err := countReports(out)
	m, s := w.stop(), <-wrote
	err = errors.Join(err, s.err, ended(cmd.Wait()), m.err)
	if err == nil && lines != s.cards {
		err = fmt.Errorf("%d reports on %d cards", lines, s.cards)
	}
	return m, lines, err
}

// ended takes a status that says the cards have faults for a good end.
func ended(err error) error {
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 {
		return nil
	}
	return err
}

// writeCards writes the cards while there is time, and gives their number.
func writeCards(w io.Writer) (int, error) {
	var line bytes.Buffer
	if err := json.Compact(&line, Card); err != nil {
		return 0, err
	}
	before, after, ok := bytes.Cut(line.Bytes(), []byte(`"version":"2.4.0"`))
	if !ok {
		return 0, errors.New("the card has another version")
	}
	b := bufio.NewWriterSize(w, 1<<16)
	end := time.Now().Add(ndjsonTime)
	for i := range ndjsonCards {
		if time.Now().After(end) {
			return i, b.Flush()
		}
		// An error of the writer stays with it.
		_, _ = b.Write(before)
		_, _ = b.WriteString(`"version":"2.4.` + strconv.Itoa(i) + `"`)
		_, _ = b.Write(after)
		_ = b.WriteByte('\n')
	}
	return ndjsonCards, b.Flush()
}

func countReports(r io.Reader) (int, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	n := 0
	for {
		part, err := b.ReadSlice('\n')
		switch {
		case err == nil:
			n++
		case errors.Is(err, io.EOF) && len(part) == 0:
			return n, nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return n, err
		}
	}
}
