package sparse

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
)

// Marginal is the density of one number of a model, u = f_0(z), the first
// class's function at its inducing input, at the values U: in the prior, in the
// exact posterior, and in the model's own Gaussian.
type Marginal struct {
	U, Prior, Exact, Own []float64
}

// Sizes of the grid that Marginal integrates on: v = u / sd(u) from -marginalSpan
// to marginalSpan in marginalNodes, of which every marginalStep-th is returned.
const (
	marginalSpan  = 6
	marginalNodes = 961
	marginalStep  = 4
)

// Marginal returns the densities of u of a model of two classes with one inducing
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
func (c *Model) Marginal(x *mat.Dense, y []int) (*Marginal, error) {
	if len(c.mean) != 2 || len(c.mean[0]) != 1 || len(c.mean[1]) != 1 {
		return nil, fmt.Errorf("a marginal is of two classes with one inducing input each, not of %d classes with %d", len(c.mean), len(c.mean[0]))
	}
	n := len(y)
	slope := [2][]float64{make([]float64, n), make([]float64, n)} // by v_0 and v_1
	rest := make([]float64, n)
	for k := range slope {
		c.priors[c.prior[k]].inBlocks(x, func(from, to int, pr *Projection, _ *mat.Dense) {
			for i := from; i < to; i++ {
				slope[k][i] = pr.A.At(i-from, 0)
				rest[i] += pr.Residual[i-from]
			}
		})
	}
	for i, class := range y {
		sign := float64(1 - 2*class)
		slope[0][i] *= sign / math.Sqrt(rest[i])
		slope[1][i] *= -sign / math.Sqrt(rest[i])
	}
	v := make([]float64, marginalNodes)
	const step = 2.0 * marginalSpan / (marginalNodes - 1)
	for j := range v {
		v[j] = -marginalSpan + step*float64(j)
	}
	inner := make([]float64, marginalNodes) // log of the integral over v_1
	arguments, logs, total := make([]float64, marginalNodes), make([]float64, marginalNodes), make([]float64, marginalNodes)
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
	prior := c.priors[c.prior[0]]
	sd := prior.L.At(0, 0)
	mean, own := c.mean[0][0], math.Abs(c.factor[0].At(0, 0))
	var out Marginal
	for j := 0; j < marginalNodes; j += marginalStep {
		out.U = append(out.U, sd*v[j])
		out.Prior = append(out.Prior, normalDensity(v[j])/sd)
		out.Exact = append(out.Exact, math.Exp(inner[j]-norm)/(step*sd))
		out.Own = append(out.Own, normalDensity((v[j]-mean)/own)/(own*sd))
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
