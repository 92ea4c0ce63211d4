package logisticova

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/inputs"
	"gpcbench/linalg/engine"
)

// Constants of the search, those of the method logistic.
const (
	// armijo is the fraction of the decrease promised by the gradient that a step must
	// bring (Nocedal & Wright 2006, section 3.1).
	armijo = 1e-4
	// rounding is the relative size below which differences of F, a sum of many terms, are not
	// to be trusted.
	rounding = 1e-12
	// maxProducts bounds the conjugate gradients of a step.
	maxProducts = 500
)

// block is m labels that take a Newton step side by side. Matrices of parameters are
// (D + 1) x m, the intercepts in the last row; those of scores are N x m.
type block struct {
	x         inputs.Rows
	n, dim    int
	c         float64
	penalty   []float64 // of the square of each weight
	tolerance float64
	over      func() bool // says whether the time is up: a step then ends soon
	positive  [][]int32   // rows that have the label, by label

	w     *mat.Dense
	value []float64 // F(w)
	start []float64 // norm of the first gradient, 0 before the first step
	ended []bool

	gradient, direction, residual, conjugate, product *mat.Dense
	scores, move, curvature, space                    *mat.Dense
}

func newBlock(x inputs.Rows, c float64, penalty []float64, tolerance float64, m int, over func() bool) *block {
	n, dim := x.Dims()
	b := &block{
		x: x, n: n, dim: dim, c: c, penalty: penalty, tolerance: tolerance, over: over,
		value: make([]float64, m), start: make([]float64, m), ended: make([]bool, m),
	}
	for _, v := range []**mat.Dense{&b.w, &b.gradient, &b.direction, &b.residual, &b.conjugate, &b.product} {
		*v = mat.NewDense(dim+1, m, nil)
	}
	for _, v := range []**mat.Dense{&b.scores, &b.move, &b.curvature, &b.space} {
		*v = mat.NewDense(n, m, nil)
	}
	return b
}

// step takes a Newton step for every label and says of each whether it has ended.
func (b *block) step(ctx context.Context) error {
	b.evaluate()
	norms := roots(b.dot(b.gradient, b.gradient, b.dim+1))
	largest := b.largest()
	for j, v := range norms {
		if b.start[j] == 0 {
			b.start[j] = v
		}
		b.ended[j] = v <= rounding*b.start[j] || largest[j] <= b.tolerance
	}
	if err := b.solve(ctx, norms); err != nil {
		return err
	}
	b.affine(b.move, b.direction)
	b.advance()
	return nil
}

// evaluate works F and its derivatives out.
func (b *block) evaluate() {
	b.affine(b.scores, b.w)
	b.value = b.losses(b.value, b.scores)
	for j, squares := range b.penalised(b.w, b.w) {
		b.value[j] += squares / (2 * b.c)
	}
	b.derivatives()
}

// affine writes the scores of all rows at parameters v to dst.
func (b *block) affine(dst, v *mat.Dense) {
	b.x.Mul(dst, b.top(v))
	intercepts := v.RawRowView(b.dim)
	for i := range b.n {
		row := dst.RawRowView(i)
		for j, w := range intercepts {
			row[j] += w
		}
	}
}

// pull writes to dst the derivatives by the parameters, given the derivatives r by
// the scores, and adds those of the penalty at v.
func (b *block) pull(dst, r, v *mat.Dense) {
	for i, d := range b.penalty {
		to, d := dst.RawRowView(i), d/b.c
		for j, w := range v.RawRowView(i) {
			to[j] = d * w
		}
	}
	b.x.AddTransMul(b.top(dst), r)
	intercepts := dst.RawRowView(b.dim)
	clear(intercepts)
	for i := range b.n {
		for j, e := range r.RawRowView(i) {
			intercepts[j] += e
		}
	}
}

// top returns the weights of a matrix of parameters.
func (b *block) top(v *mat.Dense) *mat.Dense {
	_, m := v.Dims()
	return v.Slice(0, b.dim, 0, m).(*mat.Dense)
}

// losses writes sum_i log(1 + exp(-y_i s_i)) of each label at the given scores to dst.
func (b *block) losses(dst []float64, scores *mat.Dense) []float64 {
	clear(dst)
	b.space.Copy(scores)
	for j, rows := range b.positive {
		for _, i := range rows {
			b.space.Set(int(i), j, -scores.At(int(i), j))
		}
	}
	all := b.space.RawMatrix().Data
	engine.Softplus(all, all)
	for i := range b.n {
		for j, v := range b.space.RawRowView(i) {
			dst[j] += v
		}
	}
	return dst
}

// derivatives writes dF/dw at the scores to gradient, and p (1 - p) of all rows to curvature.
func (b *block) derivatives() {
	p, bend := b.space.RawMatrix().Data, b.curvature.RawMatrix().Data
	engine.Sigmoid(p, b.scores.RawMatrix().Data)
	for i, v := range p {
		bend[i] = v * (1 - v)
	}
	for j, rows := range b.positive {
		for _, i := range rows {
			b.space.Set(int(i), j, b.space.At(int(i), j)-1)
		}
	}
	b.pull(b.gradient, b.space, b.w)
}

// curve writes the product of each label's Hessian with v to dst.
func (b *block) curve(dst, v *mat.Dense) {
	b.affine(b.space, v)
	b.space.MulElem(b.space, b.curvature)
	b.pull(dst, b.space, v)
}

// solve makes direction the solution of H direction = -gradient by conjugate gradients, for
// each label to a residual that shrinks with its gradient, of the given norm, so that the
// convergence of the steps is superlinear. Labels that have ended get 0. If the time is up, the
// direction is that of the products so far, along which F also falls.
func (b *block) solve(ctx context.Context, norms []float64) error {
	b.direction.Zero()
	b.residual.Scale(-1, b.gradient)
	b.conjugate.Copy(b.residual)
	squared := b.dot(b.residual, b.residual, b.dim+1)
	enough, going := make([]float64, len(norms)), make([]bool, len(norms))
	for j, size := range norms {
		enough[j], going[j] = size*min(0.3, math.Sqrt(size/b.start[j])), !b.ended[j]
	}
	along, against, again := make([]float64, len(norms)), make([]float64, len(norms)), make([]float64, len(norms))
	for range min(maxProducts, 2*(b.dim+1)) {
		if !slices.Contains(going, true) {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		b.curve(b.product, b.conjugate)
		for j, bend := range b.dot(b.conjugate, b.product, b.dim+1) {
			going[j] = going[j] && bend > 0 // or flat to rounding
			along[j] = 0
			if going[j] {
				along[j] = squared[j] / bend
			}
			against[j] = -along[j]
		}
		addScaled(b.direction, along, b.conjugate)
		addScaled(b.residual, against, b.product)
		next := b.dot(b.residual, b.residual, b.dim+1)
		for j, v := range next {
			going[j] = going[j] && math.Sqrt(v) > enough[j]
			again[j] = 0
			if going[j] {
				again[j] = v / squared[j]
			}
		}
		scaleAdd(b.conjugate, again, b.residual)
		squared = next
		if b.over() {
			return nil
		}
	}
	return nil
}

// advance adds to each label's parameters the largest share 1, 1/2, 1/4, ... of the direction
// that brings enough of a decrease, and says which labels have ended.
func (b *block) advance() {
	m := len(b.value)
	slope := b.dot(b.gradient, b.direction, b.dim+1)
	across, squares, size := b.penalised(b.w, b.direction), b.penalised(b.direction, b.direction), b.penalised(b.w, b.w)
	share, open := make([]float64, m), make([]bool, m)
	for j := range m {
		if open[j] = !b.ended[j] && slope[j] < 0; open[j] {
			share[j] = 1
		} else {
			b.ended[j] = true
		}
	}
	tried, values := b.curvature, make([]float64, m) // a matrix that is not needed any more
	for slices.Contains(open, true) {
		tried.Copy(b.scores)
		addScaled(tried, share, b.move)
		b.losses(values, tried)
		for j, t := range share {
			if !open[j] {
				continue
			}
			value := values[j] + (size[j]+2*t*across[j]+t*t*squares[j])/(2*b.c)
			level := math.Abs(value-b.value[j]) <= rounding*math.Abs(b.value[j])
			switch {
			case value <= b.value[j]+armijo*t*slope[j] || level:
				b.value[j], open[j], b.ended[j] = value, false, level
			case t < 1e-10:
				share[j], open[j], b.ended[j] = 0, false, true
			default:
				share[j] = t / 2
			}
		}
	}
	addScaled(b.w, share, b.direction)
}

// dot returns the inner products of the columns of two matrices over their first rows.
func (b *block) dot(x, y *mat.Dense, rows int) []float64 {
	sums := make([]float64, len(b.value))
	for i := range rows {
		u, v := x.RawRowView(i), y.RawRowView(i)
		for j := range sums {
			sums[j] += u[j] * v[j]
		}
	}
	return sums
}

// penalised returns the inner products of the weights in the columns of two matrices as the penalty has them.
func (b *block) penalised(x, y *mat.Dense) []float64 {
	sums := make([]float64, len(b.value))
	for i, d := range b.penalty {
		u, v := x.RawRowView(i), y.RawRowView(i)
		for j := range sums {
			sums[j] += d * u[j] * v[j]
		}
	}
	return sums
}

// left estimates by how much F of each label can still fall, from its gradient and the diagonal of its Hessian
// for columns about their means.
func (b *block) left(mean, variance []float64) []float64 {
	bend := make([]float64, len(b.value)) // sum_i p (1 - p)
	for i := range b.n {
		for j, v := range b.curvature.RawRowView(i) {
			bend[j] += v
		}
	}
	sums, intercepts := make([]float64, len(b.value)), b.gradient.RawRowView(b.dim)
	for j, g := range intercepts {
		sums[j] = g * g / (2 * bend[j])
	}
	for i, m := range mean {
		for j, g := range b.gradient.RawRowView(i) {
			g -= m * intercepts[j]
			sums[j] += g * g / (2 * (bend[j]*variance[i] + b.penalty[i]/b.c))
		}
	}
	return sums
}

// largest returns the largest absolute value of the gradient of each label.
func (b *block) largest() []float64 {
	most := make([]float64, len(b.value))
	for i := range b.dim + 1 {
		for j, v := range b.gradient.RawRowView(i) {
			most[j] = max(most[j], math.Abs(v))
		}
	}
	return most
}

// addScaled adds a_j times column j of x to that of dst.
func addScaled(dst *mat.Dense, a []float64, x *mat.Dense) {
	n, _ := dst.Dims()
	for i := range n {
		to, from := dst.RawRowView(i), x.RawRowView(i)
		for j, s := range a {
			to[j] += s * from[j]
		}
	}
}

// scaleAdd makes column j of dst a_j times itself plus that of x.
func scaleAdd(dst *mat.Dense, a []float64, x *mat.Dense) {
	n, _ := dst.Dims()
	for i := range n {
		to, from := dst.RawRowView(i), x.RawRowView(i)
		for j, s := range a {
			to[j] = s*to[j] + from[j]
		}
	}
}

// roots takes the square root of every element, in place.
func roots(values []float64) []float64 {
	for i, v := range values {
		values[i] = math.Sqrt(v)
	}
	return values
}
