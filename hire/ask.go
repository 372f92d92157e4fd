package hire

import (
	"cmp"
	"encoding/json"
	"strconv"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/catalog"
	"github.com/hs9147/agentcard/internal/vocab"
)

// URI is the uri of the price extension. It is a name, compared byte for byte
// and never fetched.
const URI = vocab.Hire

// MaxCredits is the greatest ask, 2^53−1: a greater number would not be exact
// in RFC 8785 form, and so could not be signed.
const MaxCredits = 1<<53 - 1

// Ask is an asking price in credits, positive, or the zero value, which is
// none. It is no contract price; see the package comment.
type Ask struct{ credits int64 }

// NewAsk makes an ask. The error is an *AskError with the code zero, negative
// or over.
func NewAsk(credits int64) (Ask, error) {
	code := ""
	switch {
	case credits == 0:
		code = "zero"
	case credits < 0:
		code = "negative"
	case credits > MaxCredits:
		code = "over"
	default:
		return Ask{credits}, nil
	}
	return Ask{}, valueError(code, strconv.FormatInt(credits, 10))
}

// Credits is the number of credits, 0 for the zero value.
func (a Ask) Credits() int64 { return a.credits }

// IsZero reports the zero value, which is no ask.
func (a Ask) IsZero() bool { return a.credits == 0 }

// String is the number with its unit, for people; empty for the zero value.
func (a Ask) String() string {
	switch a.credits {
	case 0:
		return ""
	case 1:
		return "1 credit"
	}
	return strconv.FormatInt(a.credits, 10) + " credits"
}

// Extension is the entry of capabilities.extensions that publishes the ask, as
// card spec v1.7 §4.1 writes it. Required is false, which a card says by
// leaving it out as well. The zero value publishes nothing: its entry is empty,
// and no valid card can hold it.
func (a Ask) Extension() card.Extension {
	if a.IsZero() {
		return card.Extension{}
	}
	return card.Extension{
		URI:         URI,
		Description: "고용료 단가 — 호가이며 정본은 society 계약이다",
		Params:      json.RawMessage(`{"unitPrice":` + strconv.FormatInt(a.credits, 10) + `}`),
	}
}

// AskError says why a value is no ask (rule V9), or why a card's is not to be
// had. Code is one of
//
//	zero, negative, fraction, over     a number that is no ask
//	string, null, boolean, type        no number; type is an array or an object
//	missing                            no unitPrice
//	money                              a member of params speaks of real currency
//	several                            more than one entry (rule HIRE-uri), from
//	                                   FromCard alone
type AskError struct {
	Rule  string // V9 or HIRE-uri
	Code  string
	Value string // as written, made safe to show; for money the member's name

	key  string // of the sentence, where it is not Code
	args []string
}

func valueError(code, value string) *AskError {
	return &AskError{
		Rule: "V9", Code: code, Value: catalog.Show(value),
		args: []string{"value", value, "max", strconv.FormatInt(MaxCredits, 10)},
	}
}

// Error is the English sentence.
func (e *AskError) Error() string { return "hire: " + e.Text().EN }

// Text is what is wrong, in Korean and English.
func (e *AskError) Text() card.Text { return card.Text(catalog.Fill(e.say().Message, e.args...)) }

// Hint is what to write instead, in Korean and English.
func (e *AskError) Hint() card.Text { return card.Text(catalog.Fill(e.say().Hint, e.args...)) }

func (e *AskError) say() catalog.Say {
	_, say := catalog.Find(e.Rule, cmp.Or(e.key, e.Code))
	return say
}
