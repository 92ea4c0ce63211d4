package statistics

import (
	"math"
	"testing"
)

// ofSets are losses of four methods on nine data sets.
var ofSets = [][]float64{
	{.41, .20, .66, .12, .33, .81, .25, .47, .55},
	{.38, .21, .60, .10, .30, .79, .24, .45, .52},
	{.44, .26, .59, .15, .31, .90, .22, .50, .51},
	{.52, .31, .95, .12, .48, 1.3, .41, .60, .83},
}

func against(methods [][]float64, i int) AgainstBest {
	var others [][]float64
	for j, m := range methods {
		if j != i {
			others = append(others, m)
		}
	}
	return NewAgainstBest(methods[i], others)
}

// Values of SciPy 1.10.1: with d the differences to the others, a column each,
//
//	permutation_test((arange(1, 10),), lambda v: max_j t(sign(v) d_j[abs(v) - 1]),
//	                 permutation_type="samples", alternative="greater", n_resamples=inf)
//	max(mean(d) + t.ppf(.95, 8) * sem(d))
func TestAgainstBest(t *testing.T) {
	for i, want := range []AgainstBest{
		{3.7416573867739413, 7. / 512, 0.03492965275109723},
		{-2.2662475289772344, 511. / 512, -0.005782581657010084},
		{2.2662475289772344, 44. / 512, 0.05866186278743436},
		{4.30539799016246, 1. / 512, 0.307065323335433},
	} {
		got := against(ofSets, i)
		if math.Abs(got.T-want.T) > 1e-12 || got.P != want.P || math.Abs(got.Upper-want.Upper) > 1e-12 {
			t.Errorf("method %d: %v, want %v", i, got, want)
		}
	}
}

// Beyond twelve data sets flips are drawn, the same at every call, and come near to all of them.
func TestAgainstBestByDrawnFlips(t *testing.T) {
	var many [][]float64
	for _, m := range ofSets {
		many = append(many, append(append([]float64{}, m...), .9*m[4], .9*m[7], .9*m[8], 1.1*m[0]))
	}
	got := against(many, 2)
	if got != against(many, 2) {
		t.Error("not the same at every call")
	}
	if math.Abs(got.P-0.02099609375) > 0.005 { // of all 8,192, as above
		t.Errorf("P %g", got.P)
	}
}

// A method that is the same as another everywhere is not worse than it, and one that is worse by
// the same everywhere is.
func TestAgainstBestWithoutSpread(t *testing.T) {
	own := []float64{1, 2, 3, 4, 5, 6, 7, 8}
	worse := make([]float64, len(own))
	for i, x := range own {
		worse[i] = x + 1
	}
	if got := NewAgainstBest(own, [][]float64{own}); got.T != 0 || got.P != 1 || got.Upper != 0 {
		t.Errorf("the same: %v", got)
	}
	if got := NewAgainstBest(worse, [][]float64{own}); !math.IsInf(got.T, 1) || got.P != 1./256 || got.Upper != 1 {
		t.Errorf("worse by 1: %v", got)
	}
}
