package loader

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

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
	"gpcbench/data/generate"
)

// writeHiggs writes n rows of higgs-like as UCI ships HIGGS: no header, the label
// first, every number with 18 decimals and an exponent. It returns the bytes of
// the text.
func writeHiggs(w io.Writer, n int) (bytes int64, err error) {
	rng := rand.New(rand.NewPCG(1, 0))
	var line []byte
	for from := 0; from < n; from += 1000 {
		ds, err := generate.Dataset("higgs-like", min(1000, n-from), rng)
		if err != nil {
			return bytes, err
		}
		x, y := datatest.All(ds)
		for i, row := range x {
			line = strconv.AppendFloat(line[:0], float64(y[i]), 'e', 18, 64)
			for _, v := range row {
				line = strconv.AppendFloat(append(line, ','), v, 'e', 18, 64)
			}
			line = append(line, '\n')
			bytes += int64(len(line))
			if _, err := w.Write(line); err != nil {
				return bytes, err
			}
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

// TestUCIFormat: rows written as UCI ships HIGGS and SUSY, packed, become the rows
// that were generated, to the last bit, through the catalogue's own entry.
func TestUCIFormat(t *testing.T) {
	const n = 2000
	path := filepath.Join(t.TempDir(), "HIGGS.csv.gz")
	writeHiggsFile(t, path, n)
	var asked []string
	find := func(folder, name string) (string, error) {
		asked = append(asked, folder+"/"+name)
		return path, nil
	}
	ds, err := Entry(higgsEntry(t, n), find, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if ds.Kind != data.Binary || ds.ClassNames[0] != "0" || ds.ClassNames[1] != "1" || asked[0] != "higgs/HIGGS.csv.gz" {
		t.Errorf("%s, classes %q of %q", ds.Kind, ds.ClassNames, asked)
	}
	want, err := generate.Dataset("higgs-like", n, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	x, y := datatest.All(ds)
	wantX, wantY := datatest.All(want)
	for i := range wantX {
		for j, v := range wantX[i] {
			if x[i][j] != v || y[i] != wantY[i] {
				t.Fatalf("row %d, attribute %d: %v of class %d, want %v of class %d", i, j, x[i][j], y[i], v, wantY[i])
			}
		}
	}
	susy, err := catalogue.Get("susy")
	if higgs := higgsEntry(t, n); err != nil ||
		susy.Format.Kind != higgs.Format.Kind ||
		susy.Format.Label != "0" ||
		susy.Format.Separator != higgs.Format.Separator ||
		susy.Attributes != 18 ||
		susy.Rows != 5_000_000 {
		t.Errorf("susy is %+v", susy)
	}
}
