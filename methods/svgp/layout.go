package svgp

// layout is the order of a point in a vector: m, the lower triangle of C row
// by row, kernel parameters, inducing inputs.
type layout struct{ m, d, p int }

// q returns the numbers in m and C.
func (l layout) q() int { return l.m + l.m*(l.m+1)/2 }

// size returns the numbers in all.
func (l layout) size() int { return l.q() + l.p + l.m*l.d }

// pack writes p to x; x may end after q.
func (l layout) pack(x []float64, p *point) {
	n := copy(x, p.mean)
	for i := range l.m {
		n += copy(x[n:], p.factor.RawRowView(i)[:i+1])
	}
	if len(x) > n {
		n += copy(x[n:], p.theta)
		copy(x[n:], p.z.RawMatrix().Data)
	}
}

// unpack reads p from x; if x ends after q the rest of p stays.
func (l layout) unpack(p *point, x []float64) {
	n := copy(p.mean, x)
	for i := range l.m {
		n += copy(p.factor.RawRowView(i)[:i+1], x[n:])
	}
	if len(x) > n {
		n += copy(p.theta, x[n:])
		copy(p.z.RawMatrix().Data, x[n:])
	}
}
