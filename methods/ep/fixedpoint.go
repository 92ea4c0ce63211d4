package ep

import (
	"math"

	"gpcbench/gp/optim"
)

// fixedPoint accelerates sweeps over all factors to their fixed point by Anderson's
// method: in directions that the data hardly determine, plain sweeps take
// thousands.
type fixedPoint struct {
	*optim.Anderson
	turns    *optim.Turns
	x        []float64 // factors of ep, the products of sep's by class
	residual []float64 // what a whole sweep adds to x
	unit     []float64 // weights of the residual's elements
	move     float64   // the largest element of the last residual
}

// endsAtFixedPoint says whether a fit should end at the fixed point of all
// factors.
func (f *run) endsAtFixedPoint() bool {
	return f.full() && len(f.cfg.Learn) == 0 && f.cfg.Tolerance > 0
}

// newFixedPoint returns the acceleration of the run, whose sites exist
// already.
func (f *run) newFixedPoint() *fixedPoint {
	p := &fixedPoint{}
	if f.sites != nil {
		p.x = f.sites.values
	} else {
		m := f.classes[0].prior.M()
		p.x = make([]float64, len(f.classes)*(m*(m+1)/2+m))
	}
	p.Anderson, p.turns = optim.NewAnderson(len(p.x)), optim.NewTurns()
	p.residual, p.unit = make([]float64, len(p.x)), make([]float64, len(p.x))
	for i := range p.unit {
		p.unit[i] = 1
	}
	return p
}

// step moves x by the share rho of a sweep along the combination of the last
// sweeps.
func (p *fixedPoint) step(rho float64) {
	p.move = 0
	for i, r := range p.residual {
		p.move = max(p.move, math.Abs(r*p.unit[i]))
	}
	if p.turns.Observe(p.move) {
		p.Forget()
	}
	p.Step(p.x, p.residual, p.unit, rho)
}

// accelerateFactors is a sweep of ep on the full batch: moves of C1 count in units of
// 1 / var a_i'v, of C2 in units of 1 / sd a_i'v.
func (f *run) accelerateFactors(rho float64) {
	p := f.fixed
	f.spare.copyFrom(f.sites)
	f.factors.update(f.spare, 1)
	for i, v := range f.spare.values {
		p.residual[i] = v - p.x[i]
	}
	slots := len(f.sites.Prec[own])
	for k := range f.classes {
		for i, y := range f.factors.y {
			for side, c := range [sides]int{k, y} {
				at, v := 2*side*slots+k*f.b+i, f.views[c].variance[i]
				p.unit[at], p.unit[at+slots] = v, math.Sqrt(v)
			}
		}
	}
	p.step(rho)
	for _, c1 := range f.sites.Prec {
		for i, v := range c1 {
			c1[i] = max(v, 0) // the combination is not convex
		}
	}
}

// accelerateProducts is a sweep of sep on the full batch, which makes the products
// anew. Moves of W_ij count in units of the root of (1 + W_ii)(1 + W_jj), of r_i in
// units of that of 1 + W_ii.
func (f *run) accelerateProducts(rho float64) {
	p := f.fixed
	f.eachOfProducts(func(at int, v *float64, unit float64) { p.x[at], p.unit[at] = *v, unit })
	f.spare.clear()
	f.factors.update(f.spare, 1)
	f.sum(f.spare, nil)
	f.addRows(func(int) float64 { return 0 })
	f.eachOfProducts(func(at int, v *float64, _ float64) { p.residual[at] = *v - p.x[at] })
	p.step(rho)
	f.eachOfProducts(func(at int, v *float64, _ float64) { *v = p.x[at] })
}

// eachOfProducts calls do with every element of the products, in the order of x, and
// its unit.
func (f *run) eachOfProducts(do func(at int, v *float64, unit float64)) {
	at := 0
	for _, c := range f.classes {
		root := make([]float64, len(c.sites.Shift)) // of what 1 + W has on its diagonal, inverse
		for i := range root {
			root[i] = 1 / math.Sqrt(1+max(0, c.sites.Precision.At(i, i)))
		}
		for i := range root {
			row := c.sites.Precision.RawRowView(i)
			for j := range i + 1 {
				do(at, &row[j], root[i]*root[j])
				at++
			}
			do(at, &c.sites.Shift[i], root[i])
			at++
		}
	}
}
