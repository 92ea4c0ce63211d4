package loader

import (
	"path/filepath"
	"testing"

	"gpcbench/data/catalogue"
)

// BenchmarkConvert converts a million rows of the format of HIGGS.csv.gz, plain
// and packed, to a table file; MB/s are of the text. It takes 1.2 GB in the
// folder for temporary files.
func BenchmarkConvert(b *testing.B) {
	for _, name := range []string{"HIGGS.csv", "HIGGS.csv.gz"} {
		b.Run(name, func(b *testing.B) {
			const n = 1_000_000
			path := filepath.Join(b.TempDir(), name)
			b.SetBytes(writeHiggsFile(b, path, n))
			find := func(string, string) (string, error) { return path, nil }
			b.ResetTimer()
			for range b.N {
				if _, err := Entry(higgsEntry(b, n), find, b.TempDir()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOpen opens a table of a million rows of 28 attributes, 225 MB, and reads
// its first hundred rows.
func BenchmarkOpen(b *testing.B) {
	e := catalogue.Entry{Name: "large", Task: "binary", Rows: 1_000_000, Attributes: 28, Generated: "higgs-like"}
	cache := b.TempDir()
	x, pos := make([]float64, 100*28), make([]int, 100)
	for i := range pos {
		pos[i] = i
	}
	open := func() {
		ds, err := Entry(e, nil, cache)
		if err == nil {
			err = ds.Prepare()
		}
		if err != nil {
			b.Fatal(err)
		}
		ds.Rows(x, pos)
		ds.Classes(make([]int, len(pos)), pos)
	}
	open()
	for b.Loop() {
		open()
	}
}
