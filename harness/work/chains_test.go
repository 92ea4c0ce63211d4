package work

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// told is a model of four chains of 100 draws whose probability of class 1 is p(draw) in every row, or 1 in the first.
type told struct {
	method.Predictor
	p     func(draw int) float64
	still bool // the first row
}

func (told) Chains() int { return 4 }

func (m told) Draws(x *mat.Dense, f func(p *mat.Dense)) {
	n, _ := x.Dims()
	at := mat.NewDense(n, 2, nil)
	for s := range 400 {
		for i := range n {
			p := m.p(s)
			if m.still && i == 0 {
				p = 1
			}
			at.Set(i, 0, 1-p)
			at.Set(i, 1, p)
		}
		f(at)
	}
}

// A row that has one probability at all draws does not keep the others from being judged.
func TestRowsThatStandStill(t *testing.T) {
	rows := data.NewExamples(data.NewMemory(mat.NewDense(2, 1, []float64{0, 1}), []int{1, 1}), data.All(2), nil)
	set := testSet{rows: rows, classes: 2}
	moving := func(s int) float64 { return 0.3 + 0.1*float64(s*7%13)/13 }
	both := set.watch(told{p: moving})
	set.evaluate(both, nil)
	one := set.watch(told{p: moving, still: true})
	set.evaluate(one, nil)
	if got, want := one.metrics(), both.metrics(); got["rhat_rows"] != want["rhat_rows"] || !(got["mcse_nll"] > 0 && got["mcse_nll"] < want["mcse_nll"]) {
		t.Errorf("%v beside a row that stands still, %v without", got, want)
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
		"never but .5": {func(int) float64 { return 0.5 }, false, false},
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
