package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"path"
	"time"
)

// file is one of an archive.
type file struct {
	name    string
	content []byte
	program bool // it is executable
}

// mode is the mode of a file, on systems that have modes.
func (f file) mode() int64 {
	if f.program {
		return 0o755
	}
	return 0o644
}

// packTar packs files below a folder. All have the same time and no owner, so that the bytes
// depend on the contents alone.
func packTar(folder string, files []file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(z)
	for _, f := range files {
		header := &tar.Header{Name: path.Join(folder, f.name), Mode: f.mode(), Size: int64(len(f.content)), ModTime: at, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.content); err != nil {
			return nil, err
		}
	}
	err = errors.Join(w.Close(), z.Close())
	return out.Bytes(), err
}

// packZip does the same for Windows.
func packZip(folder string, files []file, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		header := &zip.FileHeader{Name: path.Join(folder, f.name), Method: zip.Deflate, Modified: at}
		to, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(f.content); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return out.Bytes(), err
}
