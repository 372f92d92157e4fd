//go:build !unix || solaris || aix

package once

import (
	"fmt"
	"os"
)

// lockFile locks nothing: the standard library has no lock for this system.
func lockFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("once: %w", err)
	}
	return f, nil
}
