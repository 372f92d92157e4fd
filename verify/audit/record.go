package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// FormatVersion is the version of the record format.
const FormatVersion = 1

// Phase says which of the two lines of a record this is.
type Phase string

// The phases.
const (
	Intent  Phase = "intent"  // before the effect
	Outcome Phase = "outcome" // after it
)

// Caller is who had the action done: issuer and subject of a delegated user, or
// the id of a service. Nothing else of a person is kept.
type Caller struct {
	Issuer  string `json:"iss,omitempty"`
	Subject string `json:"sub,omitempty"`
	Service string `json:"service,omitempty"`
}

// IsZero reports a caller that names nobody.
func (c Caller) IsZero() bool { return c == Caller{} }

// Record is one line. Times are UTC with milliseconds.
type Record struct {
	Version   int             `json:"version"`
	ID        string          `json:"id"` // the same in both lines of a record
	Phase     Phase           `json:"phase"`
	Time      time.Time       `json:"-"`
	Skill     string          `json:"skill"`
	Caller    Caller          `json:"caller"`
	MessageID string          `json:"messageId"`
	TaskID    string          `json:"taskId,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`
	Digest    string          `json:"inputDigest,omitempty"` // "sha256:" of the input's RFC 8785 form
	InputRef  string          `json:"inputRef,omitempty"`
	Outcome   string          `json:"outcome,omitempty"` // "done", "failed", or the owner's word
	Detail    string          `json:"detail,omitempty"`
	Prev      string          `json:"prev"` // hash of the line before, empty in the first
}

// timeLayout is RFC 3339 in UTC with milliseconds.
const timeLayout = "2006-01-02T15:04:05.000Z"

// MarshalJSON writes the line without its end.
func (r Record) MarshalJSON() ([]byte, error) {
	type plain Record // without methods
	b, err := json.Marshal(struct {
		plain
		Time string `json:"time"`
	}{plain(r), r.Time.UTC().Format(timeLayout)})
	return b, err
}

// UnmarshalJSON reads a line.
func (r *Record) UnmarshalJSON(b []byte) error {
	type plain Record
	var w struct {
		plain
		Time string `json:"time"`
	}
	if err := json.Unmarshal(b, &w); err != nil {
		return err
	}
	t, err := time.Parse(timeLayout, w.Time)
	if err != nil {
		return errors.New("time is not RFC 3339 in UTC with milliseconds")
	}
	*r = Record(w.plain)
	r.Time = t
	return nil
}

// hash is the SHA-256 of a line as it stands, without its end.
func hash(line []byte) string {
	sum := sha256.Sum256(line)
	return hex.EncodeToString(sum[:])
}

// DigestOf is the digest of an input: "sha256:" and the SHA-256 of its RFC 8785
// form. The error is that the input is not JSON.
func DigestOf(input json.RawMessage) (string, error) {
	canonical, err := jsondoc.Canonicalize(append([]byte(nil), input...))
	if err != nil {
		return "", fmt.Errorf("audit: the input is not JSON: %w", err)
	}
	return "sha256:" + hash(canonical), nil
}
