package verifytest

import (
	"fmt"
	"runtime"
)

// fatal is a recorder that ends where it is told to.
type fatal struct {
	recorder
	said string
}

func (f *fatal) Fatal(args ...any) {
	f.said = fmt.Sprint(args...)
	runtime.Goexit()
}

func (f *fatal) Fatalf(format string, args ...any) { f.Fatal(fmt.Sprintf(format, args...)) }
