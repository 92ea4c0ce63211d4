package collapsed

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/nested"
)

const (
	// nudge is the weight t of the outer expectations whose effect on q is measured. The error of the
	// derivatives is of the order of its square.
	nudge = 0.02
	// convergedNudged is the tolerance of the sites where q is not the best by the bound that is
	// searched: an error of the sites is then an error of the value, and in a difference it is divided
	// by 2 nudge.
	convergedNudged = 1e-7
	// coarse is the tolerance of the sweeps before Newton's method, and exact that of Newton's method,
	// which takes two or three steps, at most newtonSteps. The derivative by t is also solved to exact.
	coarse, exact, newtonSteps = 1e-3, 1e-9, 6
	// leaves is the fraction of the way that a Newton step may leave; near the end the fraction is the
	// remaining distance itself.
	leaves = 1e-2
	// slight is the largest distance of the nudged q from the best, in units of sites, if the
	// derivative by t is known.
	slight = 1e-3
)

// outer is the inner loop of a search up a bound other than the one that q is the best by: see
// the package's "Two bounds".
type outer struct {
	*inner // at the best q
	rows   Expectations
	t      float64
	nudged []*ascent // best with -t and t; none if nothing is learnt
	state  []float64 // the sites of the three, one after the other
	value  float64

	response *response // of the best q; nil: the nudged ones converge by sweeps
	known    bool      // whether the nudged ones are where the derivative of the best q by t says

	g, h *mat.Dense // slopes of the outer expectations at the best q
}

// newOuter makes one of an inner loop that has no ascent yet.
func newOuter(in *inner, s Settings, class []int, groups []*nested.Group, over func() bool, rec method.Recorder) *outer {
	size := sitesOf(len(class), s.Functions)
	o := &outer{
		inner: in, rows: s.Outer, t: nudge, state: make([]float64, 3*size),
		g: mat.NewDense(len(class), s.Functions, nil), h: mat.NewDense(len(class), s.Functions, nil),
	}
	by := func(rows Expectations, from int) *ascent {
		a := newAscent(newPosterior(rows, class, groups, o.state[from:from+size]), over, rec.Event)
		a.tolerance = convergedNudged
		a.joint = nil // only auxiliary variables give two bounds, and they keep the functions separate
		return a
	}
	in.ascent = by(s.Rows, 0)
	if len(s.Learn) == 0 {
		return o
	}
	for i, sign := range []float64{-1, 1} {
		o.nudged = append(o.nudged, by(&nudged{of: o, rows: s.Rows, sign: sign}, (i+1)*size))
	}
	if s.Implicit {
		o.response = newResponse(in.ascent.posterior)
	}
	return o
}

// Converge finds the best q and the nudged ones.
func (o *outer) Converge() error {
	if o.response != nil {
		if err := o.follow(); o.known || err != nil {
			return err
		}
	}
	return o.converge()
}

// converge finds all three by sweeps. The nudged ones start as far from the best q as they were.
func (o *outer) converge() error {
	best := o.ascent
	o.t, best.tolerance = nudge, convergedNudged
	for _, a := range o.nudged {
		floats.Sub(a.sites, best.sites)
	}
	if err := best.converge(); err != nil {
		return err
	}
	o.expect()
	for _, a := range o.nudged {
		floats.Add(a.sites, best.sites)
		if err := a.converge(); err != nil {
			return err
		}
	}
	return nil
}

// expect works out the outer bound and its slopes at the best q.
func (o *outer) expect() {
	best := o.ascent
	o.value = best.value - best.fit + o.rows.Expectations(o.g, o.h, best.class, best.mean, best.variance, 1)
}

// follow finds the best q by sweeps and, near it, by Newton's method, and moves the nudged ones from there along its
// derivative by t, which is known then.
func (o *outer) follow() error {
	best := o.ascent
	best.tolerance, o.known = coarse, false
	if err := best.converge(); err != nil {
		return err
	}
	if !o.newton() {
		return nil
	}
	o.expect()
	r := o.response
	for k, f := range best.functions {
		for i, mean := range f.mean {
			r.b.lambda[k][i] = -2*o.h.At(i, k) - f.lambda[i]
			r.b.nu[k][i] = o.g.At(i, k) - 2*o.h.At(i, k)*mean - f.nu[i]
		}
	}
	r.refresh()
	if !r.solve(exact) {
		return nil
	}
	o.t = min(nudge, slight/best.Distance(r.x.all))
	for i, t := range []float64{-o.t, o.t} {
		a := o.nudged[i]
		floats.AddScaledTo(a.sites, best.sites, t, r.x.all)
		if a.refresh() != nil {
			return nil
		}
	}
	o.known = true
	return nil
}

// newton moves the sites of the best q by the remaining way according to the response. It says
// whether it converged.
func (o *outer) newton() bool {
	best, r := o.ascent, o.response
	for range newtonSteps {
		change := best.propose()
		if change <= exact {
			return true
		}
		copy(r.b.all, best.Moves)
		r.refresh()
		if !r.solve(min(change, leaves)) {
			return false
		}
		best.Keep()
		floats.Add(best.sites, r.x.all)
		if best.refresh() != nil {
			best.Restore()
			return false
		}
	}
	return best.propose() <= exact
}

// Value returns the outer bound.
func (o *outer) Value() float64 { return o.value }

// Gradient adds the derivatives of the outer bound, those of q among them.
func (o *outer) Gradient(to sparse.Gradient, g *nested.Group, worker int) {
	add := func(a *ascent, weight float64) {
		var part sparse.Gradient
		if to.Theta != nil {
			part.Theta = make([]float64, len(to.Theta))
		}
		if to.Z != nil {
			m, d := to.Z.Dims()
			part.Z = mat.NewDense(m, d, nil)
		}
		a.gradient(part, g, o.pulls[worker])
		floats.AddScaled(to.Theta, weight, part.Theta)
		if to.Z != nil {
			part.Z.Scale(weight, part.Z)
			to.Z.Add(to.Z, part.Z)
		}
	}
	middle := 0.0
	if o.known {
		middle = 0.5 // of the two is dU(0)
	} else {
		add(o.ascent, 1)
	}
	add(o.nudged[0], middle-1/(2*o.t))
	add(o.nudged[1], middle+1/(2*o.t))
}

// State is the sites of the best q and of the nudged ones.
func (o *outer) State() []float64 { return o.state }

// nudged is (1 - t) times the expectations plus t times a linear function of means and variances,
// which approximates the outer expectations near the best q. q depends on t as with the outer
// expectations themselves, which are computed only once.
type nudged struct {
	of   *outer
	rows Expectations
	sign float64 // of t
}

// Expectations is that of the interface.
func (e *nudged) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64 {
	t := e.sign * e.of.t
	sum := (1 - t) * e.rows.Expectations(dMean, dVariance, y, mean, variance, scale*(1-t))
	for i := range y {
		floats.AddScaled(dMean.RawRowView(i), scale*t, e.of.g.RawRowView(i))
		floats.AddScaled(dVariance.RawRowView(i), scale*t, e.of.h.RawRowView(i))
		sum += t * (floats.Dot(e.of.g.RawRowView(i), mean.RawRowView(i)) + floats.Dot(e.of.h.RawRowView(i), variance.RawRowView(i)))
	}
	return sum
}
