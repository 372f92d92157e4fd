package report

import (
	"strings"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/verify"
)

// signatureWords says what became of the signatures in words, never by a mark
// alone: the status, and what a reader of that status must know.
func (t *text) signatureWords(r verify.SignatureReport) string {
	w := signatureStatus[r.Status]
	s, why := w.en, w.enWhy
	if t.lang == "ko" {
		s, why = w.ko, w.koWhy
	}
	switch r.Status {
	case verify.SignatureVerified:
		s = t.paint("32", s)
		why = r.Algorithm + ", kid `" + catalog.Show(r.KeyID) + "`, " + t.form(r.Form)
	case verify.SignatureNoMatch, verify.SignatureInvalid, verify.SignatureMalformed:
		s = t.paint("1;31", s)
		why += ": " + r.Code
	case verify.SignaturePartial:
		s = t.paint("1;31", s)
		why += ": " + t.pointers(append(append([]string{}, r.Uncovered...), r.Defaults...))
	}
	return s + ". " + why
}

// form says in words what a signature covers (rule SIG4).
func (t *text) form(f card.Form) string {
	switch f {
	case card.FormReceived:
		return t.asReceived
	case card.FormPresence:
		return t.byPresence
	}
	return "`" + string(f) + "`"
}

// pointers lists places, at most maxListed.
func (t *text) pointers(list []string) string {
	var out []string
	for i, p := range list {
		if i == maxListed {
			out = append(out, "…")
			break
		}
		out = append(out, catalog.Show(p))
	}
	return strings.Join(out, " ")
}

var signatureStatus = map[verify.SignatureStatus]struct{ ko, koWhy, en, enWhy string }{
	verify.SignatureVerified: {ko: "서명 검증됨", en: "verified"},
	verify.SignatureUnsigned: {
		"서명되지 않음", "누가 게시했는지 알 수 없어 신뢰할 수 없다",
		"unsigned", "Nobody knows who published it; it is not to be trusted",
	},
	verify.SignatureNoMatch: {
		"일치하는 서명 없음", "고정한 키로 된 서명이 없어 신뢰할 수 없다",
		"no matching signature", "None is by a pinned key; the card is not to be trusted",
	},
	verify.SignatureInvalid: {
		"서명 검증 실패", "서명이 카드와 맞지 않는다",
		"invalid", "The signature does not fit the card",
	},
	verify.SignaturePartial: {
		"일부만 서명됨", "서명 밖에 있는 자리",
		"partly signed", "Places outside the signature",
	},
	verify.SignatureMalformed: {
		"서명 형식 오류", "서명으로 읽을 수 없다",
		"malformed", "The signatures can't be read",
	},
	verify.SignatureNotChecked: {
		"확인 안 함", "고정한 키를 주지 않았다",
		"not checked", "No pinned keys were given",
	},
}
