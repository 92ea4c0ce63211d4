package mcmc

import (
	"math"
	"math/rand/v2"
)

// leastAngle is an angle below which a point of an ellipse equals its start, to
// rounding.
const leastAngle = 1e-12

// EllipticalSlice draws the angle of the next point on an ellipse x cos(angle) + nu sin(angle)
// through the present point x and a draw nu of its Gaussian prior (Murray, Adams & MacKay,
// Elliptical slice sampling, 2010): the move leaves prior times likelihood invariant. now is the
// log-likelihood at x, and at gives it at an angle; a point with NaN is rejected. The last call
// of at is for the angle that is returned. The angle is 0, for which at was not called, if no
// point of the ellipse but x is in the slice.
func EllipticalSlice(rng *rand.Rand, now float64, at func(angle float64) float64) float64 {
	height := now - rng.ExpFloat64()
	angle := 2 * math.Pi * rng.Float64()
	low, high := angle-2*math.Pi, angle
	for {
		if at(angle) >= height {
			return angle
		}
		if angle < 0 {
			low = angle
		} else {
			high = angle
		}
		if high-low < leastAngle {
			return 0
		}
		angle = low + (high-low)*rng.Float64()
	}
}
