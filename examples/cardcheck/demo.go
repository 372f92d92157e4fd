package main

import (
	"context"
	"embed"
	"fmt"
	"path"
)

//go:embed samples/*.json
var samples embed.FS

// demo lists the samples with the exit status that each calls for.
var demo = []struct {
	file   string
	ko, en string
	status int
}{
	{"good.json", "바른 카드", "a card as it should be", exitOK},
	{"bad.json", "고칠 데가 있는 카드", "a card with faults", exitFailed},
	{"hostile.json", "속이려는 카드", "a card that means to fool its reader", exitFailed},
}

// demonstrate judges the samples. It succeeds when they come out as they
// should.
func demonstrate(ctx context.Context, e *env, o *options) int {
	status := exitOK
	for i, d := range demo {
		data, err := samples.ReadFile(path.Join("samples", d.file))
		if err != nil {
			return unreadable(e, o, d.file, err)
		}
		if o.format == "text" {
			if i > 0 {
				fmt.Fprintln(e.out)
			}
			title := d.en
			if o.lang == "ko" {
				title = d.ko
			}
			fmt.Fprintf(e.out, "── %s\n", title)
		}
		quiet := *e
		quiet.err = e.out
		if o.format == "json" {
			quiet.err = e.err
		}
		got, err := judge(ctx, &quiet, o, "samples/"+d.file, data)
		if err != nil || got != d.status && !o.strict {
			status = exitFailed
		}
	}
	return status
}
