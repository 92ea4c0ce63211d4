package command

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// An archive is a tar file: its first file, headName, is JSON, the rest are files under their names in the
// program's folder.
const headName = "archive.json"

// mostUnpacked is the most bytes that an archive may hold.
const mostUnpacked = 16 << 30

// pack writes a head, and files and folders of a folder.
func pack(w io.Writer, folder string, head any, names []string) error {
	out := tar.NewWriter(w)
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	if err := out.WriteHeader(&tar.Header{Name: headName, Mode: 0o600, Size: int64(len(text))}); err != nil {
		return err
	}
	if _, err := out.Write(text); err != nil {
		return err
	}
	for _, name := range names {
		err := filepath.WalkDir(filepath.Join(folder, name), func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			return packFile(out, folder, path)
		})
		if err != nil {
			return err
		}
	}
	return out.Close()
}

// packFile appends a file.
func packFile(out *tar.Writer, folder, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	name, err := filepath.Rel(folder, path)
	if err != nil {
		return err
	}
	if err := out.WriteHeader(&tar.Header{Name: filepath.ToSlash(name), Mode: 0o600 | int64(info.Mode().Perm())&0o100, Size: info.Size()}); err != nil {
		return err
	}
	_, err = io.Copy(out, f)
	return err
}

// unpack reads the head, and writes the files into a folder. The archive is not trusted.
func unpack(r io.Reader, folder string, head any) error {
	in := tar.NewReader(r)
	total := int64(0)
	for first := true; ; first = false {
		h, err := in.Next()
		if errors.Is(err, io.EOF) && !first {
			return nil
		}
		if err != nil {
			return fmt.Errorf("the archive is damaged: %w", err)
		}
		if total += h.Size; total > mostUnpacked || h.Typeflag != tar.TypeReg {
			return errors.New("the archive is too large, or holds something that is not a file")
		}
		if first {
			if h.Name != headName || h.Size > 1<<20 {
				return errors.New("the archive has no head")
			}
			text, err := io.ReadAll(in)
			if err == nil {
				err = json.Unmarshal(text, head)
			}
			if err != nil {
				return fmt.Errorf("the archive is damaged: %w", err)
			}
			continue
		}
		if folder == "" {
			return nil // the head alone is wanted
		}
		name := filepath.FromSlash(h.Name)
		if !filepath.IsLocal(name) {
			return fmt.Errorf("the archive holds %q, which leads out of its folder", h.Name)
		}
		if err := unpackFile(in, filepath.Join(folder, name), h); err != nil {
			return err
		}
	}
}

// unpackFile writes a file that is not there yet.
func unpackFile(in io.Reader, path string, h *tar.Header) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600|fs.FileMode(h.Mode)&0o100)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// headOf reads the head of an archive alone.
func headOf(raw []byte, head any) error { return unpack(bytes.NewReader(raw), "", head) }
