package data

import (
	"errors"
	"io/fs"
	"testing"

	"gpcbench/data/datatest"
)

func TestFileSum(t *testing.T) {
	const ofABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" // FIPS 180-2, appendix B.1
	path := datatest.Write(t, "a", "abc")
	if sum, n, err := FileSum(path); sum != ofABC || n != 3 || err != nil {
		t.Errorf("%s, %d bytes, %v", sum, n, err)
	}
	if _, _, err := FileSum(path + "x"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}
