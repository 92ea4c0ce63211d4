package loader

import (
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
	"gpcbench/data/generate"
	"gpcbench/data/split"
)

// TestKnownSums compares rows, classes and published splits with sums that were
// taken independently, by numpy, from the same files: the sum over rows i and
// attributes j of x (class + 1) (i mod 7 + 1) (j mod 5 + 1), and of the training
// rows of the fourth split.
func TestKnownSums(t *testing.T) {
	files := datatest.Mirror(t)
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
		ds, err := Entry(e, files, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		row := make([]float64, ds.Dim())
		for i := range ds.Len() {
			ds.Rows(row, []int{i})
			factor := float64(datatest.Class(ds, i)+1) * float64(i%7+1)
			for j, v := range row {
				sum += v * factor * float64(j%5+1)
			}
		}
		if math.Abs(sum-test.sum) > 1e-9*math.Abs(test.sum) {
			t.Errorf("%s: sum %.10g, want %.10g", test.name, sum, test.sum)
		}
		if test.rows == 0 {
			continue
		}
		numbers := 0
		train := datatest.Rows(ds.Splits[3].Train)
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
	files := datatest.Mirror(t)
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
				if _, err := files(f.Folder, f.Name); err != nil {
					t.Skip("not in the mirror: ", f.Name)
				}
			}
			ds, err := Entry(e, files, t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d x %d, %d classes, %d splits, %T", ds.Len(), ds.Dim(), len(ds.ClassNames), len(ds.Splits), ds.Table)
			for _, split := range ds.Splits {
				datatest.CheckSplit(t, split.Train, split.Test, ds.Len())
				if split.Train.Len()+split.Test.Len() != ds.Len() {
					t.Errorf("split of %d and %d rows", split.Train.Len(), split.Test.Len())
				}
			}
		})
	}
}

// TestWaveformIsIDAs compares the class means of the standardised generator
// with those of the real files.
func TestWaveformIsIDAs(t *testing.T) {
	e, err := catalogue.Get("waveform-ida")
	if err != nil {
		t.Fatal(err)
	}
	ida, err := Entry(e, datatest.Mirror(t), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	made, err := generate.Dataset("waveform-binary", 20000, rand.New(rand.NewPCG(6, 1)))
	if err != nil {
		t.Fatal(err)
	}
	scale := data.FitScaler(made, data.All(made.Len()))
	want, got := meanOfSecond(ida), meanOfSecond(made)
	for j := range got {
		if z := (got[j] - scale.Mean[j]) / scale.SD[j]; math.Abs(z-want[j]) > 0.1 {
			t.Errorf("attribute %d: mean %v of +1, IDA has %v", j, z, want[j])
		}
	}
}

// meanOfSecond is the mean of each attribute over the rows of the second class.
func meanOfSecond(t data.Table) []float64 {
	x, y := datatest.All(t)
	mean, n := make([]float64, t.Dim()), 0.0
	for i, row := range x {
		if y[i] != 1 {
			continue
		}
		n++
		for j, v := range row {
			mean[j] += v
		}
	}
	for j := range mean {
		mean[j] /= n
	}
	return mean
}

// Table 1 of hensman2015 has 192 rows of cancer and 108 of flare solar, IDA's training
// rows are 200 and 666: the first split of cancer has 192 different ones, inputs and
// class, and 666 drawn rows of flare solar have about 110.
func TestDistinctRowsOfHensman(t *testing.T) {
	stream := func(repeat int, purpose string) *rand.Rand {
		return rand.New(rand.NewPCG(uint64(repeat), uint64(len(purpose))))
	}
	sizes := func(name string, spec split.Spec) (n []int) {
		e, err := catalogue.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		ds, err := Entry(e, datatest.Mirror(t), t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		spec.Distinct = true
		for repeat := range 10 {
			split, err := spec.Make(ds, split.Limits{}, repeat, stream)
			if err != nil {
				t.Fatal(err)
			}
			n = append(n, split.Train.Len())
		}
		return n
	}
	if got, want := sizes("breast-cancer", split.Spec{Kind: "published"}), []int{192, 193, 190, 191, 193, 194, 191, 192, 191, 194}; !slices.Equal(got, want) {
		t.Errorf("breast-cancer: %v different training rows, want %v", got, want)
	}
	got := sizes("flare-solar", split.Spec{Kind: "holdout", Train: 666, Test: 400})
	slices.Sort(got)
	if got[0] > 108 || got[9] < 108 {
		t.Errorf("flare-solar: %v different training rows, none of them near 108", got)
	}
	for _, name := range []string{"heart", "german-ida", "waveform-ida", "ringnorm"} {
		plain := map[string]int{"heart": 170, "german-ida": 700, "waveform-ida": 400, "ringnorm": 400}[name]
		if n := sizes(name, split.Spec{Kind: "published"}); slices.Min(n) != plain || slices.Max(n) != plain {
			t.Errorf("%s: %v different training rows, want %d", name, n, plain)
		}
	}
}
