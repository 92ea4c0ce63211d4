package vi

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inducing"
	"gpcbench/methods/methodtest"
)

// table reads a CSV file of numbers whose last column is the class, from the
// folder GPCBENCH_PEERS, and skips the test without it.
func table(t testing.TB, name string) *data.Memory {
	t.Helper()
	folder := os.Getenv("GPCBENCH_PEERS")
	if folder == "" {
		t.Skip("GPCBENCH_PEERS is not set: the files are not here")
	}
	file, err := os.Open(filepath.Join(folder, name+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	d := len(lines[0]) - 1
	x, y := mat.NewDense(len(lines), d, nil), make([]int, len(lines))
	for i, line := range lines {
		for j, s := range line {
			v, err := strconv.ParseFloat(s, 64)
			if err != nil {
				t.Fatal(err)
			}
			if j < d {
				x.Set(i, j, v)
			} else {
				y[i] = int(v)
			}
		}
	}
	return data.NewMemory(x, y)
}

// The authors' R code, as released, from the same start: inducing inputs by
// class, squared lengthscales at the median distance, noise 1, 249 iterations on
// the full batch. Neither program has converged by then, both are on their way to
// ever more certain functions, and the NLL depends on how far they are: after 25,
// 50, 100 and 249 iterations ours is .78, .96, 1.10, 1.09 on waveform with M = 15
// and .57, .60, .67, .75 on vehicle, theirs .91 and .69 at the end (.64 ours on
// vehicle with whiten, whose bound is worse). So the level is what can be asked
// for: NLL within a quarter, errors within 0.025.
func TestAgainstTheAuthorsCode(t *testing.T) {
	for _, c := range []struct {
		name       string
		classes, m int
		wrong, nll float64
	}{
		{"waveform3", 3, 15, .1750, .9092},
		{"waveform3", 3, 30, .1980, .9734},
		{"waveform3", 3, 60, .1950, .8991},
		{"vehicle_s1", 4, 76, .1176, .6884},
	} {
		task := methodtest.Task(table(t, c.name+"_train"), c.classes, 1)
		rows := table(t, c.name+"_test")
		x, _ := task.Train.ReadAll()
		rec := &methodtest.Recorder{Every: 1 << 30}
		p, err := configured(t, map[string]any{
			"kernel": "se-ard", "noise": 1.0, "lengthscale": math.Sqrt(inducing.MedianDistance(x)),
			"inducing": c.m, "inducing_init": "first-by-class", "batch": 0, "optimiser": "lbfgs", "iterations": 249,
		}).Fit(t.Context(), task, rec)
		if err != nil {
			t.Fatal(err)
		}
		nll, wrong := methodtest.Score(p, c.classes, data.NewExamples(rows, data.All(rows.Len()), nil))
		t.Logf("%s, M = %d: %d iterations, bound %.2f, error %.4f, NLL %.4f", c.name, c.m, rec.Last, rec.Objectives[rec.Last], wrong, nll)
		if math.Abs(nll-c.nll) > c.nll/4 || math.Abs(wrong-c.wrong) > 0.025 {
			t.Errorf("%s, M = %d: error %.4f, NLL %.4f, the authors' %.4f, %.4f", c.name, c.m, wrong, nll, c.wrong, c.nll)
		}
	}
}
