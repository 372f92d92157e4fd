package bench

import "testing"

func run(b *testing.B, bytes int, j job) {
	b.ReportAllocs()
	b.SetBytes(int64(bytes))
	for b.Loop() {
		if _, err := j(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	run(b, len(Card), func() (int, error) { return parseOurs(Card) })
}

func BenchmarkParsePeer(b *testing.B) {
	run(b, len(Card), func() (int, error) { return parsePeer(Card) })
}

func BenchmarkParseAlone(b *testing.B) { run(b, len(Card), parseAlone) }

func BenchmarkParseLarge(b *testing.B) {
	large, err := largeCard()
	if err != nil {
		b.Fatal(err)
	}
	run(b, len(large), func() (int, error) { return parseOurs(large) })
}

func BenchmarkCanonical(b *testing.B) { run(b, len(Card), canonicalOurs) }

func BenchmarkCanonicalPeer(b *testing.B) { run(b, len(Card), canonicalPeer) }

func BenchmarkCanonicalCyberphone(b *testing.B) { run(b, len(Card), canonicalCyberphone) }

func BenchmarkOffline(b *testing.B) { run(b, len(Card), offlineOurs) }

func BenchmarkHostile(b *testing.B) {
	for _, h := range hostile {
		b.Run(h.name, func(b *testing.B) {
			body := h.make()
			run(b, len(body), func() (int, error) { return judge(body) })
		})
	}
}
