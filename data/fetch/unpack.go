package fetch

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"os"
	"path"

	"gpcbench/data"
)

// unpack extracts the wanted file from a downloaded archive, or decompresses a downloaded file, and
// lands it. The download is removed.
func (f *Fetcher) unpack(ctx context.Context, part string, s source) error {
	err := f.unpackTo(ctx, part, s)
	removePart(part)
	return err
}

func (f *Fetcher) unpackTo(ctx context.Context, part string, s source) error {
	in, err := data.OpenRegular(part)
	if err != nil {
		return &localError{err}
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return &localError{err}
	}
	r, err := content(in, info.Size(), s.members)
	if err != nil {
		return err
	}
	plain := s.want.path + ".unpacked"
	if err := f.write(ctx, plain, limited(r, s.want.bytes)); err != nil {
		_ = os.Remove(plain)
		return err
	}
	return f.land(plain, s.want)
}

// limited stops a reader one byte after the expected size, so that a malicious
// archive cannot fill the disk.
func limited(r io.Reader, size int64) io.Reader {
	if size == 0 {
		return r
	}
	return io.LimitReader(r, size+1)
}

// mostInner is the size limit of an archive within an archive, which is held in memory.
const mostInner = 1 << 28

// content returns a reader of the innermost member of nested zip archives or, without members, of
// the content of a file compressed by gzip or bzip2.
func content(r io.ReaderAt, size int64, members []string) (io.Reader, error) {
	for i, name := range members {
		z, err := zip.NewReader(r, size)
		if err != nil {
			return nil, fmt.Errorf("the server did not send a zip archive: %w", err)
		}
		member, err := open(z, name)
		if err != nil {
			return nil, err
		}
		if i == len(members)-1 {
			return member, nil
		}
		// Archives within archives are small; a zip needs random access.
		inner, err := io.ReadAll(io.LimitReader(member, mostInner+1))
		if err != nil {
			return nil, fmt.Errorf("%s in the archive: %w", name, err)
		}
		if len(inner) > mostInner {
			return nil, fmt.Errorf("%s in the archive has more than %d bytes", name, mostInner)
		}
		r, size = bytes.NewReader(inner), int64(len(inner))
	}
	return decompressed(io.NewSectionReader(r, 0, size))
}

// open opens a member by its name, or by the last element of its name if that is unique.
func open(z *zip.Reader, name string) (io.Reader, error) {
	var found []*zip.File
	for _, f := range z.File {
		if f.Name == name {
			return f.Open()
		}
		if path.Base(f.Name) == name {
			found = append(found, f)
		}
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("the archive has no %s", name)
	}
	return found[0].Open()
}

func decompressed(r io.Reader) (io.Reader, error) {
	b := bufio.NewReader(r)
	magic, err := b.Peek(3)
	switch {
	case err != nil:
		return b, nil // shorter than any compressed file
	case magic[0] == 0x1f && magic[1] == 0x8b:
		return gzip.NewReader(b)
	case string(magic) == "BZh":
		return bzip2.NewReader(b), nil
	}
	return b, nil
}
