package subspace

import (
	"math"
	"math/rand/v2"
	"runtime/debug"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// krylov is an orthonormal basis Q of a block Krylov space of A = X'X, in blocks of
// equal width, and Q'AQ.
type krylov struct {
	x         *stream
	rng       *rand.Rand
	width     int
	q         []*mat.Dense // D x width each
	projected *mat.Dense   // Q'AQ
	rest      *mat.Dense   // A q - Q Q'A q for the last block q
	product   *mat.Dense   // scratch, width x width
}

// lanczos returns r orthonormal vectors, D x r, and their Rayleigh quotients, which
// descend: approximate eigenvectors of X'X whose residuals are at most the tolerance, as
// far as rounding and the number of cycles allow.
func (o Solver) lanczos(x *stream, r int, rng *rand.Rand) (*mat.Dense, []float64, error) {
	d := x.train.Dim()
	blocks := (o.Krylov + o.Width - 1) / o.Width
	keep := min((r+o.Width-1)/o.Width+1, blocks-1)
	k := &krylov{
		x: x, rng: rng, width: o.Width,
		projected: mat.NewDense(blocks*o.Width, blocks*o.Width, nil),
		rest:      mat.NewDense(d, o.Width, nil),
		product:   mat.NewDense(o.Width, o.Width, nil),
	}
	fillRandom(k.rest, nil, rng)
	for cycle := 1; ; cycle++ {
		for len(k.q) < blocks {
			if err := k.extend(); err != nil {
				return nil, nil, err
			}
		}
		n := blocks * o.Width
		values, s := linalg.EigenSym(mat.DenseCopyOf(k.projected))
		if done := k.converged(values[:r], s, o.Tolerance); done || cycle == o.Cycles {
			k.rotate(s.Slice(0, n, 0, r).(*mat.Dense))
			k.drop((r + o.Width - 1) / o.Width)
			return k.columns(r), values[:r], nil
		}
		k.rotate(s.Slice(0, n, 0, keep*o.Width).(*mat.Dense))
		k.drop(keep)
		k.projected.Zero()
		for j := range keep * o.Width {
			k.projected.Set(j, j, values[j])
		}
	}
}

// extend appends what is left of the last block's image as a block, and projects its
// image.
func (k *krylov) extend() error {
	if err := k.orthonormalise(k.rest); err != nil {
		return err
	}
	block := k.rest
	k.q = append(k.q, block)
	d, _ := block.Dims()
	k.rest = mat.NewDense(d, k.width, nil)
	if err := k.x.normal(k.rest, block); err != nil {
		return err
	}
	at := (len(k.q) - 1) * k.width
	_, err := k.project(k.rest, func(p int) {
		for i := range k.width {
			for j, v := range k.product.RawRowView(i) {
				k.projected.Set(p*k.width+i, at+j, v)
				k.projected.Set(at+j, p*k.width+i, v)
			}
		}
	})
	return err
}

// project subtracts Q Q'w from w, and returns the largest element of Q'w. seen, if not
// nil, is called for each block p when product is its part of Q'w.
func (k *krylov) project(w *mat.Dense, seen func(p int)) (float64, error) {
	var largest float64
	for p, q := range k.q {
		if err := k.x.ctx.Err(); err != nil {
			return 0, err
		}
		linalg.Mul(k.product, true, false, 1, q, w, 0)
		if seen != nil {
			seen(p)
		}
		for _, v := range k.product.RawMatrix().Data {
			largest = math.Max(largest, math.Abs(v))
		}
		linalg.Mul(w, false, false, -1, q, k.product, 1)
	}
	return largest, nil
}

// orthonormalise makes the columns of w orthonormal, and orthogonal to Q: what they span
// where they are independent, and random directions beside it where they are not.
func (k *krylov) orthonormalise(w *mat.Dense) error {
	const clean = 1e-8 // what is left after one more projection is of the size of rounding
	for range rounds {
		normalise(w, k.rng)
		largest, err := k.project(w, nil)
		if err != nil {
			return err
		}
		if largest <= clean {
			break
		}
	}
	normalise(w, k.rng)
	return nil
}

// converged says whether the residuals |A y - theta y| of the Ritz pairs with these
// values are at most the tolerance times the value, or what rounding leaves of them. A
// residual is that of the last block's image, times the last rows of s.
func (k *krylov) converged(values []float64, s *mat.Dense, tolerance float64) bool {
	const rounding = 1e-14
	n, _ := s.Dims()
	gram, scratch := mat.NewDense(k.width, k.width, nil), mat.NewDense(len(values), k.width, nil)
	linalg.WeightedGram(gram, 1, k.rest, nil, 0, nil)
	last := mat.DenseCopyOf(s.Slice(n-k.width, n, 0, len(values)).T())
	squares := make([]float64, len(values))
	linalg.RowQuadratic(squares, last, gram, scratch)
	for j, v := range squares {
		if math.Sqrt(math.Max(v, 0)) > math.Max(tolerance*values[j], rounding*values[0]) {
			return false
		}
	}
	return true
}

// rotate replaces the leading columns of Q by Q s.
func (k *krylov) rotate(s *mat.Dense) {
	n, _ := s.Dims()
	multiplyRows(k.q, s, mat.NewDense(rotateRows, n, nil))
}

// rotateRows is the number of rows of Q that are multiplied at once.
const rotateRows = 512

// multiplyRows replaces the leading columns of Q, which is cut into blocks of columns, by
// Q s. scratch has as many columns as Q has.
func multiplyRows(q []*mat.Dense, s, scratch *mat.Dense) {
	d, width := q[0].Dims()
	n, m := s.Dims()
	strip, _ := scratch.Dims()
	out := mat.NewDense(strip, m, nil)
	for from := 0; from < d; from += strip {
		rows := min(strip, d-from)
		in, res := scratch.Slice(0, rows, 0, n).(*mat.Dense), out.Slice(0, rows, 0, m).(*mat.Dense)
		for i := range rows {
			for p, block := range q {
				copy(in.RawRowView(i)[p*width:], block.RawRowView(from+i))
			}
		}
		linalg.Mul(res, false, false, 1, in, s, 0)
		for i := range rows {
			left := res.RawRowView(i)
			for p := 0; len(left) > 0; p++ {
				left = left[copy(q[p].RawRowView(from+i), left):]
			}
		}
	}
}

// drop leaves the first n blocks of Q.
func (k *krylov) drop(n int) {
	clear(k.q[n:])
	k.q = k.q[:n]
	k.release()
}

// release gives memory that is not in use back to the system, if Q is large. A heap may
// otherwise grow to twice of what is in use, and Q is most of what a machine has.
func (k *krylov) release() {
	const large = 1 << 26
	if d, _ := k.rest.Dims(); d*len(k.q)*k.width > large {
		debug.FreeOSMemory()
	}
}

// columns returns the first r columns of Q as one matrix. The blocks are given up as they
// are copied, so that memory hardly ever holds them twice.
func (k *krylov) columns(r int) *mat.Dense {
	const atOnce = 8
	d, _ := k.q[0].Dims()
	out := mat.NewDense(d, r, nil)
	for p := range k.q {
		from := p * k.width
		for i := range d {
			copy(out.RawRowView(i)[from:], k.q[p].RawRowView(i))
		}
		k.q[p] = nil
		if p%atOnce == 0 {
			k.release()
		}
	}
	return out
}
