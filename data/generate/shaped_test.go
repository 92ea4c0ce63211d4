package generate

import (
	"math"
	"slices"
	"sync"
	"testing"

	"gpcbench/data"
	"gpcbench/data/tablefile"
)

// readShaped reads rows of n that a shape has.
func readShaped(t testing.TB, name string, n int, rows []int) (*data.CSR, *data.LabelSets, *data.Dataset) {
	t.Helper()
	ds, err := Fixed(name, name, n, tablefile.Cache{})
	if err != nil {
		t.Fatal(err)
	}
	x, labels := data.NewCSR(ds.Dim()), data.NewLabelSets()
	ds.Table.(data.Sparse).AppendRows(x, rows)
	ds.Table.(data.Multilabeled).AppendLabels(labels, rows)
	return x, labels, ds
}

func firstRows(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// TestShapes: numbers of values and labels have the stated means and heavy tails, their
// frequencies those of Zipf's law, and rows are positive and of length 1.
func TestShapes(t *testing.T) {
	const n = 5000
	for name, s := range shapes {
		x, labels, ds := readShaped(t, name, n, firstRows(n))
		if ds.Dim() != s.d || len(ds.Attributes) != s.d || len(ds.ClassNames) != s.k {
			t.Errorf("%s: %d columns, %d labels", name, ds.Dim(), len(ds.ClassNames))
		}
		mostValues, mostLabels := 0, 0
		ofColumn, ofLabel := make([]int, s.d), make([]int, s.k)
		for i := range n {
			cols, values := x.Row(i)
			square := 0.0
			for j, v := range values {
				square += v * v
				ofColumn[cols[j]]++
				if v <= 0 {
					t.Fatalf("%s: row %d has the value %v", name, i, v)
				}
			}
			if math.Abs(square-1) > 1e-12 {
				t.Fatalf("%s: row %d is of length %v", name, i, math.Sqrt(square))
			}
			for _, l := range labels.Row(i) {
				ofLabel[l]++
			}
			mostValues, mostLabels = max(mostValues, len(cols)), max(mostLabels, len(labels.Row(i)))
		}
		check := func(what string, h heavyTail, mean float64, most int) {
			relative := math.Sqrt(math.Expm1(h.spread*h.spread) / n) // standard error of the mean over the mean
			if math.Abs(mean-h.mean) > (4*relative+1e-9)*h.mean+0.02 {
				t.Errorf("%s: %.3f %s a row, want %v", name, mean, what, h.mean)
			}
			if h.spread > 0 && float64(most) < 4*h.mean {
				t.Errorf("%s: at most %d %s a row", name, most, what)
			}
		}
		check("values", s.values, float64(len(x.Cols))/n, mostValues)
		check("labels", s.labels, float64(len(labels.Labels))/n, mostLabels)
		for what, counts := range map[string][]int{"columns": ofColumn, "labels": ofLabel} {
			slices.Sort(counts)
			slices.Reverse(counts)
			if tenth := len(counts) / 10; counts[0] < 2*max(1, counts[tenth]) || counts[0] > n*3/4 {
				t.Errorf("%s: the most frequent of %s is in %d rows, the one after a tenth of them in %d", name, what, counts[0], counts[tenth])
			}
		}
	}
}

// TestShapedRowsAreFunctions: a row does not depend on what was read before it, on the
// number of rows, nor on who reads beside.
func TestShapedRowsAreFunctions(t *testing.T) {
	rows := firstRows(300)
	x, labels, ds := readShaped(t, "rcv1-shaped", 1000, rows)
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for i := range rows {
				row := len(rows) - 1 - i
				one, its := data.NewCSR(ds.Dim()), data.NewLabelSets()
				if i%2 == 0 {
					ds.Table.(data.Multilabeled).AppendLabels(its, []int{row})
				}
				ds.Table.(data.Sparse).AppendRows(one, []int{row})
				if i%2 == 1 {
					ds.Table.(data.Multilabeled).AppendLabels(its, []int{row})
				}
				cols, values := x.Row(row)
				if !slices.Equal(one.Cols, cols) || !slices.Equal(one.Values, values) || !slices.Equal(its.Labels, labels.Row(row)) {
					t.Errorf("row %d is another when it is read alone", row)
				}
			}
		})
	}
	wait.Wait()
	dense := make([]float64, ds.Dim())
	ds.Rows(dense, []int{7})
	cols, values := x.Row(7)
	for j, c := range cols {
		if dense[c] != values[j] {
			t.Errorf("column %d is %v, dense %v", c, values[j], dense[c])
		}
		dense[c] = 0
	}
	if slices.ContainsFunc(dense, func(v float64) bool { return v != 0 }) {
		t.Error("the dense row has more columns")
	}
	longer, _, split := readShaped(t, "rcv1-shaped", 700000, rows)
	if !slices.Equal(longer.Values, x.Values) || !slices.Equal(longer.Cols, x.Cols) {
		t.Error("rows depend on how many there are")
	}
	if want := (data.Split{Train: data.Range{From: 0, To: 623847}, Test: data.Range{From: 623847, To: 700000}}); len(split.Splits) != 1 || split.Splits[0] != want {
		t.Errorf("splits %v", split.Splits)
	}
	if len(ds.Splits) != 0 {
		t.Errorf("splits %v of 1000 rows", ds.Splits)
	}
}

// TestShapedLabelsDependOnInputs: naive Bayes finds a label of a row much more often than
// the most frequent label is one.
func TestShapedLabelsDependOnInputs(t *testing.T) {
	const n, train = 3000, 2500
	x, labels, ds := readShaped(t, "sparse-5k", n, firstRows(n))
	k := len(ds.ClassNames)
	ofLabel := make([]float64, k)
	together := make([]float64, ds.Dim()*k)
	ofColumn := make([]float64, ds.Dim())
	for i := range train {
		cols, _ := x.Row(i)
		for _, l := range labels.Row(i) {
			ofLabel[l]++
			for _, c := range cols {
				together[int(c)*k+int(l)]++
			}
		}
		for _, c := range cols {
			ofColumn[c]++
		}
	}
	var found, prior float64
	best := func(score []float64) int32 {
		at := 0
		for l, v := range score {
			if v > score[at] {
				at = l
			}
		}
		return int32(at)
	}
	for i := train; i < n; i++ {
		cols, _ := x.Row(i)
		score := make([]float64, k)
		for l := range score {
			score[l] = math.Log(ofLabel[l] / train)
			for _, c := range cols {
				score[l] += math.Log((together[int(c)*k+l] + ofColumn[c]/train) / (ofLabel[l] + 1) / (ofColumn[c] + 1) * train)
			}
		}
		if slices.Contains(labels.Row(i), best(score)) {
			found++
		}
		if slices.Contains(labels.Row(i), best(ofLabel)) {
			prior++
		}
	}
	if found < 2*prior {
		t.Errorf("a label is found in %v of %d rows, the most frequent one in %v", found, n-train, prior)
	}
	t.Logf("a label is found in %v of %d rows, the most frequent one in %v", found, n-train, prior)
}

// BenchmarkShaped reads batches of 500 rows with their labels.
func BenchmarkShaped(b *testing.B) {
	const n = 1_000_000
	for _, name := range []string{"rcv1-shaped", "amazoncat-shaped"} {
		b.Run(name, func(b *testing.B) {
			x, labels, ds := readShaped(b, name, n, nil)
			idx := make([]int, 500)
			at := 0
			for b.Loop() {
				for i := range idx {
					idx[i] = at
					at = (at + 7919) % n
				}
				x.Reset(ds.Dim())
				labels.Reset()
				ds.Table.(data.Sparse).AppendRows(x, idx)
				ds.Table.(data.Multilabeled).AppendLabels(labels, idx)
			}
			b.ReportMetric(float64(b.N)*500/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
