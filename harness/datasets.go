package harness

import (
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
// file. Paths are absolute, so that a worker finds what the plan found.
type Source struct {
	Name        string   `json:"name"`
	File        string   `json:"file,omitempty"`
	TestFile    string   `json:"test_file,omitempty"`
	Label       string   `json:"label,omitempty"`
	Header      *bool    `json:"header,omitempty"`
	Positive    []string `json:"positive,omitempty"`
	Categorical []string `json:"categorical,omitempty"`
	Missing     string   `json:"missing,omitempty"`
}

// Loader loads data sets.
type Loader interface {
	// Load returns a data set. The error says what kind of trouble it is: see
	// ExitCode.
	Load(ctx context.Context, s Source) (*data.Dataset, error)
}

// Cache is the Loader that reads the cache folder.
type Cache struct {
	Fetcher *fetch.Fetcher
	Fetch   bool // bring what is missing into the cache first, and draw large generated sets
}

// Load loads a data set of the catalogue from the cache, or a file.
func (c *Cache) Load(ctx context.Context, s Source) (*data.Dataset, error) {
	tables := loader.Cache{Dir: c.Fetcher.Cache, Progress: c.Fetcher.Progress}
	if s.File != "" {
		return tables.File(ctx, loader.FileOptions{
			File: s.File, TestFile: s.TestFile, Label: s.Label, Header: s.Header,
			Positive: s.Positive, Categorical: s.Categorical, Missing: s.Missing,
		})
	}
	entry, err := catalogue.Get(s.Name)
	if err != nil {
		return nil, err
	}
	if c.Fetch && entry.Generated == "" {
		if err := c.Fetcher.Ensure(ctx, entry); err != nil {
			return nil, err
		}
	}
	ds, err := tables.Entry(ctx, entry, c.path)
	if err == nil && c.Fetch {
		err = ds.Prepare()
	}
	return ds, err
}

// path returns where a file lies in the cache.
func (c *Cache) path(folder, name string) (string, error) {
	path := c.Fetcher.Path(folder, name)
	if _, err := os.Stat(path); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = errors.New("it is not in the cache; runexp fetch gets it")
		}
		return "", &data.UnavailableError{File: path, Err: err}
	}
	return path, nil
}

// sourceOf returns what a data set of a specification is loaded from.
func sourceOf(s *spec.Spec, d spec.Dataset) Source {
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
	return Source{
		Name: d.Name, File: absolute(d.File), TestFile: absolute(d.TestFile), Label: d.Label,
		Header: d.Header, Positive: d.Positive, Categorical: d.Categorical, Missing: d.Missing,
	}
}
