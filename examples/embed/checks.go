package main

import (
	"context"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/verify"
)

// contact asks that people find the agent's page at a host that this registry
// knows. It needs the card alone.
func contact(hosts ...string) verify.Check {
	return verify.Check{
		ID: "acme-contact", Source: "acme policy §3", Needs: verify.NeedsDocument,
		Title: card.Text{KO: "연락처", EN: "a contact"},
		Func: func(_ context.Context, s *verify.Subject) []verify.Finding {
			page := s.Card().DocumentationURL
			u, err := url.Parse(page)
			switch {
			case page == "":
				return fail("", card.Text{KO: "`documentationUrl`이 없다.", EN: "there is no `documentationUrl`."})
			case err != nil || u.Scheme != "https" || !slices.Contains(hosts, u.Hostname()):
				return fail("/documentationUrl", card.Text{
					KO: "`documentationUrl`의 호스트가 이 등재처가 아는 곳이 아니다.",
					EN: "the host of `documentationUrl` is none that this registry knows.",
				})
			}
			return nil
		},
	}
}

// maxSecurityTxt is how much of a security.txt is read, in bytes (RFC 9116 §3 asks
// readers for a limit of their own).
const maxSecurityTxt = 32 << 10

// securityTxt asks that the agent's origin says whom to tell of a weakness, at the
// place of RFC 9116, and that this is somebody of the card's provider. It calls the
// origin that the registry was given, and no URL of the card.
func securityTxt(endpoint string, client *http.Client) verify.Check {
	return verify.Check{
		ID: "acme-security-txt", Source: "acme policy §4; RFC 9116", Needs: verify.NeedsDocument | verify.NeedsCall,
		Title: card.Text{KO: "약점을 알릴 곳", EN: "where to report a weakness"},
		Func: func(ctx context.Context, s *verify.Subject) []verify.Finding {
			p := s.Card().Provider
			if p == nil {
				return []verify.Finding{{Verdict: verify.NotApplicable}} // whose contact would it be?
			}
			fields, why := readSecurityTxt(ctx, endpoint, client)
			if why != "" {
				return []verify.Finding{{Verdict: verify.Inconclusive, Problem: card.Problem{Message: card.Text{
					KO: "`security.txt`를 읽지 못했다: " + why, EN: "`security.txt` could not be read: " + why,
				}}}}
			}
			expires, err := time.Parse(time.RFC3339, fields["expires"])
			switch {
			case fields == nil:
				return fail("", card.Text{KO: "`security.txt`가 없다.", EN: "there is no `security.txt`."})
			case err != nil || time.Now().After(expires):
				return fail("", card.Text{KO: "`security.txt`의 기한이 지났거나 없다.", EN: "`security.txt` has expired, or does not say when it will."})
			case !belongs(fields["contact"], p.URL):
				return fail("/provider/url", card.Text{
					KO: "`security.txt`의 연락처가 `provider`의 것이 아니다.", EN: "the contact of `security.txt` is not the `provider`'s.",
				})
			}
			return nil
		},
	}
}

// readSecurityTxt gives the first field of each name, nil where there is no such
// file, and says why where that can't be told.
func readSecurityTxt(ctx context.Context, endpoint string, client *http.Client) (fields map[string]string, why string) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return nil, "no URL"
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, u.Scheme+"://"+u.Host+"/.well-known/security.txt", nil)
	if err != nil {
		return nil, "no URL"
	}
	res, err := client.Do(r)
	if err != nil {
		return nil, "no answer"
	}
	defer res.Body.Close()
	media, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type"))
	switch {
	case res.StatusCode == http.StatusNotFound:
		return nil, ""
	case res.StatusCode != http.StatusOK || media != "text/plain":
		return nil, fmt.Sprintf("status %d, no plain text", res.StatusCode)
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, maxSecurityTxt+1))
	if err != nil || len(text) > maxSecurityTxt {
		return nil, "it breaks off, or is too long"
	}
	fields = map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, value, ok := strings.Cut(line, ":")
		if name = strings.ToLower(strings.TrimSpace(name)); ok && !strings.HasPrefix(name, "#") && fields[name] == "" {
			fields[name] = strings.TrimSpace(value)
		}
	}
	return fields, ""
}

// belongs reports a contact, mailto or https, at the host of a provider's page.
func belongs(contact, provider string) bool {
	page, err := url.Parse(provider)
	if err != nil || page.Hostname() == "" {
		return false
	}
	if address, isMail := strings.CutPrefix(contact, "mailto:"); isMail {
		_, host, _ := strings.Cut(address, "@")
		return strings.EqualFold(host, page.Hostname())
	}
	u, err := url.Parse(contact)
	return err == nil && u.Scheme == "https" && strings.EqualFold(u.Hostname(), page.Hostname())
}

// fail is a finding of this registry's own. Rule and source are the check's.
func fail(pointer string, message card.Text) []verify.Finding {
	return []verify.Finding{{Verdict: verify.Fail, Problem: card.Problem{Pointer: pointer, Message: message}}}
}
