package kernel

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
	"gpcbench/linalg/engine"
)

// shape is phi of a stationary covariance function.
type shape interface {
	// apply replaces a row of exponents -s/2 by variance phi(s).
	apply(row []float64, variance float64)
	// weigh writes a row of G to g, for weights w and covariances k, nil if they are not known. g holds the exponents
	// -s/2, unless k is known and G is W .* k. It returns the sum of w .* k, or 0 if that is the sum of G.
	weigh(g, k, w []float64, variance float64) (weighted float64)
	// weighsByCovariance says whether G is W .* k.
	weighsByCovariance() bool
}

// stationary is k(x, z) = variance phi(s) with s = sum_d (x_d - z_d)^2 / l_d^2.
//
// All distances come from one product: with rows centred and scaled,
// s_ij = |x_i|^2 + |z_j|^2 - 2 x_i'z_j. Centring on the mean of z keeps the
// cancellation at the size of the data's spread, not of its offset.
//
// The pullback needs G = -2 W .* dk/ds: see the shapes. With r and c the row and
// column sums of G, on the scaled inputs,
//
//	dL/dx         = (G z - diag(r) x) / l
//	dL/dz         = (G'x - diag(c) z) / l
//	dL/dlog l_d   = sum_i r_i x_id^2 + sum_j c_j z_jd^2 - 2 sum_i x_id (G z)_id
//	dL/dlog var   = sum W .* k
type stationary struct {
	shape    shape
	dim      int
	variance float64
	scales   []float64 // D lengthscales, or one for all columns
	ard      bool
}

func (s *stationary) numParams() int { return 1 + len(s.scales) }

func (s *stationary) params(dst []float64) {
	dst[0] = math.Log(s.variance)
	for i, l := range s.scales {
		dst[1+i] = math.Log(l)
	}
}

func (s *stationary) with(theta []float64) part {
	out := &stationary{shape: s.shape, dim: s.dim, variance: math.Exp(theta[0]), ard: s.ard}
	for _, t := range theta[1:] {
		out.scales = append(out.scales, math.Exp(t))
	}
	return out
}

func (s *stationary) names() []string {
	out := []string{"log variance"}
	if !s.ard {
		return append(out, "log lengthscale")
	}
	for d := range s.scales {
		out = append(out, fmt.Sprintf("log lengthscale %d", d+1))
	}
	return out
}

func (s *stationary) prepare(z *mat.Dense) prepared {
	u := s.units(z)
	n, _ := z.Dims()
	halfNorms := borrow(1, n)
	out := prepared{inputs: z, units: u, scaled: scaled(z, u, halfNorms), halfNorms: halfNorms}
	if slices.Max(halfNorms.row()) > farOut {
		giveBack(out.scaled)
		medians(u.RawRowView(0), z)
		out.scaled = scaled(z, u, halfNorms)
	}
	return out
}

func (s *stationary) cov(dst, x *mat.Dense, z prepared) {
	n, _ := dst.Dims()
	halfNorms := borrow(1, n)
	defer giveBack(halfNorms)
	xs := scaled(x, z.units, halfNorms)
	defer giveBack(xs)
	exponents(dst, xs, halfNorms, z)
	for i := range n {
		s.shape.apply(dst.RawRowView(i), s.variance)
	}
}

func (s *stationary) gram(dst *mat.Dense, x prepared) {
	exponentsGram(dst, x)
	n, _ := dst.Dims()
	for i := range n {
		s.shape.apply(dst.RawRowView(i)[:i+1], s.variance)
	}
	linalg.MirrorLower(dst)
}

func (s *stationary) diagonal(dst []float64, x *mat.Dense) {
	for i := range dst {
		dst[i] += s.variance
	}
}

// covBack sums in one pass over the inputs that belong to a product with G: with
// e = (G'x)_j - c_j z_j, dL/dz_j = e / l, and z_j contributes -z_j .* (e +
// (G'x)_j) to dL/dlog l; the other inputs contribute r_i x_i^2.
func (s *stationary) covBack(dTheta []float64, dX, dZ, x *mat.Dense, z prepared, k, w *mat.Dense) {
	n, m := w.Dims()
	var halfNorms *loan
	if s.needsExponents(k) {
		halfNorms = borrow(1, n)
		defer giveBack(halfNorms)
	}
	xs := scaled(x, z.units, halfNorms)
	defer giveBack(xs)
	g := borrow(n, m)
	defer giveBack(g)
	if s.needsExponents(k) {
		exponents(g.Dense, xs, halfNorms, z)
	}
	rows, cols, lengths := borrow(1, n), borrow(1, m), zeros(s.dim)
	defer giveBack(rows)
	defer giveBack(cols)
	defer giveBack(lengths)
	var variance float64
	for i := range n {
		variance += s.shape.weigh(g.RawRowView(i), rowOf(k, i), w.RawRowView(i), s.variance)
	}
	sums(rows.row(), cols.row(), g.Dense)
	if s.shape.weighsByCovariance() {
		variance = total(rows.row())
	}

	if dX != nil {
		gz := borrow(n, s.dim)
		defer giveBack(gz)
		linalg.Mul(gz.Dense, false, false, 1, g.Dense, z.scaled.Dense, 0)
		addPull(dX, lengths.row(), gz.Dense, rows.row(), xs.Dense, z.units, 1)
		addSquares(lengths.row(), cols.row(), z.scaled.Dense)
	}
	if dZ != nil || dX == nil {
		gx := borrow(m, s.dim)
		defer giveBack(gx)
		linalg.Mul(gx.Dense, true, false, 1, g.Dense, xs.Dense, 0)
		if dX == nil {
			addPull(dZ, lengths.row(), gx.Dense, cols.row(), z.scaled.Dense, z.units, 1)
			addSquares(lengths.row(), rows.row(), xs.Dense)
		} else {
			addPull(dZ, nil, gx.Dense, cols.row(), z.scaled.Dense, z.units, 1)
		}
	}
	s.addParams(dTheta, variance, lengths.row())
}

// gramBack uses H = G + G' with a zero diagonal, where s is 0 for any inputs.
// With its row sums r, dL/dx = (H x - diag(r) x) / l = e / l, and half of
// covBack's sum is dL/dlog l = - sum_i x_i .* e_i.
func (s *stationary) gramBack(dTheta []float64, dX *mat.Dense, x prepared, k, w *mat.Dense) {
	n, _ := w.Dims()
	g := borrow(n, n)
	defer giveBack(g)
	if s.needsExponents(k) {
		exponentsGram(g.Dense, x)
		linalg.MirrorLower(g.Dense)
	}
	rows, cols, lengths := borrow(1, n), borrow(1, n), zeros(s.dim)
	defer giveBack(rows)
	defer giveBack(cols)
	defer giveBack(lengths)
	var variance, diagonal float64
	for i := range n {
		gi, wi := g.RawRowView(i), w.RawRowView(i)
		variance += s.shape.weigh(gi, rowOf(k, i), wi, s.variance)
		gi[i] = 0
		diagonal += s.variance * wi[i]
	}
	sums(rows.row(), cols.row(), g.Dense)
	if s.shape.weighsByCovariance() {
		variance = total(rows.row()) + diagonal // k may hold noise there
	}

	linalg.Symmetrise(g.Dense) // H/2
	for i, v := range cols.row() {
		rows.row()[i] += v
	}
	gx := borrow(n, s.dim)
	defer giveBack(gx)
	linalg.Mul(gx.Dense, false, false, 2, g.Dense, x.scaled.Dense, 0)
	addPull(dX, lengths.row(), gx.Dense, rows.row(), x.scaled.Dense, x.units, 0)
	s.addParams(dTheta, variance, lengths.row())
}

func (s *stationary) varBack(dTheta []float64, dX, x *mat.Dense, w []float64) {
	if dTheta == nil {
		return
	}
	for _, v := range w {
		dTheta[0] += s.variance * v
	}
}

// units returns the mean of the rows of x, and the reciprocals of the lengthscales:
// the two rows of a loan.
func (s *stationary) units(x *mat.Dense) *loan {
	n, _ := x.Dims()
	u := borrow(2, s.dim)
	centre, inverse := u.RawRowView(0), u.RawRowView(1)
	clear(centre)
	for i := range n {
		for d, v := range x.RawRowView(i)[:len(centre)] {
			centre[d] += v
		}
	}
	for d := range centre {
		centre[d] /= float64(n)
		inverse[d] = 1 / s.scale(d)
	}
	return u
}

// scale returns the lengthscale of column d.
func (s *stationary) scale(d int) float64 {
	if s.ard {
		return s.scales[d]
	}
	return s.scales[0]
}

// needsExponents says whether weigh takes exponents -s/2.
func (s *stationary) needsExponents(k *mat.Dense) bool {
	return k == nil || !s.shape.weighsByCovariance()
}

// addParams adds the derivatives of the variance and of the columns'
// lengthscales to dTheta, which may be nil.
func (s *stationary) addParams(dTheta []float64, variance float64, lengths []float64) {
	if dTheta == nil {
		return
	}
	dTheta[0] += variance
	for d, v := range lengths {
		if s.ard {
			dTheta[1+d] += v
		} else {
			dTheta[1] += v
		}
	}
}

// sums sets rows and cols to the row and column sums of g.
func sums(rows, cols []float64, g *mat.Dense) {
	ones := borrow(1, max(len(rows), len(cols)))
	defer giveBack(ones)
	for i := range ones.row() {
		ones.row()[i] = 1
	}
	linalg.MulVec(rows, false, 1, g, ones.row()[:len(cols)], 0)
	linalg.MulVec(cols, true, 1, g, ones.row()[:len(rows)], 0)
}

// total returns the sum of v.
func total(v []float64) float64 {
	var s float64
	for _, e := range v {
		s += e
	}
	return s
}

// addPull adds e / l, e = gz - diag(r) x, to dst, and -x .* (e + both gz) to
// lengths, for scaled inputs x in the units u; dst and lengths may be nil.
func addPull(dst *mat.Dense, lengths []float64, gz *mat.Dense, r []float64, x *mat.Dense, u *loan, both float64) {
	inverse := u.RawRowView(1)
	for i, ri := range r {
		xi, gi := x.RawRowView(i), gz.RawRowView(i)
		if lengths != nil {
			engine.PullLengths(lengths, xi, gi, ri, both)
		}
		if dst != nil {
			engine.PullInputs(dst.RawRowView(i), xi, gi, inverse, ri)
		}
	}
}

// addSquares adds sum_i r_i x_id^2 to dst_d.
func addSquares(dst, r []float64, x *mat.Dense) {
	for i, ri := range r {
		engine.AddSquare(dst, ri, x.RawRowView(i))
	}
}

// rowOf returns row i of a, nil if a is nil.
func rowOf(a *mat.Dense, i int) []float64 {
	if a == nil {
		return nil
	}
	return a.RawRowView(i)
}
