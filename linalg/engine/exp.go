package engine

import "math"

// Exp sets dst[i] = e^src[i]. The two have the same length and may be the same
// slice, or not overlap at all.
//
// The error is below 1 ulp, and below 1 of the smallest number where the result is
// subnormal. Exp(NaN) = NaN, Exp(+Inf) = +Inf, Exp(-Inf) = 0; overflow gives +Inf
// and underflow is gradual. The bits are those of every other machine with a fused
// multiply-add, whatever the length and the position in the slice.
//
// Method: n = round(x/ln 2), r = x - n ln 2 with ln 2 in two parts, and
// e^x = 2^n (1 + r + r^2 q(r)) where q, of degree 9, interpolates
// (e^r - 1 - r)/r^2 at the Chebyshev nodes of [-ln(2)/2, ln(2)/2]: the relative
// error of the polynomial is 1.6e-17. What 1 + r loses in rounding is added to the
// small terms. 2^n is multiplied in two steps of which only the last may round.
func Exp(dst, src []float64) {
	if len(dst) != len(src) {
		panic("engine: Exp: slices of different length")
	}
	best().exp(dst, src)
}

const (
	ln2Hi = 6.93147180369123816490e-01 // the upper 33 bits: n*ln2Hi is exact
	ln2Lo = 1.90821492927058770002e-10
)

// expPoly is q, highest power first.
var expPoly = [...]float64{
	2.510038549551032e-08, 2.7620088445409746e-07, 2.7557268459997064e-06,
	2.4801521295954376e-05, 0.00019841269863053618, 0.0013888888917213717,
	0.008333333333330062, 0.04166666666662413, 0.16666666666666669, 0.5000000000000001,
}

func expPortable(dst, src []float64) {
	for i, x := range src {
		dst[i] = exp1(x)
	}
}

// exp1 is the algorithm for one element, operation for operation that of the
// vector kernels.
func exp1(x float64) float64 {
	if math.IsNaN(x) {
		return x
	}
	x = max(min(x, 710), -746)
	n := math.RoundToEven(x * math.Log2E)
	r := math.FMA(-ln2Lo, n, math.FMA(-ln2Hi, n, x))
	q := expPoly[0]
	for _, c := range expPoly[1:] {
		q = math.FMA(q, r, c)
	}
	sum := 1 + r
	e := sum + math.FMA(r*r, q, r-(sum-1))
	half := int(n) >> 1
	return e * power2(half) * power2(int(n)-half)
}

// power2 is 2^n for n of a normal number.
func power2(n int) float64 { return math.Float64frombits(uint64(n+1023) << 52) }
