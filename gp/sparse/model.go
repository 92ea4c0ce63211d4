package sparse

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// Model is a fitted model of one or more latent functions: independent q(v_k) =
// N(m_k, C_k C_k') under the prior of function k, and the likelihood of a class given
// the functions. It is safe for concurrent use.
type Model struct {
	priors     []*Prior // that differ
	prior      []int    // of each function
	mean       [][]float64
	factor     []*mat.Dense
	lower      []bool // by function: whether products with its factor are of its lower triangle alone
	likelihood likelihood.Likelihood
}

// NewModel returns the model of what it is given, which it copies: a prior, a mean and
// a triangular factor for every latent function of the likelihood. Functions whose
// prior is the same pointer share its cost. The error says which numbers or shapes do not fit.
func NewModel(priors []*Prior, mean [][]float64, factor []*mat.Dense, l likelihood.Likelihood) (*Model, error) {
	if len(priors) != l.Functions() || len(mean) != len(priors) || len(factor) != len(priors) {
		return nil, fmt.Errorf("%d priors, %d means and %d factors make no model of %d latent functions", len(priors), len(mean), len(factor), l.Functions())
	}
	c := &Model{likelihood: l}
	known := map[*Prior]int{}
	for k, p := range priors {
		if r, s := factor[k].Dims(); len(mean[k]) != p.M() || r != p.M() || s != p.M() {
			return nil, fmt.Errorf("function %d: a mean of %d and a factor of %d x %d do not fit %d inducing inputs", k, len(mean[k]), r, s, p.M())
		}
		at, ok := known[p]
		if !ok {
			at = len(c.priors)
			known[p] = at
			c.priors = append(c.priors, p.clone())
		}
		c.prior = append(c.prior, at)
		c.mean = append(c.mean, append([]float64(nil), mean[k]...))
		c.factor = append(c.factor, mat.DenseCopyOf(factor[k]))
		c.lower = append(c.lower, len(priors) > 1 && isLower(factor[k]))
	}
	return c, nil
}

// isLower says whether a is lower triangular.
func isLower(a *mat.Dense) bool {
	n, _ := a.Dims()
	for i := range n {
		for _, v := range a.RawRowView(i)[i+1:] {
			if v != 0 {
				return false
			}
		}
	}
	return true
}

// Likelihood returns the likelihood of a class given the latent functions.
func (c *Model) Likelihood() likelihood.Likelihood { return c.likelihood }

// Size returns D and the number of classes K.
func (c *Model) Size() (columns, classes int) {
	_, columns = c.priors[0].Z.Dims()
	return columns, c.likelihood.Outputs()
}

// Functions returns F, the number of latent functions.
func (c *Model) Functions() int { return len(c.prior) }

// Function returns the prior of latent function k, and mean and factor of its q(v).
// They are the model's own.
func (c *Model) Function(k int) (p *Prior, mean []float64, factor *mat.Dense) {
	return c.priors[c.prior[k]], c.mean[k], c.factor[k]
}

// Latents writes the means and variances of the F latent functions, with the
// kernel's noise, at the n rows of x to mean and variance, n x F: wenzel2019 (13),
// hensman2015 (21), villacampa2017 (66) and (67). Cost O(n M^2) a function, and a
// prior.
func (c *Model) Latents(mean, variance, x *mat.Dense) {
	n, _ := x.Dims()
	m, v := make([]float64, min(n, block)), make([]float64, min(n, block))
	for at, prior := range c.priors {
		prior.inBlocks(x, func(from, to int, pr *Projection, ac *mat.Dense) {
			for k, of := range c.prior {
				if of != at {
					continue
				}
				c.timesFactor(ac, pr.A, k)
				pr.Moments(m[:to-from], v[:to-from], c.mean[k], ac)
				for i := from; i < to; i++ {
					mean.Set(i, k, m[i-from])
					variance.Set(i, k, v[i-from])
				}
			}
		})
	}
}

// timesFactor sets ac = a C_k, in half the time where C_k is lower triangular. Models
// of one function still use the whole product: it differs in the last bits, and records
// were made with it.
func (c *Model) timesFactor(ac, a *mat.Dense, k int) {
	if c.lower[k] {
		linalg.MulFactor(ac, a, c.factor[k])
	} else {
		linalg.Mul(ac, false, false, 1, a, c.factor[k], 0)
	}
}

// Predict writes the probabilities of the K outputs at the n rows of x to dst, n x K,
// as the likelihood has them: wenzel2019 (14), villacampa2017 (68). Cost O(n M^2) a
// function, and the likelihood's.
func (c *Model) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	if r, k := dst.Dims(); r != n || k != c.likelihood.Outputs() {
		panic("sparse: Predict: shape of dst")
	}
	mean, variance := c.latents(x)
	c.likelihood.Predict(dst, mean, variance)
}

// Deviations returns a function that writes the posterior standard deviations of the
// probabilities whose expectations Predict writes, at the n rows of x, to dst, n x K; nil if
// the likelihood does not have them. Its cost is that of Predict.
func (c *Model) Deviations() func(dst, x *mat.Dense) {
	l, ok := c.likelihood.(likelihood.Deviating)
	if !ok {
		return nil
	}
	return func(dst, x *mat.Dense) {
		mean, variance := c.latents(x)
		l.Deviations(dst, mean, variance)
	}
}

// latents returns what Latents writes.
func (c *Model) latents(x *mat.Dense) (mean, variance *mat.Dense) {
	n, _ := x.Dims()
	mean, variance = mat.NewDense(n, len(c.mean), nil), mat.NewDense(n, len(c.mean), nil)
	c.Latents(mean, variance, x)
	return mean, variance
}

// Kernels returns the covariance function of every latent function.
func (c *Model) Kernels() []kernel.Kernel {
	out := make([]kernel.Kernel, len(c.prior))
	for k, at := range c.prior {
		out[k] = c.priors[at].Kernel
	}
	return out
}

// Inducing returns a copy of the inducing inputs of every latent function, M x D.
func (c *Model) Inducing() []*mat.Dense {
	out := make([]*mat.Dense, len(c.prior))
	for k, at := range c.prior {
		out[k] = mat.DenseCopyOf(c.priors[at].Z)
	}
	return out
}
