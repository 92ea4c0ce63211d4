package subspace

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// rounds bounds the repetitions of orthonormalisation. Two or three suffice, unless
// rounding spoils the last bits.
const rounds = 8

// normalise makes the columns of w orthonormal by the eigenvectors of their Gram matrix
// (Stathopoulos & Wu, A block orthogonalization procedure with constant synchronization
// requirements, 2002), which is repeated until they are. Random columns replace those
// that depend on the others.
func normalise(w *mat.Dense, rng *rand.Rand) {
	const dependent, orthonormal = 1e-13, 1e-14 // the latter for each column
	d, b := w.Dims()
	scale := make([]float64, b)
	strip := mat.NewDense(min(d, streamRows), b, nil)
	for range rounds {
		gram := mat.NewDense(b, b, nil)
		linalg.WeightedGram(gram, 1, w, nil, 0, nil)
		var worst float64
		for i := range b {
			for j := range i {
				worst = math.Max(worst, math.Abs(gram.At(i, j)))
			}
			worst = math.Max(worst, math.Abs(gram.At(i, i)-1))
		}
		if worst <= orthonormal*float64(b) {
			return
		}
		for i := range b {
			scale[i] = 0
			if v := gram.At(i, i); v > 0 {
				scale[i] = 1 / math.Sqrt(v)
			}
		}
		for i := range b {
			for j := range b {
				gram.Set(i, j, gram.At(i, j)*scale[i]*scale[j])
			}
		}
		values, u := linalg.EigenSym(gram)
		var replaced []int
		for j, v := range values {
			to := 0.
			if v > dependent*values[0] {
				to = 1 / math.Sqrt(v)
			} else {
				replaced = append(replaced, j)
			}
			for i := range b {
				u.Set(i, j, u.At(i, j)*scale[i]*to)
			}
		}
		multiplyRows([]*mat.Dense{w}, u, strip)
		if len(replaced) > 0 {
			fillRandom(w, replaced, rng)
		}
	}
}

// fillRandom fills columns of w, all if there is no list, with normal numbers of
// variance 1/D.
func fillRandom(w *mat.Dense, columns []int, rng *rand.Rand) {
	d, b := w.Dims()
	if columns == nil {
		for j := range b {
			columns = append(columns, j)
		}
	}
	scale := 1 / math.Sqrt(float64(d))
	for i := range d {
		row := w.RawRowView(i)
		for _, j := range columns {
			row[j] = scale * rng.NormFloat64()
		}
	}
}

// orthonormalColumns returns the columns of v made orthonormal, each to those before it,
// which is done twice. Columns that depend on those before are left out.
func orthonormalColumns(v *mat.Dense) *mat.Dense {
	const dependent = 1e-12
	d, n := v.Dims()
	var kept [][]float64
	for j := range n {
		c := mat.Col(nil, j, v)
		norm := 0.
		for round := range 2 {
			before := floats.Norm(c, 2)
			if before == 0 {
				break
			}
			floats.Scale(1/before, c)
			for _, k := range kept {
				floats.AddScaled(c, -linalg.Dot(k, c), k)
			}
			norm = floats.Norm(c, 2)
			if round == 0 && norm < dependent {
				norm = 0
				break
			}
		}
		if norm > 0 {
			floats.Scale(1/norm, c)
			kept = append(kept, c)
		}
	}
	out := mat.NewDense(d, len(kept), nil)
	for j, c := range kept {
		out.SetCol(j, c)
	}
	return out
}
