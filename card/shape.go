package card

import (
	"strings"

	"github.com/hs9147/agentcard/internal/jsondoc"
	"github.com/hs9147/agentcard/internal/security"
)

// Shape is the generation of A2A whose marks a card bears.
type Shape string

// The shapes.
const (
	Shape02     Shape = "0.2"
	Shape03     Shape = "0.3"
	Shape10     Shape = "1.0"
	ShapeHybrid Shape = "hybrid" // marks of 1.0 and of older versions, as the family's own cards have
	ShapeOther  Shape = "other"  // no mark of either
)

// Shape says which generations a card bears the marks of. Only exact names
// count.
func (d *Document) Shape() Shape {
	root := d.tree.Root()
	now, old := marks10(root), marksOld(root)
	if !now && root.Get("capabilities").Get("stateTransitionHistory").Exists() {
		old = true
	}
	switch {
	case now && old:
		return ShapeHybrid
	case now:
		return Shape10
	case !old:
		return ShapeOther
	}
	if v := root.Get("protocolVersion").Text(); v == "0.3" || strings.HasPrefix(v, "0.3.") {
		return Shape03
	}
	for _, name := range [...]string{"preferredTransport", "additionalInterfaces", "signatures"} {
		if root.Get(name).Exists() {
			return Shape03
		}
	}
	return Shape02
}

func marks10(root jsondoc.Value) bool {
	for _, name := range [...]string{"supportedInterfaces", "securityRequirements", "protocolVersions", "supportsExtendedAgentCard"} {
		if root.Get(name).Exists() {
			return true
		}
	}
	if root.Get("capabilities").Get("extendedAgentCard").Exists() || strings.HasPrefix(root.Get("protocolVersion").Text(), "1.") {
		return true
	}
	for e := range root.Get("securitySchemes").Children() {
		for _, id := range security.Wrappers[1:] {
			if e.Member(id).Exists() {
				return true
			}
		}
	}
	for s := range root.Get("skills").Children() {
		if s.Get("securityRequirements").Exists() {
			return true
		}
	}
	return false
}

func marksOld(root jsondoc.Value) bool {
	for _, name := range [...]string{
		"url", "preferredTransport", "additionalInterfaces", "security", "authentication", "supportsAuthenticatedExtendedCard",
	} {
		if root.Get(name).Exists() {
			return true
		}
	}
	if strings.HasPrefix(root.Get("protocolVersion").Text(), "0.") {
		return true
	}
	for e := range root.Get("securitySchemes").Children() {
		if e.Get("type").Exists() {
			return true
		}
	}
	return false
}

// NamedScheme is a security scheme under its name, which is empty for an
// element of an array.
type NamedScheme struct {
	Name string
	SecurityScheme
}

// Schemes is the security schemes in document order, those of a card that
// lists them in an array too.
func (d *Document) Schemes() []NamedScheme {
	m := d.tree.Root().Get("securitySchemes")
	out := make([]NamedScheme, 0, m.Len())
	for e := m.First(); e.Exists(); e = e.Next() {
		out = append(out, NamedScheme{e.Name(), readScheme(e)})
	}
	return out
}
