package exact

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/mcmc"
	"gpcbench/linalg"
)

// batch is the space for moves of eta by elliptical slices whose directions are drawn and multiplied together. Row 0 is
// the state, row m the direction of move m; a matrix a function, each 1 + moves x N.
type batch struct {
	moves    int
	eta      []*mat.Dense // eta, and nu ~ N(0, I)
	coloured []*mat.Dense // T^-T of them
	lifted   []*mat.Dense // L T^-T of them
	centre   *mat.Dense   // N x F: L mean
	ties     *mat.Dense   // of coupled frames: V' of them
}

func (p *posterior) newBatch(moves int) *batch {
	n, functions := len(p.y), p.likelihood.Functions()
	rows := func() *mat.Dense { return mat.NewDense(1+moves, n, nil) }
	b := &batch{moves: moves, centre: mat.NewDense(n, functions, nil)}
	for range functions {
		b.eta, b.coloured, b.lifted = append(b.eta, rows()), append(b.coloured, rows()), append(b.lifted, rows())
	}
	if p.coupled {
		b.ties = rows()
	}
	return b
}

// moveLatents moves eta by elliptical slices at fixed z, as moveLatent does. A point of an ellipse has
// L T^-T (eta cos(angle) + nu sin(angle)), so that a move needs the products of nu alone and a try none.
// Cost of a move some 4 F N^2 flops, in products of matrices, and of a try N log-likelihoods.
func (c *chain) moveLatents(moves int) {
	if c.batch == nil || c.batch.moves != moves {
		c.batch = c.newBatch(moves)
	}
	b := c.batch
	for k, e := range b.eta {
		copy(e.RawRowView(0), c.eta[k])
		for m := range moves {
			normal(c.rng, e.RawRowView(1+m))
		}
		b.coloured[k].Copy(e)
	}
	c.frame.colourRows(b)
	for k, x := range b.coloured {
		linalg.Mul(b.lifted[k], false, true, 1, x, c.frame.l, 0)
	}
	c.latent(b.centre, c.frame.l, c.frame.mean)
	weight := c.logWeight()
	for m := range moves {
		weight = c.slideLatent(m+1, weight)
	}
	for k, e := range b.eta {
		copy(c.eta[k], e.RawRowView(0))
	}
	c.value = c.place(c.frame) // from eta alone, as after a restart
}

// slideLatent moves row 0 of the batch in the direction of row m, and returns log w there; weight is log w before.
func (c *chain) slideLatent(m int, weight float64) float64 {
	b := c.batch
	// -1/2 |v|^2 + 1/2 |eta|^2 along the ellipse, by inner products.
	var eta, v form
	for k := range b.eta {
		eta.add(nil, b.eta[k].RawRowView(0), b.eta[k].RawRowView(m))
		v.add(c.frame.mean[k], b.coloured[k].RawRowView(0), b.coloured[k].RawRowView(m))
	}
	level := c.ellipse.weight(c.z) - c.frame.logDet
	moved, centre := c.moved.RawMatrix().Data, b.centre.RawMatrix().Data
	tried := weight
	angle := mcmc.EllipticalSlice(c.rng, c.power*weight, func(angle float64) float64 {
		sin, cos := math.Sincos(angle)
		for k, f := range b.lifted {
			now, fresh := f.RawRowView(0), f.RawRowView(m)
			for i, j := 0, k; i < len(now); i, j = i+1, j+len(b.lifted) {
				moved[j] = centre[j] + cos*now[i] + sin*fresh[i]
			}
		}
		tried = level + eta.at(sin, cos)/2 - v.at(sin, cos)/2 + c.logLikelihood(c.moved)
		return c.power * tried
	})
	if angle == 0 {
		return weight
	}
	for k := range b.eta {
		for _, of := range []*mat.Dense{b.eta[k], b.coloured[k], b.lifted[k]} {
			turn(of.RawRowView(0), of.RawRowView(0), of.RawRowView(m), angle)
		}
	}
	return tried
}

// form is |m + x cos + nu sin|^2 of one or more functions.
type form struct{ mm, mx, mn, xx, xn, nn float64 }

// add adds the form of another function; m nil is 0.
func (q *form) add(m, x, nu []float64) {
	if m != nil {
		q.mm += linalg.Dot(m, m)
		q.mx += linalg.Dot(m, x)
		q.mn += linalg.Dot(m, nu)
	}
	q.xx += linalg.Dot(x, x)
	q.xn += linalg.Dot(x, nu)
	q.nn += linalg.Dot(nu, nu)
}

func (q *form) at(sin, cos float64) float64 {
	return q.mm + 2*(cos*q.mx+sin*q.mn) + cos*cos*q.xx + 2*sin*cos*q.xn + sin*sin*q.nn
}

// colourRows makes the rows x of coloured T^-T x.
func (fr *frame) colourRows(b *batch) {
	if fr.plain {
		return
	}
	if fr.tied {
		fr.coupling.spreadRows(b)
	}
	for k, t := range fr.t {
		linalg.SolveRight(b.coloured[k], t)
	}
}

// spreadRows makes the rows x of coloured S x = x + V R^-T (I + R)^-1 V'x.
func (c *coupling) spreadRows(b *batch) {
	for k, v := range c.v {
		linalg.Mul(b.ties, false, false, 1, b.coloured[k], v, min(1, float64(k)))
	}
	linalg.SolveRightT(b.ties, c.s)
	linalg.SolveRight(b.ties, c.r)
	for k, v := range c.v {
		linalg.Mul(b.coloured[k], false, true, 1, b.ties, v, 1)
	}
}
