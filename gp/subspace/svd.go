package subspace

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/linalg"
)

// Solver has the settings of a decomposition. The zero value of each stands for its
// default.
type Solver struct {
	Tolerance float64 // of the residuals; 1e-5
	Cycles    int     // at most so many cycles of the Lanczos iteration; 30
	Krylov    int     // vectors that it keeps, at least R + 2 blocks; 3R/2, or R + 12 blocks if that is more
	Width     int     // of its blocks; R/16, from 16 to 64
	Dense     int     // inputs up to which all of X'X is decomposed; 3R, at least 1024
}

// SVD returns the right singular vectors of the r largest singular values of the training inputs.
// There are fewer where the rank of X is below r: those whose singular value is not above max(N, D)
// 2^-52 times the largest one are left out. It is an error if r is not positive, if all inputs are
// zero or some are not finite, or if ctx ends. Residuals above the tolerance are not an error: the
// basis has them.
func (o Solver) SVD(ctx context.Context, train *data.Examples, r int, rng *rand.Rand) (*Basis, error) {
	if r < 1 {
		return nil, fmt.Errorf("subspace: %d basis vectors are asked for, at least 1 is needed", r)
	}
	x, err := newStream(ctx, train)
	if err != nil {
		return nil, err
	}
	squaredNorm, err := x.squaredNorm()
	if err != nil {
		return nil, err
	}
	if squaredNorm == 0 {
		return nil, fmt.Errorf("subspace: all training inputs are zero and have no basis")
	}
	if !(squaredNorm > 1e-140 && squaredNorm < 1e140) {
		return nil, fmt.Errorf("subspace: the squares of the training inputs sum to %g, so that products would overflow or vanish: look for wrong values, or scale the inputs", squaredNorm)
	}
	d := train.Dim()
	o = o.defaults(min(r, d))
	var v *mat.Dense
	var values []float64
	if o.whole(d) {
		v, values, err = wholeSpectrum(x)
	} else {
		v, values, err = o.lanczos(x, min(r, d), rng)
	}
	if err != nil {
		return nil, err
	}
	v, s, err := refine(x, v, values, r)
	if err != nil {
		return nil, err
	}
	fixSigns(v)
	residuals, err := x.residuals(v, s)
	if err != nil {
		return nil, err
	}
	return &Basis{V: v, S: s, Residuals: residuals, SquaredNorm: squaredNorm}, nil
}

// whole says whether all of X'X is decomposed.
func (o Solver) whole(d int) bool { return d <= o.Dense || o.Krylov+2*o.Width > d }

func (o Solver) defaults(r int) Solver {
	set := func(value *int, standard int) {
		if *value == 0 {
			*value = standard
		}
	}
	if o.Tolerance == 0 {
		o.Tolerance = 1e-5
	}
	set(&o.Cycles, 30)
	set(&o.Width, min(64, max(16, r/16/16*16)))
	set(&o.Krylov, r+max(r/2, 12*o.Width))
	o.Krylov = max(o.Krylov, r+2*o.Width)
	set(&o.Dense, max(1024, 3*r))
	return o
}

// wholeSpectrum returns all eigenvectors of X'X, D x D, and its eigenvalues, which
// descend.
func wholeSpectrum(x *stream) (*mat.Dense, []float64, error) {
	d := x.train.Dim()
	gram := mat.NewDense(d, d, nil)
	if err := x.gram(gram); err != nil {
		return nil, nil, err
	}
	linalg.MirrorLower(gram)
	values, vectors := linalg.EigenSym(gram)
	return vectors, values, nil
}

// residuals returns |X'X v - s^2 v| / s^2 of the columns of v, a block of them in each
// pass.
func (x *stream) residuals(v *mat.Dense, s []float64) ([]float64, error) {
	const width = 64
	d, r := v.Dims()
	out := make([]float64, r)
	image := mat.NewDense(d, min(width, r), nil)
	block := mat.NewDense(d, min(width, r), nil)
	for from := 0; from < r; from += width {
		m := min(width, r-from)
		w, b := image.Slice(0, d, 0, m).(*mat.Dense), block.Slice(0, d, 0, m).(*mat.Dense)
		b.Copy(v.Slice(0, d, from, from+m))
		if err := x.normal(w, b); err != nil {
			return nil, err
		}
		sum := out[from : from+m]
		for i := range d {
			to := w.RawRowView(i)
			for j, e := range b.RawRowView(i) {
				e = to[j] - s[from+j]*s[from+j]*e
				sum[j] += e * e
			}
		}
		for j, e := range sum {
			sum[j] = math.Sqrt(e) / (s[from+j] * s[from+j])
		}
	}
	return out, nil
}
