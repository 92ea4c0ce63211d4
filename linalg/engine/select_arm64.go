package engine

//go:generate go run ./gen

var kernelsNEON = kernels{
	name: "neon", width: 2, rows: 8,
	tiles:  tilesNEON,
	gather: gatherNEON, scatter: scatterNEON,
	transpose: transpose4NEON, symmetrise: symmetrisePortable,
	exp: inBlocks(expNEON), log: inBlocks(logNEON), horner: hornerNEON, taylor: taylorPortable, factors: factorsPortable,
	specialKernels:     specialPortable,
	elementwiseKernels: elementwiseNEON,
}

// machineKernels lists what this machine can run: every arm64 has NEON.
func machineKernels() []*kernels { return []*kernels{&kernelsNEON} }

// peakLoops are loops of nothing but multiply-adds, by name of kernels: 48 vectors
// an iteration.
var peakLoops = map[string]func(iterations int){"neon": peakNEON}

// inBlocks makes a function of slices of one of blocks of 16. The rest of a slice goes
// through a padded block, so that the last elements take the same path.
func inBlocks(f func(blocks int, dst, src *float64)) func(dst, src []float64) {
	return func(dst, src []float64) {
		whole := len(src) &^ 15
		if whole > 0 {
			f(whole/16, &dst[0], &src[0])
		}
		if whole < len(src) {
			var in, out [16]float64
			copy(in[:], src[whole:])
			f(1, &out[0], &in[0])
			copy(dst[whole:], out[:])
		}
	}
}

// The elementwise kernels take vectors of two; what is left of a slice is done in Go.

var elementwiseNEON = elementwiseKernels{
	standardise: func(dst, x, centre, inverse []float64) {
		n := len(dst) &^ 1
		if n > 0 {
			standardiseNEON(n/2, &dst[0], &x[0], &centre[0], &inverse[0])
		}
		standardisePortable(dst[n:], x[n:], centre[n:], inverse[n:])
	},
	addSquare: func(dst []float64, r float64, x []float64) {
		n := len(dst) &^ 1
		if n > 0 {
			addSquareNEON(n/2, &dst[0], &x[0], r)
		}
		addSquarePortable(dst[n:], r, x[n:])
	},
	pullInputs: func(dst, x, g, inverse []float64, r float64) {
		n := len(dst) &^ 1
		if n > 0 {
			pullInputsNEON(n/2, &dst[0], &x[0], &g[0], &inverse[0], r)
		}
		pullInputsPortable(dst[n:], x[n:], g[n:], inverse[n:], r)
	},
	pullLengths: func(dst, x, g []float64, r, both float64) {
		n := len(dst) &^ 1
		if n > 0 {
			pullLengthsNEON(n/2, &dst[0], &x[0], &g[0], r, both)
		}
		pullLengthsPortable(dst[n:], x[n:], g[n:], r, both)
	},
	adam: func(dst, x, m, v, g []float64, s AdamStep) {
		n := len(dst) &^ 1
		if n > 0 {
			adamNEON(n/2, &dst[0], &x[0], &m[0], &v[0], &g[0], s.First, s.Second, s.Rate, s.Root, s.Epsilon)
		}
		adamPortable(dst[n:], x[n:], m[n:], v[n:], g[n:], s)
	},
	times: timesPortable, exponents: exponentsPortable, approach: approachPortable, subtract: subtractPortable, pullRow: pullRowPortable,
}
