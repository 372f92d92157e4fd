package verify

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/hs9147/agentcard/internal/netguard"
)

// The lifetimes of rule G4. The sources give no number (requirements X34).
const (
	probeInterval = time.Hour
	strongLife    = 24 * time.Hour
)

// cacheFinding judges how long a card may be kept (rule G4).
func cacheFinding(h http.Header, interval time.Duration) (Finding, bool) {
	life, said, immutable := freshness(h)
	interval = netguard.OrDefault(interval, probeInterval)
	args := []string{"seconds", strconv.FormatInt(int64(life/time.Second), 10), "interval", strconv.FormatInt(int64(interval/time.Second), 10)}
	switch {
	case immutable:
		return finding("G4", "strong", Warn, "", "found", "immutable"), true
	case life > strongLife:
		return saying("G4", "strong", Warn, "", values{"found": {KO: args[1] + "초", EN: args[1] + " s"}}), true
	case life > interval:
		return finding("G4", "", Warn, "", args...), true
	case !said:
		return finding("G4", "none", Info, ""), true
	}
	return Finding{}, false
}

// freshness is how long a shared cache may keep a response without asking (RFC
// 9111 §4.2.1): s-maxage, else max-age, else Expires less Date.
func freshness(h http.Header) (life time.Duration, said, immutable bool) {
	maxAge, sMaxAge := time.Duration(-1), time.Duration(-1)
	for _, field := range h.Values("Cache-Control") {
		for part := range strings.SplitSeq(field, ",") {
			name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
			switch strings.ToLower(name) {
			case "no-store", "no-cache":
				return 0, true, false
			case "immutable":
				immutable = true
			case "max-age":
				maxAge = seconds(value)
			case "s-maxage":
				sMaxAge = seconds(value)
			}
		}
	}
	switch {
	case sMaxAge >= 0:
		return sMaxAge, true, immutable
	case maxAge >= 0:
		return maxAge, true, immutable
	}
	expires, errE := http.ParseTime(h.Get("Expires"))
	date, errD := http.ParseTime(h.Get("Date"))
	if h.Get("Expires") == "" {
		return 0, false, immutable
	}
	if errE != nil || errD != nil {
		return 0, true, immutable // an Expires that can't be read has passed (RFC 9111 §5.3)
	}
	return max(0, expires.Sub(date)), true, immutable
}

// seconds reads a delta-seconds; one too large is as long as can be said (RFC
// 9111 §1.2.2).
func seconds(s string) time.Duration {
	const most = 1<<31 - 1
	n, err := strconv.ParseUint(strings.Trim(s, `"`), 10, 64)
	switch {
	case err != nil && strings.Trim(s, `"0123456789`) != "", s == "":
		return -1
	case err != nil, n > most:
		n = most
	}
	return time.Duration(n) * time.Second
}
