package card

import "github.com/hs9147/agentcard/internal/jsondoc"

// DocumentKind is which of the documents called Agent Card a text is (X25).
type DocumentKind int

// The kinds of a document. The zero value is KindUnknown.
const (
	KindUnknown     DocumentKind = iota
	KindAgentCard                // A2A: it has an array skills
	KindDeviceCard               // the device schema: agent_id and no skills
	KindContractSet              // capability contracts: capabilities of the boundary note, no skills
)

// String is the word used in reports.
func (k DocumentKind) String() string {
	switch k {
	case KindAgentCard:
		return "agent-card"
	case KindDeviceCard:
		return "device-card"
	case KindContractSet:
		return "contract-set"
	}
	return "unknown"
}

// DetectKind says what a text is by its members, even when it is broken beyond
// that. What is not one strict JSON object is KindUnknown.
func DetectKind(data []byte) DocumentKind {
	d, err := jsondoc.Parse(data, jsondoc.CardLimits())
	if err != nil {
		return KindUnknown
	}
	root := d.Root()
	switch {
	case root.Get("skills").Kind() == jsondoc.Array:
		return KindAgentCard
	case root.Get("skills").Exists():
		return KindUnknown
	case root.Get("agent_id").Exists():
		return KindDeviceCard
	case isContracts(root.Get("capabilities")), isContracts(root.Get("AgentCard").Get("capabilities")):
		return KindContractSet
	}
	return KindUnknown
}

// isContracts reports an array with an element that looks like a capability
// contract.
func isContracts(list jsondoc.Value) bool {
	if list.Kind() != jsondoc.Array {
		return false
	}
	for e := range list.Children() {
		for m := range e.Children() {
			switch m.Name() {
			case "summary", "side_effect_tier", "input", "input_schema", "allowed_actions":
				return true
			}
		}
	}
	return false
}
