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

func TestPeersNow(t *testing.T) {
	for _, c := range []struct {
		data    string
		classes int
		m       int
	}{{"waveform3", 3, 15}, {"waveform3", 3, 30}, {"waveform3", 3, 60}, {"vehicle_s1", 4, 76}} {
		train, test := peer(t, c.data+"_train.csv"), peer(t, c.data+"_test.csv")
		task := methodtest.Task(train, c.classes, 1)
		x, _ := task.Train.ReadAll()
		o := map[string]any{"inducing": c.m, "inducing_init": "first-by-class", "kernel": "se-ard", "noise": 1.0,
			"lengthscale": math.Sqrt(medianDistance(x)), "iterations": 249}
		if v, err := strconv.ParseFloat(os.Getenv("IR"), 64); err == nil {
			o["inducing_rate"] = v
		}
		if v, err := strconv.ParseFloat(os.Getenv("DECAY"), 64); err == nil {
			o["damping_decay"] = v
		}
		if v, err := strconv.ParseFloat(os.Getenv("HR"), 64); err == nil {
			o["hyper_rate"] = v
		}
		for _, m := range []string{"ep", "sep"} {
			var cfg method.Classifier = New()
			if m == "sep" {
				cfg = NewStochastic()
			}
			if err := method.Decode(cfg, o); err != nil {
				t.Fatal(err)
			}
			rec := &methodtest.Recorder{Every: 1 << 30}
			p, err := cfg.Fit(t.Context(), task, rec)
			if err != nil {
				t.Fatal(err)
			}
			nll, wrong := methodtest.Score(p, c.classes, data.NewExamples(test, data.All(test.Len()), nil))
			t.Logf("%s M=%d %s: error %.4f NLL %.4f log Z %.2f events %v", c.data, c.m, m, wrong, nll, rec.Objectives[rec.Last], rec.Events)
		}
	}
}
