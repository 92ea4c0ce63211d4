package gfitc

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/linalg"
)

// gradient carries the derivatives of log Z_EP at fixed sites from the latent
// functions of one prior back to its kernel and inducing inputs. It is space that is
// used again.
type gradient struct {
	pull *sparse.Pullback
	rest []float64  // N, h: derivatives by var(f_i | u), over functions
	b    []float64  // N, K_fitc^-1 times the posterior mean of f
	as   *mat.Dense // N x M, A S
}

// newGradient returns space for n rows and m inducing inputs; as is n x m.
func newGradient(n, m int, as *mat.Dense) *gradient {
	return &gradient{pull: sparse.NewPullback(n, m), rest: make([]float64, n), b: make([]float64, n), as: as}
}

// add adds the derivatives of log Z_EP to to, for all functions of one prior.
// Cost O(len(fs) (N M^2 + M^3) + N M D).
func (d *gradient) add(to sparse.Gradient, fs []*fitc) {
	clear(d.rest)
	for _, f := range fs {
		for i, w := range f.w {
			b := f.shift[i] - w*f.g[i]
			d.rest[i] += 0.5 * (f.alpha*b*b - w + f.alpha*w*w*f.q[i])
		}
	}
	d.pull.Sum(to, fs[0].prior, fs[0].pr, d.rest, func(parts *sparse.Parts) {
		for _, f := range fs {
			for i, w := range f.w {
				d.b[i] = f.shift[i] - w*f.g[i]
			}
			d.as.Copy(f.half)
			linalg.SolveRight(d.as, f.post.Chol)
			f.post.Covariance()
			parts.Posterior(f.post.Mean, f.post.Cov, d.as, d.b, f.w)
		}
	})
}
