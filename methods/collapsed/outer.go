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
	// convergedNudged is the tolerance of the sites where q is not the best by the bound that is searched:
	// an error of theirs is then one of the value, and that of a difference is divided by 2 nudge.
	convergedNudged = 1e-7
)

// outer is the inner loop of a search up a bound other than the one that q is the best by: see
// the package's "Two bounds".
type outer struct {
	*inner // at the best q
	rows   Expectations
	nudged []*ascent // best with -nudge and nudge; none if nothing is learnt
	state  []float64 // the sites of the three, one after the other
	value  float64

	g, h *mat.Dense // slopes of the outer expectations at the best q
}

// newOuter makes one of an inner loop that has no ascent yet.
func newOuter(in *inner, s Settings, class []int, groups []*nested.Group, over func() bool, rec method.Recorder) *outer {
	size := sitesOf(len(class), s.Functions)
	o := &outer{
		inner: in, rows: s.Outer, state: make([]float64, 3*size),
		g: mat.NewDense(len(class), s.Functions, nil), h: mat.NewDense(len(class), s.Functions, nil),
	}
	by := func(rows Expectations, from int) *ascent {
		a := newAscent(newPosterior(rows, class, groups, o.state[from:from+size]), over, rec.Event)
		a.tolerance = convergedNudged
		a.joint = nil // auxiliary variables, which alone bring two bounds, hold the functions apart
		return a
	}
	in.ascent = by(s.Rows, 0)
	if len(s.Learn) == 0 {
		return o
	}
	for i, t := range []float64{-nudge, nudge} {
		o.nudged = append(o.nudged, by(&nudged{rows: s.Rows, t: t, g: o.g, h: o.h}, (i+1)*size))
	}
	return o
}

// Converge finds the best q and those that the nudge moves it to, which start as far from it as
// they were.
func (o *outer) Converge() error {
	best := o.ascent
	for _, a := range o.nudged {
		floats.Sub(a.sites, best.sites)
	}
	if err := best.converge(); err != nil {
		return err
	}
	o.value = best.value - best.fit + o.rows.Expectations(o.g, o.h, best.class, best.mean, best.variance, 1)
	for _, a := range o.nudged {
		floats.Add(a.sites, best.sites)
		if err := a.converge(); err != nil {
			return err
		}
	}
	return nil
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
	add(o.ascent, 1)
	add(o.nudged[0], -1/(2*nudge))
	add(o.nudged[1], 1/(2*nudge))
}

// State is the sites of the best q and of the nudged ones.
func (o *outer) State() []float64 { return o.state }

// nudged is (1 - t) times expectations and t times a linear function of means and variances, the outer
// expectations near the best q: q moves by t as with those themselves, and they are worked out once.
type nudged struct {
	rows Expectations
	t    float64
	g, h *mat.Dense
}

// Expectations is that of the interface.
func (e *nudged) Expectations(dMean, dVariance *mat.Dense, y []int, mean, variance *mat.Dense, scale float64) float64 {
	sum := (1 - e.t) * e.rows.Expectations(dMean, dVariance, y, mean, variance, scale*(1-e.t))
	for i := range y {
		floats.AddScaled(dMean.RawRowView(i), scale*e.t, e.g.RawRowView(i))
		floats.AddScaled(dVariance.RawRowView(i), scale*e.t, e.h.RawRowView(i))
		sum += e.t * (floats.Dot(e.g.RawRowView(i), mean.RawRowView(i)) + floats.Dot(e.h.RawRowView(i), variance.RawRowView(i)))
	}
	return sum
}
