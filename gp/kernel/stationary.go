package kernel

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
	"gpcbench/linalg/engine"
)

// shape is a stationary covariance function of unit variance.
type shape int

const (
	squaredExponential shape = iota // phi(s) = exp(-s/2)
	matern32                        // phi(s) = (1 + sqrt(3 s)) exp(-sqrt(3 s))
)

// stationary is k(x, z) = variance phi(s) with s = sum_d (x_d - z_d)^2 / l_d^2.
//
// All distances come from one product: with rows centred and scaled,
// s_ij = |x_i|^2 + |z_j|^2 - 2 x_i'z_j. Centring on the mean of z keeps the
// cancellation at the size of the data's spread, not of its offset.
//
// The pullback needs G = -2 W .* dk/ds, which is W .* k for the squared
// exponential and 3 variance exp(-sqrt(3 s)) .* W for Matern-3/2, finite at
// s = 0. With r and c the row and column sums of G, on the scaled inputs,
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

func (s *stationary) cov(dst, x, z *mat.Dense) {
	c := s.centre(z)
	defer giveBack(c)
	xs, zs := s.scaled(x, c.row()), s.scaled(z, c.row())
	defer giveBack(xs)
	defer giveBack(zs)
	squares(dst, xs.Dense, zs.Dense)
	n, _ := dst.Dims()
	for i := range n {
		s.apply(dst.RawRowView(i))
	}
}

func (s *stationary) gram(dst, x *mat.Dense) {
	c := s.centre(x)
	defer giveBack(c)
	xs := s.scaled(x, c.row())
	defer giveBack(xs)
	squaresGram(dst, xs.Dense)
	n, _ := dst.Dims()
	for i := range n {
		s.apply(dst.RawRowView(i)[:i+1])
	}
	linalg.MirrorLower(dst)
}

func (s *stationary) diagonal(dst []float64, x *mat.Dense) {
	for i := range dst {
		dst[i] += s.variance
	}
}

func (s *stationary) covBack(dTheta []float64, dX, dZ, x, z, k, w *mat.Dense) {
	n, m := w.Dims()
	c := s.centre(z)
	defer giveBack(c)
	xs, zs := s.scaled(x, c.row()), s.scaled(z, c.row())
	defer giveBack(xs)
	defer giveBack(zs)
	g := borrow(n, m)
	defer giveBack(g)
	if s.needsSquares(k) {
		squares(g.Dense, xs.Dense, zs.Dense)
	}
	var variance float64
	for i := range n {
		variance += s.weigh(g.RawRowView(i), rowOf(k, i), w.RawRowView(i))
	}

	sumI, sumJ, sumD := zeros(n), zeros(m), zeros(s.dim)
	defer giveBack(sumI)
	defer giveBack(sumJ)
	defer giveBack(sumD)
	rows, cols, lengths := sumI.row(), sumJ.row(), sumD.row()
	addSums(rows, cols, g.Dense)
	addSquares(lengths, rows, xs.Dense)
	addSquares(lengths, cols, zs.Dense)
	if dX != nil {
		gz := borrow(n, s.dim)
		defer giveBack(gz)
		linalg.Mul(gz.Dense, false, false, 1, g.Dense, zs.Dense, 0)
		addProducts(lengths, -2, xs.Dense, gz.Dense)
		s.addInputs(dX, gz.Dense, rows, xs.Dense)
	}
	if dZ != nil || dX == nil {
		gx := borrow(m, s.dim)
		defer giveBack(gx)
		linalg.Mul(gx.Dense, true, false, 1, g.Dense, xs.Dense, 0)
		if dX == nil {
			addProducts(lengths, -2, zs.Dense, gx.Dense)
		}
		s.addInputs(dZ, gx.Dense, cols, zs.Dense)
	}
	s.addParams(dTheta, variance, lengths)
}

// gramBack works with H = G + G' and an empty diagonal: there s is 0 whatever
// the inputs are. With its row sums r, dL/dx = (H x - diag(r) x) / l, and half
// of covBack's sum is dL/dlog l_d = sum_i r_i x_id^2 - sum_i x_id (H x)_id.
func (s *stationary) gramBack(dTheta []float64, dX, x, k, w *mat.Dense) {
	n, _ := w.Dims()
	c := s.centre(x)
	defer giveBack(c)
	xs := s.scaled(x, c.row())
	defer giveBack(xs)
	g := borrow(n, n)
	defer giveBack(g)
	if s.needsSquares(k) {
		squaresGram(g.Dense, xs.Dense)
		linalg.MirrorLower(g.Dense)
	}
	var variance float64
	for i := range n {
		gi, ki, wi := g.RawRowView(i), rowOf(k, i), w.RawRowView(i)
		variance += s.variance * wi[i]
		variance += s.weigh(gi[:i], head(ki, i), wi[:i])
		variance += s.weigh(gi[i+1:], tail(ki, i+1), wi[i+1:])
		gi[i] = 0
	}
	addTranspose(g.Dense)

	sumI, sumJ, sumD := zeros(n), zeros(n), zeros(s.dim)
	defer giveBack(sumI)
	defer giveBack(sumJ)
	defer giveBack(sumD)
	rows, lengths := sumI.row(), sumD.row()
	addSums(rows, sumJ.row(), g.Dense)
	gx := borrow(n, s.dim)
	defer giveBack(gx)
	linalg.Mul(gx.Dense, false, false, 1, g.Dense, xs.Dense, 0)
	addSquares(lengths, rows, xs.Dense)
	addProducts(lengths, -1, xs.Dense, gx.Dense)
	s.addInputs(dX, gx.Dense, rows, xs.Dense)
	s.addParams(dTheta, variance, lengths)
}

func (s *stationary) varBack(dTheta []float64, dX, x *mat.Dense, w []float64) {
	if dTheta == nil {
		return
	}
	for _, v := range w {
		dTheta[0] += s.variance * v
	}
}

// centre returns the mean of the rows of x.
func (s *stationary) centre(x *mat.Dense) *loan {
	n, _ := x.Dims()
	out := zeros(s.dim)
	c := out.row()
	for i := range n {
		for d, v := range x.RawRowView(i) {
			c[d] += v / float64(n)
		}
	}
	return out
}

// scaled returns (x - centre) / l.
func (s *stationary) scaled(x *mat.Dense, centre []float64) *loan {
	n, _ := x.Dims()
	out := borrow(n, s.dim)
	one := borrow(1, s.dim)
	defer giveBack(one)
	inverse := one.row()
	for d := range inverse {
		inverse[d] = 1 / s.scale(d)
	}
	for i := range n {
		to := out.RawRowView(i)
		for d, v := range x.RawRowView(i) {
			to[d] = (v - centre[d]) * inverse[d]
		}
	}
	return out
}

// scale returns the lengthscale of column d.
func (s *stationary) scale(d int) float64 {
	if s.ard {
		return s.scales[d]
	}
	return s.scales[0]
}

// apply replaces squared distances by covariances.
func (s *stationary) apply(row []float64) {
	if s.shape == matern32 {
		for j, v := range row {
			row[j] = -math.Sqrt(3 * v)
		}
		l := borrow(1, len(row))
		defer giveBack(l)
		decay := l.row()
		engine.Exp(decay, row)
		for j, a := range row {
			row[j] = s.variance * (1 - a) * decay[j]
		}
		return
	}
	for j, v := range row {
		row[j] = -0.5 * v
	}
	engine.Exp(row, row)
	for j := range row {
		row[j] *= s.variance
	}
}

// needsSquares says whether weigh needs squared distances in g.
func (s *stationary) needsSquares(k *mat.Dense) bool { return k == nil || s.shape == matern32 }

// weigh writes G to g, which holds the squared distances where needed, and
// returns the sum of w .* k, the derivative with respect to the log variance.
func (s *stationary) weigh(g, k, w []float64) (variance float64) {
	switch {
	case s.shape == matern32:
		for j, v := range g {
			a := math.Sqrt(3 * v)
			e := s.variance * math.Exp(-a) * w[j]
			variance += e * (1 + a)
			g[j] = 3 * e
		}
	case k == nil:
		for j, v := range g {
			g[j] = s.variance * math.Exp(-0.5*v) * w[j]
			variance += g[j]
		}
	default:
		for j := range g {
			g[j] = k[j] * w[j]
			variance += g[j]
		}
	}
	return variance
}

// addInputs adds (gz - diag(r) x) / l to dst, for scaled inputs x; dst may be nil.
func (s *stationary) addInputs(dst, gz *mat.Dense, r []float64, x *mat.Dense) {
	if dst == nil {
		return
	}
	for i, ri := range r {
		to, gi, xi := dst.RawRowView(i), gz.RawRowView(i), x.RawRowView(i)
		for d := range to {
			to[d] += (gi[d] - ri*xi[d]) / s.scale(d)
		}
	}
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

// squares sets dst_ij = |x_i - z_j|^2, never negative.
func squares(dst, x, z *mat.Dense) {
	n, _ := x.Dims()
	m, _ := z.Dims()
	sumI, sumJ := borrow(1, n), borrow(1, m)
	defer giveBack(sumI)
	defer giveBack(sumJ)
	x2, z2 := sumI.row(), sumJ.row()
	linalg.RowDots(x2, x, x)
	linalg.RowDots(z2, z, z)
	linalg.Mul(dst, false, true, -2, x, z, 0)
	for i, a := range x2 {
		row := dst.RawRowView(i)
		for j, v := range row {
			row[j] = max(0, a+z2[j]+v)
		}
	}
}

// squaresGram fills the lower triangle of dst with |x_i - x_j|^2; its diagonal
// is exactly 0.
func squaresGram(dst, x *mat.Dense) {
	squares(dst, x, x)
	n, _ := x.Dims()
	for i := range n {
		dst.Set(i, i, 0)
	}
}

// addSums adds the row and column sums of g to rows and cols.
func addSums(rows, cols []float64, g *mat.Dense) {
	for i := range rows {
		for j, v := range g.RawRowView(i) {
			rows[i] += v
			cols[j] += v
		}
	}
}

// addSquares adds sum_i r_i x_id^2 to dst_d.
func addSquares(dst, r []float64, x *mat.Dense) {
	for i, ri := range r {
		for d, v := range x.RawRowView(i) {
			dst[d] += ri * v * v
		}
	}
}

// addProducts adds alpha sum_i a_id b_id to dst_d.
func addProducts(dst []float64, alpha float64, a, b *mat.Dense) {
	n, _ := a.Dims()
	for i := range n {
		bi := b.RawRowView(i)
		for d, v := range a.RawRowView(i) {
			dst[d] += alpha * v * bi[d]
		}
	}
}

// addTranspose replaces a by a + a'.
func addTranspose(a *mat.Dense) {
	n, _ := a.Dims()
	for i := range n {
		for j := range i + 1 {
			v := a.At(i, j) + a.At(j, i)
			a.Set(i, j, v)
			a.Set(j, i, v)
		}
	}
}

// rowOf returns row i of a, nil if a is.
func rowOf(a *mat.Dense, i int) []float64 {
	if a == nil {
		return nil
	}
	return a.RawRowView(i)
}

// head and tail cut a row, which may be nil.
func head(row []float64, i int) []float64 {
	if row == nil {
		return nil
	}
	return row[:i]
}

func tail(row []float64, i int) []float64 {
	if row == nil {
		return nil
	}
	return row[i:]
}
