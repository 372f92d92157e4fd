package card

import "github.com/hs9147/agentcard/internal/catalog"

// Text is a sentence in Korean and in English.
type Text struct {
	KO string `json:"ko"`
	EN string `json:"en"`
}

// In gives the sentence in a language: "ko" is Korean, anything else English.
func (t Text) In(lang string) string {
	if lang == "ko" {
		return t.KO
	}
	return t.EN
}

// IsZero reports whether both sentences are empty.
func (t Text) IsZero() bool { return t == Text{} }

func textOf(t catalog.Text) Text { return Text(t) }
