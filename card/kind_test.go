package card

import "testing"

func TestDetectKind(t *testing.T) {
	for text, want := range map[string]DocumentKind{
		`{"skills":[]}`: KindAgentCard, `{"name":"N","skills":[{}]}`: KindAgentCard, `{"agent_id":"x","skills":[]}`: KindAgentCard,
		`{"skills":[],"capabilities":[{"summary":"s"}]}`: KindAgentCard,
		`{"agent_id":"x"}`: KindDeviceCard, `{"agent_id":5,"name":1}`: KindDeviceCard, `{"agent_id":null,"capabilities":[{"name":"c","input_schema":{}}]}`: KindDeviceCard,
		`{"capabilities":[{"id":"c","summary":"s"}]}`: KindContractSet, `{"capabilities":[{},{"side_effect_tier":1}]}`: KindContractSet, `{"capabilities":[{"input":{}}]}`: KindContractSet,
		`{"capabilities":[{"input_schema":{}}]}`: KindContractSet, `{"capabilities":[{"allowed_actions":[]}]}`: KindContractSet, `{"AgentCard":{"capabilities":[{"summary":"s"}]}}`: KindContractSet,
		// Neither.
		`{}`: KindUnknown, `{"name":"N"}`: KindUnknown, `{"skills":null}`: KindUnknown, `{"skills":{}}`: KindUnknown, `{"skills":"x","agent_id":"x"}`: KindUnknown,
		`{"skills":null,"capabilities":[{"summary":"s"}]}`: KindUnknown,
		`{"capabilities":[]}`:                              KindUnknown, `{"capabilities":{"streaming":true}}`: KindUnknown, `{"capabilities":["read"]}`: KindUnknown, `{"capabilities":[{"id":"c"}]}`: KindUnknown,
		`{"AgentCard":{"skills":[]}}`: KindUnknown, `{"AgentCard":[]}`: KindUnknown, `{"Skills":[]}`: KindUnknown, `{"agentId":"x"}`: KindUnknown,
		// What is not one strict JSON object.
		``: KindUnknown, `[]`: KindUnknown, `[{"skills":[]}]`: KindUnknown, `{"skills":[]} x`: KindUnknown, `{"skills":[],"skills":[]}`: KindUnknown, "\ufeff{\"skills\":[]}": KindUnknown, `{"skills":[]`: KindUnknown,
	} {
		if got := DetectKind([]byte(text)); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	for k, want := range map[DocumentKind]string{KindUnknown: "unknown", KindAgentCard: "agent-card", KindDeviceCard: "device-card", KindContractSet: "contract-set", 9: "unknown"} {
		if k.String() != want {
			t.Errorf("%d is %s", int(k), k)
		}
	}
}
