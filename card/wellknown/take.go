package wellknown

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
)

// take reads a response into r. Its error says why the body is not to be used.
func (f *Fetcher) take(r *Response, res *http.Response, sent Conditions) error {
	r.Status, r.Header = res.StatusCode, res.Header
	r.ContentType = res.Header.Get("Content-Type")
	r.Conditions = Conditions{res.Header.Get("ETag"), res.Header.Get("Last-Modified")}
	refuse := func(rule, code string, err error) error {
		return &FetchError{Rule: rule, Code: code, URL: r.URL, Status: r.Status, Err: err}
	}
	switch {
	case r.Status == http.StatusNotModified && sent != Conditions{}:
		r.NotModified = true
		return nil
	case r.Status >= 300 && r.Status < 400:
		return &FetchError{
			Rule: "F-no-cookies-redirects", Code: "redirected", URL: r.URL, Status: r.Status,
			Location: target(res),
		}
	case r.Status == http.StatusUnauthorized, r.Status == http.StatusForbidden, r.Status == http.StatusProxyAuthRequired:
		return refuse("G2", "auth", nil)
	case r.Status != http.StatusOK:
		return refuse("V1", "status", nil)
	case res.ContentLength > f.maxSize():
		return refuse("F-size", "size", nil)
	}
	body, code, err := f.read(res)
	switch {
	case code == "" && err == nil:
		r.Body = body
		return nil
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return refuse("F-accept-timeout", "timeout", cause(err))
	case code == "":
		return refuse("V1", "reset", cause(err))
	}
	return refuse("F-size", code, cause(err))
}

// read reads the body under both caps: on the wire and decoded. It stops at one
// byte over the cap and never holds more.
func (f *Fetcher) read(res *http.Response) (body []byte, code string, err error) {
	limit := f.maxSize()
	wire := &capped{r: res.Body, left: limit}
	var in io.Reader = wire
	switch strings.ToLower(strings.TrimSpace(res.Header.Get("Content-Encoding"))) {
	case "", "identity":
	case "gzip", "x-gzip":
		if in, err = gzip.NewReader(wire); err != nil {
			return nil, "encoding", err
		}
	case "deflate":
		if in, err = zlib.NewReader(wire); err != nil {
			return nil, "encoding", err
		}
	default:
		return nil, "encoding", nil
	}
	var b bytes.Buffer
	n, err := io.Copy(&b, io.LimitReader(in, limit+1))
	switch {
	case wire.over || n > limit:
		return nil, "size", nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, "length", err
	case err != nil && in != io.Reader(wire) && !isNet(err):
		return nil, "encoding", err
	case err != nil:
		return nil, "", err
	}
	return append([]byte{}, b.Bytes()...), "", nil
}

// isNet reports an error of the connection rather than of what it carried.
func isNet(err error) bool {
	var timeout interface{ Timeout() bool }
	return errors.As(err, &timeout)
}

// capped reads at most left bytes and notes whether there were more.
type capped struct {
	r    io.Reader
	left int64
	over bool
}

func (c *capped) Read(p []byte) (int, error) {
	if c.left <= 0 {
		var one [1]byte
		n, err := c.r.Read(one[:])
		if n > 0 {
			c.over = true
			return 0, io.EOF
		}
		return 0, err
	}
	if int64(len(p)) > c.left {
		p = p[:c.left]
	}
	n, err := c.r.Read(p)
	c.left -= int64(n)
	return n, err
}

// target is where a redirect leads, without credentials.
func target(res *http.Response) string {
	if u, err := res.Location(); err == nil {
		return redact(u.String())
	}
	return redact(res.Header.Get("Location"))
}

// cause takes the request's URL off an error, which stands beside it already and
// may hold what is not to be shown.
func cause(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}
