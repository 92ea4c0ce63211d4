package subspace

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inducing"
	"gpcbench/gp/inputs"
)

// centreRows is the largest number of training rows used for centres.
const centreRows = 16384

// Centres returns where m inducing inputs start: the centres that k-means
// (inducing.KMeans, of so many sweeps) finds among the training rows, or among 16,384 of them that are drawn
// without replacement if there are more. With a basis the rows are those of U S = X V, and
// the centres are A, m x R. Without one they are the inputs, and the centres are Z', D x m.
// It is an error if there are fewer rows than centres, or if ctx ends.
//
// Memory is 16,384 R numbers with a basis; 2 D m without one.
func Centres(ctx context.Context, train *data.Examples, basis *Basis, m, sweeps int, rng *rand.Rand) (*mat.Dense, error) {
	n := train.Len()
	if m < 1 || m > n {
		return nil, fmt.Errorf("subspace: %d centres of %d training rows: there must be at least 1, and at most as many as rows", m, n)
	}
	pos := sample(n, max(m, centreRows), rng)
	if basis == nil {
		x := inputs.Read(nil, train, pos)
		if sparse, ok := x.(inputs.Sparse); ok {
			return inducing.KMeansSparse(ctx, sparse, m, sweeps, rng)
		}
		z, err := inducing.KMeans(ctx, x.(inputs.Dense).Dense, m, sweeps, rng)
		if err != nil {
			return nil, err
		}
		return mat.DenseCopyOf(z.T()), nil
	}
	us := mat.NewDense(len(pos), len(basis.S), nil)
	x, err := newStream(ctx, train.Subset(pos))
	if err != nil {
		return nil, err
	}
	at := 0
	err = x.each(func(rows inputs.Rows) {
		k, _ := rows.Dims()
		basis.Project(us.Slice(at, at+k, 0, len(basis.S)).(*mat.Dense), rows)
		at += k
	})
	if err != nil {
		return nil, err
	}
	return inducing.KMeans(ctx, us, m, sweeps, rng)
}

// sample returns at most k positions of n, ascending: all, or k drawn without
// replacement.
func sample(n, k int, rng *rand.Rand) []int {
	pos := make([]int, n)
	for i := range pos {
		pos[i] = i
	}
	if n <= k {
		return pos
	}
	rng.Shuffle(n, func(i, j int) { pos[i], pos[j] = pos[j], pos[i] })
	pos = pos[:k]
	slices.Sort(pos)
	return pos
}
