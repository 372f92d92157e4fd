package interop

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What a card says and what a reader found in it are compared as trees in one
// form: that of ProtoJSON at A2A 1.0, but for requirements, which are
// {"scheme": [scopes]}. What means the same is left out or written alike: a
// member at its default outside params, a patch number of a version.

// normal brings what an SDK writes of a card that it read into the form of this
// file.
func normal(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var tree map[string]any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	delete(tree, "signatures")
	flatRequirements(tree)
	for _, s := range objects(tree["skills"]) {
		flatRequirements(s)
	}
	for _, i := range objects(tree["supportedInterfaces"]) {
		if v, ok := i["protocolVersion"].(string); ok {
			if parts := strings.Split(v, "."); len(parts) > 2 {
				i["protocolVersion"] = parts[0] + "." + parts[1]
			}
		}
	}
	trim(tree)
	return tree
}

// normal03 does it for what an SDK of 0.3 writes, whose types have other members.
func normal03(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var tree map[string]any
	if err := json.Unmarshal(text, &tree); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	pick := func(o map[string]any, name string) any {
		v := o[name]
		delete(o, name)
		return v
	}
	version, binding := pick(tree, "protocolVersion"), pick(tree, "preferredTransport")
	if binding == nil || binding == "" {
		binding = "JSONRPC"
	}
	first := pick(tree, "url")
	interfaces := []any{map[string]any{"url": first, "protocolBinding": binding, "protocolVersion": version}}
	for _, i := range objects(pick(tree, "additionalInterfaces")) {
		if i["url"] != first {
			interfaces = append(interfaces, map[string]any{"url": i["url"], "protocolBinding": i["transport"], "protocolVersion": version})
		}
	}
	tree["supportedInterfaces"] = interfaces
	extended := pick(tree, "supportsAuthenticatedExtendedCard")
	if c, ok := tree["capabilities"].(map[string]any); ok {
		c["extendedAgentCard"] = extended
		delete(c, "stateTransitionHistory")
	}
	tree["securityRequirements"] = pick(tree, "security")
	for _, s := range objects(tree["skills"]) {
		s["securityRequirements"] = pick(s, "security")
	}
	schemes, _ := tree["securitySchemes"].(map[string]any)
	for name, s := range schemes {
		flat, _ := s.(map[string]any)
		kind, _ := pick(flat, "type").(string)
		if in := pick(flat, "in"); in != nil {
			flat["location"] = in
		}
		schemes[name] = map[string]any{}
		if w := wrapperOf[kind]; w != "" {
			schemes[name] = map[string]any{w: flat}
		}
	}
	text, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return normal(t, text)
}

// wrapperOf is the wrapper of A2A 1.0 for a type of 0.3.
var wrapperOf = map[string]string{
	"apiKey": "apiKeySecurityScheme", "http": "httpAuthSecurityScheme", "oauth2": "oauth2SecurityScheme",
	"openIdConnect": "openIdConnectSecurityScheme", "mutualTLS": "mtlsSecurityScheme",
}

// objects are the objects in an array.
func objects(v any) []map[string]any {
	list, _ := v.([]any)
	var out []map[string]any
	for _, e := range list {
		if o, ok := e.(map[string]any); ok {
			out = append(out, o)
		}
	}
	return out
}

// flatRequirements writes the requirements of a card or a skill as
// {"scheme": [scopes]}.
func flatRequirements(o map[string]any) {
	for _, r := range objects(o["securityRequirements"]) {
		schemes, ok := r["schemes"].(map[string]any)
		if !ok {
			continue
		}
		delete(r, "schemes")
		for name, scopes := range schemes {
			if in, ok := scopes.(map[string]any); ok {
				scopes = in["list"]
			}
			if scopes == nil {
				scopes = []any{}
			}
			r[name] = scopes
		}
	}
}

// trim leaves out what is at its default, outside params and requirements.
func trim(o map[string]any) {
	for name, v := range o {
		switch x := v.(type) {
		case nil:
			delete(o, name)
		case string:
			if x == "" {
				delete(o, name)
			}
		case bool:
			if !x {
				delete(o, name)
			}
		case []any:
			if len(x) == 0 {
				delete(o, name)
			} else if name != "securityRequirements" {
				for _, e := range objects(v) {
					trim(e)
				}
			}
		case map[string]any:
			if len(x) == 0 && (name == "params" || name == "scopes" || name == "securitySchemes") {
				delete(o, name)
			} else if name != "params" {
				trim(x)
			}
		}
	}
}

// change is one place where a reader found something else than was written.
type change struct {
	pointer string
	how     string // lost, changed or added
}

// changes lists where got is not want, the outermost place of each.
func changes(pointer string, want, got any) []change {
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			return []change{{pointer, "changed"}}
		}
		var out []change
		for _, name := range names(w, g) {
			at := pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
			_, in := w[name]
			_, out2 := g[name]
			switch {
			case !out2:
				out = append(out, change{at, "lost"})
			case !in:
				out = append(out, change{at, "added"})
			default:
				out = append(out, changes(at, w[name], g[name])...)
			}
		}
		return out
	case []any:
		g, ok := got.([]any)
		if !ok {
			return []change{{pointer, "changed"}}
		}
		var out []change
		for i := range max(len(w), len(g)) {
			at := pointer + "/" + strconv.Itoa(i)
			switch {
			case i >= len(g):
				out = append(out, change{at, "lost"})
			case i >= len(w):
				out = append(out, change{at, "added"})
			default:
				out = append(out, changes(at, w[i], g[i])...)
			}
		}
		return out
	}
	if !reflect.DeepEqual(want, got) {
		return []change{{pointer, "changed"}}
	}
	return nil
}

// names are the members of two objects, sorted.
func names(a, b map[string]any) []string {
	var list []string
	for n := range a {
		list = append(list, n)
	}
	for n := range b {
		if _, ok := a[n]; !ok {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list
}
