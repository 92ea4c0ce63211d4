package ep

import (
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
	"gpcbench/linalg"
	"gpcbench/linalg/threads"
)

// group is a prior with the classes that have it.
type group struct {
	prior  *sparse.Prior
	kernel kernel.Kernel // of the starting parameters
	index  int           // of the prior whose parameters are its in the layout
	pr     *sparse.Projection
	pull   *sparse.Pullback
	e      []float64  // weights of the residual variances, over classes
	before *mat.Dense // L before the prior moved
	change *mat.Dense // from the coordinates of before to the present ones

	classes []*class
}

// class is what belongs to one latent function.
type class struct {
	*group
	sites *sparse.Natural // product of the sites of this class
	// parts keep the product from one iteration to the next; there are none if
	// it is made anew. good is their value when the posterior was last computed.
	// The product is the single part, or fresh + rest old of two.
	parts, good []*sparse.Natural

	q      *sparse.Gaussian
	cavity *sparse.Gaussian // of tied factors; nil for EP
	n      float64          // number of factors that are tied

	at   marginals // of q, or of the cavity of tied factors, at the rows of the batch
	last marginals // the same a sweep earlier
	w    weights
	av   *mat.Dense // b x M: A V for the V that at is of

	prec, shift []float64 // b, diagonal of Delta and elements of mu~, (26) and (27)
}

// The parts of a product whose factors are replaced while the kernel moves.
const (
	old = iota
	fresh
)

// keepIn makes the parts in which the product is kept: itself, or old and
// fresh.
func (c *class) keepIn(parts int) {
	m := c.prior.M()
	c.parts = []*sparse.Natural{c.sites}
	if parts == 2 {
		c.parts = []*sparse.Natural{sparse.NewNatural(m), sparse.NewNatural(m)}
	}
	for range c.parts {
		c.good = append(c.good, sparse.NewNatural(m))
	}
}

// combine makes the product of the parts.
func (c *class) combine(rest float64) {
	if len(c.parts) == 2 {
		c.sites.Combine(c.parts[fresh], rest, c.parts[old])
	}
}

// view returns the distribution that the marginals are of.
func (c *class) view() *sparse.Gaussian {
	if c.cavity != nil {
		return c.cavity
	}
	return c.q
}

// power is the share of the sites in the distribution that the marginals are of.
func (c *class) power() float64 {
	if c.cavity != nil {
		return 1 - 1/c.n
	}
	return 1
}

// newModel returns the groups and classes of the priors, with space for batches
// of b rows.
func newModel(priors []*sparse.Prior, b int) (groups []*group, classes []*class) {
	m, d := priors[0].Z.Dims()
	known := map[*sparse.Prior]*group{}
	for k, prior := range priors {
		g := known[prior]
		if g == nil {
			g = &group{
				prior: prior, kernel: prior.Kernel, index: k,
				pr: sparse.NewProjection(b, m, d), pull: sparse.NewPullback(b, m),
				e: make([]float64, b), before: mat.NewDense(m, m, nil), change: mat.NewDense(m, m, nil),
			}
			if len(groups) > 0 {
				g.pr.X = groups[0].pr.X // the rows are the same
			}
			known[prior] = g
			groups = append(groups, g)
		}
		c := &class{group: g, sites: sparse.NewNatural(m), q: sparse.NewGaussian(m), av: mat.NewDense(b, m, nil)}
		for _, s := range []*[]float64{&c.at.mean, &c.at.variance, &c.last.mean, &c.last.variance, &c.w.g, &c.w.h, &c.w.e, &c.prec, &c.shift} {
			*s = make([]float64, b)
		}
		c.at.residual = g.pr.Residual
		g.classes = append(g.classes, c)
		classes = append(classes, c)
	}
	return groups, classes
}

// moveTo moves the priors to parameters x, and with them the product of sites
// of every class, at fixed u. It returns how often jitter grew. If some Kuu has
// no decomposition the priors are undefined and the sites are as they were.
func (f *run) moveTo(x []float64) (growths int, err error) {
	for _, g := range f.groups {
		g.before.Copy(g.prior.L)
	}
	growths, err = f.place(x)
	if err != nil {
		return growths, err
	}
	threads.Do(len(f.groups), func(_, i int) { sparse.Change(f.groups[i].change, f.groups[i].before, f.groups[i].prior.L) })
	threads.Do(len(f.classes), func(worker, k int) {
		c := f.classes[k]
		for _, p := range c.parts {
			linalg.MirrorLower(p.Precision)
			p.Move(p, c.change, f.work[worker].square)
		}
		c.combine(f.rest())
	})
	return growths, nil
}

// place takes the priors to parameters x.
func (f *run) place(x []float64) (growths int, err error) {
	grew, errs := make([]int, len(f.groups)), make([]error, len(f.groups))
	threads.Do(len(f.groups), func(_, i int) {
		g := f.groups[i]
		grew[i], errs[i] = f.layout.Unpack(g.prior, g.kernel, x, g.index)
	})
	for i, n := range grew {
		growths += n
		if errs[i] != nil {
			return growths, errs[i]
		}
	}
	return growths, nil
}

// units returns the change of a kernel parameter when the corresponding parameter
// of the authors' code changes by 1: a half for the logarithm of a lengthscale,
// because theirs are squared. How far a gradient step goes depends on it.
func units(parameters int, lengthscales []int) []float64 {
	out := make([]float64, parameters)
	for i := range out {
		out[i] = 1
	}
	for _, i := range lengthscales {
		out[i] = 0.5
	}
	return out
}
