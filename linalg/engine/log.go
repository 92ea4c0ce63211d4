package engine

import "math"

// Log sets dst[i] = log(src[i]), the natural logarithm. The two have the same length
// and may be the same slice, or not overlap at all.
//
// The error is below 1 ulp. Log(+Inf) = +Inf, Log(0) = -Inf for either zero, and
// Log(x < 0) = Log(NaN) = NaN; subnormal arguments are as exact as others. The bits
// are those of every other machine with a fused multiply-add, whatever the length and
// the position in the slice.
//
// Method: x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)), s = f/(2 + f) and
// log(1 + f) = f - (h - s (h + s^2 q(s^2))) with h = f^2/2, and k ln 2 in two parts.
// q, of degree 6, interpolates (log((1+s)/(1-s)) - 2s)/s^3 at the Chebyshev nodes of
// the range of s^2: the relative error of the logarithm from it is 5e-18.
func Log(dst, src []float64) {
	if len(dst) != len(src) {
		panic("engine: Log: slices of different length")
	}
	best().log(dst, src)
}

// logPoly is q, highest power first.
var logPoly = [...]float64{
	0.14616585424888623, 0.15331710618210773, 0.18182889455674947,
	0.22222211130259878, 0.2857142862600327, 0.39999999999899444, 0.666666666666667,
}

func logPortable(dst, src []float64) {
	for i, x := range src {
		dst[i] = log1(x)
	}
}

// log1 is the algorithm for one element, operation for operation that of the vector
// kernel.
func log1(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case !(x > 0) || math.IsInf(x, 1):
		return math.Sqrt(x) // NaN or +Inf
	}
	shift := 0.0
	if x < 0x1p-1022 {
		x, shift = x*0x1p54, 54
	}
	const sqrtHalf = 0x3fe6a09e667f3bcd // its bits
	bits := math.Float64bits(x)
	power := int64(bits-sqrtHalf) >> 52
	f := math.Float64frombits(bits-uint64(power)<<52) - 1
	k := float64(power) - shift
	s := f / (2 + f)
	z := s * s
	q := logPoly[0]
	for _, c := range logPoly[1:] {
		q = math.FMA(q, z, c)
	}
	h := float64(f*f) * 0.5
	rest := math.FMA(k, ln2Lo, float64(s*(h+float64(q*z))))
	return math.FMA(k, ln2Hi, -((h - rest) - f))
}
