package engine

import "math"

// Loops over a few slices of one length, each number for itself. Every operation rounds
// once, in the order that the formula is written in: the bits are the same everywhere.

// elementwiseKernels are the kernels of an instruction set for them.
type elementwiseKernels struct {
	standardise func(dst, x, centre, inverse []float64)
	addSquare   func(dst []float64, r float64, x []float64)
	pullInputs  func(dst, x, g, inverse []float64, r float64)
	pullLengths func(dst, x, g []float64, r, both float64)
	adam        func(dst, x, m, v, g []float64, s AdamStep)
	times       func(dst, x, y []float64)
	exponents   func(dst []float64, a float64, b []float64)
	approach    func(dst, from []float64, rate float64, to []float64)
	subtract    func(dst, x, y []float64, c float64, z []float64)
	pullRow     func(dst, m, a []float64, g, h float64)
}

var elementwisePortable = elementwiseKernels{
	standardisePortable, addSquarePortable, pullInputsPortable, pullLengthsPortable, adamPortable,
	timesPortable, exponentsPortable, approachPortable, subtractPortable, pullRowPortable,
}

// sameLength panics unless all slices have n elements.
func sameLength(name string, n int, slices ...[]float64) {
	for _, s := range slices {
		if len(s) != n {
			panic("engine: " + name + ": slices of different length")
		}
	}
}

// Standardise sets dst to (x - centre) inverse, element by element. dst may be x.
func Standardise(dst, x, centre, inverse []float64) {
	sameLength("Standardise", len(dst), x, centre, inverse)
	best().standardise(dst, x, centre, inverse)
}

func standardisePortable(dst, x, centre, inverse []float64) {
	x, centre, inverse = x[:len(dst)], centre[:len(dst)], inverse[:len(dst)]
	for i := range dst {
		dst[i] = (x[i] - centre[i]) * inverse[i]
	}
}

// AddSquare adds r x^2 to dst, element by element.
func AddSquare(dst []float64, r float64, x []float64) {
	sameLength("AddSquare", len(dst), x)
	best().addSquare(dst, r, x)
}

func addSquarePortable(dst []float64, r float64, x []float64) {
	x = x[:len(dst)]
	for i := range dst {
		dst[i] += float64(r * x[i] * x[i])
	}
}

// PullInputs adds (g - r x) inverse to dst, element by element: the pullback of squared
// distances to a row of inputs x, of which r is the sum of weights and g the weighted sum
// of the other inputs.
func PullInputs(dst, x, g, inverse []float64, r float64) {
	sameLength("PullInputs", len(dst), x, g, inverse)
	best().pullInputs(dst, x, g, inverse, r)
}

func pullInputsPortable(dst, x, g, inverse []float64, r float64) {
	x, g, inverse = x[:len(dst)], g[:len(dst)], inverse[:len(dst)]
	for i := range dst {
		dst[i] += float64((g[i] - float64(r*x[i])) * inverse[i])
	}
}

// PullLengths subtracts x (g - r x + both g) from dst, element by element: the pullback to
// the logarithms of lengthscales.
func PullLengths(dst, x, g []float64, r, both float64) {
	sameLength("PullLengths", len(dst), x, g)
	best().pullLengths(dst, x, g, r, both)
}

func pullLengthsPortable(dst, x, g []float64, r, both float64) {
	x, g = x[:len(dst)], g[:len(dst)]
	for i := range dst {
		dst[i] -= float64(x[i] * (g[i] - float64(r*x[i]) + float64(both*g[i])))
	}
}

// AdamStep are the numbers of a step of Adam: 1 - beta1, 1 - beta2, the rate over
// 1 - beta1^t, 1 over the root of 1 - beta2^t, and epsilon.
type AdamStep struct{ First, Second, Rate, Root, Epsilon float64 }

// Adam moves the averages m of g and v of g^2, and sets dst to x and a step of Adam,
// element by element. dst may be x.
func Adam(dst, x, m, v, g []float64, s AdamStep) {
	sameLength("Adam", len(dst), x, m, v, g)
	best().adam(dst, x, m, v, g, s)
}

func adamPortable(dst, x, m, v, g []float64, s AdamStep) {
	x, m, v, g = x[:len(dst)], m[:len(dst)], v[:len(dst)], g[:len(dst)]
	for i, gi := range g {
		m[i] += float64(s.First * (gi - m[i]))
		v[i] += float64(s.Second * (float64(gi*gi) - v[i]))
		dst[i] = x[i] + s.Rate*m[i]/(float64(s.Root*math.Sqrt(v[i]))+s.Epsilon)
	}
}

// Multiply sets dst to x y, element by element. dst may be x or y.
func Multiply(dst, x, y []float64) {
	sameLength("Multiply", len(dst), x, y)
	best().times(dst, x, y)
}

func timesPortable(dst, x, y []float64) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		dst[i] = x[i] * y[i]
	}
}

// Exponents takes a + b from dst, element by element, and sets to 0 what is positive then: of inner
// products and half the squared norms it makes minus half the squared distances.
func Exponents(dst []float64, a float64, b []float64) {
	sameLength("Exponents", len(dst), b)
	best().exponents(dst, a, b)
}

func exponentsPortable(dst []float64, a float64, b []float64) {
	b = b[:len(dst)]
	for i, v := range dst {
		v -= a + b[i]
		if v > 0 {
			v = 0
		}
		dst[i] = v
	}
}

// Approach sets dst to the point a fraction rate of the way from one slice to another, element by
// element. dst may be either.
func Approach(dst, from []float64, rate float64, to []float64) {
	sameLength("Approach", len(dst), from, to)
	best().approach(dst, from, rate, to)
}

func approachPortable(dst, from []float64, rate float64, to []float64) {
	from, to = from[:len(dst)], to[:len(dst)]
	for i, v := range from {
		dst[i] = v + float64(rate*(to[i]-v))
	}
}

// Subtract sets dst to x - y - c z, element by element.
func Subtract(dst, x, y []float64, c float64, z []float64) {
	sameLength("Subtract", len(dst), x, y, z)
	best().subtract(dst, x, y, c, z)
}

func subtractPortable(dst, x, y []float64, c float64, z []float64) {
	x, y, z = x[:len(dst)], y[:len(dst)], z[:len(dst)]
	for i := range dst {
		dst[i] = x[i] - y[i] - float64(c*z[i])
	}
}

// PullRow sets dst to g m + h (dst - a), element by element: the pullback of the mean a'm and the
// variance a'S a - a'a of one latent value to its row a, where dst is S a and h twice the derivative
// by the variance.
func PullRow(dst, m, a []float64, g, h float64) {
	sameLength("PullRow", len(dst), m, a)
	best().pullRow(dst, m, a, g, h)
}

func pullRowPortable(dst, m, a []float64, g, h float64) {
	m, a = m[:len(dst)], a[:len(dst)]
	for i, v := range dst {
		dst[i] = float64(g*m[i]) + float64(h*(v-a[i]))
	}
}

// Finite says whether there is neither NaN nor an infinity in x: 0 times each is 0 then. Four sums side by side
// hide how long one takes.
func Finite(x []float64) bool {
	var a, b, c, d float64
	for ; len(x) >= 4; x = x[4:] {
		a, b, c, d = a+0*x[0], b+0*x[1], c+0*x[2], d+0*x[3]
	}
	for _, v := range x {
		a += 0 * v
	}
	return a+b+c+d == 0
}
