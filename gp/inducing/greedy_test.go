package inducing

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
)

// greedily returns the rows that Greedy chooses under a kernel.
func greedily(t testing.TB, k kernel.Kernel, x *mat.Dense, m int) []int {
	t.Helper()
	n, d := x.Dims()
	variance := make([]float64, n)
	k.Var(variance, x)
	rows, err := Greedy(t.Context(), variance, func(dst []float64, j int) {
		k.Cov(mat.NewDense(n, 1, dst), x, x.Slice(j, j+1, 0, d).(*mat.Dense))
	}, m)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// conditional returns the variances of f, with noise, given those of rows, by a dense solve.
func conditional(t testing.TB, k kernel.Kernel, x *mat.Dense, rows []int) []float64 {
	t.Helper()
	n, d := x.Dims()
	out := make([]float64, n)
	k.Var(out, x)
	if len(rows) == 0 {
		return out
	}
	z := mat.NewDense(len(rows), d, nil)
	for j, i := range rows {
		z.SetRow(j, x.RawRowView(i))
	}
	kuu, kuf, solved := mat.NewDense(len(rows), len(rows), nil), mat.NewDense(len(rows), n, nil), mat.NewDense(len(rows), n, nil)
	k.Gram(kuu, z)
	k.Cov(kuf, z, x)
	if err := solved.Solve(kuu, kuf); err != nil {
		t.Fatal(err)
	}
	for i := range out {
		out[i] -= mat.Dot(kuf.ColView(i), solved.ColView(i))
	}
	return out
}

// Every row that is chosen has the largest conditional variance, and the largest that is left is smaller
// than with rows at random.
func TestGreedyAgainstDenseSolves(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := noise(60, 3, rng)
	for _, name := range []string{"se-ard", "matern32-ard+linear-ard"} {
		k, err := kernel.New(name, 3, kernel.Start{Lengthscale: 1.2, Variance: 1.5, Noise: 1e-3})
		if err != nil {
			t.Fatal(err)
		}
		rows := greedily(t, k, x, 12)
		for step, j := range rows {
			d := conditional(t, k, x, rows[:step])
			for i, v := range d {
				if v > d[j]+1e-9 && !slices.Contains(rows[:step], i) {
					t.Errorf("%s, step %d: row %d has variance %g, row %d %g", name, step, j, d[j], i, v)
				}
			}
		}
		greedy, random := slices.Max(conditional(t, k, x, rows)), slices.Max(conditional(t, k, x, rng.Perm(60)[:12]))
		if greedy > random {
			t.Errorf("%s: largest variance %g, with rows at random %g", name, greedy, random)
		}
	}
}

// Of rows that repeat each is chosen once, and the first others fill up.
func TestGreedyOfFewDistinctRows(t *testing.T) {
	x := mat.NewDense(6, 1, []float64{1, 1, 2, 1, 2, 5})
	k, err := kernel.New("se", 1, kernel.Start{Lengthscale: 1, Variance: 1})
	if err != nil {
		t.Fatal(err)
	}
	rows := greedily(t, k, x, 5)
	if want := []int{0, 5, 2, 1, 3}; !slices.Equal(rows, want) {
		t.Errorf("rows %v, want %v", rows, want)
	}
	if d := conditional(t, k, x, rows[:3]); math.Abs(d[4]) > 1e-12 {
		t.Errorf("variance %g of a row that repeats", d[4])
	}
}

func BenchmarkGreedy(b *testing.B) {
	x := noise(10_000, 20, rand.New(rand.NewPCG(1, 2)))
	k, err := kernel.New("se-ard", 20, kernel.Start{Lengthscale: 4, Variance: 1, Noise: 1e-3})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		greedily(b, k, x, 100)
	}
}
