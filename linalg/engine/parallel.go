package engine

import (
	"math"

	"gpcbench/linalg/threads"
)

// parallelWork is the multiply-adds from which work is shared between goroutines:
// a product of 128 x 128 matrices takes a few tens of microseconds, ten times what
// it costs to start a goroutine and wait for it.
const parallelWork = 128 * 128 * 128

// goroutines is how many share that many multiply-adds.
func goroutines(work float64) int {
	if work < parallelWork {
		return 1
	}
	return threads.Free()
}

// share calls do for the parts of [0, n) that cut ends, in goroutines, and waits.
// cut maps the fraction of the work done to the fraction of n; cuts are rounded to
// multiples of unit.
func share(n, unit, parts int, cut func(float64) float64, do func(from, to int)) {
	if parts <= 1 {
		do(0, n)
		return
	}
	end := func(part int) int {
		if part == parts {
			return n
		}
		return min(n, int(cut(float64(part)/float64(parts))*float64(n)/float64(unit)+0.5)*unit)
	}
	threads.Cut(parts, func(part int) {
		if from, to := end(part), end(part+1); from < to {
			do(from, to)
		}
	})
}

func evenly(f float64) float64 { return f }

// multiplyShared computes a product, by rows of C over the threads, or by columns
// if they are more.
func (e *kernels) multiplyShared(p product) {
	parts := goroutines(float64(p.m) * float64(p.n) * float64(p.k))
	if parts == 1 {
		e.multiply(p)
		return
	}
	e.multiplyParts(p, parts)
}

// multiplyParts is a function of its own because what goroutines share is allocated
// on entry.
func (e *kernels) multiplyParts(p product, parts int) {
	if p.region == everything && p.n > p.m {
		share(p.n, e.cols(), parts, evenly, func(from, to int) {
			part := p
			part.n, part.b, part.c = to-from, p.b.from(0, from), p.c.from(0, from)
			e.multiply(part)
		})
		return
	}
	cut := evenly
	switch p.region {
	case lower:
		cut = math.Sqrt
	case upper:
		cut = func(f float64) float64 { return 1 - math.Sqrt(1-f) }
	}
	share(p.m, e.rows, parts, cut, func(from, to int) {
		part := p
		part.m, part.a, part.c = to-from, p.a.from(from, 0), p.c.from(from, 0)
		part.diagonal += from
		e.multiply(part)
	})
}
