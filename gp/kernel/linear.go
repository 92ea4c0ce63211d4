package kernel

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg"
)

// linear is k(x, z) = sum_d v_d x_d z_d. With V = diag(v), the pullback is
//
//	dL/dx        = W z V
//	dL/dz        = W'x V
//	dL/dlog v_d  = v_d sum_i x_id (W z)_id
type linear struct {
	weights []float64 // v, length D
}

func (l *linear) numParams() int { return len(l.weights) }

func (l *linear) params(dst []float64) {
	for d, v := range l.weights {
		dst[d] = math.Log(v)
	}
}

func (l *linear) with(theta []float64) part {
	out := &linear{weights: make([]float64, len(theta))}
	for d, t := range theta {
		out.weights[d] = math.Exp(t)
	}
	return out
}

func (l *linear) names() []string {
	out := make([]string, len(l.weights))
	for d := range out {
		out[d] = fmt.Sprintf("log weight %d", d+1)
	}
	return out
}

func (l *linear) prepare(z *mat.Dense) prepared { return prepared{inputs: z, scaled: l.weighted(z)} }

func (l *linear) cov(dst, x *mat.Dense, z prepared) {
	linalg.Mul(dst, false, true, 1, x, z.scaled.Dense, 0)
}

func (l *linear) gram(dst *mat.Dense, x prepared) {
	linalg.MulLower(dst, false, true, 1, x.inputs, x.scaled.Dense, 0)
	linalg.MirrorLower(dst)
}

func (l *linear) diagonal(dst []float64, x *mat.Dense) {
	for i := range dst {
		for d, v := range x.RawRowView(i) {
			dst[i] += l.weights[d] * v * v
		}
	}
}

func (l *linear) covBack(dTheta []float64, dX, dZ, x *mat.Dense, z prepared, _, w *mat.Dense) {
	n, m := w.Dims()
	dim := len(l.weights)
	if dTheta != nil || dX != nil {
		wz := borrow(n, dim)
		defer giveBack(wz)
		linalg.Mul(wz.Dense, false, false, 1, w, z.inputs, 0)
		l.addInputs(dX, wz.Dense)
		l.addParams(dTheta, x, wz.Dense)
	}
	if dZ != nil {
		wx := borrow(m, dim)
		defer giveBack(wx)
		linalg.Mul(wx.Dense, true, false, 1, w, x, 0)
		l.addInputs(dZ, wx.Dense)
	}
}

func (l *linear) gramBack(dTheta []float64, dX *mat.Dense, x prepared, k, w *mat.Dense) {
	l.covBack(dTheta, dX, dX, x.inputs, x, k, w)
}

func (l *linear) varBack(dTheta []float64, dX, x *mat.Dense, w []float64) {
	for i, wi := range w {
		for d, v := range x.RawRowView(i) {
			if dTheta != nil {
				dTheta[d] += wi * l.weights[d] * v * v
			}
			if dX != nil {
				dX.RawRowView(i)[d] += 2 * wi * l.weights[d] * v
			}
		}
	}
}

// weighted returns z V.
func (l *linear) weighted(z *mat.Dense) *loan {
	m, dim := z.Dims()
	out := borrow(m, dim)
	for j := range m {
		to := out.RawRowView(j)
		for d, v := range z.RawRowView(j) {
			to[d] = l.weights[d] * v
		}
	}
	return out
}

// addInputs adds wz V to dst, which may be nil.
func (l *linear) addInputs(dst, wz *mat.Dense) {
	if dst == nil {
		return
	}
	n, _ := dst.Dims()
	for i := range n {
		to := dst.RawRowView(i)
		for d, v := range wz.RawRowView(i) {
			to[d] += l.weights[d] * v
		}
	}
}

// addParams adds v_d sum_i x_id wz_id to dTheta, which may be nil.
func (l *linear) addParams(dTheta []float64, x, wz *mat.Dense) {
	if dTheta == nil {
		return
	}
	n, _ := x.Dims()
	for i := range n {
		xi := x.RawRowView(i)
		for d, v := range wz.RawRowView(i) {
			dTheta[d] += l.weights[d] * v * xi[d]
		}
	}
}
