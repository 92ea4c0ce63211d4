package exact

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
)

// oneEach is a model of two classes with one inducing input each, under
// different priors.
func oneEach(t *testing.T) *sparse.Model {
	t.Helper()
	var priors []*sparse.Prior
	for k, start := range []kernel.Start{{Lengthscale: 0.8, Variance: 2.5}, {Lengthscale: 1.7, Variance: 0.6}} {
		kern, err := kernel.New("se", 1, start)
		if err != nil {
			t.Fatal(err)
		}
		p, _, err := sparse.NewPrior(kern, mat.NewDense(1, 1, []float64{0.3 - 0.7*float64(k)}))
		if err != nil {
			t.Fatal(err)
		}
		priors = append(priors, p)
	}
	one := func(v float64) *mat.Dense { return mat.NewDense(1, 1, []float64{v}) }
	c, err := sparse.NewMulticlass(priors, [][]float64{{0.4}, {-0.1}}, []*mat.Dense{one(0.7), one(0.9)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// With one row the exact density is the skew normal
//
//	2 N(v; 0, 1) Phi(s a_0 v / sqrt(r_0 + r_1 + a_1^2)),
//
// and without rows it is the prior; all densities integrate to 1.
func TestPosterior(t *testing.T) {
	c := oneEach(t)
	k := func(l, v, d float64) float64 { return v * math.Exp(-d*d/(2*l*l)) }
	const at = 0.9
	a0, a1 := k(0.8, 2.5, at-0.3)/math.Sqrt(2.5), k(1.7, 0.6, at+0.4)/math.Sqrt(0.6)
	spread := math.Sqrt(2.5 - a0*a0 + 0.6 - a1*a1 + a1*a1)
	for class, sign := range []float64{1, -1} {
		m, err := Posterior(c, mat.NewDense(1, 1, []float64{at}), []int{class})
		if err != nil {
			t.Fatal(err)
		}
		integral := [3]float64{}
		for j, u := range m.Theta {
			v := u / math.Sqrt(2.5)
			want := 2 * m.Prior[j] * 0.5 * math.Erfc(-sign*a0*v/spread/math.Sqrt2)
			if math.Abs(m.Exact[j]-want) > 1e-8 {
				t.Fatalf("class %d: exact density at %v is %v, want %v", class, u, m.Exact[j], want)
			}
			if z := (v - 0.4) / 0.7; math.Abs(m.Own[j]-math.Exp(-z*z/2)/math.Sqrt(2*math.Pi*2.5)/0.7) > 1e-9 {
				t.Fatalf("own density at %v is %v", u, m.Own[j])
			}
			step := m.Theta[1] - m.Theta[0]
			integral[0] += step * m.Prior[j]
			integral[1] += step * m.Exact[j]
			integral[2] += step * m.Own[j]
		}
		for i, v := range integral {
			if math.Abs(v-1) > 1e-8 {
				t.Errorf("density %d integrates to %v", i, v)
			}
		}
	}
}

// The rows' factors multiply:
// Bayes' rule, with the integral
// over u_1 taken by another rule, is what densities are checked with.
func TestPosteriorOfSeveralRows(t *testing.T) {
	c := oneEach(t)
	rows, classes := []float64{-1.2, 0.1, 0.9}, []int{1, 0, 0}
	m, err := Posterior(c, mat.NewDense(3, 1, rows), classes)
	if err != nil {
		t.Fatal(err)
	}
	k := func(l, v, d float64) float64 { return v * math.Exp(-d*d/(2*l*l)) }
	// Simpson's rule over u_1
	joint := func(u0 float64) float64 {
		const half, nodes = 6.5, 2000
		sum := 0.0
		for j := 0; j <= nodes; j++ {
			v := -half + 2*half*float64(j)/nodes
			u1 := v * math.Sqrt(0.6)
			w := 2.0
			switch {
			case j == 0 || j == nodes:
				w = 1
			case j%2 == 1:
				w = 4
			}
			p := math.Exp(-v*v/2 - u0*u0/5)
			for i, x := range rows {
				a0, a1 := k(0.8, 2.5, x-0.3)/2.5, k(1.7, 0.6, x+0.4)/0.6
				r := 2.5 - a0*a0*2.5 + 0.6 - a1*a1*0.6
				p *= 0.5 * math.Erfc(-float64(1-2*classes[i])*(a0*u0-a1*u1)/math.Sqrt(2*r))
			}
			sum += w * p
		}
		return sum
	}
	reference := len(m.Theta) / 2
	for j := 60; j <= 180; j += 15 {
		got, want := m.Exact[j]/m.Exact[reference], joint(m.Theta[j])/joint(m.Theta[reference])
		if math.Abs(got-want) > 1e-7*want+1e-9 {
			t.Errorf("at %v the density is %v of that at %v, want %v", m.Theta[j], got, m.Theta[reference], want)
		}
	}
}

func TestPosteriorNeedsTheSmallestModel(t *testing.T) {
	c := oneEach(t)
	p, _, f := c.Function(0)
	three, err := sparse.NewMulticlass([]*sparse.Prior{p, p, p}, [][]float64{{0}, {0}, {0}}, []*mat.Dense{f, f, f})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Posterior(three, mat.NewDense(1, 1, nil), []int{0}); err == nil {
		t.Error("three classes were accepted")
	}
}
