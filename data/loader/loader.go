// Package loader makes data sets of what they come from: an entry of the catalogue
// or a user's own table.
package loader

import (
	"context"
	"io"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// Cache says where prepared tables are kept, and who hears how a long conversion
// gets on.
type Cache struct {
	Dir      string    // the cache folder; empty: nothing is kept
	Progress io.Writer // nil: nobody
}

// FileOptions says how to read a user's own table.
type FileOptions = data.FileOptions

// Entry is Cache.Entry without progress.
func Entry(e catalogue.Entry, files func(folder, name string) (path string, err error), cacheDir string) (*data.Dataset, error) {
	return Cache{Dir: cacheDir}.Entry(context.Background(), e, files)
}

// File is Cache.File without progress.
func File(o FileOptions, cacheDir string) (*data.Dataset, error) {
	return Cache{Dir: cacheDir}.File(context.Background(), o)
}

// Entry returns a data set of the catalogue. See data.Cache.Load.
func (c Cache) Entry(ctx context.Context, e catalogue.Entry, files func(folder, name string) (path string, err error)) (*data.Dataset, error) {
	return data.Cache(c).Load(ctx, e, files)
}

// File reads a user's table. See data.Cache.LoadFile.
func (c Cache) File(ctx context.Context, o FileOptions) (*data.Dataset, error) {
	return data.Cache(c).LoadFile(ctx, o)
}
