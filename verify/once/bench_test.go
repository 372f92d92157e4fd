package once_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/hs9147/agentcard/verify/once"
)

// BenchmarkDo is what a call costs besides the effect: the first of a key, and
// one that comes again. A file syncs twice for a first one.
func BenchmarkDo(b *testing.B) {
	for _, s := range []struct {
		name string
		open func(testing.TB, string) once.Store
	}{{"memory", openMemory}, {"file", openFile}} {
		b.Run(s.name+"/first", func(b *testing.B) {
			d := benchDoer(b, s.open)
			var c counted
			for i := 0; b.Loop(); i++ {
				if _, first, err := d.Do(ctx, message(fmt.Sprint("m", i), fmt.Sprint("e", i)), c.effect); err != nil || !first {
					b.Fatal(first, err)
				}
			}
		})
		b.Run(s.name+"/again", func(b *testing.B) {
			d := benchDoer(b, s.open)
			var c counted
			for b.Loop() {
				if _, _, err := d.Do(ctx, message("m", "e"), c.effect); err != nil {
					b.Fatal(err)
				}
			}
			c.want(b, 1)
		})
		b.Run(s.name+"/first, 16 at once", func(b *testing.B) {
			d := benchDoer(b, s.open)
			var c counted
			var next atomic.Int64
			b.SetParallelism(8) // of 2 cores
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if _, _, err := d.Do(ctx, plain(fmt.Sprint("m", next.Add(1))), c.effect); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

// benchDoer has room for every key of a run.
func benchDoer(b *testing.B, open func(testing.TB, string) once.Store) *once.Doer {
	s := open(b, b.TempDir())
	if f, ok := s.(*once.FileStore); ok {
		b.Cleanup(func() { _ = f.Close() })
	}
	return newDoer(b, s, once.Options{})
}
