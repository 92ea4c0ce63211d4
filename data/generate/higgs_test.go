package generate

import (
	"math"
	"slices"
	"testing"
)

// TestHiggsMasses compares the masses of generated rows with sqrt(E^2 - |p|^2) of the
// particles' summed energies and momenta.
func TestHiggsMasses(t *testing.T) {
	x, _ := generated(t, "higgs-like", 50)
	members := map[int][]int{21: {13, 17}, 22: {9, 13, 17}, 23: {0, 3}, 24: {17, 0, 3}, 25: {5, 9}, 26: {5, 9, 13, 17}, 27: {0, 3, 5, 9, 13, 17}}
	for i, row := range x {
		for column, particles := range members {
			var energy, px, py, pz float64
			for _, at := range particles {
				pt, eta, phi := row[at], row[at+1], row[at+2]
				if at == 3 { // missing energy: magnitude and phi
					eta, phi = 0, row[4]
				}
				energy += pt * math.Cosh(eta)
				px += pt * math.Cos(phi)
				py += pt * math.Sin(phi)
				pz += pt * math.Sinh(eta)
			}
			want := math.Sqrt(energy*energy - px*px - py*py - pz*pz)
			if math.Abs(row[column]-want) > 1e-5*energy {
				t.Errorf("row %d, %s: %v, want %v", i, higgsAttributes[column], row[column], want)
			}
		}
	}
}

// TestHiggsLike: classes come with the odds that they are drawn with, in every
// fifth of the rows by these odds, the second is a little more frequent, as in
// HIGGS, and the best error is well above 0 and below that of guessing.
func TestHiggsLike(t *testing.T) {
	const n = 40000
	x, y := generated(t, "higgs-like", n)
	type row struct {
		p float64
		y int
	}
	rows := make([]row, n)
	second, best := 0, 0.0
	for i := range x {
		rows[i] = row{1 / (1 + math.Exp(-higgsLogit(x[i]))), y[i]}
		second += y[i]
		best += min(rows[i].p, 1-rows[i].p) / n
	}
	if share := float64(second) / n; share < 0.5 || share > 0.56 {
		t.Errorf("a share of %v is of the second class", share)
	}
	if best < 0.2 || best > 0.3 {
		t.Errorf("the best error is %v", best)
	}
	slices.SortFunc(rows, func(a, b row) int { return int(math.Copysign(1, a.p-b.p)) })
	for fifth := range 5 {
		want, have, variance := 0.0, 0.0, 0.0
		for _, r := range rows[fifth*n/5 : (fifth+1)*n/5] {
			want, have, variance = want+r.p, have+float64(r.y), variance+r.p*(1-r.p)
		}
		if math.Abs(have-want) > 4.5*math.Sqrt(variance) {
			t.Errorf("fifth %d: %v rows of the second class, %.1f are expected", fifth, have, want)
		}
	}
}
