package main

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/examples/familyagent/family"
	"github.com/hs9147/agentcard/verify"
)

// fileError is a file that can't be used, or a flag. What stands in a file is not
// shown.
type fileError struct {
	name string
	err  error
}

func (e *fileError) Error() string { return e.name + ": " + e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }

// maxFile is how long a file of the command line may be.
const maxFile = 1 << 20

func readFile(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, &fileError{name, errors.Unwrap(err)}
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return nil, &fileError{name, errors.Unwrap(err)}
	case len(text) > maxFile:
		return nil, &fileError{name, errors.New("it is too long")}
	}
	return text, nil
}

// writeFile writes a file that its owner alone can read, in place of one that may be
// there.
func writeFile(name string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*") // 0600
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// printCard writes the card for people to look at, and what its author should mend
// to errOut.
func printCard(out, errOut io.Writer, a family.Agent, o *options) error {
	endpoint := o.url
	if endpoint == "" {
		endpoint = "https://" + a.ID + ".internal/a2a"
	}
	text, report, err := a.Publish(endpoint, nil)
	for _, f := range report.Findings {
		if f.Verdict == verify.Warn || f.Verdict == verify.Fail {
			fmt.Fprintf(errOut, "%s %s %s: %s\n", f.Verdict, f.Rule, f.Pointer, f.Message.EN)
		}
	}
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, b.String())
	return err
}

// authFile is the file of -auth.
type authFile struct {
	Secrets []family.Secret `json:"secrets"`
	Issuer  *struct {
		URL      string            `json:"url"`
		Audience string            `json:"audience"`
		Keys     map[string]string `json:"keys"` // by kid, public, in PEM
	} `json:"issuer"`
}

// credentials reads the file of -auth, or makes fresh ones and writes the tokens
// down, as cardcheck -token-file reads them.
func (o *options) credentials(a family.Agent, shown *[]string) (*family.Auth, error) {
	if o.auth != "" {
		text, err := readFile(o.auth)
		if err != nil {
			return nil, err
		}
		auth, err := parseAuth(text)
		if err != nil {
			return nil, &fileError{o.auth, err}
		}
		return auth, nil
	}
	auth, fresh, err := family.Fresh(a)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	for _, c := range fresh {
		fmt.Fprintln(&b, c.Scheme, c.Token)
	}
	name := filepath.Join(o.data, "tokens")
	*shown = append(*shown, "tokens   "+name)
	return auth, writeFile(name, b.Bytes())
}

// parseAuth reads who may come in. No error shows what stands in the file.
func parseAuth(text []byte) (*family.Auth, error) {
	var f authFile
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if d.Decode(&f) != nil || d.Decode(&struct{}{}) != io.EOF {
		return nil, errors.New(`it is not {"secrets": [{"scheme", "service", "token"}], "issuer": {"url", "audience", "keys": {kid: PEM}}}`)
	}
	if f.Issuer == nil {
		return family.NewAuth(nil, f.Secrets...)
	}
	i := &family.Issuer{URL: f.Issuer.URL, Audience: f.Issuer.Audience, Keys: map[string]crypto.PublicKey{}}
	for kid, text := range f.Issuer.Keys {
		block, _ := pem.Decode([]byte(text))
		if block == nil {
			return nil, errors.New("a key of the issuer is not in PEM")
		}
		key, err := x509.ParsePKIXPublicKey(block.Bytes)
		if err != nil {
			return nil, errors.New("a key of the issuer can't be read as a public key")
		}
		i.Keys[kid] = key
	}
	return family.NewAuth(i, f.Secrets...)
}

// signer reads the key of -key, or makes one, and writes its public half down for
// those who pin it.
func (o *options) signer(shown *[]string) (*card.Signer, error) {
	key, err := o.privateKey()
	if err != nil {
		return nil, err
	}
	set, err := family.JWKS(o.kid, key.Public())
	if err != nil {
		return nil, &fileError{o.key, err}
	}
	name := filepath.Join(o.data, "jwks.json")
	*shown = append(*shown, "key      "+name)
	return &card.Signer{Key: key, KeyID: o.kid}, writeFile(name, append(set, '\n'))
}

func (o *options) privateKey() (crypto.Signer, error) {
	if o.key == "" {
		return ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	}
	text, err := readFile(o.key)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, &fileError{o.key, errors.New("it is not in PEM")}
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	signer, signs := key.(crypto.Signer)
	if err != nil || !signs {
		return nil, &fileError{o.key, errors.New("it holds no private key that signs, in PKCS #8")}
	}
	return signer, nil
}
