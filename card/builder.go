package card

import (
	"errors"
	"maps"
	"slices"

	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/vocab"
)

// Builder makes a card in code (rule S1-builder). Its methods set one thing
// each and give the builder back, so that calls can be chained; what was set
// wrong is told by Build, all of it at once. It writes what a card needs for
// its own sake: the protocolVersion of each interface, the top-level url and
// protocolVersion (X1–X3), both forms of each scheme. It never writes
// required: false (X16), and has no default for a name, a price or a trust
// tier.
//
// A Builder is not safe for concurrent use. Values given to it are read by
// Build and must stay as they are until then.
type Builder struct {
	card    AgentCard // as it stands; the interfaces are apart
	jsonrpc string
	others  []Interface
	faults  []Problem // what can't be told from the card
}

// New begins a card of an agent of that name, in that version of its own.
func New(name, version string) *Builder {
	return &Builder{card: AgentCard{Name: name, Version: version}}
}

// Clone gives a builder that stands where this one does and goes its own way.
func (b *Builder) Clone() *Builder {
	if b == nil {
		return New("", "")
	}
	out := *b
	c := &out.card
	c.Skills = slices.Clone(c.Skills)
	c.SecuritySchemes = maps.Clone(c.SecuritySchemes)
	c.Security = slices.Clone(c.Security)
	if c.Capabilities != nil {
		caps := *c.Capabilities
		caps.Extensions = slices.Clone(caps.Extensions)
		c.Capabilities = &caps
	}
	out.others, out.faults = slices.Clone(b.others), slices.Clone(b.faults)
	return &out
}

// Description says what the agent does; a card must have it.
func (b *Builder) Description(text string) *Builder {
	b.card.Description = text
	b.card.zero |= zDescription // so that an empty one is told as such
	return b
}

// Provider names the organization that offers the agent, with its page.
func (b *Builder) Provider(organization, url string) *Builder {
	b.card.Provider = &Provider{Organization: organization, URL: url}
	return b
}

// Documentation is the page on the agent for people.
func (b *Builder) Documentation(url string) *Builder {
	b.card.DocumentationURL = url
	return b
}

// Icon is the agent's picture for people.
func (b *Builder) Icon(url string) *Builder {
	b.card.IconURL = url
	return b
}

// JSONRPC is where the agent speaks JSON-RPC at A2A 1.0: the one interface of a
// card in the first phase (card spec v1.7 §1), and its top-level url.
func (b *Builder) JSONRPC(url string) *Builder {
	b.jsonrpc = url
	return b
}

// Interface adds a further interface, behind that of JSONRPC. One without a
// ProtocolVersion is at 1.0. Family agents have one interface.
func (b *Builder) Interface(i Interface) *Builder {
	b.others = append(b.others, i)
	return b
}

// Modes are the media types that the skills take and give, where a skill has
// none of its own.
func (b *Builder) Modes(types ...string) *Builder {
	return b.InputModes(types...).OutputModes(types...)
}

// InputModes are the media types that the skills take.
func (b *Builder) InputModes(types ...string) *Builder {
	b.card.DefaultInputModes = slices.Clone(types)
	return b
}

// OutputModes are the media types that the skills give.
func (b *Builder) OutputModes(types ...string) *Builder {
	b.card.DefaultOutputModes = slices.Clone(types)
	return b
}

// Streaming says whether answers can be streamed.
func (b *Builder) Streaming(can bool) *Builder {
	b.capabilities().Streaming = &can
	return b
}

// PushNotifications says whether the agent calls back with news of a task.
func (b *Builder) PushNotifications(can bool) *Builder {
	b.capabilities().PushNotifications = &can
	return b
}

// ExtendedCard says whether there is a fuller card for callers that
// authenticate.
func (b *Builder) ExtendedCard(has bool) *Builder {
	b.capabilities().ExtendedAgentCard = &has
	return b
}

// Extension adds extensions: those of ans.Name.Extension, hire.Ask.Extension
// and others.
func (b *Builder) Extension(list ...Extension) *Builder {
	c := b.capabilities()
	c.Extensions = append(c.Extensions, list...)
	return b
}

func (b *Builder) capabilities() *Capabilities {
	if b.card.Capabilities == nil {
		b.card.Capabilities = &Capabilities{}
	}
	return b.card.Capabilities
}

// Scheme declares a way to authenticate under a name. BearerScheme, APIKeyScheme
// and their like make it.
func (b *Builder) Scheme(name string, s SecurityScheme) *Builder {
	if b.card.SecuritySchemes == nil {
		b.card.SecuritySchemes = map[string]SecurityScheme{}
	}
	if _, twice := b.card.SecuritySchemes[name]; twice {
		b.fault("scheme-twice", "/securitySchemes/"+jsondoc.EscapeToken(name), "scheme", name)
	}
	b.card.SecuritySchemes[name] = s
	return b
}

// Requires adds alternatives of what opens the skills that have no list of
// their own. Any one of them does.
func (b *Builder) Requires(alternatives ...SecurityRequirement) *Builder {
	if len(alternatives) == 0 {
		b.fault("requires-none", "/security")
	}
	b.card.Security = append(b.card.Security, alternatives...)
	return b
}

// Skills adds what the agent does.
func (b *Builder) Skills(list ...PartySkill) *Builder {
	for _, s := range list {
		b.takeFaults(len(b.card.Skills), s.faults)
		b.card.Skills = append(b.card.Skills, s.skill)
	}
	return b
}

// OtherSkills adds skills as they stand, with tags of their maker's own: for
// cards to which the card spec does not apply.
func (b *Builder) OtherSkills(list ...Skill) *Builder {
	b.card.Skills = append(b.card.Skills, list...)
	return b
}

// Build gives the card, in the spelling of DialectDual, ready for Marshal. It
// gives none that breaks a rule B, S0 or S1 of the profile (Validate in
// ModeProfile): the error is then a *BuildError with all that is wrong. The
// rules on tags, names, prices and authentication are verify.Build's. Build may
// be called again, also after changes; cards share nothing with the builder.
func (b *Builder) Build() (*AgentCard, error) {
	text, problems := b.Draft()
	d, err := Parse(text)
	if err != nil {
		return nil, &BuildError{append(problems, problemOf(err))}
	}
	for _, p := range Validate(d, ModeProfile) {
		if !slices.ContainsFunc(problems, func(x Problem) bool { return x.Pointer == p.Pointer && x.Code == "raw" }) {
			problems = append(problems, p)
		}
	}
	if slices.ContainsFunc(problems, func(p Problem) bool { return p.Severity == SeverityFail }) {
		return nil, &BuildError{problems}
	}
	return d.Card(), nil
}

// Draft is the card as it stands, in the spelling of DialectDual and unjudged,
// for whoever judges it by rules of their own, as verify.Build does. The
// problems are those that the text does not show: values that can't be JSON,
// in whose place something else stands, and what the methods of the builder
// were given wrong. Where the card exceeds a limit, Parse refuses the text.
func (b *Builder) Draft() ([]byte, []Problem) {
	b = b.Clone()
	w := &writer{}
	w.card(b.assembled())
	problems := b.faults
	for _, f := range w.faults {
		switch f.kind {
		case faultUTF8:
			problems = append(problems, builderProblem("utf8", f.pointer))
		case faultRaw:
			problems = append(problems, builderProblem("raw", f.pointer))
		}
	}
	d, err := Parse(w.b)
	if err != nil {
		return w.b, problems
	}
	text, err := d.translated(DialectDual)
	if err == nil {
		return text, problems
	}
	if lost := (*NotRepresentableError)(nil); errors.As(err, &lost) {
		for _, at := range lost.Pointers {
			problems = append(problems, builderProblem("not-representable", at, "dialect", lost.Dialect.String()))
		}
	} else {
		problems = append(problems, problemOf(err))
	}
	return w.b, problems
}

// assembled is the card with what a builder writes unasked.
func (b *Builder) assembled() AgentCard {
	c := b.card
	c.zero |= zName | zVersion
	if c.Capabilities == nil {
		c.Capabilities = &Capabilities{}
	}
	if c.Skills == nil {
		c.Skills = []Skill{}
	}
	c.SupportedInterfaces = []Interface{}
	if b.jsonrpc != "" {
		c.SupportedInterfaces = append(c.SupportedInterfaces, Interface{URL: b.jsonrpc, ProtocolBinding: vocab.JSONRPC})
	}
	c.SupportedInterfaces = append(c.SupportedInterfaces, b.others...)
	for i := range c.SupportedInterfaces {
		if x := &c.SupportedInterfaces[i]; x.ProtocolVersion == "" {
			x.ProtocolVersion = interfaceVersion
		}
	}
	c.URL = c.jsonrpcURL()
	if len(c.SupportedInterfaces) == 0 || c.speaks(interfaceVersion) {
		c.ProtocolVersion = topLevelVersion
	}
	return c
}

func (b *Builder) fault(key, pointer string, args ...string) {
	b.faults = append(b.faults, builderProblem(key, pointer, args...))
}

// builderProblem is a fault that only the builder knows of.
func builderProblem(key, pointer string, args ...string) Problem {
	r, say := catalog.Find("S1-builder", key)
	return Problem{
		Rule: r.ID, Code: say.Code(), Pointer: jsondoc.CutPointer(pointer), Severity: SeverityFail, Source: r.Source,
		Message: textOf(catalog.Fill(say.Message, args...)), Hint: textOf(catalog.Fill(say.Hint, args...)),
	}
}

// problemOf is the problem of a text that Parse refuses.
func problemOf(err error) Problem {
	if e := (*ParseError)(nil); errors.As(err, &e) {
		return e.Problem()
	}
	return builderProblem("raw", "")
}
