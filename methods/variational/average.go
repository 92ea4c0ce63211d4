package variational

import "slices"

// averageForgets says how fast the average forgets the first iterations: after t of them
// the point of iteration s has a weight of about (s/t)^3.
const averageForgets = 3

// average takes the point of iteration t, counted from 1, into the mean over the
// iterations, by polynomial-decay averaging (Shamir & Zhang, Stochastic gradient descent
// for non-smooth optimization, 2013, section 4). Averaging all parameters that steps
// move is Polyak's method to remove the noise of minibatches.
func (f *fit) average(t int) {
	if !f.Averaged {
		return
	}
	if f.mean == nil {
		f.mean = slices.Clone(f.x)
	}
	weight := (averageForgets + 1) / float64(t+averageForgets)
	for i, x := range f.x {
		f.mean[i] += weight * (x - f.mean[i])
	}
}
