package data

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"gpcbench/data/catalogue"
)

// preparation is the version of what this package makes of the same bytes and
// the same format; it is raised when rows may change.
const preparation = 1

// source is the files of a table and how to read them.
type source struct {
	name   string
	parts  []part
	format catalogue.Format
	splits func(parts []int, t Table) ([][]int, error) // published splits; nil: none of its own
	check  func(*survey) error                         // after the first reading; may be nil
	years  map[string]float64                          // airline: year of each plane
	also   []string                                    // further files that the rows depend on
	plain  map[string]string                           // SHA-256 of a packed file to that of its content
}

// build returns the prepared table of a source. With a cache folder the text
// is parsed once, into a table file there; without one the table is in memory.
func (c Cache) build(ctx context.Context, s *source) (Table, *description, error) {
	digest, err := s.digest(c.fileSum)
	if err != nil {
		return nil, nil, err
	}
	dir := c.Dir
	if dir == "" {
		if dir, err = os.MkdirTemp("", "gpcbench"); err != nil {
			return nil, nil, err
		}
		defer os.RemoveAll(dir)
	}
	return cached(stem(s.name), digest, dir, func(path string) error {
		conv := &conversion{ctx: ctx, source: s, path: path, every: keepEvery, tell: newProgress(c.Progress, stem(s.name))}
		conv.state.Digest = digest
		return conv.run()
	})
}

// plainName is a name, at most 60 bytes of it, with everything but ASCII
// letters, digits, dots and dashes made an underscore.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, name[:min(len(name), 60)])
}

// splitRows finds the published splits in the rows that were written.
func (s *source) splitRows(w *tableWriter) ([][]int, error) {
	if w.rows != w.desc.N {
		return nil, errChanged
	}
	if err := errors.Join(w.inputs.Flush(), w.classes.Flush()); err != nil {
		return nil, err
	}
	return s.splits(w.desc.Parts, newMapped(w.file, w.path, &w.desc))
}

// wrapFile names the file in an error that does not name one.
func wrapFile(file string, err error) error {
	var content *ContentError
	var unavailable *UnavailableError
	var request *RequestError
	if errors.As(err, &content) || errors.As(err, &unavailable) || errors.As(err, &request) {
		return err
	}
	return fmt.Errorf("%s: %w", file, err)
}

// eachRecord calls f with the records of a part.
func eachRecord(p part, format *catalogue.Format, f func(*record) error) error {
	r, err := openPart(p, format)
	if err != nil {
		return err
	}
	defer r.close()
	if _, err := r.header(); err != nil {
		return err
	}
	for {
		rec, err := r.next()
		if err != nil {
			return err
		}
		if rec == nil {
			return nil
		}
		if err := f(rec); err != nil {
			return err
		}
	}
}

// digest is the SHA-256 of the bytes of the files and of the preparation. A
// file that a mirror has packed and its public address has not counts with the
// bytes of its content, so that a data set is the same from both. fileSum gives
// the SHA-256 of a file.
func (s *source) digest(fileSum func(path string) (string, error)) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "gpcbench table %d\n", preparation)
	format, err := canonicalFormat(&s.format)
	if err != nil {
		return "", err
	}
	h.Write(format)
	add := func(path, member, role string) error {
		sum, err := fileSum(path)
		if content, ok := s.plain[sum]; ok {
			sum = content
		}
		fmt.Fprintf(h, "\n%s %q %s", role, member, sum)
		return err
	}
	for _, p := range s.parts {
		role := "rows"
		if p.test {
			role = "test"
		}
		if err := add(p.path, p.member, role); err != nil {
			return "", err
		}
		if p.labels != "" {
			if err := add(p.labels, "", "labels"); err != nil {
				return "", err
			}
		}
	}
	for _, path := range s.also {
		if err := add(path, "", "also"); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// canonicalFormat is the format as JSON with sorted keys and without what is
// not set, so that a new key changes the digest of no old table.
func canonicalFormat(f *catalogue.Format) ([]byte, error) {
	text, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	var keys map[string]any
	if err := json.Unmarshal(text, &keys); err != nil {
		return nil, err
	}
	for k, v := range keys {
		switch v := v.(type) {
		case nil:
			delete(keys, k)
		case string:
			if v == "" {
				delete(keys, k)
			}
		case bool:
			if !v {
				delete(keys, k)
			}
		case float64:
			if v == 0 {
				delete(keys, k)
			}
		case []any:
			if len(v) == 0 {
				delete(keys, k)
			}
		}
	}
	return json.Marshal(keys)
}

// fileSum is the SHA-256 of a file's bytes, in hex.
func fileSum(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", &UnavailableError{File: path, Err: rootCause(err)}
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", &UnavailableError{File: path, Err: rootCause(err)}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
