package data

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
)

// FileSum returns the SHA-256 of a file's bytes, in hex, and their number. It does not hold the
// file in memory.
func FileSum(path string) (sum string, bytes int64, err error) {
	f, err := OpenRegular(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	if err != nil {
		return "", 0, err
	}
	return hex.EncodeToString(h.Sum(nil)), n, nil
}
