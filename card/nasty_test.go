package card

import (
	"maps"
	"slices"
	"strings"
)

// nasty is cards that are readable and wrong in every way that a card can be:
// each object type with members unknown, wrong, null and empty.
func nasty() []string {
	odd := []string{`null`, `true`, `0`, `-0`, `1e400`, `60.00000000000000000001`, `""`, `"x"`, `"\ud83d\ude00\u0000/"`, `[]`, `{}`, `[null]`, `["a",null,1]`, `[[]]`, `[{}]`, `{"a":null}`, `{"schemes":{}}`, `[{"schemes":{"a":{"list":[1]}}}]`}
	top := strings.Fields("description supportedInterfaces provider version documentationUrl capabilities securitySchemes securityRequirements " +
		"defaultInputModes defaultOutputModes signatures iconUrl protocolVersion url preferredTransport additionalInterfaces security " +
		"supportsAuthenticatedExtendedCard x-unknown Name snake_case")
	inner := map[string][]string{
		`"supportedInterfaces":[{%}]`:                                 strings.Fields("url protocolBinding tenant protocolVersion transport raw"),
		`"additionalInterfaces":[{%}]`:                                strings.Fields("url transport x"),
		`"provider":{%}`:                                              strings.Fields("url organization x"),
		`"capabilities":{%}`:                                          strings.Fields("streaming pushNotifications extensions extendedAgentCard stateTransitionHistory x"),
		`"capabilities":{"extensions":[{%}]}`:                         strings.Fields("uri description required params x"),
		`"signatures":[{%}]`:                                          strings.Fields("protected signature header x"),
		`"skills":[{%}]`:                                              strings.Fields("id name description tags examples inputModes outputModes securityRequirements security x"),
		`"securitySchemes":{"s":{%}}`:                                 strings.Fields("type description name in scheme bearerFormat flows oauth2MetadataUrl openIdConnectUrl apiKeySecurityScheme httpAuthSecurityScheme oauth2SecurityScheme openIdConnectSecurityScheme mtlsSecurityScheme futureSecurityScheme x"),
		`"securitySchemes":{"s":{"apiKeySecurityScheme":{%}}}`:        strings.Fields("description location name x"),
		`"securitySchemes":{"s":{"httpAuthSecurityScheme":{%}}}`:      strings.Fields("description scheme bearerFormat x"),
		`"securitySchemes":{"s":{"oauth2SecurityScheme":{%}}}`:        strings.Fields("description flows oauth2MetadataUrl x"),
		`"securitySchemes":{"s":{"openIdConnectSecurityScheme":{%}}}`: strings.Fields("description openIdConnectUrl x"),
		`"securitySchemes":{"s":{"mtlsSecurityScheme":{%}}}`:          strings.Fields("description x"),
		`"securitySchemes":{"s":{"flows":{%}}}`:                       strings.Fields("authorizationCode clientCredentials implicit password deviceCode x"),
		`"securitySchemes":{"s":{"flows":{"password":{%}}}}`:          strings.Fields("authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes pkceRequired x"),
	}
	out := []string{
		`{"name":"","skills":[]}`, `{"skills":[1,null,"x",[],{}],"name":"\u0000"}`,
		`{"name":"N","skills":[],"":1,"extra":{"":{"":[]}},"ﬀ":1,"e\u0301":2,"é":3,"😀":4,"\ufb33":5}`,
		`{"name":"N","skills":[],"x":[1.0,10e-1,0.10,1E5,100000000000000000000]}`,
	}
	for _, value := range odd {
		for _, member := range top {
			out = append(out, `{"name":"N","skills":[],"`+member+`":`+value+`}`)
		}
		for _, frame := range slices.Sorted(maps.Keys(inner)) {
			for _, member := range inner[frame] {
				text := strings.Replace(frame, "%", `"`+member+`":`+value, 1)
				if strings.HasPrefix(frame, `"skills"`) {
					out = append(out, `{"name":"N",`+text+`}`)
				} else {
					out = append(out, `{"name":"N","skills":[],`+text+`}`)
				}
			}
			text := strings.Replace(frame, "{%}", value, 1)
			if text != frame && !strings.HasPrefix(frame, `"skills"`) {
				out = append(out, `{"name":"N","skills":[],`+text+`}`)
			}
		}
	}
	return out
}
