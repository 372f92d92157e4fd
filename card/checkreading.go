package card

import "github.com/hs9147/agentcard/internal/jsondoc"

// checkReading walks the known members of the card: rules B-types, B-null and
// B-number-exact, and the rules that speak of a type themselves
// (B-capabilities, B-interfaces, B-iface-version, B-extensions,
// B-skill-fields, B-sig-shape). Schemes and requirements have checks of their
// own, which also say what is no scheme and no requirement.
// An ordinary document is walked through only if all is true. v, where it is not
// nil, looks at every member on the way.
func checkReading(f *finder, d *Document, all bool, v *validation) {
	w := walk{f, v}
	root := d.tree.Root()
	if !d.ordinary || all {
		w.message(root, cardMessage)
	}
	if d.tree.IsExact() {
		return
	}
	for v := range root.Subtree() {
		if !v.IsExact() {
			f.add("B-number-exact", "", SeverityWarn, outside(v), "value", observed(v))
		}
	}
}

// walk is one walk through the known members of a card.
type walk struct {
	*finder
	v *validation // that looks at each member, nil if none does
}

func (w walk) message(v jsondoc.Value, of *message) {
	for m := v.First(); m.Exists(); m = m.Next() {
		x := of.field(m.ID())
		if w.v != nil {
			w.v.checkMember(m, x, of)
		}
		if x != nil {
			w.field(m, x, of)
		}
	}
}

func (w walk) field(m jsondoc.Value, x *field, of *message) {
	f := w.finder
	if m.Kind() == jsondoc.Null {
		if !due(x, of) {
			f.add("B-null", "", SeverityWarn, m)
		}
		return
	}
	if !fits(x.shape, m) {
		wrongType(f, m, x, of)
		return
	}
	switch x.shape {
	case shapeStrings:
		for e := m.First(); e.Exists(); e = e.Next() {
			if e.Kind() != jsondoc.String {
				wrongElement(f, e, x, of, "string")
			}
		}
	case shapeStringMap:
		for e := m.First(); e.Exists(); e = e.Next() {
			if e.Kind() != jsondoc.String {
				f.add("B-types", "element", SeverityFail, e, "want", "string", "found", e.Kind().String())
			}
		}
	case shapeMessage:
		w.message(m, x.of)
	case shapeMessages, shapeMessageMap:
		for e := m.First(); e.Exists(); e = e.Next() {
			if e.Kind() == jsondoc.Object {
				w.message(e, x.of)
			} else {
				wrongElement(f, e, x, of, "object")
			}
		}
	}
}

// due reports a member that must be there, so that its own rule speaks when it
// is null.
func due(x *field, of *message) bool {
	return x.presence == required || of == extensionMessage && x.name == "uri"
}

// fits reports whether a value has the JSON type of its member. Requirements
// and schemes are judged by rules of their own.
func fits(s shape, m jsondoc.Value) bool {
	switch s {
	case shapeString:
		return m.Kind() == jsondoc.String
	case shapeBool:
		return m.Kind() == jsondoc.Bool
	case shapeStrings, shapeMessages:
		return m.Kind() == jsondoc.Array
	case shapeStringMap, shapeFree, shapeMessage, shapeMessageMap:
		return m.Kind() == jsondoc.Object
	}
	return true
}

// wrongType reports a member of another type by the rule that speaks of it.
func wrongType(f *finder, m jsondoc.Value, x *field, of *message) {
	found := m.Kind().String()
	switch {
	case x.name == "capabilities":
		key := "type"
		if m.Kind() == jsondoc.Array {
			key = "array"
		}
		f.add("B-capabilities", key, SeverityFail, m, "found", found)
	case of == capabilitiesMessage && x.shape == shapeBool:
		f.add("B-capabilities", "flag", SeverityFail, m, "member", x.name, "found", found)
	case of == capabilitiesMessage && x.name == "extensions":
		f.add("B-extensions", "type", SeverityFail, m, "found", found)
	case of == extensionMessage && x.name == "uri":
		f.add("B-extensions", "uri", SeverityFail, m, "found", found)
	case of == extensionMessage && x.name == "params":
		f.add("B-extensions", "params", SeverityFail, m, "found", found)
	case x.name == "supportedInterfaces":
		f.add("B-interfaces", "type", SeverityFail, m, "found", found)
	case of == interfaceMessage && x.name == "protocolVersion":
		f.add("B-iface-version", "form", SeverityFail, m, "found", found)
	case of == interfaceMessage && x.presence == required:
		f.add("B-interfaces", "member", SeverityFail, m, "member", x.name, "found", found)
	case of == skillMessage && x.name == "tags":
		f.add("B-skill-fields", "tags", SeverityFail, m, "found", found)
	case of == skillMessage && x.presence == required:
		f.add("B-skill-fields", "", SeverityFail, m, "member", x.name, "found", found)
	case x.name == "securitySchemes":
		// B-scheme-shape speaks of it.
	case of == schemeMessage && x.shape == shapeMessage && x.name != "flows":
		f.add("B-scheme-shape", "wrapper", SeverityFail, m, "member", x.name, "found", found)
	case x.name == "signatures":
		f.add("B-sig-shape", "type", SeverityFail, m, "found", found)
	case of == signatureMessage && x.name == "header":
		f.add("B-sig-shape", "header", SeverityFail, m, "found", found)
	case of == signatureMessage:
		f.add("B-sig-shape", "", SeverityFail, m, "member", x.name, "found", found)
	default:
		f.add("B-types", "", SeverityFail, m, "want", x.shape.want(), "found", found)
	}
}

// wrongElement reports an element of another type, a null among them.
func wrongElement(f *finder, e jsondoc.Value, x *field, of *message, want string) {
	found := e.Kind().String()
	switch {
	case x.name == "supportedInterfaces":
		f.add("B-interfaces", "element", SeverityFail, e, "found", found)
	case of == capabilitiesMessage && x.name == "extensions":
		f.add("B-extensions", "element", SeverityFail, e, "found", found)
	case x.name == "skills":
		f.add("B-skill-fields", "type", SeverityFail, e, "found", found)
	case of == skillMessage && x.name == "tags":
		f.add("B-skill-fields", "tag", SeverityFail, e, "found", found)
	case x.name == "securitySchemes":
		f.add("B-scheme-shape", "entry", SeverityFail, e, "found", found)
	case x.name == "signatures":
		f.add("B-sig-shape", "element", SeverityFail, e, "found", found)
	default:
		f.add("B-types", "element", SeverityFail, e, "want", want, "found", found)
	}
}
