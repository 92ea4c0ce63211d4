package likelihood

import "slices"

const (
	// faintest is the least probability of a row of large variances: clocks have no digit of smaller ones.
	faintest = 1e-80
	// quick is the largest variance of a row that the transforms predict as soon, without tables to make.
	quick = 4
)

// firstToRing writes the probability that its clock is the first to ring, E[s_y / S], of every class: that is the
// derivative of E log S by the mean of f_y, for d log S / d f_y = s_y / S. It is good to 1e-9 of probabilities above
// 1e-8, to 1e-5 of those above 1e-30, and to a fifth above 1e-75. A row of small variances has those of the transforms.
func (l Softmax) firstToRing(r *laplace, p, mean, variance []float64) {
	if slices.Max(variance) <= quick {
		r.probabilities(p, mean, variance)
		return
	}
	c := l.ringing.Get().(*clocks)
	defer l.ringing.Put(c)
	c.rest = room(c.rest, len(p))
	c.logSum(p, c.rest, mean, variance)
	total := 0.0
	for k, v := range p {
		p[k] = max(v, faintest)
		total += p[k]
	}
	for k := range p {
		p[k] /= total
	}
}
