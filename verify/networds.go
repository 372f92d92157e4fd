package verify

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"

	"github.com/hs9147/agentcard/card"
	"github.com/hs9147/agentcard/internal/netguard"
)

// networkWords says what was wrong with a connection, with what the system says of
// it.
func networkWords(err error) card.Text {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err // the URL stands beside it already
	}
	var garbled *netguard.ResponseError
	var name *net.DNSError
	var timeout net.Error
	detail := err.Error()
	switch {
	case errors.As(err, &garbled): // in the words of net/http, with the server's
		return same(garbled.Error())
	case errors.Is(err, context.Canceled):
		return card.Text{KO: "부르는 쪽이 멈췄다", EN: "the caller stopped it"}
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return card.Text{KO: "제때 답이 오지 않았다", EN: "no answer in time"}
	case errors.Is(err, netguard.ErrNoAddress):
		return card.Text{KO: "호스트에 주소가 없다", EN: "the host has no address"}
	case errors.As(err, &name):
		return and(card.Text{KO: "호스트의 주소를 찾지 못했다", EN: "the host's address was not found"}, name.Name)
	case errors.Is(err, syscall.ECONNREFUSED):
		return and(card.Text{KO: "연결을 거절한다", EN: "the connection is refused"}, detail)
	case isCertificate(err):
		return and(card.Text{KO: "TLS 인증서나 연결 설정이 맞지 않는다", EN: "the TLS certificate or handshake is at fault"}, detail)
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return and(card.Text{KO: "응답을 다 보내기 전에 연결이 끊겼다", EN: "the connection ended before the answer did"}, detail)
	}
	return and(card.Text{KO: "연결의 오류", EN: "the connection"}, detail)
}

func isCertificate(err error) bool {
	var verification *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var alert tls.AlertError
	var authority x509.UnknownAuthorityError
	var host x509.HostnameError
	return errors.As(err, &verification) || errors.As(err, &record) || errors.As(err, &alert) ||
		errors.As(err, &authority) || errors.As(err, &host) || strings.Contains(err.Error(), "tls: ")
}

// addressWords says why an address was not dialled.
func addressWords(e *netguard.AddressError) card.Text {
	ko := map[netguard.Why]string{
		netguard.Unspecified: "정해지지 않은 주소", netguard.Loopback: "이 기계의 주소", netguard.Private: "사설망의 주소",
		netguard.LinkLocal: "링크 로컬 주소", netguard.Multicast: "멀티캐스트 주소", netguard.Metadata: "클라우드 메타데이터의 주소",
		netguard.Special: "특수한 용도의 주소",
	}[e.Why]
	return card.Text{KO: ko + ", " + e.Addr.String(), EN: string(e.Why) + " address, " + e.Addr.String()}
}

// bodyWords says why a body could not be used.
func bodyWords(e *netguard.BodyError) card.Text {
	switch e.Fault {
	case netguard.BodySize:
		return card.Text{KO: "크기 상한을 넘었다", EN: "it is over the size limit"}
	case netguard.BodyLength:
		return card.Text{KO: "알린 길이보다 짧다", EN: "it is shorter than announced"}
	}
	t := card.Text{KO: "모르는 압축 방식이다", EN: "it is in an unknown encoding"}
	if e.Err != nil {
		t = and(card.Text{KO: "알린 방식으로 압축을 풀 수 없다", EN: "it is not in the encoding announced"}, e.Err.Error())
	}
	return t
}
