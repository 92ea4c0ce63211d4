package fetch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"gpcbench/data/bundled"
	"gpcbench/data/catalogue"
)

// source is a place that may have a file.
type source struct {
	where   string   // path or address
	members []string // files inside the archive at the address, outermost first
	want    want     // what the file must become in the cache
	recode  bool     // the source may serve compressed bytes although the wanted ones are not
	bundled string   // the folder of a file in the program, otherwise empty
}

// sources lists where a file may be found: in the program, then mirrors, then public addresses.
func (f *Fetcher) sources(c catalogue.File, wants []want) []source {
	var out []source
	if bundled.Has(c.Folder, c.Name) {
		out = append(out, source{where: "the program's own " + c.Name, want: wants[0], bundled: c.Folder})
	}
	for _, m := range f.Mirrors {
		for _, w := range wants {
			name := filepath.Base(w.path)
			if !isURL(m) {
				out = append(out, source{where: filepath.Join(m, c.Folder, name), want: w})
			} else if address, err := url.JoinPath(m, c.Folder, name); err == nil {
				out = append(out, source{where: address, want: w})
			}
		}
	}
	for _, a := range c.Addresses {
		out = append(out, addressed(a, wants[0]))
	}
	for _, a := range c.Unpacked.Addresses {
		s := addressed(a, wants[1])
		s.recode = len(s.members) == 0 && (strings.HasSuffix(a, ".gz") || strings.HasSuffix(a, ".bz2"))
		out = append(out, s)
	}
	return out
}

// addressed returns the source at an address, whose fragments become members.
func addressed(address string, w want) source {
	parts := strings.Split(address, "#")
	return source{where: parts[0], members: parts[1:], want: w}
}

// obtain brings a file from one source into the cache.
func (f *Fetcher) obtain(ctx context.Context, s source) error {
	if err := os.MkdirAll(filepath.Dir(s.want.path), 0o777); err != nil {
		return unwritable(f.Cache, err)
	}
	switch {
	case s.bundled != "":
		return f.copyBundled(ctx, s)
	case !isURL(s.where):
		return f.copyFile(ctx, s)
	}
	raw := s.want
	if s.recode || len(s.members) > 0 {
		raw.bytes, raw.sha256 = 0, ""
	}
	part := s.want.part()
	resumed, _ := partial(s.where, part)
	if err := f.download(ctx, s.where, part, raw); err != nil {
		return err
	}
	var err error
	if s.recode || len(s.members) > 0 {
		err = f.unpack(ctx, part, s)
	} else {
		err = f.land(part, s.want)
	}
	if sum := new(ChecksumError); resumed > 0 && errors.As(err, &sum) {
		return f.obtain(ctx, s) // the resumed part may have been wrong; it has been removed
	}
	return err
}

// copyFile copies a file from a mirror folder into the cache.
func (f *Fetcher) copyFile(ctx context.Context, s source) error {
	info, err := os.Stat(s.where) // first, because opening a pipe waits for its writer
	if errors.Is(err, fs.ErrNotExist) {
		return errors.New("not there")
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("not a file")
	}
	from, err := os.Open(s.where)
	if err != nil {
		return err
	}
	defer from.Close()
	if s.want.bytes != 0 && info.Size() != s.want.bytes {
		return &ChecksumError{GotBytes: info.Size(), WantBytes: s.want.bytes}
	}
	return f.copy(ctx, s, from)
}

// copyBundled copies a file from the program into the cache.
func (f *Fetcher) copyBundled(ctx context.Context, s source) error {
	from, err := bundled.Open(s.bundled, filepath.Base(s.want.path))
	if err != nil {
		return err
	}
	return f.copy(ctx, s, from)
}

// copy brings the content of a reader into the cache.
func (f *Fetcher) copy(ctx context.Context, s source, from io.Reader) error {
	copied := s.want.path + ".copy"
	if err := f.write(ctx, copied, from); err != nil {
		_ = os.Remove(copied)
		return err
	}
	return f.land(copied, s.want)
}

// write fills a new file from r. A read failure is returned unchanged, a write failure as a
// localError.
func (f *Fetcher) write(ctx context.Context, path string, r io.Reader) error {
	to, err := f.open(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC)
	if err != nil {
		return unwritable(f.Cache, err)
	}
	if err := f.pump(ctx, to, r); err != nil {
		_ = to.Close()
		return err
	}
	if err := to.Sync(); err != nil {
		_ = to.Close()
		return unwritable(f.Cache, err)
	}
	if err := to.Close(); err != nil {
		return unwritable(f.Cache, err)
	}
	return nil
}

// pump copies r to w and distinguishes write failures from read failures.
func (f *Fetcher) pump(ctx context.Context, w io.Writer, r io.Reader) error {
	buf := make([]byte, 1<<16)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := r.Read(buf)
		if n > 0 {
			if _, werr := w.Write(buf[:n]); werr != nil {
				return unwritable(f.Cache, werr)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading: %w", err)
		}
	}
}
