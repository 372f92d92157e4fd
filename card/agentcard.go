package card

import (
	"encoding/json"
	"iter"

	"github.com/hs9147/agentcard/tags"
)

// AgentCard is the typed view of a card: the A2A 1.0.1 AgentCard and the
// members of older versions that are still read. It is a plain value that the
// holder may change; a Document gives a fresh one each time.
//
// On every object type Extra holds what the fields can't: members that the
// model does not know, members with a value of another type, and members that
// are null. MarshalJSON writes them back as they stood. Strings and booleans
// that were present at their zero value are remembered and written again.
type AgentCard struct {
	Name                 string
	Description          string
	SupportedInterfaces  []Interface
	Provider             *Provider
	Version              string
	DocumentationURL     string
	Capabilities         *Capabilities
	SecuritySchemes      map[string]SecurityScheme
	SecurityRequirements []SecurityRequirement
	DefaultInputModes    []string
	DefaultOutputModes   []string
	Skills               []Skill
	Signatures           []Signature
	IconURL              string

	// Members of A2A before 1.0. URL, ProtocolVersion and Security are the card
	// spec's own too (card spec v1.7 §1, §5).
	ProtocolVersion                   string
	URL                               string
	PreferredTransport                string
	AdditionalInterfaces              []AdditionalInterface
	Security                          []SecurityRequirement
	SupportsAuthenticatedExtendedCard *bool

	Extra map[string]json.RawMessage `json:"-"`

	zero uint16 // fields present at their zero value
}

// Interface is one entry of supportedInterfaces (A2A 1.0.1 AgentInterface).
type Interface struct {
	URL             string
	ProtocolBinding string
	Tenant          string
	ProtocolVersion string
	Extra           map[string]json.RawMessage `json:"-"`

	zero uint16
	raw  string // the entry as written, where it is no object
}

// AdditionalInterface is one entry of the 0.3 additionalInterfaces.
type AdditionalInterface struct {
	URL       string
	Transport string
	Extra     map[string]json.RawMessage `json:"-"`

	zero uint16
	raw  string
}

// Provider is the organization that offers the agent (A2A 1.0.1 AgentProvider).
type Provider struct {
	URL          string
	Organization string
	Extra        map[string]json.RawMessage `json:"-"`

	zero uint16
}

// Capabilities holds flags, nil where the card does not say, and extensions
// (A2A 1.0.1 AgentCapabilities). StateTransitionHistory is of 0.3.
type Capabilities struct {
	Streaming              *bool
	PushNotifications      *bool
	Extensions             []Extension
	ExtendedAgentCard      *bool
	StateTransitionHistory *bool
	Extra                  map[string]json.RawMessage `json:"-"`
}

// Extension is one entry of capabilities.extensions (A2A 1.0.1
// AgentExtension). Params is a JSON object as it was written, nil if absent.
type Extension struct {
	URI         string
	Description string
	Required    bool
	Params      json.RawMessage
	Extra       map[string]json.RawMessage `json:"-"`

	zero uint16
	raw  string
}

// Skill is one thing that the agent does (A2A 1.0.1 AgentSkill). Security is
// the 0.3 and card spec spelling of SecurityRequirements. A nil list of
// requirements inherits the card's, an empty one asks for none.
type Skill struct {
	ID                   string
	Name                 string
	Description          string
	Tags                 []string
	Examples             []string
	InputModes           []string
	OutputModes          []string
	SecurityRequirements []SecurityRequirement
	Security             []SecurityRequirement
	Extra                map[string]json.RawMessage `json:"-"`

	zero uint16
	raw  string
}

// Signature is one JWS signature of the card (A2A 1.0.1 AgentCardSignature).
// Header is the unprotected header; nothing in it is signed.
type Signature struct {
	Protected string
	Signature string
	Header    json.RawMessage
	Extra     map[string]json.RawMessage `json:"-"`

	zero uint16
	raw  string
}

// Kind is what the skill's tags say it does, tags.KindUnknown when they don't
// say so exactly once. Nothing but tags is read (rule S2-caller-tags-only).
func (s Skill) Kind() tags.Kind { return tags.KindOf(s.Tags) }

// Effect is whether the skill's action can be taken back,
// tags.EffectUnknown when the tags don't say so exactly once, or don't say the
// kind.
func (s Skill) Effect() tags.Effect {
	if s.Kind() == tags.KindUnknown {
		return tags.EffectUnknown
	}
	return tags.EffectOf(s.Tags)
}

// ExtensionsByURI yields the extensions with exactly that uri, with their
// index in capabilities.extensions.
func (c *AgentCard) ExtensionsByURI(uri string) iter.Seq2[int, Extension] {
	return func(yield func(int, Extension) bool) {
		if c.Capabilities == nil {
			return
		}
		for i, e := range c.Capabilities.Extensions {
			if e.URI == uri && !yield(i, e) {
				return
			}
		}
	}
}
