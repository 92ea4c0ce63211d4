package data

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// errIrregular is the error for a pipe or a device, which is not read: it may never end, or never
// begin.
var errIrregular = errors.New("it is not a regular file, but it is read more than once; write its content to a regular file")

// isAddress says whether a name is a web address, by itself or below a folder.
func isAddress(path string) bool {
	for _, scheme := range []string{"http", "https", "ftp", "s3"} {
		if slices.Contains(strings.Split(filepath.ToSlash(path), "/"), scheme+":") {
			return true
		}
	}
	return false
}

// OpenRegular opens a regular file, or a link to one, for reading. Errors are *os.PathError. It
// never waits for the other end of a pipe.
func OpenRegular(path string) (*os.File, error) {
	info, err := os.Stat(path) // first, because opening a pipe waits for its writer
	if err == nil && info.IsDir() {
		err = &os.PathError{Op: "open", Path: path, Err: errors.New("it is a folder")}
	} else if err == nil && (!info.Mode().IsRegular() || isDescriptor(path)) {
		err = &os.PathError{Op: "open", Path: path, Err: errIrregular}
	}
	if p, is := errors.AsType[*os.PathError](err); is && errors.Is(err, fs.ErrNotExist) && isAddress(path) {
		p.Err = fmt.Errorf("%w; web addresses are not read: download the file and name it instead", p.Err)
	}
	if err != nil {
		return nil, err
	}
	return os.Open(path)
}

// isDescriptor says whether a path stands for a file that this process has open, such as its
// standard input: for the next reader it is another file, or none.
func isDescriptor(path string) bool {
	at, err := filepath.Abs(path)
	at = filepath.ToSlash(at)
	return err == nil && (at == "/dev/stdin" || strings.HasPrefix(at, "/dev/fd/") || strings.HasPrefix(at, "/proc/") && strings.Contains(at, "/fd/"))
}

// ReadRegular returns the content of a regular file of at most the given number of bytes.
func ReadRegular(path string, most int64) ([]byte, error) {
	f, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	content, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(content)) > most {
		err = &os.PathError{Op: "read", Path: path, Err: fmt.Errorf("it is longer than %d bytes, too long for such a file", most)}
	}
	return content, err
}

// SmallFile is the largest size of a file that is read whole and usually has some kilobytes.
const SmallFile = 64 << 20
