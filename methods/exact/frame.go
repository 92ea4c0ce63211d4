package exact

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/linalg"
)

// frame is the coordinates at one theta: v = mean + T^-T eta, f_c = L v_c.
type frame struct {
	l        *mat.Dense   // K = L L'
	t        []*mat.Dense // T_c T_c' = I + L' W_c L, or B_c of a coupled frame, see coupling
	plain    bool         // T = I and the mean is 0, whatever t holds
	coupling *coupling    // nil: T has only the blocks t
	tied     bool         // the coupling is there, and rounding has not spoilt it
	mean     [][]float64  // of v
	logDet   float64      // log|T|
}

func (p *posterior) newFrame() *frame {
	n, functions := len(p.y), p.likelihood.Functions()
	fr := &frame{l: mat.NewDense(n, n, nil), mean: vectors(functions, n)}
	for range functions {
		fr.t = append(fr.t, mat.NewDense(n, n, nil))
	}
	if p.coupled {
		fr.coupling = newCoupling(n, functions)
	}
	return fr
}

// colour makes x, a vector a function, T^-T x.
func (fr *frame) colour(x [][]float64, work []float64) {
	if fr.plain {
		return
	}
	if fr.tied {
		fr.coupling.spread(x, work)
	}
	for c, t := range fr.t {
		linalg.SolveVecT(t, x[c])
	}
}

// whiten makes x T^-1 x.
func (fr *frame) whiten(x [][]float64, work []float64) {
	if fr.plain {
		return
	}
	for c, t := range fr.t {
		linalg.SolveVec(t, x[c])
	}
	if fr.tied {
		fr.coupling.spreadT(x, work)
	}
}

// coordinates writes eta of v, T'(v - mean): colour undone. They may be the same.
func (fr *frame) coordinates(eta, v [][]float64, work []float64) {
	for c := range v {
		floats.SubTo(eta[c], v[c], fr.mean[c])
	}
	if fr.plain {
		return
	}
	for c, t := range fr.t {
		mulTransposed(t, eta[c])
	}
	if fr.tied {
		fr.coupling.gather(eta, work)
	}
}

// mulTransposed makes x T'x, T lower triangular.
func mulTransposed(t *mat.Dense, x []float64) {
	for j, v := range x {
		x[j] = 0
		floats.AddScaled(x[:j+1], v, t.RawRowView(j)[:j+1])
	}
}

// lay computes the frame of kernel k. It depends only on k and the data, not on the state
// of the chain. Cost some (2 steps + 8) F N^3/6 flops.
func (p *posterior) lay(fr *frame, k kernel.Kernel) error {
	if err := p.factorKernel(fr, k); err != nil {
		return err
	}
	if fr.plain = p.frames == priorFrame; fr.plain {
		return nil
	}
	if err := p.find(fr); err != nil {
		return err
	}
	return p.decompose(fr, p.curvature)
}

// factorKernel writes L of a frame, K = L L'.
func (p *posterior) factorKernel(fr *frame, k kernel.Kernel) error {
	p.gram(p.k, k)
	_, err := linalg.JitterCholesky(fr.l, p.k)
	return err
}

// decompose computes T at a share of the curvature left by newtonToMode.
func (p *posterior) decompose(fr *frame, share float64) error {
	if p.coupled {
		p.weigh()
	}
	fr.logDet = 0
	for c, t := range fr.t {
		mat.Col(p.row, c, p.d)
		linalg.WeightedGram(t, share, fr.l, p.row, 0, p.scaled)
		for i := range p.row {
			t.Set(i, i, 1+t.At(i, i))
		}
		if err := linalg.Cholesky(t, t); err != nil {
			return err
		}
		fr.logDet += linalg.LogDet(t) / 2
	}
	// A frame of D alone is as exact where rounding has spoilt the other.
	fr.tied = p.coupled && p.tie(fr, share) == nil
	return nil
}

const (
	// smoothing is the variance of the Gaussian by which the likelihood is smoothed to
	// compute a frame. Posterior standard deviations of latent values are about 1.
	smoothing = 1.0
	// Newton's method for the mode of a frame ends after newtonSteps steps, each halved at most newtonHalvings
	// times, or at a decrement below newtonTolerance: the frame need not be at the very top, as long as it is the
	// same one each time.
	newtonSteps, newtonHalvings = 6, 5
	newtonTolerance             = 1e-2
	// The search for the variances of an adapted frame ends after varianceRounds rounds, or where no logarithm
	// of a variance changes by varianceTolerance.
	varianceRounds, varianceTolerance = 12, 0.2
	leastVariance                     = 1e-6
)

// find leaves the means of the frame and its curvature. The mode of an adapted frame is found again
// with the variances of the resulting Gaussian, until they change little. At a fixed point, the
// variational bound of a Gaussian whose precision is K^-1 plus a diagonal is stationary.
func (p *posterior) find(fr *frame) error {
	for _, m := range fr.mean {
		clear(m)
	}
	if p.frames == matchedFrame {
		return p.match(fr)
	}
	if !p.adapted {
		return p.newtonToMode(fr)
	}
	p.smoothBy(smoothing)
	for round := 1; ; round++ {
		if err := p.newtonToMode(fr); err != nil || round == varianceRounds {
			return err
		}
		if change, err := p.spread(fr); err != nil || change < varianceTolerance {
			return err
		}
	}
}

// spread sets the variances that smooth the likelihood to the diagonals of (K^-1 + W_c)^-1, and
// returns the largest change of a logarithm. Cost 4/3 F N^3 flops.
func (p *posterior) spread(fr *frame) (change float64, err error) {
	if p.coupled {
		if err := p.decompose(fr, 1); err != nil {
			return 0, err
		}
	}
	for c := range p.step {
		variances := p.tried[c]
		if p.coupled {
			p.variances(variances, fr, c)
		} else if err := p.variancesOf(variances, c); err != nil {
			return 0, err
		}
		for i, v := range variances {
			v = max(v, leastVariance)
			change = max(change, math.Abs(math.Log(v/p.smoothing.At(i, c))))
			p.smoothing.Set(i, c, v)
		}
	}
	return change, nil
}

// variancesOf writes the diagonal of (K^-1 + W_c)^-1.
func (p *posterior) variancesOf(to []float64, c int) error {
	if err := p.factor(to, c); err != nil {
		return err
	}
	linalg.ScaleRows(p.scaled, to, p.k)
	linalg.SolveLeft(p.b, p.scaled)
	for i := range to {
		to[i] = p.k.At(i, i)
	}
	for j := range to {
		for i, s := range p.scaled.RawRowView(j) {
			to[i] -= s * s
		}
	}
	return nil
}

// newtonToMode moves the means of the frame to about the maximum of the smoothed posterior of v, by
// Newton's method with the diagonal of the Hessian of the likelihood, or the whole Hessian if
// frames are coupled. It leaves the curvature there in w.
func (p *posterior) newtonToMode(fr *frame) error {
	value := p.smoothed(fr.l, fr.mean)
	for range newtonSteps {
		decrement, err := p.newtonStep(fr)
		if err != nil {
			return err
		}
		if decrement < newtonTolerance {
			break
		}
		part, best := 1.0, math.Inf(-1)
		for range newtonHalvings {
			for c, m := range fr.mean {
				for i, s := range p.step[c] {
					p.tried[c][i] = m[i] + part*s
				}
			}
			if best = p.smoothed(fr.l, p.tried); best > value {
				break
			}
			part /= 2
		}
		if !(best > value) {
			p.smoothed(fr.l, fr.mean) // slope and curvature where it stays
			break
		}
		value = best
		for c, m := range fr.mean {
			copy(m, p.tried[c])
		}
	}
	return nil
}

// newtonStep writes the step of every function to step, and returns twice the rise that it promises.
func (p *posterior) newtonStep(fr *frame) (decrement float64, err error) {
	if p.coupled {
		return p.coupledStep(fr)
	}
	for c, m := range fr.mean {
		if err := p.newton(p.step[c], fr.l, m, c); err != nil {
			return 0, err
		}
		decrement += linalg.Dot(p.row, p.step[c])
	}
	return decrement, nil
}

// smoothed returns sum_i E log p(y_i | f_i + e) - 1/2 |v|^2, e ~ N(0, the variance that smooths the row), f = L v, and
// writes the slope by f to g and the curvature, at least 0, to w.
func (p *posterior) smoothed(l *mat.Dense, v [][]float64) float64 {
	p.latent(p.f, l, v)
	value := p.guide.Expectations(p.g, p.w, p.y, p.f, p.smoothing, 1)
	p.w.Apply(func(_, _ int, h float64) float64 { return max(0, -2*h) }, p.w)
	for _, values := range v {
		value -= linalg.Dot(values, values) / 2
	}
	return value
}

// factor writes W_c^1/2 to root and leaves the factor of B = I + W^1/2 K W^1/2 in b.
func (p *posterior) factor(root []float64, c int) error {
	for i := range root {
		root[i] = math.Sqrt(p.w.At(i, c))
	}
	return linalg.ScaledCholesky(p.b, p.k, root)
}

// newton writes (I + L'W L)^-1 r, r = L'g - v, of function c to step, and leaves r in row: with
// B = I + W^1/2 K W^1/2 it is r - L' W^1/2 B^-1 W^1/2 L r, which is not impaired by a large W.
// Cost N^3/3 flops.
func (p *posterior) newton(step []float64, l *mat.Dense, v []float64, c int) error {
	root := p.tried[c] // of w: free until the step is tried
	if err := p.factor(root, c); err != nil {
		return err
	}
	mat.Col(step, c, p.g)
	r := p.row
	copy(r, v)
	linalg.MulVec(r, true, 1, l, step, -1)
	linalg.MulVec(step, false, 1, l, r, 0)
	linalg.SolveScaled(p.b, root, step)
	scaled := root // which has been used
	copy(scaled, step)
	copy(step, r)
	linalg.MulVec(step, true, -1, l, scaled, 1)
	return nil
}
