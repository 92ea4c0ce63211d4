package likelihood_test

import (
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
)

// E[log p(y | f)] under a Gaussian marginal of f, with its derivatives, which
// difference quotients confirm.
func ExampleLink() {
	link, err := likelihood.NewLink("probit")
	if err != nil {
		log.Fatal(err)
	}
	const y, mean, variance = +1, 0.5, 2.0
	value, dMean, dVariance := link.Expect(y, mean, variance)
	quotient := func(dm, dv float64) float64 {
		up, _, _ := link.Expect(y, mean+dm, variance+dv)
		down, _, _ := link.Expect(y, mean-dm, variance-dv)
		return (up - down) / (2 * (dm + dv))
	}
	fmt.Printf("E log p(y = +1): %.4f\n", value)
	fmt.Printf("by the mean:     %.4f, difference quotient %.4f\n", dMean, quotient(1e-5, 0))
	fmt.Printf("by the variance: %.4f, difference quotient %.4f\n", dVariance, quotient(0, 1e-5))

	plus, minus := link.Predict(mean, variance)
	fmt.Printf("p(y = +1) %.4f, p(y = -1) %.4f\n", plus, minus)
	// Output:
	// E log p(y = +1): -0.8609
	// by the mean:     0.7339, difference quotient 0.7339
	// by the variance: -0.2406, difference quotient -0.2406
	// p(y = +1) 0.6136, p(y = -1) 0.3864
}

// What training and prediction see of any likelihood, here of three classes with a
// latent function each: a row of marginals for every row of data.
func ExampleLikelihood() {
	var l likelihood.Likelihood
	l, err := likelihood.NewRobustMax(3, 1e-3)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: %d latent functions, %d outputs\n", l.State().Name, l.Functions(), l.Outputs())

	mean := mat.NewDense(2, 3, []float64{
		2, 0, 0,
		0, 1, 1,
	})
	variance := mat.NewDense(2, 3, []float64{
		1, 1, 1,
		1, 1, 4,
	})
	p := mat.NewDense(2, 3, nil)
	l.Predict(p, mean, variance)
	fmt.Printf("p(y):\n%.3f\n", mat.Formatted(p))

	dMean, dVariance := mat.NewDense(2, 3, nil), mat.NewDense(2, 3, nil)
	sum := l.Expectations(dMean, dVariance, []int{0, 2}, mean, variance, 1)
	fmt.Printf("E log p of the classes 0 and 2: %.3f\nby the means:\n%.3f\n", sum, mat.Formatted(dMean))
	// Output:
	// robust-max: 3 latent functions, 3 outputs
	// p(y):
	// ⎡0.865  0.067  0.067⎤
	// ⎣0.116  0.420  0.464⎦
	// E log p of the classes 0 and 2: -5.365
	// by the means:
	// ⎡ 1.317  -0.659  -0.659⎤
	// ⎣-0.356  -1.103   1.459⎦
}
