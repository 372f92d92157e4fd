package netguard

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
)

func TestReadBody(t *testing.T) {
	const limit = 1000
	zipped := func(n int) string {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, _ = z.Write(bytes.Repeat([]byte("x"), n))
		_ = z.Close()
		return b.String()
	}
	for name, c := range map[string]struct {
		body, encoding string
		length         int64
		want           BodyFault
	}{
		"exactly the limit":           {strings.Repeat("x", limit), "", -1, ""},
		"one more":                    {strings.Repeat("x", limit+1), "", -1, BodySize},
		"a length over it":            {"x", "", limit + 1, BodySize},
		"packed, exactly the limit":   {zipped(limit), "gzip", -1, ""},
		"packed, one more":            {zipped(limit + 1), "GZIP", -1, BodySize},
		"packed, short on the wire":   {zipped(limit)[:20], "gzip", -1, BodyLength},
		"packed in another way":       {"plain", "gzip", -1, BodyEncoding},
		"packed in an unknown way":    {"x", "br", -1, BodyEncoding},
		"two encodings at once":       {zipped(1), "gzip, gzip", -1, BodyEncoding},
		"a bomb that is small packed": {zipped(100 * limit), "gzip", -1, BodySize},
	} {
		res := &http.Response{
			Header: http.Header{"Content-Encoding": {c.encoding}}, ContentLength: c.length,
			Body: io.NopCloser(strings.NewReader(c.body)),
		}
		body, err := ReadBody(res, limit)
		var bad *BodyError
		if errors.As(err, &bad); c.want == "" && err != nil || c.want != "" && (bad == nil || bad.Fault != c.want || body != nil) {
			t.Errorf("%s: %d bytes, %v", name, len(body), err)
		}
		if c.want == "" && len(body) != limit {
			t.Errorf("%s: %d bytes", name, len(body))
		}
	}
	broken := errors.New("broken")
	res := &http.Response{Header: http.Header{}, ContentLength: -1, Body: io.NopCloser(iotest.ErrReader(broken))}
	var bad *BodyError
	if _, err := ReadBody(res, limit); !errors.Is(err, broken) || errors.As(err, &bad) {
		t.Errorf("a connection's own error: %v", err)
	}
}

// A server that ends its answer in good order because the client is leaving has
// not sent a whole body.
func TestReadBodyAfterTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com/", nil)
	if err != nil {
		t.Fatal(err)
	}
	res := &http.Response{Request: req, Body: io.NopCloser(strings.NewReader("{}")), ContentLength: -1}
	over := errors.New("over")
	cancel(over)
	if body, err := ReadBody(res, 10); !errors.Is(err, over) || body != nil {
		t.Errorf("%q, %v", body, err)
	}
}

// late answers when the request is over.
type late struct{ end func() }

func (l late) RoundTrip(r *http.Request) (*http.Response, error) {
	l.end()
	return &http.Response{StatusCode: http.StatusOK, Request: r, Body: io.NopCloser(strings.NewReader("{}"))}, nil
}

func TestRoundTripAfterTheEnd(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com/", nil)
	if err != nil {
		t.Fatal(err)
	}
	over := errors.New("over")
	if res, err := RoundTrip(late{func() {}}, req); err != nil || res.StatusCode != http.StatusOK {
		t.Errorf("in time: %v, %v", res, err)
	}
	if res, err := RoundTrip(late{func() { cancel(over) }}, req); !errors.Is(err, over) || res != nil {
		t.Errorf("%v, %v", res, err)
	}
}
