package methodtest

import (
	"encoding/csv"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// Numbers reads comma-separated numbers whose last column is the class, a whole
// number counted from first.
func Numbers(t testing.TB, r io.Reader, first int) (x *mat.Dense, y []int) {
	t.Helper()
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	d := len(rows[0]) - 1
	x, y = mat.NewDense(len(rows), d, nil), make([]int, len(rows))
	for i, row := range rows {
		for j, s := range row {
			v, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatal(err)
			}
			if j < d {
				x.Set(i, j, v)
			} else {
				y[i] = int(v) - first
			}
		}
	}
	return x, y
}

// Peers returns the training and test rows, already standardised, that programs
// of others were run on: NAME_train.csv and NAME_test.csv in the folder
// GPCBENCH_PEERS. The test is skipped where there is none. The authors' code of
// villacampa2017 starts there from the lengthscale "median-squared".
func Peers(t testing.TB, name string) (train, test *data.Memory) {
	t.Helper()
	folder := os.Getenv("GPCBENCH_PEERS")
	if folder == "" {
		t.Skip("GPCBENCH_PEERS is not set: the rows behind others' figures are not here")
	}
	read := func(part string) *data.Memory {
		file, err := os.Open(filepath.Join(folder, name+"_"+part+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		x, y := Numbers(t, file, 0)
		return data.NewMemory(x, y)
	}
	return read("train"), read("test")
}

// Wine returns the even rows of wine to train on and its odd rows, standardised.
func Wine(t testing.TB) (method.Task, *data.Examples) {
	t.Helper()
	ds := Mirror(t, "wine")
	var halves [2]data.Rows
	for i := range ds.Table.Len() {
		halves[i%2] = append(halves[i%2], i)
	}
	return Standardised(ds, halves[0], halves[1], 1)
}

// Waveform returns the peers' 300 rows of three classes to train on and 1000 to test, as
// they stand.
func Waveform(t testing.TB) (method.Task, *data.Examples) {
	t.Helper()
	train, test := Peers(t, "waveform3")
	return Task(train, 3, 1), data.NewExamples(test, data.All(test.Len()), nil)
}

// FewRows are two and three rows at distances at which SE of lengthscale 1 has the
// correlations 0.5, and 0.8, 0.4 (first and third) and 0.6.
func FewRows() (two, three *mat.Dense) {
	d := func(r float64) float64 { return math.Sqrt(-2 * math.Log(r)) }
	d12, d13, d23 := d(0.8), d(0.4), d(0.6)
	x3 := (d12*d12 + d13*d13 - d23*d23) / (2 * d12)
	return mat.NewDense(2, 1, []float64{0, d(0.5)}), mat.NewDense(3, 2, []float64{0, 0, d12, 0, x3, math.Sqrt(d13*d13 - x3*x3)})
}
