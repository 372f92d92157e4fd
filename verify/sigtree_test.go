package verify

import (
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hs9147/agentcard/internal/jsondoc"
)

// node is a JSON value that tests take apart and write again. Names and scalars
// stand as they are spelled.
type node struct {
	kind  jsondoc.ValueKind
	raw   string   // of a scalar
	names []string // of an object's members, in quotes
	kids  []*node
}

func nodeOf(v jsondoc.Value) *node {
	n := &node{kind: v.Kind()}
	switch n.kind {
	case jsondoc.Object, jsondoc.Array:
		for c := range v.Children() {
			if n.kind == jsondoc.Object {
				n.names = append(n.names, c.RawName())
			}
			n.kids = append(n.kids, nodeOf(c))
		}
	default:
		n.raw = v.Raw()
	}
	return n
}

// tree reads any JSON value.
func tree(t testing.TB, text string) *node {
	t.Helper()
	d, err := jsondoc.Parse([]byte(`{"v":`+text+`}`), jsondoc.CardLimits())
	if err != nil {
		t.Fatalf("%.200s: %v", text, err)
	}
	return nodeOf(d.Root().Get("v"))
}

func (n *node) String() string {
	var b strings.Builder
	n.write(&b)
	return b.String()
}

func (n *node) write(b *strings.Builder) {
	switch n.kind {
	case jsondoc.Object, jsondoc.Array:
		b.WriteByte(byte(n.kind))
		for i, k := range n.kids {
			if i > 0 {
				b.WriteByte(',')
			}
			if n.kind == jsondoc.Object {
				b.WriteString(n.names[i] + ":")
			}
			k.write(b)
		}
		b.WriteByte(map[jsondoc.ValueKind]byte{jsondoc.Object: '}', jsondoc.Array: ']'}[n.kind])
	default:
		b.WriteString(n.raw)
	}
}

// name is a member's name as it reads.
func (n *node) name(i int) string {
	s, err := strconv.Unquote(n.names[i]) // the cards here have no escapes that Go doesn't know
	if err != nil {
		return n.names[i]
	}
	return s
}

// without is the node less a member or an element.
func (n *node) without(i int) *node {
	out := &node{kind: n.kind, kids: slices.Delete(slices.Clone(n.kids), i, i+1)}
	if n.kind == jsondoc.Object {
		out.names = slices.Delete(slices.Clone(n.names), i, i+1)
	}
	return out
}

// canonicalOf is RFC 8785 of a card's text less its signatures. A number that no
// double has makes the card have none.
func canonicalOf(t testing.TB, n *node) string {
	t.Helper()
	for i := range n.names {
		if n.name(i) == "signatures" {
			n = n.without(i)
			break
		}
	}
	b, err := jsondoc.Canonicalize([]byte(n.String()))
	if x := n.inexact(); x != "" {
		return "inexact: " + x
	}
	if err != nil {
		return "no canonical form: " + err.Error()
	}
	return string(b)
}

// inexact is the first number within whose value a double does not have.
func (n *node) inexact() string {
	if n.kind == jsondoc.Number {
		f, err := strconv.ParseFloat(n.raw, 64)
		written, ok := new(big.Rat).SetString(n.raw)
		double, ok2 := new(big.Rat).SetString(strconv.FormatFloat(f, 'g', -1, 64))
		if err != nil || !ok || !ok2 || written.Cmp(double) != 0 {
			return n.raw
		}
	}
	for _, k := range n.kids {
		if x := k.inexact(); x != "" {
			return x
		}
	}
	return ""
}

// The messages of a2a.proto at v1.0.1 as A2A §8.4.1 sees them, written here once
// more so that the library is not held against itself. After a member's name
// stands ! where it is REQUIRED, ? where it is optional, else : and its default;
// then *, . or % where it is a list, a message or a map of messages.
var protoTable = map[string]string{
	"card": `name! description! supportedInterfaces!*interface provider?.provider version! documentationUrl? capabilities!.capabilities
		securitySchemes:{}%scheme securityRequirements:[]*requirement defaultInputModes! defaultOutputModes! skills!*skill iconUrl?`,
	"interface":    `url! protocolBinding! tenant:"" protocolVersion!`,
	"provider":     `url! organization!`,
	"capabilities": `streaming? pushNotifications? extensions:[]*extension extendedAgentCard?`,
	"extension":    `uri:"" description:"" required:false params?`,
	"skill":        `id! name! description! tags! examples:[] inputModes:[] outputModes:[] securityRequirements:[]*requirement`,
	"requirement":  `schemes:{}%list`,
	"list":         `list:[]`,
	"scheme":       `apiKeySecurityScheme?.apiKey httpAuthSecurityScheme?.http oauth2SecurityScheme?.oauth2 openIdConnectSecurityScheme?.oidc mtlsSecurityScheme?.mtls`,
	"apiKey":       `description:"" location! name!`,
	"http":         `description:"" scheme! bearerFormat:""`,
	"oauth2":       `description:"" flows!.flows oauth2MetadataUrl:""`,
	"oidc":         `description:"" openIdConnectUrl!`,
	"mtls":         `description:""`,
	"flows":        `authorizationCode?.code clientCredentials?.client implicit?.implicit password?.password deviceCode?.device`,
	"code":         `authorizationUrl! tokenUrl! refreshUrl:"" scopes! pkceRequired:false`,
	"client":       `tokenUrl! refreshUrl:"" scopes!`,
	"device":       `deviceAuthorizationUrl! tokenUrl! refreshUrl:"" scopes!`,
	"implicit":     `authorizationUrl:"" refreshUrl:"" scopes:{}`,
	"password":     `tokenUrl:"" refreshUrl:"" scopes:{}`,
}

type protoField struct {
	mark     byte // '!', '?' or ':'
	initial  string
	of       string
	manyness byte // '*', '.', '%' or 0
}

var protoFields = func() map[string]map[string]protoField {
	out := map[string]map[string]protoField{}
	for message, text := range protoTable {
		out[message] = map[string]protoField{}
		for _, word := range strings.Fields(text) {
			at := strings.IndexAny(word, "!?:")
			f, rest := protoField{mark: word[at]}, word[at+1:]
			if i := strings.IndexAny(rest, "*.%"); i >= 0 {
				f.manyness, f.of, rest = rest[i], rest[i+1:], rest[:i]
			}
			f.initial = rest
			out[message][word[:at]] = f
		}
	}
	return out
}()

// presenceOf is the presence form of a message, before it is made canonical.
func presenceOf(n *node, message string) *node {
	if n.kind != jsondoc.Object {
		return n
	}
	out := &node{kind: n.kind}
	for i, kid := range n.kids {
		name := n.name(i)
		f, known := protoFields[message][name]
		switch {
		case message == "card" && name == "signatures":
			continue
		case !known:
		case kid.kind == jsondoc.Null && f.mark != '!', f.mark == ':' && kid.String() == f.initial:
			continue
		case f.manyness == '.':
			kid = presenceOf(kid, f.of)
		case f.manyness == '*' && kid.kind == jsondoc.Array, f.manyness == '%' && kid.kind == jsondoc.Object:
			all := &node{kind: kid.kind, names: kid.names}
			for _, e := range kid.kids {
				all.kids = append(all.kids, presenceOf(e, f.of))
			}
			kid = all
		}
		out.names, out.kids = append(out.names, n.names[i]), append(out.kids, kid)
	}
	return out
}
