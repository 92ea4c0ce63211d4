package subspace

// The cycles that bring residuals of text below the tolerance: about 5R columns go through X'X.
const usualCycles = 7

// Cost returns about how many multiplications SVD takes for r vectors of n rows of d inputs, each
// of which times a vector takes row. Beside products with the rows they are those of the
// projections, three for a block, of the restarts, and of eigenvectors, 10 n^3 for a matrix of
// order n.
func (o Solver) Cost(n, d int, row float64, r int) float64 {
	o = o.defaults(min(r, d))
	rows, inputs, vectors := float64(n), float64(d), float64(r)
	residuals := vectors * 2 * rows * row
	if o.whole(d) {
		return 0.5*rows*row*row + 10*inputs*inputs*inputs + residuals
	}
	all, cycles := float64(o.Krylov), float64(min(o.Cycles, usualCycles))
	kept := min(vectors+float64(o.Width), all)
	columns := all + (cycles-1)*(all-kept)
	projections := 3 * inputs * (all*all + (cycles-1)*(all*all-kept*kept))
	restarts := cycles * (inputs*all*kept + 10*all*all*all)
	return columns*2*rows*row + projections + restarts + residuals
}

// CentresCost returns about how many multiplications Centres takes for m centres of n rows, each
// of which times a vector takes row: twenty sweeps of k-means, and seeding, whose differences take
// as long as ten.
func CentresCost(n int, row float64, m int) float64 {
	return 30 * float64(min(n, max(m, centreRows))) * float64(m) * row
}
