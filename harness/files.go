package harness

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
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

// writeWith gives a file its name when what write wrote is on the disk.
func writeWith(path string, write func(w io.Writer) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	tmp := path + partial
	f, err := os.Create(tmp)
	if err != nil {
		return err
	}
	out := &Output{bufio.NewWriter(f), path, f, tmp}
	defer out.Abandon()
	if err := write(out); err != nil {
		return err
	}
	return out.finish()
}
