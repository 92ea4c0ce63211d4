package read

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"compress/bzip2"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"gpcbench/data"
)

// prefetchFrom is the size, 16 MiB, from which on a gzip file is unpacked in a goroutine of its
// own.
const prefetchFrom = 16 << 20

// openFile opens a file for reading its plain content: gzip and bzip2 are unpacked, and of a zip
// archive the named or only member is read. The kind of file is recognised by its first bytes, not
// by its name.
func openFile(path, member string) (*content, error) {
	f, err := data.OpenRegular(path)
	if err != nil {
		return nil, data.NewUnavailableError(path, err)
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, data.NewUnavailableError(path, err)
	}
	r := bufio.NewReaderSize(f, 1<<16)
	magic, err := r.Peek(16)
	if err != nil && err != io.EOF {
		f.Close()
		return nil, data.NewUnavailableError(path, err)
	}
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(r)
		if err != nil {
			f.Close()
			return nil, &data.ContentError{File: path, Problem: cmp.Or(damage(err), err.Error())}
		}
		return unpacked(&content{Reader: z, file: f, whole: true}, path, info.Size() >= prefetchFrom)
	case bytes.HasPrefix(magic, []byte("BZh")):
		return unpacked(&content{Reader: bzip2.NewReader(r), file: f, whole: true}, path, false)
	case bytes.HasPrefix(magic, []byte("PK\x03\x04")):
		return openMember(f, path, member)
	case bytes.HasPrefix(magic, []byte{0xff, 0xfe}), bytes.HasPrefix(magic, []byte{0xfe, 0xff}):
		f.Close()
		return nil, &data.ContentError{File: path, Problem: "the text is UTF-16: save it as UTF-8"}
	}
	if problem := foreign(magic); problem != "" {
		f.Close()
		return nil, &data.ContentError{File: path, Problem: problem}
	}
	return &content{Reader: r, file: f, whole: true}, nil
}

// unpacked returns the content of a packed file, unpacked in a goroutine of its own if prefetch is
// set. A file of a kind that cannot be read is an error.
func unpacked(c *content, path string, prefetch bool) (*content, error) {
	r := bufio.NewReaderSize(&untilError{r: c.Reader}, 1<<16)
	magic, _ := r.Peek(16) // an error here is met again by the reader
	if problem := foreign(magic); problem != "" {
		c.Close()
		return nil, &data.ContentError{File: path, Problem: problem}
	}
	c.Reader, c.packed = r, true
	if prefetch {
		p := newPrefetcher(r)
		c.Reader, c.stop = p, p.Close
	}
	return c, nil
}

// untilError is a reader that keeps returning its first error: a bzip2 reader would continue with
// another.
type untilError struct {
	r   io.Reader
	err error
}

func (u *untilError) Read(p []byte) (n int, err error) {
	if u.err == nil {
		n, u.err = u.r.Read(p)
	}
	return n, u.err
}

// damage says what is wrong with a packed file that cannot be unpacked, and what to do; it is ""
// for any other error.
func damage(err error) string {
	_, corrupt := errors.AsType[flate.CorruptInputError](err)
	_, structure := errors.AsType[bzip2.StructuralError](err)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the packed file is cut short: get it again"
	case corrupt, structure, errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.Is(err, zip.ErrFormat), errors.Is(err, zip.ErrChecksum):
		return fmt.Sprintf("the packed file is damaged (%v): get it again", err)
	}
	return ""
}

// mostSearched is how much of a packed file is unpacked to find damage once its text is wrong.
const mostSearched = 1 << 30

// damage says what is wrong with a packed file whose text is wrong: damaged text is read before the
// checksum that reveals the damage. It is "" if the file is intact, or not packed.
func (c *content) damage() string {
	if c == nil || !c.packed {
		return ""
	}
	_, err := io.CopyN(io.Discard, c.Reader, mostSearched)
	return damage(err)
}

// foreign says what a file is, by its first bytes, and what to do, if it is of a kind that people
// keep tables in but that is not read here; otherwise it is "".
func foreign(magic []byte) string {
	for begin, what := range map[string]string{
		"\xd0\xcf\x11\xe0": "this is an old Excel workbook (XLS)",
		"PAR1":             "this is a Parquet file", "\x93NUMPY": "this is a NumPy array", "\x89HDF": "this is an HDF5 file",
		"SQLite format 3": "this is an SQLite database", "ARROW1": "this is an Arrow file", "%PDF": "this is a PDF",
		"$FL2": "this is an SPSS file", "<stata_dta>": "this is a Stata file", "MATLAB 5.0": "this is a MATLAB file",
		"RDX2\n": "this is an R data file", "RDX3\n": "this is an R data file", "X\n\x00\x00\x00": "this is an R data file", "\x80\x04\x95": "this is a Python pickle", "\x80\x05\x95": "this is a Python pickle",
	} {
		if bytes.HasPrefix(magic, []byte(begin)) {
			return what + ": write the rows as CSV"
		}
	}
	for begin, packer := range map[string]string{"\xfd7zXZ": "xz", "\x28\xb5\x2f\xfd": "Zstandard", "7z\xbc\xaf": "7-Zip", "Rar!": "RAR"} {
		if bytes.HasPrefix(magic, []byte(begin)) {
			return "this is packed with " + packer + ", which is not supported: unpack it, or pack it with gzip"
		}
	}
	return ""
}

// notText says what kind of file a line with a zero byte is from, and what to do.
func notText(line []byte) string {
	const at, mark = 257, "ustar" // in the first header of a tar archive
	if len(line) >= at+len(mark) && string(line[at:at+len(mark)]) == mark {
		return "this is a tar archive: unpack it, and name the file that has the rows"
	}
	return "this is not a text file"
}

// foreignArchive says what an archive is, and what to do, if a spreadsheet program or NumPy wrote
// it; otherwise it is "".
func foreignArchive(z *zip.Reader) string {
	for _, m := range z.File {
		switch m.Name {
		case "xl/workbook.xml", "xl/workbook.bin":
			return "this is an Excel workbook (XLSX): save the sheet as CSV"
		case "content.xml":
			return "this is an OpenDocument spreadsheet: save the sheet as CSV"
		}
		if strings.HasSuffix(m.Name, ".npy") {
			return arraysOfNumPy
		}
	}
	return ""
}

const arraysOfNumPy = "these are NumPy arrays (NPZ): write the rows as CSV"

// addedByMac says whether a member is one that macOS adds to the archives of its users.
func addedByMac(member string) bool {
	return strings.HasPrefix(member, "__MACOSX/") || strings.HasSuffix(member, ".DS_Store")
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
		const damaged = "the zip archive is cut short or damaged: get it again"
		if strings.EqualFold(filepath.Ext(path), ".npz") {
			return fail("%s. %s%s", damaged, strings.ToUpper(arraysOfNumPy[:1]), arraysOfNumPy[1:])
		}
		return fail("%s", damaged)
	}
	if problem := foreignArchive(z); problem != "" {
		return fail("%s", problem)
	}
	var found *zip.File
	files := 0
	for _, m := range z.File {
		if m.FileInfo().IsDir() || addedByMac(m.Name) {
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
		return fail("the zip archive has %d files: unpack the one that has the rows", files)
	}
	const encrypted = 1 // of Flags
	if found.Flags&encrypted != 0 {
		return fail("the zip archive has a password: unpack it first")
	}
	r, err := found.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		return fail("member %s is packed in a way that is not supported: unpack it", found.Name)
	}
	if err != nil {
		return fail("member %s: %s", found.Name, cmp.Or(damage(err), err.Error()))
	}
	return unpacked(&content{Reader: r, file: f}, path, false)
}

// content is the content of a file, unpacked.
type content struct {
	io.Reader
	file   *os.File
	packed bool   // it is unpacked as it is read
	whole  bool   // the content is the whole file
	stop   func() // ends prefetching; nil if there is none
}

func (c *content) Close() error {
	if c.stop != nil {
		c.stop()
	}
	return c.file.Close()
}

// share returns the share of the file that has been read, or 0 if that is not known.
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
