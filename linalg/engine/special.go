package engine

import (
	"math"
	"unsafe"
)

// Functions of likelihoods, made of Exp, Log and plain arithmetic a chunk at a time.
// As those, they take dst and src of the same length, equal or not overlapping, and
// have the same bits everywhere: every operation rounds once, products that are added
// to are kept apart by conversions or are fused explicitly.

const chunk = 256

// inChunks calls do for [from, to) in pieces of at most chunk, with buffers.
func inChunks(name string, dst, src []float64, do func(e *kernels, w *workspace, dst, src []float64)) {
	if len(dst) != len(src) {
		panic("engine: " + name + ": slices of different length")
	}
	w := workspaces.Get().(*workspace)
	defer workspaces.Put(w)
	for from := 0; from < len(src); from += chunk {
		to := min(from+chunk, len(src))
		do(best(), w, dst[from:to], src[from:to])
	}
}

// Sigmoid sets dst[i] = 1/(1 + e^-src[i]). The error is below 3 ulp, in both tails.
func Sigmoid(dst, src []float64) { inChunks("Sigmoid", dst, src, sigmoid) }

func sigmoid(e *kernels, w *workspace, dst, src []float64) {
	y := w.u[:len(src)]
	e.minusAbs(y, src)
	e.exp(y, y)
	e.sigmoidJoin(dst, src, y)
}

// Softplus sets dst[i] = log(1 + e^src[i]); minus Softplus(-x) is the logarithm of
// the sigmoid. The error is below 3 ulp, in both tails.
func Softplus(dst, src []float64) { inChunks("Softplus", dst, src, softplus) }

// softplus is max(x, 0) + log1p(y) with y = e^-|x|, and log1p(y) = log(u) + (y -
// (u-1))/u with u = 1 + y as rounded.
func softplus(e *kernels, w *workspace, dst, src []float64) {
	y, u := w.u[:len(src)], w.v[:len(src)]
	e.minusAbs(y, src)
	e.exp(y, y)
	e.softplusTerms(y, u)
	e.log(u, u)
	e.softplusJoin(dst, src, u, y)
}

// NormalLogCDF sets value[i] = log Phi(src[i]), Phi the distribution function of the
// standard normal distribution, and slope[i] = phi(src[i])/Phi(src[i]), its derivative;
// slope may be nil, and must not overlap the others. The relative error of both is
// below 2e-15 for every argument, in both tails.
//
// Method: with t = |x|/sqrt(2) and c = e^(t^2) erfc(t), log Phi(x) is log(c/2) - x^2/2
// for x <= 0 and log1p(-e^(-x^2/2) c/2) for x > 0. (1 + 2t) c is a polynomial in
// (t - K)/(t + K), K = 3.75, which maps the half line to [-1, 1]: M. M. Shepherd and
// J. G. Laframboise, Mathematics of Computation 36 (1981). Here it is of degree 23,
// interpolates at the Chebyshev nodes and has a relative error of 1e-16.
func NormalLogCDF(value, slope, src []float64) {
	if slope != nil && len(slope) != len(src) {
		panic("engine: NormalLogCDF: slices of different length")
	}
	rest := slope
	inChunks("NormalLogCDF", value, src, func(e *kernels, w *workspace, dst, src []float64) {
		var s []float64
		if slope != nil {
			s, rest = rest[:len(src)], rest[len(src):]
		}
		normalLogCDF(e, w, dst, s, src)
	})
}

const (
	erfcK            = 3.75
	rootTwoPiInverse = 0.39894228040143267794 // 1/sqrt(2 pi)
	rootTwoOverPi    = 0.79788456080286535588 // sqrt(2/pi)
)

// erfcPoly is (1 + 2t) e^(t^2) erfc(t) by (t - K)/(t + K), highest power first.
var erfcPoly = [...]float64{
	3.2052623379289157e-10, -2.618520156503145e-09, -3.798189797736207e-09, 3.195398612057818e-08,
	2.3398534313040898e-08, -2.4851108650210706e-07, -5.741076073013916e-08, 1.7419011945194367e-06,
	-9.733875167494142e-07, -1.1437980374495534e-05, 2.2384138525656757e-05, 5.164649341002877e-05,
	-0.00029015404203352704, 0.000293714390578856, 0.001755625843431864, -0.00974657968596217,
	0.028362277420377335, -0.05869339857631061, 0.09230432116025894, -0.10880393014246645,
	0.08227673849014977, 0.003585415485479575, -0.14024059858554702, 1.2375126308378275,
}

// beyond is where Phi(x) = 1.
const beyond = 40

func normalLogCDF(e *kernels, w *workspace, value, slope, src []float64) {
	n := len(src)
	c, g, l := w.u[:n], w.v[:n], w.t[:n]
	e.normalTerms(src, c, g)
	e.horner((n+15)/16, &w.u[0], &erfcPoly[0], len(erfcPoly)) // to the end of a block, unused
	e.exp(g, g)
	e.normalJoin(src, c, g, l, slope)
	e.log(l, l)
	for i := range value {
		value[i] = l[i] + g[i]
	}
}

// specialKernels are what an instruction set has to offer for what stands around exp, log and
// the polynomial.
type specialKernels struct {
	minusAbs      func(dst, x []float64)
	sigmoidJoin   func(dst, x, y []float64)
	softplusTerms func(y, u []float64)
	softplusJoin  func(dst, x, u, y []float64)
	normalTerms   func(x, c, g []float64)
	normalJoin    func(x, c, g, l, slope []float64) // slope may be nil
}

var specialPortable = specialKernels{
	minusAbsPortable, sigmoidJoinPortable, softplusTermsPortable, softplusJoinPortable,
	normalTermsPortable, normalJoinPortable,
}

func minusAbsPortable(dst, x []float64) {
	for i, x := range x {
		dst[i] = -math.Abs(x)
	}
}

// sigmoidJoinPortable makes the sigmoid of x of y = e^-|x|.
func sigmoidJoinPortable(dst, x, y []float64) {
	for i, x := range x {
		numerator := 1.0
		if x < 0 {
			numerator = y[i]
		}
		dst[i] = numerator / (1 + y[i])
	}
}

// softplusTermsPortable sets u to 1 + y and y to what the rounding of u lost, over u.
func softplusTermsPortable(y, u []float64) {
	for i, v := range y {
		u[i] = 1 + v
		y[i] = (v - (u[i] - 1)) / u[i]
	}
}

func softplusJoinPortable(dst, x, u, y []float64) {
	for i, x := range x {
		dst[i] = max(x, 0) + (u[i] + y[i])
	}
}

// normalTermsPortable sets c to the argument of erfcPoly and g to that of e^(-x^2/2).
func normalTermsPortable(x, c, g []float64) {
	for i, x := range x {
		t := min(math.Abs(x)*(1/math.Sqrt2), 1e200)
		c[i] = (t - erfcK) / (t + erfcK)
		x = min(x, beyond)
		g[i] = -0.5 * float64(x*x)
	}
}

// normalJoinPortable takes in c the polynomial and in g e^(-x^2/2), and sets l and g so that
// log Phi = log(l) + g, and slope.
func normalJoinPortable(x, c, g, l, slope []float64) {
	for i, x := range x {
		t := min(math.Abs(x)*(1/math.Sqrt2), 1e200)
		c := c[i] / math.FMA(2, t, 1)
		x = min(x, beyond)
		square := x * x
		ratio := 0.0
		if x > 0 {
			density := math.FMA(g[i], -0.5*math.FMA(x, x, -square), g[i]) // e^(-x^2/2)
			q := 0.5 * float64(density*c)
			l[i] = 1 - q
			g[i] = ((1 - l[i]) - q) / l[i]
			ratio = float64(density*rootTwoPiInverse) / l[i]
		} else {
			l[i] = 0.5 * c
			g[i] = -0.5 * square
			ratio = rootTwoOverPi / c
			if math.IsInf(x, -1) {
				ratio = math.Inf(1)
			}
		}
		if slope != nil {
			slope[i] = ratio
		}
	}
}

// hornerPortable replaces every x by the polynomial of it, of n coefficients, highest
// power first.
func hornerPortable(blocks int, x, coefficients *float64, n int) {
	c := unsafe.Slice(coefficients, n)
	for i, v := range unsafe.Slice(x, blocks*16) {
		p := c[0]
		for _, next := range c[1:] {
			p = math.FMA(p, v, next)
		}
		*element(unsafe.Pointer(x), i*8) = p
	}
}
