package data

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"gpcbench/data/catalogue"
)

// mirrorFile finds files in the folders of GPCBENCH_MIRROR.
func mirrorFile(t *testing.T) func(folder, name string) (string, error) {
	mirror := os.Getenv("GPCBENCH_MIRROR")
	if mirror == "" {
		t.Skip("GPCBENCH_MIRROR is not set: the real files are not here")
	}
	return func(folder, name string) (string, error) {
		for _, root := range filepath.SplitList(mirror) {
			path := filepath.Join(root, folder, name)
			if _, err := os.Stat(path); err == nil {
				return path, nil
			}
		}
		return "", &UnavailableError{File: filepath.Join(folder, name), Err: os.ErrNotExist}
	}
}

// TestKnownSums compares rows, classes and published splits with sums that were
// taken independently, by numpy, from the same files: the sum over rows i and
// attributes j of x (class + 1) (i mod 7 + 1) (j mod 5 + 1), and of the training
// rows of the fourth split.
func TestKnownSums(t *testing.T) {
	files := mirrorFile(t)
	for _, test := range []struct {
		name  string
		sum   float64
		rows  int
		split int
	}{
		{"bank-marketing", 1113470931, 0, 0},
		{"a9a", 9560219, 0, 0},
		{"cod-rna", -502832994, 0, 0},
		{"waveform-ida", -4372.355515, 400, 1051992},
		{"satellite", 747496784, 1287, 4211581},
		{"german-ida", -6841.284081, 700, 349601},
	} {
		e, err := catalogue.Get(test.name)
		if err != nil {
			t.Fatal(err)
		}
		ds, err := Load(e, files, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		i := 0
		eachRow(ds, All(ds.Len()), func(row []float64) {
			factor := float64(classOf(ds, i)+1) * float64(i%7+1)
			for j, v := range row {
				sum += v * factor * float64(j%5+1)
			}
			i++
		})
		if math.Abs(sum-test.sum) > 1e-9*math.Abs(test.sum) {
			t.Errorf("%s: sum %.10g, want %.10g", test.name, sum, test.sum)
		}
		if test.rows == 0 {
			continue
		}
		numbers := 0
		train := rowsOf(ds.Splits[3].Train)
		for _, row := range train {
			numbers += row
		}
		if len(train) != test.rows || numbers != test.split {
			t.Errorf("%s: the fourth split trains on %d rows of sum %d", test.name, len(train), numbers)
		}
	}
}

// TestMirror loads every set of the catalogue that the mirror has; the large
// ones, which together take some ten seconds and a gigabyte of disk, only if
// GPCBENCH_LARGE is set.
func TestMirror(t *testing.T) {
	files := mirrorFile(t)
	for _, name := range catalogue.Names() {
		t.Run(name, func(t *testing.T) {
			e, err := catalogue.Get(name)
			if err != nil {
				t.Fatal(err)
			}
			if e.Rows*e.Attributes > 10_000_000 && e.Task != "multilabel" && os.Getenv("GPCBENCH_LARGE") == "" {
				t.Skip("GPCBENCH_LARGE is not set")
			}
			for _, f := range e.Files {
				if _, err := filePath(e, f, files); err != nil {
					t.Skip("not in the mirror: ", f.Name)
				}
			}
			ds, err := Load(e, files, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d x %d, %d classes, %d splits, %T", ds.Len(), ds.Dim(), len(ds.ClassNames), len(ds.Splits), ds.Table)
			for _, split := range ds.Splits {
				checkSplit(t, split, ds.Len())
				if split.Train.Len()+split.Test.Len() != ds.Len() {
					t.Errorf("split of %d and %d rows", split.Train.Len(), split.Test.Len())
				}
			}
		})
	}
}
