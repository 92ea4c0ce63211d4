package optim_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"gpcbench/gp/optim"
)

// coin is the log-likelihood of 7 heads and 3 tails of a coin whose log odds are x.
func coin(x, gradient []float64) (float64, error) {
	p := 1 / (1 + math.Exp(-x[0]))
	gradient[0] = 7*(1-p) - 3*p
	return 7*math.Log(p) + 3*math.Log(1-p), nil
}

// L-BFGS finds the log odds at which 7 heads of 10 are likeliest. x is where the
// search starts, and then where it ended.
func ExampleSearch_lbfgs() {
	x := []float64{0}
	search := optim.Search{Objective: coin, Tolerance: 1e-8}
	result, err := search.Maximise(context.Background(), "lbfgs", x)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("log odds %.4f, log(7/3) = %.4f\n", x[0], math.Log(7.0/3))
	fmt.Printf("log-likelihood %.4f, converged: %v\n", result.Value, result.Converged)
	// Output:
	// log odds 0.8473, log(7/3) = 0.8473
	// log-likelihood -6.1086, converged: true
}

// With an upper bound of 1/2 on the log odds the search ends there.
func ExampleSearch_bounds() {
	x := []float64{0}
	search := optim.Search{Objective: coin, Upper: []float64{0.5}, Tolerance: 1e-8}
	result, err := search.Maximise(context.Background(), "lbfgsb", x)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("log odds %.1f, log-likelihood %.4f, converged: %v\n", x[0], result.Value, result.Converged)
	// Output:
	// log odds 0.5, log-likelihood -6.2408, converged: true
}

// A method by its name, as an option gives it, and a look at each iteration.
func ExampleSearch() {
	for _, method := range []string{"lbfgs", "scg"} {
		x := []float64{0}
		search := optim.Search{
			Objective:  coin,
			Iterations: 100,
			Tolerance:  1e-8,
			Accepted: func(t int, x []float64, value float64) (stop bool, err error) {
				if t == 1 {
					fmt.Printf("%s: log-likelihood %.3f after the first iteration\n", method, value)
				}
				return false, nil
			},
		}
		if _, err := search.Maximise(context.Background(), method, x); err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: log odds %.4f\n", method, x[0])
	}
	// Output:
	// lbfgs: log-likelihood -6.133 after the first iteration
	// lbfgs: log odds 0.8473
	// scg: log-likelihood -6.111 after the first iteration
	// scg: log odds 0.8473
}

// Adam takes one step a gradient, which may be noisy. All of its state is in exported
// fields, for a checkpoint.
func ExampleAdam() {
	x, gradient := []float64{0}, []float64{0}
	adam := optim.NewAdam(len(x), 0.05)
	for range 500 {
		coin(x, gradient)
		adam.Ascend(x, gradient)
	}
	fmt.Printf("log odds %.3f after %d steps\n", x[0], adam.T)
	// Output:
	// log odds 0.847 after 500 steps
}
