package work

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// told is a model of four chains of 100 draws whose probability of class 1 is p(draw) in every row.
type told struct {
	method.Predictor
	p func(draw int) float64
}

func (told) Chains() int { return 4 }

func (m told) Draws(x *mat.Dense, f func(p *mat.Dense)) {
	n, _ := x.Dims()
	at := mat.NewDense(n, 2, nil)
	for s := range 400 {
		for i := range n {
			at.Set(i, 0, 1-m.p(s))
			at.Set(i, 1, m.p(s))
		}
		f(at)
	}
}

// A probability that rests on few draws has no standard error, and one that no draw calls impossible is judged by
// its log loss.
func TestFewDraws(t *testing.T) {
	set := testSet{rows: data.NewExamples(data.NewMemory(mat.NewDense(2, 1, []float64{0, 1}), []int{1, 1}), data.All(2), nil), classes: 2}
	for name, c := range map[string]struct {
		p          func(int) float64
		rhat, mcse bool
	}{
		"smooth":       {func(s int) float64 { return 0.3 + 0.1*float64(s*7%13)/13 }, true, true},
		"often 0":      {func(s int) float64 { return float64(s * 7 % 13 / 6) }, true, true},
		"on few draws": {func(s int) float64 { return float64(max(0, s%50-48)) }, true, false},
		"never but 0":  {func(int) float64 { return 0 }, false, false},
	} {
		watched := set.watch(told{p: c.p})
		set.evaluate(watched, nil)
		got := watched.metrics()
		_, rhat := got["rhat_rows"]
		_, mcse := got["mcse_nll"]
		if rhat != c.rhat || mcse != c.mcse {
			t.Errorf("%s: %v", name, got)
		}
	}
}
