// Package exact holds a model with one number to learn for each of two classes
// against its exact posterior, for maps of one attribute (villacampa2017, figure 2).
package exact

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/gp/sparse"
	"gpcbench/harness/record"
	"gpcbench/linalg/engine"
)

// Model is a fitted model of latent functions with inducing inputs.
type Model interface {
	Likelihood() likelihood.Likelihood
	// Function returns the prior of latent function k, and mean and factor of its q(v).
	Function(k int) (p *sparse.Prior, mean []float64, factor *mat.Dense)
}

// Sizes of the grid that Posterior integrates on: v = u / sd(u) from -span to span
// in nodes, of which every skip-th is returned.
const (
	span  = 6
	nodes = 961
	skip  = 4
)

// Posterior returns the densities of u = f_0(z), the first class's function at its
// inducing input, in the prior, in the exact posterior and in the model's own
// Gaussian, of a model of two classes with one inducing
// input each, whose likelihood is that of the largest function given the FITC
// prior, for training rows x and classes y:
//
//	p(u_0, u_1 | y) ~ N(u_0; 0, K_0) N(u_1; 0, K_1)
//	                  prod_i Phi(s_i (a_i0 u_0 - a_i1 u_1) / sqrt(r_i0 + r_i1)),
//
// s_i = +1 for class 0 and -1 for class 1, a_ik = k(x_i, z_k) / K_k and r_ik the
// variance of f_k(x_i) given u_k (villacampa2017 (33), one factor a
// row). u_1 is integrated out, and the posterior normalised, by the trapezoidal
// rule, whose error falls faster than any power of the step for integrands that
// vanish smoothly at both ends. It is an error if the model is larger. Cost: some
// million values of Phi a row.
func Posterior(model Model, x *mat.Dense, y []int) (*record.Posterior, error) {
	if n := model.Likelihood().Functions(); n != 2 {
		return nil, fmt.Errorf("an exact posterior is of two classes with a latent function each, not of %d functions", n)
	}
	prior, mean, factor := model.Function(0)
	other, _, _ := model.Function(1)
	if prior.M() != 1 || other.M() != 1 {
		return nil, fmt.Errorf("an exact posterior is of one inducing input for each class, not of %d and %d", prior.M(), other.M())
	}
	n := len(y)
	slope := [2][]float64{make([]float64, n), make([]float64, n)} // by v_0 and v_1
	rest := make([]float64, n)
	for k, p := range []*sparse.Prior{prior, other} {
		_, d := x.Dims()
		pr := sparse.NewProjection(n, 1, d)
		pr.X.Copy(x)
		p.Project(pr)
		for i, r := range pr.Residual {
			slope[k][i] = pr.A.At(i, 0)
			rest[i] += r
		}
	}
	for i, class := range y {
		sign := float64(1 - 2*class)
		slope[0][i] *= sign / math.Sqrt(rest[i])
		slope[1][i] *= -sign / math.Sqrt(rest[i])
	}
	v := make([]float64, nodes)
	const step = 2.0 * span / (nodes - 1)
	for j := range v {
		v[j] = -span + step*float64(j)
	}
	inner := make([]float64, nodes) // log of the integral over v_1
	arguments, logs, total := make([]float64, nodes), make([]float64, nodes), make([]float64, nodes)
	for j, v0 := range v {
		for l, v1 := range v {
			total[l] = -(v0*v0 + v1*v1) / 2
		}
		for i := range n {
			for l, v1 := range v {
				arguments[l] = slope[0][i]*v0 + slope[1][i]*v1
			}
			engine.NormalLogCDF(logs, nil, arguments)
			for l := range total {
				total[l] += logs[l]
			}
		}
		inner[j] = logSumExp(total)
	}
	norm := logSumExp(inner)
	sd := prior.L.At(0, 0)
	center, own := mean[0], math.Abs(factor.At(0, 0))
	var out record.Posterior
	for j := 0; j < nodes; j += skip {
		out.Theta = append(out.Theta, sd*v[j])
		out.Prior = append(out.Prior, normalDensity(v[j])/sd)
		out.Exact = append(out.Exact, math.Exp(inner[j]-norm)/(step*sd))
		out.Own = append(out.Own, normalDensity((v[j]-center)/own)/(own*sd))
	}
	return &out, nil
}

func logSumExp(x []float64) float64 {
	most, sum := slices.Max(x), 0.0
	for _, v := range x {
		sum += math.Exp(v - most)
	}
	return most + math.Log(sum)
}

func normalDensity(z float64) float64 { return math.Exp(-z*z/2) / math.Sqrt(2*math.Pi) }
