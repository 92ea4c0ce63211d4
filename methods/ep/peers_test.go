package ep

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// peer reads a table of the folder GPCBENCH_PEERS, the label in its last column,
// and skips the test where there is none.
func peer(t testing.TB, name string) *data.Memory {
	t.Helper()
	root := os.Getenv("GPCBENCH_PEERS")
	if root == "" {
		t.Skip("GPCBENCH_PEERS is not set: the data of the peers' figures are not here")
	}
	file, err := os.Open(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := strconv.ParseFloat(rows[0][0], 64); err != nil {
		rows = rows[1:]
	}
	d := len(rows[0]) - 1
	x, y := mat.NewDense(len(rows), d, nil), make([]int, len(rows))
	for i, row := range rows {
		for j, cell := range row {
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			if j == d {
				y[i] = int(v)
			} else {
				x.Set(i, j, v)
			}
		}
	}
	return data.NewMemory(x, y)
}

// medianDistance is the median distance between two rows, not squared.
func medianDistance(x *mat.Dense) float64 {
	n, d := x.Dims()
	var all []float64
	for i := range n {
		for j := range i {
			var s float64
			for k := range d {
				s += (x.At(i, k) - x.At(j, k)) * (x.At(i, k) - x.At(j, k))
			}
			all = append(all, math.Sqrt(s))
		}
	}
	slices.Sort(all)
	return 0.5 * (all[len(all)/2] + all[(len(all)-1)/2])
}

// The authors' R code, full batch, 249 iterations from the same start, ended with
// these test errors, test NLLs and log Z_q. After so many steps of gradients of
// another order of operations figures agree in level only: errors to four standard
// errors of a difference (85 test rows of Vehicle, 1000 of Waveform), NLLs to 0.1.
// log Z_q, which still rises then, is ours 0.5 to 3 nats higher on Waveform and 35
// on Vehicle; the paper does not give the parameters and rates that would tell why.
func TestAuthorsCode(t *testing.T) {
	for _, c := range []struct {
		data       string
		classes, m int
		method     string
		wrong, nll float64
		logZ       float64
	}{
		{"waveform3", 3, 15, "sep", 0.1850, 0.4482, -77.41},
		{"waveform3", 3, 15, "ep", 0.1820, 0.3996, -85.11},
		{"waveform3", 3, 30, "sep", 0.1890, 0.5195, -75.70},
		{"waveform3", 3, 30, "ep", 0.1840, 0.4213, -87.16},
		{"waveform3", 3, 60, "sep", 0.1920, 0.5787, -77.56},
		{"waveform3", 3, 60, "ep", 0.1860, 0.4175, -88.41},
		{"vehicle_s1", 4, 76, "sep", 0.1412, 0.2950, -319.05},
		{"vehicle_s1", 4, 76, "ep", 0.1294, 0.3170, -319.02},
	} {
		train, test := peer(t, c.data+"_train.csv"), peer(t, c.data+"_test.csv")
		task := methodtest.Task(train, c.classes, 1)
		x, _ := task.Train.ReadAll()
		var cfg method.Classifier = New()
		if c.method == "sep" {
			cfg = NewStochastic()
		}
		// The code has squared lengthscales, which start at the median distance.
		if err := method.Decode(cfg, map[string]any{"inducing": c.m, "inducing_init": "first-by-class", "kernel": "se-ard", "noise": 1.0,
			"lengthscale": math.Sqrt(medianDistance(x)), "iterations": 249}); err != nil {
			t.Fatal(err)
		}
		rec := &methodtest.Recorder{Every: 1 << 30}
		p, err := cfg.Fit(t.Context(), task, rec)
		if err != nil {
			t.Fatal(err)
		}
		nll, wrong := methodtest.Score(p, c.classes, data.NewExamples(test, data.All(test.Len()), nil))
		logZ := rec.Objectives[rec.Last]
		t.Logf("%s, M = %d, %s: error %.4f, NLL %.4f, log Z %.2f; authors' code %.4f, %.4f, %.2f; %v",
			c.data, c.m, c.method, wrong, nll, logZ, c.wrong, c.nll, c.logZ, rec.Events)
		se := math.Sqrt(2 * c.wrong * (1 - c.wrong) / float64(test.Len()))
		if math.Abs(wrong-c.wrong) > 4*se || math.Abs(nll-c.nll) > 0.1 || math.Abs(logZ-c.logZ) > 0.15*math.Abs(c.logZ) {
			t.Errorf("%s, M = %d, %s: not on the level of the authors' code", c.data, c.m, c.method)
		}
	}
}
