// Package loader makes data sets from their sources: an entry of the catalogue, or a user's own
// table.
//
// Text is converted once, into a table file in the cache folder. Later loads read only the table
// file, after hashing the text, so that any change of a byte or of the preparation gives a new
// table; for a file of 64 MiB and more the hash is kept with the file's size and time. A user's
// table kept by a program with fewer rules is converted again. Inputs are kept as float64, from
// 2^25 of them on as float32. Tables of more than 2^20 inputs stay in the file, mapped into memory,
// and are read in place: reading a row touches only the block of 1 MiB that holds it, whose
// checksum is compared once. Large generated sets are generated into such a file too. Multi-label
// sets are held in memory: dense if their file states every value of every row, otherwise sparse.
package loader

import (
	"context"
	"io"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/tablefile"
)

// Cache says where prepared tables are kept, and where the progress of a long conversion is
// reported.
type Cache struct {
	Dir      string    // the cache folder; empty: nothing is kept
	Progress io.Writer // nil: nobody
}

// Entry is Cache.Entry without progress.
func Entry(e catalogue.Entry, find Find, cacheDir string) (*data.Dataset, error) {
	return Cache{Dir: cacheDir}.Entry(context.Background(), e, find)
}

// describe copies a table file's description of its table into ds.
func describe(ds *data.Dataset, t data.Table, desc *tablefile.Description) {
	ds.Table, ds.ClassNames, ds.Attributes, ds.Digest = t, desc.Classes, desc.Attributes, desc.Digest
	ds.Summary = desc.Summary
	for _, train := range desc.Splits {
		ds.Splits = append(ds.Splits, data.SplitOf(desc.N, train))
	}
}

// splitAt returns the split of n rows that trains on the first train rows and tests on the rest.
func splitAt(train, n int) data.Split {
	return data.Split{Train: data.Range{From: 0, To: train}, Test: data.Range{From: train, To: n}}
}
