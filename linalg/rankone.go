package linalg

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// rankOne is the eigenproblem of Q (diag(d) + rho z z') Q' with Q orthonormal and rho not
// negative. Columns of Q that come from the upper half are 0 in the lower one, and the
// other way round.
//
// The eigenvalues are the roots of 1 + rho sum_i z_i^2 / (d_i - x), one after each d_i
// (Gu & Eisenstat, A divide-and-conquer algorithm for the symmetric tridiagonal
// eigenproblem, 1995).
type rankOne struct {
	n, m    int // order, and that of the upper half
	rho     float64
	columns []column
}

// column is an element of d and of z, and a column of Q, cut into halves, of which nil
// stands for zeros.
type column struct {
	d, z         float64
	upper, lower []float64
}

func newRankOne(n, m int, rho float64) *rankOne { return &rankOne{n: n, m: m, rho: rho} }

func (u *rankOne) add(d, z float64, upper, lower mat.Vector) {
	copied := func(v mat.Vector) []float64 {
		if v == nil {
			return nil
		}
		return mat.Col(nil, 0, v)
	}
	u.columns = append(u.columns, column{d, z, copied(upper), copied(lower)})
}

// solve returns the eigenvalues, ascending, and the eigenvectors.
func (u *rankOne) solve() ([]float64, *mat.Dense) {
	done, open := u.deflate()
	k := len(open)
	roots := make([]float64, k)
	v := mat.NewDense(max(k, 1), max(k, 1), nil) // row j: d - x_j
	d, squares := make([]float64, k), make([]float64, k)
	for i, c := range open {
		d[i], squares[i] = c.d, u.rho*c.z*c.z
	}
	for j := range k {
		roots[j] = secularRoot(v.RawRowView(j), d, squares, j)
	}
	u.vectors(v, d, open)
	return u.ascending(roots, v, open, done)
}

// ascending returns eigenvalues in their order, and the eigenvectors: those of open columns are Q v', to the roots,
// and those that are done are themselves.
func (u *rankOne) ascending(roots []float64, v *mat.Dense, open, done []column) ([]float64, *mat.Dense) {
	type pair struct {
		value float64
		open  bool
		from  int
	}
	var order []pair
	for j, x := range roots {
		order = append(order, pair{x, true, j})
	}
	for j, c := range done {
		order = append(order, pair{c.d, false, j})
	}
	slices.SortStableFunc(order, func(a, b pair) int { return cmp.Compare(a.value, b.value) })
	values, q := make([]float64, u.n), mat.NewDense(u.n, u.n, nil)
	to := make([]int, len(open)) // where open eigenvectors go
	for at, p := range order {
		values[at] = p.value
		if p.open {
			to[p.from] = at
			continue
		}
		c := done[p.from]
		setColumn(q, 0, at, c.upper)
		setColumn(q, u.m, at, c.lower)
	}
	setColumns(q, 0, to, halfProduct(open, v, u.m, func(c column) []float64 { return c.upper }))
	setColumns(q, u.m, to, halfProduct(open, v, u.n-u.m, func(c column) []float64 { return c.lower }))
	return values, q
}

// setColumn writes x into a column of q from a row on.
func setColumn(q *mat.Dense, row, column int, x []float64) {
	for i, v := range x {
		q.Set(row+i, column, v)
	}
}

// setColumns writes the columns of a half, nil where it is zeros, into those of q from a row on.
func setColumns(q *mat.Dense, row int, to []int, half *mat.Dense) {
	if half == nil {
		return
	}
	for i := range half.RawMatrix().Rows {
		into := q.RawRowView(row + i)
		for j, x := range half.RawRowView(i) {
			into[to[j]] = x
		}
	}
}

// deflate returns the columns that are eigenvectors as they are, and the others, ascending
// in d. Where z is almost 0 a column is one; of two columns whose d are almost equal one
// becomes one by a rotation.
func (u *rankOne) deflate() (done, open []column) {
	slices.SortStableFunc(u.columns, func(a, b column) int { return cmp.Compare(a.d, b.d) })
	var norm, largest float64
	for _, c := range u.columns {
		norm += c.z * c.z
		largest = math.Max(largest, math.Abs(c.d))
	}
	norm = math.Sqrt(norm)
	tolerance := 8 * 0x1p-53 * math.Max(largest, u.rho*norm*norm)
	for _, c := range u.columns {
		if u.rho*norm*math.Abs(c.z) <= tolerance {
			done = append(done, c)
			continue
		}
		if len(open) > 0 {
			last := open[len(open)-1]
			r := math.Hypot(last.z, c.z)
			cos, sin := c.z/r, last.z/r
			if math.Abs((c.d-last.d)*cos*sin) <= tolerance {
				open = open[:len(open)-1]
				upperLast, upper := turn(last.upper, c.upper, cos, sin)
				lowerLast, lower := turn(last.lower, c.lower, cos, sin)
				done = append(done, column{last.d*cos*cos + c.d*sin*sin, 0, upperLast, lowerLast})
				c = column{last.d*sin*sin + c.d*cos*cos, r, upper, lower}
			}
		}
		open = append(open, c)
	}
	return done, open
}

// turn returns cos x - sin y and sin x + cos y, where nil stands for zeros.
func turn(x, y []float64, cos, sin float64) (a, b []float64) {
	n := max(len(x), len(y))
	if n == 0 {
		return nil, nil
	}
	a, b = make([]float64, n), make([]float64, n)
	for i, v := range x {
		a[i], b[i] = cos*v, sin*v
	}
	for i, v := range y {
		a[i] -= sin * v
		b[i] += cos * v
	}
	return a, b
}

// vectors replaces the differences v, row j being d - x_j, by the eigenvectors of
// diag(d) + rho z z', one a row. They are those of the z whose roots are exactly the x_j,
// which makes them orthogonal however little the d differ.
func (u *rankOne) vectors(v *mat.Dense, d []float64, open []column) {
	k := len(open)
	z := make([]float64, k)
	for i, c := range open {
		z[i] = -v.At(i, i)
		for j := range k {
			if j != i {
				z[i] *= v.At(j, i) / (d[i] - d[j])
			}
		}
		z[i] = math.Copysign(math.Sqrt(math.Abs(z[i])), c.z)
	}
	for j := range k {
		row := v.RawRowView(j)
		var norm float64
		for i, delta := range row {
			row[i] = z[i] / delta
			norm += row[i] * row[i]
		}
		norm = math.Sqrt(norm)
		for i := range row {
			row[i] /= norm
		}
	}
}

// halfProduct returns the half of Q v', rows x k, which the columns have, or nil if none has.
func halfProduct(open []column, v *mat.Dense, rows int, half func(c column) []float64) *mat.Dense {
	var with []int
	for i, c := range open {
		if half(c) != nil {
			with = append(with, i)
		}
	}
	if len(with) == 0 {
		return nil
	}
	k := len(open)
	qt, part := mat.NewDense(len(with), rows, nil), mat.NewDense(len(with), k, nil)
	for at, i := range with {
		copy(qt.RawRowView(at), half(open[i]))
		mat.Col(part.RawRowView(at), i, v)
	}
	out := mat.NewDense(rows, k, nil)
	Mul(out, true, false, 1, qt, part, 0)
	return out
}

// secularSteps bounds the steps to a root.
const secularSteps = 100

// secularRoot returns root x number j of 1 + sum_i w_i / (d_i - x), w positive and d
// ascending, which lies between d_j and d_{j+1}, or above the last d. It writes d - x to
// delta. Differences are taken from the nearer of both poles, so that they have small
// relative errors. The interval that holds the root is halved where a step leaves it.
func secularRoot(delta, d, w []float64, j int) float64 {
	origin, low, high, x := bracket(d, w, j)
	for i := range delta {
		delta[i] = d[i] - origin
	}
	if len(d) == 1 {
		delta[0] = -x
		return origin + x
	}
	for range secularSteps {
		f, step, isRoot := secularStep(delta, w, j, x)
		if isRoot {
			break
		}
		if f < 0 {
			low = x
		} else {
			high = x
		}
		next := x + step
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		if next == x || next == low || next == high {
			break
		}
		x = next
	}
	for i := range delta {
		delta[i] -= x
	}
	return origin + x
}

// bracket returns the pole that is nearer to root j, and, measured from there, the interval that holds it and
// where to begin.
func bracket(d, w []float64, j int) (origin, low, high, x float64) {
	if j == len(d)-1 {
		for _, v := range w {
			high += v
		}
		return d[j], 0, high, high
	}
	gap := d[j+1] - d[j]
	f := 1.
	for i, v := range w {
		f += v / (d[i] - d[j] - gap/2)
	}
	if f >= 0 {
		return d[j], 0, gap / 2, gap / 2
	}
	return d[j+1], -gap / 2, 0, -gap / 2
}

// secularStep returns the function at x and the step to the root of
//
//	c + p / (d_j - x) + q / (d_{j+1} - x),
//
// where the first two terms and their slope are those of the poles up to j, and the rest is
// that of the poles beyond (Bunch, Nielsen & Sorensen, Rank-one modification of the symmetric
// eigenproblem, 1978). isRoot says that the function is 0 to its rounding.
func secularStep(delta, w []float64, j int, x float64) (f, step float64, isRoot bool) {
	var psi, dpsi, phi, dphi float64
	for i, v := range w[:j+1] {
		t := v / (delta[i] - x)
		psi += t
		dpsi += t / (delta[i] - x)
	}
	for i := j + 1; i < len(w); i++ {
		t := w[i] / (delta[i] - x)
		phi += t
		dphi += t / (delta[i] - x)
	}
	f = 1 + psi + phi
	if math.Abs(f) <= 0x1p-51*(1-psi+phi) {
		return f, 0, true
	}
	a := delta[j] - x
	if j == len(w)-1 {
		return f, a + dpsi*a*a/(1+psi-dpsi*a), false
	}
	b := delta[j+1] - x
	c := 1 + psi - dpsi*a + phi - dphi*b
	p := c*(a+b) + dpsi*a*a + dphi*b*b
	root := math.Sqrt(math.Max(p*p-4*c*a*b*f, 0))
	if p <= 0 {
		return f, (p - root) / (2 * c), false
	}
	return f, 2 * a * b * f / (p + root), false
}
