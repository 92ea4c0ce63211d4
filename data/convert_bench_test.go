package data

import (
	"bufio"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gpcbench/data/catalogue"
)

// writeHiggs writes n rows of higgs-like as UCI ships HIGGS: no header, the label
// first, every number with 18 decimals and an exponent. It returns the bytes of
// the text.
func writeHiggs(w io.Writer, n int) (bytes int64, err error) {
	rng := rand.New(rand.NewPCG(generatedSeed, 0))
	x := make([]float64, len(higgsAttributes))
	var line []byte
	for range n {
		line = strconv.AppendFloat(line[:0], float64(higgsLike(x, rng)), 'e', 18, 64)
		for _, v := range x {
			line = strconv.AppendFloat(append(line, ','), v, 'e', 18, 64)
		}
		line = append(line, '\n')
		bytes += int64(len(line))
		if _, err := w.Write(line); err != nil {
			return bytes, err
		}
	}
	return bytes, nil
}

// writeHiggsFile writes them to a file, packed if its name ends with .gz.
func writeHiggsFile(tb testing.TB, path string, n int) (bytes int64) {
	tb.Helper()
	f, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	b := bufio.NewWriterSize(f, 1<<20)
	var z *gzip.Writer
	var w io.Writer = b
	if strings.HasSuffix(path, ".gz") {
		z, _ = gzip.NewWriterLevel(b, gzip.BestSpeed)
		w = z
	}
	bytes, err = writeHiggs(w, n)
	if err == nil && z != nil {
		err = z.Close()
	}
	if err == nil {
		err = b.Flush()
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		tb.Fatal(err)
	}
	return bytes
}

// higgsEntry is the catalogue's entry of HIGGS for a beginning of the file.
func higgsEntry(tb testing.TB, n int) catalogue.Entry {
	tb.Helper()
	e, err := catalogue.Get("higgs")
	if err != nil {
		tb.Fatal(err)
	}
	e.Rows = n
	return e
}

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
				if _, err := Load(higgsEntry(b, n), find, b.TempDir()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkOpen opens a table of a million rows of 28 attributes, 225 MB, and reads
// its first hundred rows.
func BenchmarkOpen(b *testing.B) {
	e := largeEntry
	e.Rows = 1_000_000
	cache := b.TempDir()
	x, pos := make([]float64, 100*28), make([]int, 100)
	for i := range pos {
		pos[i] = i
	}
	open := func() {
		ds, err := Load(e, nil, cache)
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
