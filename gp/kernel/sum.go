package kernel

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"
)

// part is a noise-free covariance function, a term of a sum.
type part interface {
	numParams() int
	params(dst []float64)
	with(theta []float64) part
	names() []string

	// prepare works out what depends on z alone, on loan.
	prepare(z *mat.Dense) prepared
	cov(dst, x *mat.Dense, z prepared)
	gram(dst *mat.Dense, x prepared)
	diagonal(dst []float64, x *mat.Dense) // adds

	// covBack is CovBack; k is nil where only a sum is known.
	covBack(dTheta []float64, dX, dZ, x *mat.Dense, z prepared, k, w *mat.Dense)
	// gramBack is GramBack; k is nil where only a sum is known, and its
	// diagonal may hold noise.
	gramBack(dTheta []float64, dX *mat.Dense, x prepared, k, w *mat.Dense)
	varBack(dTheta []float64, dX, x *mat.Dense, w []float64)
}

// sum is the Kernel: a sum of parts, and noise.
type sum struct {
	expr     string
	dim      int
	parts    []part
	hasNoise bool
	noise    float64
	theta    []float64 // as given: the logarithm of an exponential can lose the last bit
}

func (s *sum) NumParams() int {
	n := 0
	for _, p := range s.parts {
		n += p.numParams()
	}
	if s.hasNoise {
		n++
	}
	return n
}

func (s *sum) Params(dst []float64) {
	s.check("Params", dst)
	copy(dst, s.theta)
}

func (s *sum) With(theta []float64) Kernel {
	s.check("With", theta)
	out := &sum{expr: s.expr, dim: s.dim, hasNoise: s.hasNoise, theta: slices.Clone(theta)}
	s.each(theta, func(_ int, p part, own []float64) { out.parts = append(out.parts, p.with(own)) })
	if s.hasNoise {
		out.noise = math.Exp(theta[len(theta)-1])
	}
	return out
}

func (s *sum) Names() []string {
	var out []string
	for i, p := range s.parts {
		for _, name := range p.names() {
			if len(s.parts) > 1 {
				name += fmt.Sprintf(" of part %d", i+1)
			}
			out = append(out, name)
		}
	}
	if s.hasNoise {
		out = append(out, noiseName)
	}
	return out
}

func (s *sum) Cov(dst, x, z *mat.Dense) {
	at := NewAt(s, z)
	defer at.Release()
	s.cov(dst, x, at.parts)
}

func (s *sum) cov(dst, x *mat.Dense, z []prepared) {
	s.shapes("Cov", dst, x, z[0].inputs)
	s.parts[0].cov(dst, x, z[0])
	if len(s.parts) == 1 {
		return
	}
	n, m := dst.Dims()
	own := borrow(n, m)
	defer giveBack(own)
	for i, p := range s.parts[1:] {
		p.cov(own.Dense, x, z[1+i])
		add(dst, own.Dense)
	}
}

func (s *sum) Gram(dst, x *mat.Dense) {
	at := NewAt(s, x)
	defer at.Release()
	s.gram(dst, at.parts)
}

func (s *sum) gram(dst *mat.Dense, x []prepared) {
	s.shapes("Gram", dst, x[0].inputs, x[0].inputs)
	s.parts[0].gram(dst, x[0])
	n, _ := dst.Dims()
	if len(s.parts) > 1 {
		own := borrow(n, n)
		defer giveBack(own)
		for i, p := range s.parts[1:] {
			p.gram(own.Dense, x[1+i])
			add(dst, own.Dense)
		}
	}
	for i := range n {
		dst.RawRowView(i)[i] += s.noise
	}
}

func (s *sum) Var(dst []float64, x *mat.Dense) {
	n, _ := x.Dims()
	if len(dst) != n {
		panic("kernel: Var: shapes do not match")
	}
	for i := range dst {
		dst[i] = s.noise
	}
	for _, p := range s.parts {
		p.diagonal(dst, x)
	}
}

func (s *sum) CovBack(dTheta []float64, dX, dZ, x, z, k, w *mat.Dense) {
	at := NewAt(s, z)
	defer at.Release()
	s.covBack(dTheta, dX, dZ, x, at.parts, k, w)
}

func (s *sum) covBack(dTheta []float64, dX, dZ, x *mat.Dense, z []prepared, k, w *mat.Dense) {
	s.shapes("CovBack", w, x, z[0].inputs)
	if len(s.parts) > 1 {
		k = nil
	}
	s.each(dTheta, func(i int, p part, own []float64) { p.covBack(own, dX, dZ, x, z[i], k, w) })
}

func (s *sum) GramBack(dTheta []float64, dX, x, k, w *mat.Dense) {
	at := NewAt(s, x)
	defer at.Release()
	s.gramBack(dTheta, dX, at.parts, k, w)
}

func (s *sum) gramBack(dTheta []float64, dX *mat.Dense, x []prepared, k, w *mat.Dense) {
	s.shapes("GramBack", w, x[0].inputs, x[0].inputs)
	if len(s.parts) > 1 {
		k = nil
	}
	s.each(dTheta, func(i int, p part, own []float64) { p.gramBack(own, dX, x[i], k, w) })
	if s.hasNoise && dTheta != nil {
		n, _ := w.Dims()
		for i := range n {
			dTheta[len(dTheta)-1] += s.noise * w.At(i, i)
		}
	}
}

func (s *sum) VarBack(dTheta []float64, dX, x *mat.Dense, w []float64) {
	n, _ := x.Dims()
	if len(w) != n {
		panic("kernel: VarBack: shapes do not match")
	}
	s.each(dTheta, func(_ int, p part, own []float64) { p.varBack(own, dX, x, w) })
	if s.hasNoise && dTheta != nil {
		for _, v := range w {
			dTheta[len(dTheta)-1] += s.noise * v
		}
	}
}

// each calls f with every part, its number and its own parameters of theta, which may be nil.
func (s *sum) each(theta []float64, f func(i int, p part, own []float64)) {
	if theta != nil {
		s.check("pullback", theta)
	}
	at := 0
	for i, p := range s.parts {
		var own []float64
		if theta != nil {
			own = theta[at : at+p.numParams()]
		}
		f(i, p, own)
		at += p.numParams()
	}
}

func (s *sum) check(name string, theta []float64) {
	if len(theta) != s.NumParams() {
		panic("kernel: " + name + ": want " + strconv.Itoa(s.NumParams()) + " parameters")
	}
}

func (s *sum) shapes(name string, k, x, z *mat.Dense) {
	n, d := x.Dims()
	m, d2 := z.Dims()
	if r, c := k.Dims(); r != n || c != m || d != s.dim || d2 != s.dim {
		panic("kernel: " + name + ": shapes do not match")
	}
}

// add adds b to a, element by element.
func add(a, b *mat.Dense) {
	n, _ := a.Dims()
	for i := range n {
		row := a.RawRowView(i)
		for j, v := range b.RawRowView(i) {
			row[j] += v
		}
	}
}
