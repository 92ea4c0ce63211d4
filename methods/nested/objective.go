package nested

import (
	"errors"
	"math"
	"slices"

	"gpcbench/gp/sparse"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
)

// Objective returns the objective at x and writes the derivatives by what is learnt; the
// others are 0. The error is that of Converge, of the decomposition of Kuu, or ErrFar of a step that is too
// long, and of all new points once the budget is spent: the search then ends where it is.
func (f *Fit) Objective(x, grad []float64) (float64, error) {
	if f.tooFar(x) {
		return 0, errTooFar
	}
	if !slices.Equal(x, f.evaluated) && f.Over() {
		f.spent = true
		return 0, ErrFar
	}
	if err := f.moveTo(x); err != nil {
		return 0, err
	}
	copy(grad, f.grad)
	f.calls.At(func() float64 { return f.value }, f.Inner.Predictor)
	return f.value + f.offset, nil
}

// tooFar says whether a lengthscale at x is farther than the longest step from where the fit is.
func (f *Fit) tooFar(x []float64) bool {
	return f.settings.LongestStep > 0 && slices.ContainsFunc(f.lengthscales, func(i int) bool { return math.Abs(x[i]-f.x[i]) > f.settings.LongestStep })
}

// accept makes x the present point, and the end of its inner loop the start elsewhere.
// An inner loop that ends far from convergence is not an error: it only happens where
// the fit begins, because a line search avoids such points.
func (f *Fit) accept(x []float64) error {
	if err := f.moveTo(x); errors.Is(err, ErrFar) {
		f.spent = f.spent || f.Over() // before there was a slope that the search could tell from none
	} else if err != nil {
		return err
	}
	f.err = nil
	copy(f.x, x)
	copy(f.innerStart, f.Inner.State())
	return nil
}

// moveTo works out objective and derivatives at x. The error is that of Converge, or of
// the decomposition of Kuu.
func (f *Fit) moveTo(x []float64) error {
	if slices.Equal(x, f.evaluated) {
		return f.err
	}
	f.forget()
	if err := f.movePriors(x); err != nil {
		return err
	}
	if f.innerStart == nil {
		f.innerStart = slices.Clone(f.Inner.State())
	}
	copy(f.Inner.State(), f.innerStart)
	f.err = f.Inner.Converge()
	if f.err != nil && !errors.Is(f.err, ErrFar) {
		return f.err
	}
	f.value = f.Inner.Value()
	f.gradient()
	f.addPrior(x)
	copy(f.evaluated, x)
	return f.err
}

// addPrior adds the log density of the kernels' parameters and its derivatives, if they have a prior and are
// learnt.
func (f *Fit) addPrior(x []float64) {
	if !f.settings.Any() || !f.settings.LearnsKernel() {
		return
	}
	for i, sd := range f.priorSD {
		if sd > 0 {
			z := (x[i] - f.prior[i]) / sd
			f.value -= 0.5 * z * z
			f.grad[i] -= z / sd
		}
	}
}

// movePriors sets the priors to x and projects the training rows on them. The error is of
// the first prior without a decomposition.
func (f *Fit) movePriors(x []float64) error {
	growths, errs := make([]int, len(f.Groups)), make([]error, len(f.Groups))
	threads.Do(len(f.Groups), func(_, k int) {
		g := f.Groups[k]
		if growths[k], errs[k] = f.Layout.Unpack(g.Prior, g.initial, x, k); errs[k] == nil {
			g.Prior.ProjectTraining(g.Projection, f.rows)
		}
	})
	for k, n := range growths {
		method.Jitter(f.rec, n)
		if errs[k] != nil {
			return errs[k]
		}
	}
	return nil
}

// gradient works out the derivatives by what is learnt.
func (f *Fit) gradient() {
	clear(f.grad)
	if len(f.settings.Learn) == 0 {
		return
	}
	group := func(worker, k int) {
		var to sparse.Gradient
		if f.settings.LearnsKernel() {
			to.Theta = f.Layout.Theta(f.grad, k)
		}
		if f.settings.LearnsInducing() {
			to.Z = f.Layout.Z(f.grad, k)
		}
		f.Inner.Gradient(to, f.Groups[k], worker)
	}
	if n := len(f.Groups); f.Layout.Kernels == n && f.Layout.Inputs == n {
		threads.Do(n, group)
	} else {
		for k := range n { // one after the other: they add to the same
			group(0, k)
		}
	}
}
