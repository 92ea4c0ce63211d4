package sparse_test

import (
	"fmt"
	"log"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
)

// A function known at three inducing inputs, and what that says of it elsewhere: a
// prior, the projection of rows, and their marginals under q(v) = N(m, C C'), where
// u = L v are the values at the inducing inputs.
func Example() {
	k, err := kernel.New("se", 1, kernel.Start{Variance: 1, Lengthscale: 1})
	if err != nil {
		log.Fatal(err)
	}
	z := mat.NewDense(3, 1, []float64{0, 1, 2})
	prior, _, err := sparse.NewPrior(k, z)
	if err != nil {
		log.Fatal(err)
	}

	rows := sparse.NewProjection(4, prior.M(), 1)
	copy(rows.X.RawMatrix().Data, []float64{0.5, 1, 2.5, 5})
	prior.Project(rows)

	mean, variance := make([]float64, 4), make([]float64, 4)
	show := func(what string, m []float64, c *mat.Dense) {
		ac := mat.NewDense(4, prior.M(), nil)
		ac.Mul(rows.A, c)
		rows.Moments(mean, variance, m, ac)
		fmt.Println(what)
		for i := range mean {
			fmt.Printf("  x = %.1f: mean %6.3f, variance %.3f\n", rows.X.At(i, 0), mean[i], variance[i])
		}
	}

	// q is the prior: m = 0, C = I.
	m, c := make([]float64, 3), mat.NewDense(3, 3, nil)
	for i := range 3 {
		c.Set(i, i, 1)
	}
	show("the prior", m, c)

	// q knows that the function is the sine at the inducing inputs.
	for i := range m {
		m[i] = math.Sin(z.At(i, 0))
	}
	c.Zero()
	prior.Whiten(m, c) // from mean and factor of u to those of v
	show("the sine at 0, 1 and 2", m, c)
	// Output:
	// the prior
	//   x = 0.5: mean  0.000, variance 1.000
	//   x = 1.0: mean  0.000, variance 1.000
	//   x = 2.5: mean  0.000, variance 1.000
	//   x = 5.0: mean  0.000, variance 1.000
	// the sine at 0, 1 and 2
	//   x = 0.5: mean  0.430, variance 0.018
	//   x = 1.0: mean  0.841, variance 0.000
	//   x = 2.5: mean  0.640, variance 0.133
	//   x = 5.0: mean  0.005, variance 1.000
}

// The derivative of an objective of the marginals by the kernel's parameters, in one
// call. Here F = sum_i -(y_i - f_i)^2 / 2 in expectation under q, less KL(q || p), and
// q(v) stays put while the kernel moves; difference quotients agree.
func ExamplePullback() {
	k, err := kernel.New("se", 1, kernel.Start{Variance: 1, Lengthscale: 1})
	if err != nil {
		log.Fatal(err)
	}
	z, y := mat.NewDense(2, 1, []float64{0, 1}), []float64{0.5, -0.5, 1}
	m, c := []float64{1, -1}, mat.NewDense(2, 2, []float64{0.8, 0, 0.3, 0.5})
	rows := sparse.NewProjection(3, 2, 1)
	copy(rows.X.RawMatrix().Data, []float64{-0.5, 0.5, 2})

	mean, variance, ac := make([]float64, 3), make([]float64, 3), mat.NewDense(3, 2, nil)
	value := func(k kernel.Kernel) (float64, *sparse.Prior) {
		prior, _, err := sparse.NewPrior(k, z)
		if err != nil {
			log.Fatal(err)
		}
		prior.Project(rows)
		ac.Mul(rows.A, c)
		rows.Moments(mean, variance, m, ac)
		f := -sparse.Divergence(m, c)
		for i := range y {
			f -= ((y[i]-mean[i])*(y[i]-mean[i]) + variance[i]) / 2
		}
		return f, prior
	}

	f, prior := value(k)
	fmt.Printf("F = %.4f\n", f)
	g, h := make([]float64, 3), make([]float64, 3) // dF_i/dmean_i, dF_i/dvar_i
	for i := range y {
		g[i], h[i] = y[i]-mean[i], -0.5
	}
	theta := make([]float64, k.NumParams())
	sparse.NewPullback(3, 2).Function(
		sparse.Gradient{Theta: theta}, prior, rows,
		sparse.Function{Mean: m, Factor: c, G: g, H: h}, sparse.QV,
	)
	at := make([]float64, k.NumParams())
	k.Params(at)
	for i, name := range k.Names() {
		const step = 1e-5
		moved := func(by float64) float64 {
			to := append([]float64(nil), at...)
			to[i] += by
			f, _ := value(k.With(to))
			return f
		}
		fmt.Printf("by %s: %.5f, difference quotient %.5f\n", name, theta[i], (moved(step)-moved(-step))/(2*step))
	}
	// Output:
	// F = -4.2693
	// by log variance: -2.02625, difference quotient -2.02625
	// by log lengthscale: -0.49849, difference quotient -0.49849
}
