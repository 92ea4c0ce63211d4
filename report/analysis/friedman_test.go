package analysis

import (
	"math"
	"testing"
)

// The example of Demsar 2006: four variants of C4.5 on 14 data sets, by AUC (table 6).
func TestFriedmanDemsar(t *testing.T) {
	auc := [][4]float64{
		{0.763, 0.768, 0.771, 0.798}, {0.599, 0.591, 0.590, 0.569}, {0.954, 0.971, 0.968, 0.967}, {0.628, 0.661, 0.654, 0.657},
		{0.882, 0.888, 0.886, 0.898}, {0.936, 0.931, 0.916, 0.931}, {0.661, 0.668, 0.609, 0.685}, {0.583, 0.583, 0.563, 0.625},
		{0.775, 0.838, 0.866, 0.875}, {1, 1, 1, 1}, {0.940, 0.962, 0.965, 0.962}, {0.619, 0.666, 0.614, 0.669},
		{0.972, 0.981, 0.9751, 0.975}, {0.957, 0.978, 0.946, 0.970},
	}
	ranks := []MeanRank{{Label: "C4.5"}, {Label: "C4.5+m"}, {Label: "C4.5+cf"}, {Label: "C4.5+m+cf"}}
	for _, row := range auc {
		for i, r := range meanRanks([]float64{-row[0], -row[1], -row[2], -row[3]}) {
			ranks[i].Rank += r / float64(len(auc))
		}
	}
	f := NewFriedman(ranks, len(auc))
	for _, c := range []struct {
		what      string
		got, want float64
		within    float64
	}{
		{"rank of C4.5+m+cf", ranks[3].Rank, 1.964, 5e-4}, {"rank of C4.5+m", ranks[1].Rank, 2, 1e-12},
		{"rank of C4.5+cf", ranks[2].Rank, 2.893, 5e-4}, {"rank of C4.5", ranks[0].Rank, 3.143, 5e-4},
		{"chi squared", f.ChiSquared, 9.28, 5e-3}, {"F", f.F, 3.69, 5e-3},
	} {
		if math.Abs(c.got-c.want) > c.within {
			t.Errorf("%s is %g, Demsar has %g", c.what, c.got, c.want)
		}
	}
	if f.P < 0.01 || f.P > 0.05 { // F(3, 39) is above 2.85, the 5% point
		t.Errorf("p is %g", f.P)
	}
}

func TestFriedmanExtremes(t *testing.T) {
	same := NewFriedman([]MeanRank{{Rank: 2}, {Rank: 2}, {Rank: 2}}, 5)
	if same.P != 1 {
		t.Errorf("equal ranks: %+v", same)
	}
	clear := NewFriedman([]MeanRank{{Rank: 1}, {Rank: 2}, {Rank: 3}}, 100)
	if clear.P != 0 {
		t.Errorf("the same ranks on every data set: %+v", clear)
	}
}
