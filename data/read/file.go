package read

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"

	"gpcbench/data"
)

// prefetchFrom is the size of a gzip file, 16 MiB, from which it is unpacked in a
// goroutine of its own.
const prefetchFrom = 16 << 20

// openFile opens a file for reading its plain content: gzip and bzip2 are
// undone, and of a zip archive the named member is read, or its only one.
// They are told by their first bytes, not by the name.
func openFile(path, member string) (*content, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, data.NewUnavailableError(path, err)
	}
	info, err := f.Stat()
	if err != nil || info.IsDir() {
		f.Close()
		return nil, data.NewUnavailableError(path, errors.New("it is a folder"))
	}
	r := bufio.NewReaderSize(f, 1<<16)
	magic, err := r.Peek(4)
	if err != nil && err != io.EOF {
		f.Close()
		return nil, data.NewUnavailableError(path, err)
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(r)
		if err != nil {
			f.Close()
			return nil, &data.ContentError{File: path, Problem: "damaged gzip file: " + err.Error()}
		}
		if info.Size() < prefetchFrom {
			return &content{Reader: z, file: f, whole: true}, nil
		}
		p := newPrefetcher(z)
		return &content{Reader: p, file: f, whole: true, stop: p.Close}, nil
	case bytes.HasPrefix(magic, []byte("BZh")):
		return &content{Reader: bzip2.NewReader(r), file: f, whole: true}, nil
	case bytes.HasPrefix(magic, []byte("PK\x03\x04")):
		return openMember(f, path, member)
	case bytes.HasPrefix(magic, []byte{0xff, 0xfe}), bytes.HasPrefix(magic, []byte{0xfe, 0xff}):
		f.Close()
		return nil, &data.ContentError{File: path, Problem: "the text is UTF-16: save it as UTF-8"}
	}
	return &content{Reader: r, file: f, whole: true}, nil
}

// openMember opens a member of the zip archive in f.
func openMember(f *os.File, path, member string) (*content, error) {
	fail := func(format string, args ...any) (*content, error) {
		f.Close()
		return nil, &data.ContentError{File: path, Problem: fmt.Sprintf(format, args...)}
	}
	info, err := f.Stat()
	if err != nil {
		return fail("%v", err)
	}
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return fail("damaged zip archive: %v", err)
	}
	var found *zip.File
	files := 0
	for _, m := range z.File {
		if m.FileInfo().IsDir() {
			continue
		}
		files++
		if m.Name == member || member == "" {
			found = m
		}
	}
	if found == nil {
		return fail("the zip archive has no member %q", member)
	}
	if member == "" && files > 1 {
		return fail("the zip archive has %d files: say which", files)
	}
	r, err := found.Open()
	if err != nil {
		return fail("member %s: %v", found.Name, err)
	}
	return &content{Reader: r, file: f}, nil
}

// content is the content of a file, unpacked.
type content struct {
	io.Reader
	file  *os.File
	whole bool   // the content is that of the file from its beginning to its end
	stop  func() // ends prefetching; nil if there is none
}

func (c *content) Close() error {
	if c.stop != nil {
		c.stop()
	}
	return c.file.Close()
}

// share is how much of the file is read, between 0 and 1, or 0 if that is not
// known.
func (c *content) share() float64 {
	info, err := c.file.Stat()
	if err != nil || !c.whole || info.Size() == 0 {
		return 0
	}
	at, err := c.file.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0
	}
	return float64(at) / float64(info.Size())
}
