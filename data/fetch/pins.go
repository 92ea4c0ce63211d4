package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/data/catalogue"
)

// pins is fetch.lock: the checksums fixed by first downloads.
type pins struct {
	Files []pinned `toml:"file"`
}

type pinned struct {
	Path    string    `toml:"path"` // folder/name
	Bytes   int64     `toml:"bytes"`
	SHA256  string    `toml:"sha256"`
	From    string    `toml:"from"`
	Fetched time.Time `toml:"fetched"`
}

const pinsHead = `# Checksums of files, as first downloaded, for which the catalogue has none.
# Later downloads with other content are refused. To accept one, remove its entry and the file.

`

func (p *pins) get(c catalogue.File) (pinned, bool) {
	i := slices.IndexFunc(p.Files, func(q pinned) bool { return q.Path == c.Folder+"/"+c.Name })
	if i < 0 {
		return pinned{}, false
	}
	return p.Files[i], true
}

func (f *Fetcher) pinsPath() string { return filepath.Join(f.Cache, "fetch.lock") }

func (f *Fetcher) readPins() (*pins, error) {
	var p pins
	text, err := data.ReadRegular(f.pinsPath(), data.SmallFile)
	if errors.Is(err, fs.ErrNotExist) {
		return &p, nil
	}
	if err != nil {
		return nil, unwritable(f.Cache, err)
	}
	if _, err := toml.Decode(string(text), &p); err != nil {
		return nil, &localError{fmt.Errorf("%s is damaged; correct it, or remove it to pin anew: %w", f.pinsPath(), err)}
	}
	return &p, nil
}

// pin records the checksum of a file that has just come from a source.
func (f *Fetcher) pin(ctx context.Context, c catalogue.File, s source) error {
	sum, n, err := data.FileSum(s.want.path)
	if err != nil {
		return &localError{err}
	}
	unlock, err := f.lock(ctx, "fetch.lock")
	if err != nil {
		return err
	}
	defer unlock()
	p, err := f.readPins()
	if err != nil {
		return err
	}
	name := c.Folder + "/" + c.Name
	p.Files = append(p.Files, pinned{Path: name, Bytes: n, SHA256: sum, From: s.where, Fetched: time.Now().UTC().Truncate(time.Second)})
	slices.SortFunc(p.Files, func(a, b pinned) int { return strings.Compare(a.Path, b.Path) })
	var b bytes.Buffer
	b.WriteString(pinsHead)
	if err := toml.NewEncoder(&b).Encode(p); err != nil {
		return &localError{err}
	}
	if err := atomicfile.Write(f.pinsPath(), b.Bytes()); err != nil {
		return unwritable(f.Cache, err)
	}
	f.notice("%s: no checksum was known; pinned SHA-256 %s (%d bytes) in %s", name, sum, n, f.pinsPath())
	return nil
}
