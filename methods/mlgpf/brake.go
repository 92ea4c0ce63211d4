package mlgpf

import "math"

// brake shortens natural steps while they overshoot: where the rows of a minibatch bend the bound more than
// all rows do, steps of 1/P can grow from one to the next. It is the running mean of the bound, its variance,
// and what rates are multiplied by.
type brake struct {
	Mean, Variance, Factor float64
	Seen                   int
}

const (
	brakeMemory = 20    // minibatches that the mean is over
	brakeFrom   = 10    // minibatches before the first that is judged
	brakeFalls  = 4     // standard deviations below the mean that halve the factor
	brakeFrees  = 1.005 // growth of the factor in an iteration, up to 1
)

// follow takes in the bound of a minibatch, and says whether it fell so far that the factor was halved.
func (b *brake) follow(bound float64) (halved bool) {
	if math.IsNaN(bound) || math.IsInf(bound, 0) {
		b.Factor /= 2
		return true
	}
	if b.Seen++; b.Seen == 1 {
		b.Mean = bound
		return false
	}
	b.Factor = min(1, b.Factor*brakeFrees)
	change := bound - b.Mean
	if least := -brakeFalls * math.Sqrt(b.Variance); b.Seen > brakeFrom && change < least {
		b.Factor /= 2
		change, halved = least, true // or one such fall would hide the next
	}
	weight := max(1/float64(b.Seen), 1.0/brakeMemory)
	b.Mean += weight * change
	b.Variance = (1 - weight) * (b.Variance + weight*change*change)
	return halved
}
