package scmgpc

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
)

// augmented is the logistic softmax with its auxiliary variables, in the form that
// package natgrad needs. It holds space.
type augmented struct {
	all    []int // the classes
	update update
	b      []float64 // b_c of a row
	gamma  []float64 // E n_c of a row
	curves []curve   // by row and class, of Linearise

	ownLeftOut bool        // the sum over drawn classes is that of (12), without the row's own class
	overflows  func(n int) // is told of rows at which (6) as printed overflows
}

// eventOverflow counts rows of local steps by (6) as printed at which Gamma(alpha) overflows.
const eventOverflow = "(6) overflows"

// newAugmented returns the likelihood of that many classes with an update, which takes as many rounds.
func newAugmented(classes int, update string, rounds int) *augmented {
	a := &augmented{
		update: newUpdate(update, classes, rounds), b: make([]float64, classes), gamma: make([]float64, classes),
		ownLeftOut: update == updatePaper, overflows: func(int) {},
	}
	for c := range classes {
		a.all = append(a.all, c)
	}
	return a
}

// Local writes shift and precision of every f_ic.
func (a *augmented) Local(shift, precision [][]float64, class []int, mean, variance [][]float64) {
	over := 0
	for i, y := range class {
		if lambda := a.row(i, mean, variance); a.update.overflows(lambda) {
			over++
		}
		a.sites(shift, precision, i, y, a.all)
	}
	if over > 0 {
		a.overflows(over)
	}
}

// LocalDrawn estimates shift and precision of f_ic of the drawn classes.
func (a *augmented) LocalDrawn(drawn []int, shift, precision [][]float64, class []int, mean, variance [][]float64) {
	for i, y := range class {
		a.counts(a.estimate(i, y, drawn, mean, variance), drawn)
		a.sites(shift, precision, i, y, drawn)
	}
}

// sites writes shift and precision of row i of class y, for the given classes.
func (a *augmented) sites(shift, precision [][]float64, i, y int, classes []int) {
	for _, c := range classes {
		shift[c][i], precision[c][i] = a.site(c, y)
	}
}

// site returns shift and precision of class c in a row of class y.
func (a *augmented) site(c, y int) (shift, precision float64) {
	gamma, each := a.gamma[c], likelihood.PolyaGammaMean(a.b[c])
	if c == y {
		return -0.5*gamma + 0.5, float64(gamma*each) + each // not fused, for the same bits everywhere
	}
	return -0.5 * gamma, gamma * each
}

// Expectations is that of package collapsed: what [augmented.Local] and [augmented.Bound] say, by one
// look at each row.
func (a *augmented) Expectations(dMean, dVariance *mat.Dense, class []int, mean, variance *mat.Dense, scale float64) float64 {
	var sum float64
	for i, y := range class {
		m := mean.RawRowView(i)
		lambda := a.rowOf(m, variance.RawRowView(i))
		slope, curvature := dMean.RawRowView(i), dVariance.RawRowView(i)
		for c := range m {
			shift, precision := a.site(c, y)
			slope[c] = scale * (shift - precision*m[c])
			curvature[c] = -0.5 * scale * precision
		}
		sum = a.update.addBound(sum, m[y], y, a.b, a.gamma, lambda)
	}
	return sum
}

// Bound returns the sum of F over the rows.
func (a *augmented) Bound(class []int, mean, variance [][]float64) float64 {
	var sum float64
	for i, y := range class {
		lambda := a.row(i, mean, variance)
		sum = a.update.addBound(sum, mean[y][i], y, a.b, a.gamma, lambda)
	}
	return sum
}

// row works out b and gamma of row i, and returns the parameter of q(lambda).
func (a *augmented) row(i int, mean, variance [][]float64) (lambda float64) {
	sum := 0.0
	for _, c := range a.all {
		sum += a.term(c, mean[c][i], variance[c][i])
	}
	return a.counts(sum, a.all)
}

// rowOf is row, of means and variances that lie side by side.
func (a *augmented) rowOf(mean, variance []float64) (lambda float64) {
	sum := 0.0
	for c, m := range mean {
		sum += a.term(c, m, variance[c])
	}
	return a.counts(sum, a.all)
}

// term works out b of class c, and returns its part of the sum that counts needs.
func (a *augmented) term(c int, m, v float64) float64 {
	a.b[c] = math.Sqrt(v + m*m)
	return a.update.term(c, m, a.b[c])
}

// counts works out gamma of the given classes for the sum of terms over all classes, and returns the parameter of
// q(lambda).
func (a *augmented) counts(sum float64, classes []int) (lambda float64) {
	return a.update.counts(a.gamma, sum, classes)
}

// estimate works out b of row i of class y for the drawn classes, and returns an estimate
// of the sum of terms over all classes: see the package's "Class subsampling".
func (a *augmented) estimate(i, y int, drawn []int, mean, variance [][]float64) float64 {
	own, sum, n, others := 0.0, 0.0, 0, len(a.all)
	if !a.ownLeftOut {
		own = a.term(y, mean[y][i], variance[y][i])
		others--
	}
	for _, c := range drawn {
		if c == y && !a.ownLeftOut {
			continue
		}
		sum += a.term(c, mean[c][i], variance[c][i])
		n++
	}
	return own + sum*float64(others)/float64(n)
}
