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

	// The eigenvectors: those of open columns are Q v'.
	type place struct {
		value float64
		open  bool
		at    int
	}
	var order []place
	for j, x := range roots {
		order = append(order, place{x, true, j})
	}
	for j, c := range done {
		order = append(order, place{c.d, false, j})
	}
	slices.SortStableFunc(order, func(a, b place) int { return cmp.Compare(a.value, b.value) })
	values, q := make([]float64, u.n), mat.NewDense(u.n, u.n, nil)
	upper := halfProduct(open, v, u.m, func(c column) []float64 { return c.upper })
	lower := halfProduct(open, v, u.n-u.m, func(c column) []float64 { return c.lower })
	to := make([]int, k) // where open eigenvectors go
	for at, p := range order {
		values[at] = p.value
		if p.open {
			to[p.at] = at
			continue
		}
		c := done[p.at]
		for i, x := range c.upper {
			q.Set(i, at, x)
		}
		for i, x := range c.lower {
			q.Set(u.m+i, at, x)
		}
	}
	for i := range u.n {
		from, row := upper, q.RawRowView(i)
		r := i
		if i >= u.m {
			from, r = lower, i-u.m
		}
		if from == nil {
			continue
		}
		for j, x := range from.RawRowView(r) {
			row[to[j]] = x
		}
	}
	return values, q
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

// secularRoot returns root x number j of 1 + sum_i w_i / (d_i - x), w positive and d
// ascending, which lies between d_j and d_{j+1}, or above the last d. It writes d - x to
// delta. Differences are taken from the nearer of both poles, so that they have small
// relative errors.
//
// A step solves for the root of c + p / (d_j - x) + q / (d_{j+1} - x), where the first two
// terms and their slope are those of the poles up to j, and the rest is that of the poles
// beyond (Bunch, Nielsen & Sorensen, Rank-one modification of the symmetric eigenproblem,
// 1978). The interval that holds the root is halved where that leaves it.
func secularRoot(delta, d, w []float64, j int) float64 {
	k := len(d)
	last := j == k-1
	origin := d[j]
	var low, high, x float64 // x is measured from the origin
	if last {
		for _, v := range w {
			high += v
		}
		x = high
	} else {
		gap := d[j+1] - d[j]
		f := 1.
		for i, v := range w {
			f += v / (d[i] - d[j] - gap/2)
		}
		if f >= 0 {
			low, high, x = 0, gap/2, gap/2
		} else {
			origin = d[j+1]
			low, high, x = -gap/2, 0, -gap/2
		}
	}
	for i := range delta {
		delta[i] = d[i] - origin
	}
	if k == 1 {
		delta[0] = -x
		return origin + x
	}
	for range 100 {
		var psi, dpsi, phi, dphi float64
		for i, v := range w[:j+1] {
			t := v / (delta[i] - x)
			psi += t
			dpsi += t / (delta[i] - x)
		}
		for i := j + 1; i < k; i++ {
			t := w[i] / (delta[i] - x)
			phi += t
			dphi += t / (delta[i] - x)
		}
		f := 1 + psi + phi
		if math.Abs(f) <= 0x1p-51*(1-psi+phi) {
			break
		}
		if f < 0 {
			low = x
		} else {
			high = x
		}
		a := delta[j] - x
		step := 0.
		if last {
			step = a + dpsi*a*a/(1+psi-dpsi*a)
		} else {
			b := delta[j+1] - x
			c := 1 + psi - dpsi*a + phi - dphi*b
			p := c*(a+b) + dpsi*a*a + dphi*b*b
			root := math.Sqrt(math.Max(p*p-4*c*a*b*f, 0))
			if p <= 0 {
				step = (p - root) / (2 * c)
			} else {
				step = 2 * a * b * f / (p + root)
			}
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
