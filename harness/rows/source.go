package rows

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/fetch"
	"gpcbench/data/loader"
	"gpcbench/harness/spec"
)

// Source says what a data set is loaded from: a name of the catalogue, or a
// table of the user's. Paths are absolute, so that a worker finds what the plan
// found.
type Source struct {
	Name string `json:"name"`
	Set  string `json:"set,omitempty"` // name in the catalogue, if different from Name
	catalogue.UserTable
}

// Loader loads data sets.
type Loader interface {
	// Load returns a data set. The error is a *data.UnavailableError or a
	// *fetch.UnavailableError if the data is unavailable, a *data.ContentError if
	// a table is faulty, and a *data.RequestError or a *catalogue.UnknownError if
	// the request cannot be met.
	Load(ctx context.Context, s Source) (*data.Dataset, error)
}

// Cache is the Loader that reads the cache folder.
type Cache struct {
	Fetcher *fetch.Fetcher
	Fetch   bool // fetch missing files into the cache first, and generate large sets
}

// Load loads a data set of the catalogue from the cache, or a file.
func (c *Cache) Load(ctx context.Context, s Source) (*data.Dataset, error) {
	tables := loader.Cache{Dir: c.Fetcher.Cache, Progress: c.Fetcher.Progress}
	if s.File != "" {
		return tables.File(ctx, s.UserTable)
	}
	entry, err := catalogue.Get(cmp.Or(s.Set, s.Name))
	if err != nil {
		return nil, err
	}
	if entry.Generated == "" && (c.Fetch || fetch.Bundled(entry)) {
		// A cache that cannot be written says more below, where nothing was to be fetched.
		if err := c.Fetcher.Ensure(ctx, entry); err != nil && (c.Fetch || ctx.Err() != nil) {
			return nil, err
		}
	}
	ds, err := tables.Entry(ctx, entry, c.path)
	if err == nil && c.Fetch {
		err = ds.Prepare()
	}
	return ds, err
}

// ErrNotInCache is the cause of a *data.UnavailableError about a file of the catalogue that was
// never fetched into the cache.
var ErrNotInCache = errors.New("it is not in the cache; runexp fetch gets it")

// path returns the path of a file in the cache.
func (c *Cache) path(folder, name string) (string, error) {
	path := c.Fetcher.Path(folder, name)
	if _, err := os.Stat(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = ErrNotInCache
		}
		return "", &data.UnavailableError{File: path, Err: err}
	}
	return path, nil
}

// SourceOf returns the source of a data set of a specification.
func SourceOf(s *spec.Spec, d spec.Dataset) Source {
	absolute := func(file string) string {
		if file == "" || filepath.IsAbs(file) {
			return file
		}
		path := filepath.Join(s.Dir, file)
		if abs, err := filepath.Abs(path); err == nil {
			return abs
		}
		return path
	}
	src := Source{Name: d.Name, Set: d.Set, UserTable: d.UserTable}
	src.File, src.TestFile = absolute(d.File), absolute(d.TestFile)
	if load := d.Split.Find().Load; load != nil {
		load(d.Split, &src.UserTable)
	}
	return src
}

// Load loads a data set. When ctx is cancelled it returns without waiting for
// the loader, because reading a large table may take minutes.
func Load(ctx context.Context, l Loader, src Source) (*data.Dataset, error) {
	type loaded struct {
		ds  *data.Dataset
		err error
	}
	done := make(chan loaded, 1)
	go func() {
		ds, err := l.Load(ctx, src)
		done <- loaded{ds, err}
	}()
	select {
	case got := <-done:
		return got.ds, got.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// IsUnavailable says whether an error means that data is unavailable, rather than faulty.
func IsUnavailable(err error) bool {
	var a *data.UnavailableError
	var b *fetch.UnavailableError
	return errors.As(err, &a) || errors.As(err, &b)
}
