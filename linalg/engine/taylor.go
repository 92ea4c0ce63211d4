package engine

import "unsafe"

// TaylorBlock is the number of arguments that TaylorTable.At takes together, and TaylorOrder the
// number of derivatives at a point, of which the series has taylorTerms for the function and for each
// of its first two derivatives.
const (
	TaylorBlock = 16
	TaylorOrder = 16
	taylorTerms = TaylorOrder - 2
)

// TaylorTable has the derivatives of a function f(x) at points of equal distance. With c_n given,
//
//	f(x + dx) = sum_n f^(n)(x) h_n,   h_0 = 1,   h_n = (dx/n) h_(n-1) + c_n h_(n-2)
//
// about the nearest point: Taylor's series where every c_n is 0, and with c_n = dv/n that of
// f(x + dx, v + dv) where df/dv is half of the second derivative by x. Before the first point f is
// 1, and beyond the last 0.
type TaylorTable struct {
	from, step float64
	points     int
	rows       []float64 // before the first point, by point, and beyond the last
}

// NewTaylorTable returns the table of derivatives by point, the first at from.
func NewTaylorTable(from, step float64, derivatives [][TaylorOrder]float64) *TaylorTable {
	n := len(derivatives)
	t := &TaylorTable{from: from, step: step, points: n, rows: make([]float64, (n+2)*TaylorOrder)}
	t.rows[0] = 1
	for i := range derivatives {
		copy(t.rows[(i+1)*TaylorOrder:], derivatives[i][:])
	}
	return t
}

// TaylorShift returns the c_n = dv/n of f(x, v + dv).
func TaylorShift(dv float64) (c [TaylorOrder]float64) {
	for n, r := range taylorReciprocal {
		c[n] = dv * r
	}
	return c
}

// TaylorValues are a function and its first two derivatives at a block of arguments.
type TaylorValues struct {
	Value, First, Second [TaylorBlock]float64
	rest                 [TaylorBlock]float64 // the product of what else there is
}

// At writes f at w + shift for a block of w, with c_n = c[n]. Up to begin f(w + shift) is taken for 1.
func (p *TaylorPanel) At(to *TaylorValues, t *TaylorTable, shift, begin float64, c *[TaylorOrder]float64) {
	p.at(best(), to, t, shift, begin, c)
}

func (p *TaylorPanel) at(e *kernels, to *TaylorValues, t *TaylorTable, shift, begin float64, c *[TaylorOrder]float64) {
	a := &p.call
	a.w, a.out, a.rows, a.c = &p.W[0], &to.Value[0], &t.rows[TaylorOrder], &c[0]
	a.shift, a.begin, a.from, a.step, a.points = shift, begin, t.from, t.step, float64(t.points)
	e.taylor(a)
	a.w, a.out, a.rows, a.c = nil, nil, nil, nil
}

// TaylorPanel is a block of nodes w of a quadrature, with the space of computations there.
type TaylorPanel struct {
	W    [TaylorBlock]float64
	call taylorCall
}

// Product returns the sum over nodes of weight prod_k f_k, and subtracts from first[k] the sum with f_k's
// first derivative in its place, and from second[k] half of that with its second one. weight is
// overwritten.
func Product(f []TaylorValues, weight *[TaylorBlock]float64, first, second []float64) (sum float64) {
	return productOf(best(), f, weight, first, second)
}

func productOf(e *kernels, f []TaylorValues, weight *[TaylorBlock]float64, first, second []float64) (sum float64) {
	sameLength("Product", len(f), first, second)
	if len(f) > 0 {
		e.factors(len(f), &f[0], &weight[0], &first[0], &second[0])
	}
	for _, w := range weight {
		sum += w
	}
	return sum
}

// factorsPortable is the kernel of Product in Go: it leaves weight prod_k f_k in weight.
func factorsPortable(n int, f *TaylorValues, weight, first, second *float64) {
	factors, all := unsafe.Slice(f, n), unsafe.Slice(weight, TaylorBlock)
	for k := range factors {
		for j, value := range factors[k].Value {
			factors[k].rest[j] = all[j]
			all[j] *= value
		}
	}
	var after [TaylorBlock]float64
	for j := range after {
		after[j] = 1
	}
	for k := n - 1; k >= 0; k-- {
		one, byFirst, bySecond := &factors[k], element(unsafe.Pointer(first), 8*k), element(unsafe.Pointer(second), 8*k)
		for j, value := range one.Value {
			rest := one.rest[j] * after[j]
			*byFirst -= float64(rest * one.First[j])
			*bySecond -= float64(float64(0.5*rest) * one.Second[j])
			after[j] *= value
		}
	}
}

// taylorCall is a task for a kernel, which reads the fields by their offsets.
type taylorCall struct {
	w                                *float64 // 0
	out                              *float64 // 8: values, then first, then second derivatives
	rows                             *float64 // 16: of the first point
	c                                *float64 // 24
	shift, begin, from, step, points float64  // 32, 40, 48, 56, 64
	// 72: space for the nearest points, and from 192 on for h_n by n.
	_ [192 - 72 + 8*taylorTerms*TaylorBlock]byte
}

// taylorReciprocal is 1/n.
var taylorReciprocal = func() (r [taylorTerms]float64) {
	for n := 1; n < taylorTerms; n++ {
		r[n] = 1 / float64(n)
	}
	return r
}()

// taylorPortable is the kernel in Go. Every operation rounds once.
func taylorPortable(a *taylorCall) {
	w, c := unsafe.Slice(a.w, TaylorBlock), unsafe.Slice(a.c, TaylorOrder)
	out := unsafe.Slice(a.out, 3*TaylorBlock)
	for j, w := range w {
		u := (w + a.shift - a.from) / a.step
		if !(w > a.begin && u >= 0) {
			u = -1.5 // of the row before the first point, of which dx does not matter
		}
		u = min(u, a.points)
		i := int(u + 0.5)
		dx := (u - float64(i)) * a.step
		d := unsafe.Slice((*float64)(unsafe.Add(unsafe.Pointer(a.rows), i*TaylorOrder*8)), TaylorOrder)
		var value, first, second float64
		before, h := 0.0, 1.0
		for n := range taylorTerms {
			if n > 0 {
				before, h = h, float64(float64(dx*taylorReciprocal[n])*h)+float64(c[n]*before)
			}
			value += float64(d[n] * h)
			first += float64(d[n+1] * h)
			second += float64(d[n+2] * h)
		}
		out[j], out[TaylorBlock+j], out[2*TaylorBlock+j] = value, first, second
	}
}
