package natgrad

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
)

// The change is the mean of 2 |a - b| / (|a| + |b|), which is 1, 2, 0 and 0 here.
func TestChange(t *testing.T) {
	a, b := []float64{1, -1, 0, 2}, []float64{3, 1, 0, 2}
	if got := change(a, b); got != 0.75 {
		t.Errorf("change %v, want 0.75", got)
	}
	if got := change(b, a); got != 0.75 {
		t.Errorf("change back %v, want 0.75", got)
	}
}

// The global parameters are mu = L m and the diagonal of Sigma = L S L'.
func TestGlobals(t *testing.T) {
	const m = 4
	rng := rand.New(rand.NewPCG(4, 9))
	l, a, q := mat.NewDense(m, m, nil), mat.NewDense(m, m, nil), sparse.NewGaussian(m)
	for i := range m {
		q.Shift[i] = rng.NormFloat64()
		for j := range m {
			a.Set(i, j, rng.NormFloat64())
			if j <= i {
				l.Set(i, j, rng.NormFloat64())
			}
		}
	}
	q.AddRows(a, []float64{1, 2, 3, 4}, make([]float64, m), 1, mat.NewDense(m, m, nil))
	if err := q.Refresh(); err != nil {
		t.Fatal(err)
	}
	q.Covariance()
	var mu mat.VecDense
	var ls, sigma mat.Dense
	mu.MulVec(l, mat.NewVecDense(m, q.Mean))
	ls.Mul(l, q.Cov)
	sigma.Mul(&ls, l.T())
	got := make([]float64, 2*m)
	globals(got, q, l, mat.NewDense(m, m, nil))
	for i := range m {
		if math.Abs(got[i]-mu.AtVec(i)) > 1e-12 || math.Abs(got[m+i]-sigma.At(i, i)) > 1e-12 {
			t.Errorf("element %d: %v and %v, want %v and %v", i, got[i], got[m+i], mu.AtVec(i), sigma.At(i, i))
		}
	}
}

// A fit has converged in the iterations whose last ten changes have a mean below the
// tolerance. Here the mean of one of two functions steps between 1 and 3 while its variance
// and the other function stand still, so that a step is a change of 1/4.
func TestConverged(t *testing.T) {
	for _, c := range []struct {
		name      string
		steps     []int // the iterations that change the mean
		tolerance float64
		want      []int // of 20 iterations those after which the fit has converged
	}{
		{"never a step", nil, 1e-9, []int{11, 12, 13, 14, 15, 16, 17, 18, 19, 20}},
		{"the first iteration has nothing before it", []int{1}, 0.25, []int{11, 12, 13, 14, 15, 16, 17, 18, 19, 20}},
		{"an early step", []int{2}, 0.02, []int{12, 13, 14, 15, 16, 17, 18, 19, 20}},
		{"the tolerance is the mean", []int{2, 3, 4, 5}, 0.05, []int{14, 15, 16, 17, 18, 19, 20}},
		{"later steps too", []int{2, 3, 4, 5, 16, 17, 18}, 0.06, []int{13, 14, 15, 16, 17}},
		{"always a step", []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}, 0.25, nil},
		{"always a step, less than the tolerance", []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}, 0.26, []int{11, 12, 13, 14, 15, 16, 17, 18, 19, 20}},
	} {
		prior := &sparse.Prior{L: mat.NewDense(1, 1, []float64{2})}
		var functions []*function
		for k := range 2 {
			functions = append(functions, &function{group: &group{prior: prior}, number: k, q: sparse.NewGaussian(1)})
		}
		q := functions[1].q
		q.Mean[0] = 1
		s, square := newStopping(2, 1), mat.NewDense(1, 1, nil)
		var got []int
		for i := 1; i <= 20; i++ {
			if slices.Contains(c.steps, i) {
				q.Mean[0] = 4 - q.Mean[0]
			}
			s.follow(i, functions, square)
			if s.converged(c.tolerance) {
				got = append(got, i)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: converged after %v, want %v", c.name, got, c.want)
		}
	}
}
