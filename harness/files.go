package harness

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// partial is the ending of a file while it is written.
const partial = ".part"

// writeFile writes a file as writeWith does.
func writeFile(path string, text []byte) error {
	return writeWith(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// writeWith gives a file its name when what write wrote is on the disk. Until then it has
// one of its own, so that two processes may write the same file.
func writeWith(path string, write func(w io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return unwritable(path, err)
	}
	tmp := fmt.Sprintf("%s-%x%s", path, rand.Uint64(), partial)
	f, err := os.OpenFile(tmp, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return unwritable(path, err)
	}
	out := newOutput(path, f, tmp)
	defer out.Abandon()
	if err := write(out); err != nil {
		return err
	}
	return out.Finish()
}

// removePartials takes away what a process that was killed while it wrote a file has left.
func removePartials(path string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), filepath.Base(path)+"-") && strings.HasSuffix(e.Name(), partial) {
			os.Remove(filepath.Join(filepath.Dir(path), e.Name()))
		}
	}
}
