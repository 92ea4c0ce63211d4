package engine

import (
	"math"

	"golang.org/x/sys/cpu"
)

//go:generate go run ./gen

var kernelsAVX2 = kernels{
	name: "avx2", width: 4, rows: 4,
	tiles:  tilesAVX2,
	gather: gatherAVX2, scatter: scatterAVX2,
	transpose: transpose4, symmetrise: symmetriseAVX2,
	exp: expSliceAVX2, log: logSliceAVX2, horner: hornerAVX2, taylor: taylorAVX2, factors: factorsAVX2,
	specialKernels:     specialAVX2,
	elementwiseKernels: elementwiseAVX2,
}

var kernelsAVX512 = kernels{
	name: "avx512", width: 8, rows: 8, masks: true,
	tiles:  tilesAVX512,
	gather: gatherAVX512, scatter: scatterAVX512,
	transpose: transpose4, symmetrise: symmetriseAVX2,
	exp: expSliceAVX512, log: logSliceAVX2, horner: hornerAVX2, taylor: taylorAVX2, factors: factorsAVX2,
	specialKernels:     specialAVX2,
	elementwiseKernels: elementwiseAVX2,
}

// machineKernels lists what this machine can run, the fastest first.
func machineKernels() []*kernels {
	var found []*kernels
	x := cpu.X86
	fma := x.HasAVX2 && x.HasFMA
	if fma && x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512BW {
		found = append(found, &kernelsAVX512)
	}
	if fma {
		found = append(found, &kernelsAVX2)
	}
	return found
}

// peakLoops are loops of nothing but multiply-adds, by name of kernels: 48 vectors
// an iteration.
var peakLoops = map[string]func(iterations int){"avx2": peakAVX2, "avx512": peakAVX512}

// The kernels of exp and log take blocks of 16. The rest of a slice goes through a padded
// block, so that the last elements take the same path.

func expSliceAVX2(dst, src []float64) {
	whole := len(src) &^ 15
	if whole > 0 {
		expAVX2(whole/16, &dst[0], &src[0])
	}
	if whole < len(src) {
		var in, out [16]float64
		copy(in[:], src[whole:])
		expAVX2(1, &out[0], &in[0])
		copy(dst[whole:], out[:])
	}
}

func expSliceAVX512(dst, src []float64) {
	whole := len(src) &^ 15
	if whole > 0 {
		expAVX512(whole/16, &dst[0], &src[0])
	}
	if whole < len(src) {
		var in, out [16]float64
		copy(in[:], src[whole:])
		expAVX512(1, &out[0], &in[0])
		copy(dst[whole:], out[:])
	}
}

func logSliceAVX2(dst, src []float64) {
	whole := len(src) &^ 15
	if whole > 0 {
		logAVX2(whole/16, &dst[0], &src[0])
	}
	if whole < len(src) {
		var in, out [16]float64
		copy(in[:], src[whole:])
		logAVX2(1, &out[0], &in[0])
		copy(dst[whole:], out[:])
	}
}

// The elementwise kernels and those around exp and log take vectors of four; what is left of a slice is done in Go.

var elementwiseAVX2 = elementwiseKernels{
	standardise: func(dst, x, centre, inverse []float64) {
		n := len(dst) &^ 3
		if n > 0 {
			standardiseAVX2(n/4, &dst[0], &x[0], &centre[0], &inverse[0])
		}
		standardisePortable(dst[n:], x[n:], centre[n:], inverse[n:])
	},
	addSquare: func(dst []float64, r float64, x []float64) {
		n := len(dst) &^ 3
		if n > 0 {
			addSquareAVX2(n/4, &dst[0], &x[0], r)
		}
		addSquarePortable(dst[n:], r, x[n:])
	},
	pullInputs: func(dst, x, g, inverse []float64, r float64) {
		n := len(dst) &^ 3
		if n > 0 {
			pullInputsAVX2(n/4, &dst[0], &x[0], &g[0], &inverse[0], r)
		}
		pullInputsPortable(dst[n:], x[n:], g[n:], inverse[n:], r)
	},
	pullLengths: func(dst, x, g []float64, r, both float64) {
		n := len(dst) &^ 3
		if n > 0 {
			pullLengthsAVX2(n/4, &dst[0], &x[0], &g[0], r, both)
		}
		pullLengthsPortable(dst[n:], x[n:], g[n:], r, both)
	},
	adam: func(dst, x, m, v, g []float64, s AdamStep) {
		n := len(dst) &^ 3
		if n > 0 {
			adamAVX2(n/4, &dst[0], &x[0], &m[0], &v[0], &g[0], s.First, s.Second, s.Rate, s.Root, s.Epsilon)
		}
		adamPortable(dst[n:], x[n:], m[n:], v[n:], g[n:], s)
	},
	times: func(dst, x, y []float64) {
		n := len(dst) &^ 3
		if n > 0 {
			timesAVX2(n/4, &dst[0], &x[0], &y[0])
		}
		timesPortable(dst[n:], x[n:], y[n:])
	},
	exponents: func(dst []float64, a float64, b []float64) {
		n := len(dst) &^ 3
		if n > 0 {
			exponentsAVX2(n/4, &dst[0], &b[0], a)
		}
		exponentsPortable(dst[n:], a, b[n:])
	},
	approach: func(dst, from []float64, rate float64, to []float64) {
		n := len(dst) &^ 3
		if n > 0 {
			approachAVX2(n/4, &dst[0], &from[0], &to[0], rate)
		}
		approachPortable(dst[n:], from[n:], rate, to[n:])
	},
	subtract: func(dst, x, y []float64, c float64, z []float64) {
		n := len(dst) &^ 3
		if n > 0 {
			subtractAVX2(n/4, &dst[0], &x[0], &y[0], &z[0], c)
		}
		subtractPortable(dst[n:], x[n:], y[n:], c, z[n:])
	},
	pullRow: func(dst, m, a []float64, g, h float64) {
		n := len(dst) &^ 3
		if n > 0 {
			pullRowAVX2(n/4, &dst[0], &m[0], &a[0], g, h)
		}
		pullRowPortable(dst[n:], m[n:], a[n:], g, h)
	},
}

var specialAVX2 = specialKernels{
	minusAbs: func(dst, x []float64) {
		n := len(x) &^ 3
		if n > 0 {
			minusAbsAVX2(n/4, &dst[0], &x[0], math.Copysign(0, -1))
		}
		minusAbsPortable(dst[n:], x[n:])
	},
	sigmoidJoin: func(dst, x, y []float64) {
		n := len(x) &^ 3
		if n > 0 {
			sigmoidJoinAVX2(n/4, &dst[0], &x[0], &y[0], 1)
		}
		sigmoidJoinPortable(dst[n:], x[n:], y[n:])
	},
	softplusTerms: func(y, u []float64) {
		n := len(y) &^ 3
		if n > 0 {
			softplusTermsAVX2(n/4, &y[0], &u[0], 1)
		}
		softplusTermsPortable(y[n:], u[n:])
	},
	softplusJoin: func(dst, x, u, y []float64) {
		n := len(x) &^ 3
		if n > 0 {
			softplusJoinAVX2(n/4, &dst[0], &x[0], &u[0], &y[0])
		}
		softplusJoinPortable(dst[n:], x[n:], u[n:], y[n:])
	},
	normalTerms: func(x, c, g []float64) {
		n := len(x) &^ 3
		if n > 0 {
			normalTermsAVX2(n/4, &x[0], &c[0], &g[0])
		}
		normalTermsPortable(x[n:], c[n:], g[n:])
	},
	normalJoin: func(x, c, g, l, slope []float64) {
		n := len(x) &^ 3
		if n > 0 {
			var first *float64
			if slope != nil {
				first, slope = &slope[0], slope[n:]
			}
			normalJoinAVX2(n/4, &x[0], &c[0], &g[0], &l[0], first)
		}
		normalJoinPortable(x[n:], c[n:], g[n:], l[n:], slope)
	},
}
