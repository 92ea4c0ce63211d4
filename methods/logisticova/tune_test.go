package logisticova

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/methodtest"
)

// Of few rows with many columns of noise a small weight is chosen, and labels of other rows are predicted
// better than with the weight 1.
func TestWeightIsChosen(t *testing.T) {
	const n, columns, k = 40, 100, 5
	rng := rand.New(rand.NewPCG(3, 4))
	blobs, _ := methodtest.LabelBlobs(2*n, columns, k, rng)
	task := methodtest.LabelTask(blobs, k, 1)
	held := all(2 * n)[n:]
	whole := task
	task.Train = task.Train.Subset(all(2 * n)[:n])
	loss := func(c *Config) float64 {
		m, _ := fit(t, c, task)
		return sumLoss(m, whole, held)
	}
	chosen, fixed := New(), New()
	fixed.InnerFolds = 0
	if by, one := loss(chosen), loss(fixed); by > 0.95*one {
		t.Errorf("log loss %v with the weight that is chosen, %v with 1", by, one)
	}
	if w, err := chosen.weight(t.Context(), task, &methodtest.Recorder{}); err != nil || w >= 1 {
		t.Errorf("the weight is %v, error %v", w, err)
	}
}

// The sum over labels is that of -log p of those that a row has, and of -log(1 - p) of the others.
func TestSumLoss(t *testing.T) {
	blobs, _ := methodtest.LabelBlobs(30, 3, 4, rand.New(rand.NewPCG(1, 2)))
	task := methodtest.LabelTask(blobs, 4, 1)
	c := New()
	c.InnerFolds = 0
	m, _ := fit(t, c, task)
	x, _ := task.Train.ReadAll()
	p := mat.NewDense(30, 4, nil)
	m.Predict(p, x)
	labels := data.NewLabelSets()
	blobs.AppendLabels(labels, all(30))
	want := 0.0
	for i := range 30 {
		has := map[int32]bool{}
		for _, l := range labels.Row(i) {
			has[l] = true
		}
		for l := range 4 {
			if has[int32(l)] {
				want -= math.Log(p.At(i, l))
			} else {
				want -= math.Log1p(-p.At(i, l))
			}
		}
	}
	if got := sumLoss(m, task, all(30)); got < want-1e-9 || got > want+1e-9 {
		t.Errorf("the log loss is %v, want %v", got, want)
	}
}
