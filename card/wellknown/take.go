package wellknown

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/netguard"
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
	case r.Status >= 300 && r.Status < 400 && r.Status != http.StatusNotModified: // a 304 that was not asked for leads nowhere
		return &FetchError{
			Rule: "F-no-cookies-redirects", Code: "redirected", URL: r.URL, Status: r.Status,
			Location: target(res),
		}
	case r.Status == http.StatusUnauthorized, r.Status == http.StatusForbidden, r.Status == http.StatusProxyAuthRequired:
		return refuse("G2", "auth", nil)
	case r.Status != http.StatusOK:
		return refuse("V1", "status", nil)
	}
	body, err := netguard.ReadBody(res, f.maxSize())
	var bad *netguard.BodyError
	switch {
	case err == nil:
		r.Body = body
		return nil
	case errors.Is(err, context.Canceled):
		return refuse("F-accept-timeout", "canceled", cause(err))
	case errors.Is(err, context.DeadlineExceeded):
		return refuse("F-accept-timeout", "timeout", cause(err))
	case errors.As(err, &bad):
		return refuse("F-size", string(bad.Fault), bad.Err)
	}
	return refuse("V1", "reset", cause(err))
}

// target is where a redirect leads, without credentials.
func target(res *http.Response) string {
	if u, err := res.Location(); err == nil {
		return catalog.ShowURL(u.String())
	}
	return catalog.ShowURL(res.Header.Get("Location"))
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
