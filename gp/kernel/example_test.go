package kernel_test

import (
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
)

// A kernel from its expression, on inputs with two columns. Its parameters are
// logarithms.
func ExampleNew() {
	k, err := kernel.New("se-ard + linear-ard", 2, kernel.Start{Variance: 1, Lengthscale: 0.5, Noise: 0.01})
	if err != nil {
		log.Fatal(err)
	}
	theta := make([]float64, k.NumParams())
	k.Params(theta)
	for i, name := range k.Names() {
		fmt.Printf("%-27s %6.3f\n", name, theta[i])
	}

	x := mat.NewDense(3, 2, []float64{
		0, 0,
		1, 0,
		1, 1,
	})
	gram := mat.NewDense(3, 3, nil)
	k.Gram(gram, x)
	fmt.Printf("%.3f\n", mat.Formatted(gram))

	// Output:
	// log variance of part 1       0.000
	// log lengthscale 1 of part 1 -0.693
	// log lengthscale 2 of part 1 -0.693
	// log weight 1 of part 2       0.000
	// log weight 2 of part 2       0.000
	// log noise                   -4.605
	// ⎡1.010  0.135  0.018⎤
	// ⎢0.135  2.010  1.135⎥
	// ⎣0.018  1.135  3.010⎦
}

// The pullback takes dL/dK to dL/dtheta. Here L = y'K y / 2, whose derivative by K is
// y y' / 2; a difference quotient agrees.
func ExampleKernel_gramBack() {
	k, err := kernel.New("matern32-ard", 1, kernel.Start{Variance: 2, Lengthscale: 0.7})
	if err != nil {
		log.Fatal(err)
	}
	x := mat.NewDense(4, 1, []float64{0, 0.3, 1, 2.5})
	y := mat.NewVecDense(4, []float64{1, -1, 2, 0.5})
	gram := mat.NewDense(4, 4, nil)
	value := func(k kernel.Kernel) float64 {
		k.Gram(gram, x)
		return mat.Inner(y, gram, y) / 2
	}

	value(k)
	w, derivatives := mat.NewDense(4, 4, nil), make([]float64, k.NumParams())
	w.Outer(0.5, y, y)
	k.GramBack(derivatives, nil, x, gram, w)

	theta := make([]float64, k.NumParams())
	k.Params(theta)
	for i, name := range k.Names() {
		const h = 1e-5
		at := theta[i]
		theta[i] = at + h
		up := value(k.With(theta))
		theta[i] = at - h
		down := value(k.With(theta))
		theta[i] = at
		fmt.Printf("%-17s %.6f, difference quotient %.6f\n", name, derivatives[i], (up-down)/(2*h))
	}

	// Output:
	// log variance      4.045471, difference quotient 4.045471
	// log lengthscale 1 0.038791, difference quotient 0.038791
}
