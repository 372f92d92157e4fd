package verify_test

import (
	"encoding/base64"
	"fmt"
	"log"

	"github.com/hs9147/agentcard/verify"
)

// A gateway looks at a user's token before it passes it on.
func ExampleCheckClaims() {
	token := userToken(`{"iss":"https://dex.internal","sub":"CgdzZWNyZXQ","aud":"ethos","exp":1787000000,"iat":1786999000,"email":"hana@example.com"}`)
	payload, err := verify.UnverifiedClaims(token) // the signature is not looked at
	if err != nil {
		log.Fatal(err)
	}
	for _, p := range verify.CheckClaims(payload) {
		fmt.Println(p.Severity, p.Rule, p.Code, p.Pointer, p.Message.KO)
	}
	// Output:
	// warn S5-claims extra /iat 토큰 자체의 클레임이 더 있다: `iat`. 사용자를 드러내지는 않으나 넷에 들지 않는다.
	// fail S5-claims email /email 이메일 클레임이 있다: `email`. 부르는 에이전트가 사용자를 알게 된다.
}

// userToken is a JWT with that payload, signed by nobody.
func userToken(payload string) string {
	part := base64.RawURLEncoding.EncodeToString
	return part([]byte(`{"alg":"ES256"}`)) + "." + part([]byte(payload)) + ".AAAA"
}
