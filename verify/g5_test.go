package verify

import "testing"

// Rule G5: content without signatures and version decides.
func TestVersionFinding(t *testing.T) {
	const was = `{"name":"a","skills":[],"version":"1.2.0","x":{"version":"1"}}`
	for _, tc := range []struct {
		name, now string
		code      string
		verdict   Verdict
	}{
		{"the same", was, "", 0},
		{"spelled otherwise", `{ "version":"1.2.0","skills":[ ],"x":{"version":"1"},"name":"\u0061"}`, "", 0},
		{"signed anew", `{"name":"a","skills":[],"version":"1.2.0","x":{"version":"1"},"signatures":[{"protected":"a","signature":"b"}]}`, "", 0},
		{"changed", `{"name":"b","skills":[],"version":"1.2.0","x":{"version":"1"}}`, "", Fail},
		{"changed where another version stands", `{"name":"a","skills":[],"version":"1.2.0","x":{"version":"2"}}`, "", Fail},
		{"changed and raised", `{"name":"b","skills":[],"version":"1.10.0","x":{"version":"1"}}`, "", 0},
		{"changed, and other than a number", `{"name":"b","skills":[],"version":"next","x":{"version":"1"}}`, "", 0},
		{"changed and lowered", `{"name":"b","skills":[],"version":"1.1.9","x":{"version":"1"}}`, "lower", Warn},
		{"raised without change", `{"name":"a","skills":[],"version":"1.3.0","x":{"version":"1"}}`, "no-change", Info},
	} {
		out := versionFinding(parsed(t, []byte(was)), parsed(t, []byte(tc.now)))
		if tc.verdict == 0 {
			if len(out) > 0 {
				t.Errorf("%s: %s/%s", tc.name, out[0].Rule, out[0].Code)
			}
			continue
		}
		if len(out) != 1 || out[0].Code != tc.code || out[0].Verdict != tc.verdict || out[0].Rule != "G5" {
			t.Errorf("%s: %+v", tc.name, out)
		}
	}
	// Neither has a version: the content is compared all the same.
	if out := versionFinding(parsed(t, []byte(`{"name":"a","skills":[]}`)), parsed(t, []byte(`{"name":"b","skills":[]}`))); len(out) != 1 || out[0].Verdict != Fail {
		t.Errorf("no version at all: %+v", out)
	}
	// What has no canonical form can't be compared.
	if out := versionFinding(parsed(t, []byte(`{"name":"a","skills":[],"x":1e400}`)), parsed(t, []byte(was))); out != nil {
		t.Errorf("no canonical form: %+v", out)
	}
}
