package exact

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/likelihood"
	"gpcbench/linalg"
)

// errNotTruncated is the error of moves of a truncated Gaussian with a likelihood that is none.
var errNotTruncated = errors.New("exact: truncated_gaussian needs the likelihood \"probit\" or \"argmax\", which are functions plus Gaussian noise; set truncated_gaussian = false")

// noisy is the latent functions plus the noise of a probit or argmax, h_c = f_c + e_c, e_c ~ N(0, s^2 I). Given the
// labels h is a Gaussian, with covariance K + s^2 I in each function, truncated to the region where each row's label is
// that of h: h_i > 0 or h_i < 0 of one function, h_iy > h_ik for all k != y of several.
type noisy struct {
	sd        float64    // s
	k, factor *mat.Dense // K + s^2 I, A A'
	laid      bool       // they are those of the present kernel
	h, speed  [][]float64
	start     [][]float64 // h where a path begins
	drawn     []float64   // h of a row
	bounces   int         // after which a path is given up

	sign          []float64 // of h, of one function
	own, ownSpeed []float64 // of the functions of the labels
}

// truncate makes the posterior one whose latent functions move as a truncated Gaussian.
func (p *posterior) truncate() error {
	noise, ok := likelihood.Augment(p.likelihood)
	if !ok {
		return errNotTruncated
	}
	p.noise = noise
	return nil
}

func (p *posterior) newNoisy() *noisy {
	n, functions := len(p.y), p.likelihood.Functions()
	t := &noisy{
		sd: p.noise.NoiseSD(), k: mat.NewDense(n, n, nil), factor: mat.NewDense(n, n, nil),
		h: vectors(functions, n), speed: vectors(functions, n), start: vectors(functions, n), drawn: make([]float64, functions),
		bounces: mostBounces * n * max(1, functions-1),
	}
	if functions > 1 {
		t.own, t.ownSpeed = make([]float64, n), make([]float64, n)
		return t
	}
	t.sign = make([]float64, n)
	for i, y := range p.y {
		t.sign[i] = float64(2*y - 1)
	}
	return t
}

// moveTruncated moves the latent functions in one step: h is drawn given f, moves through the region of its labels
// (Pakman & Paninski, Exact Hamiltonian Monte Carlo for truncated multivariate Gaussians, 2014), and f is drawn given h.
// Cost some 12 F N^2 flops, and 10 F N a bounce. It does nothing where K + s^2 I cannot be decomposed.
func (c *chain) moveTruncated() {
	if !c.noisy.laid && c.layNoisy() != nil {
		return
	}
	c.addNoise()
	c.travel()
	c.removeNoise()
	c.frame.coordinates(c.eta, c.eta, c.row)
	c.value = c.place(c.frame)
}

// layNoisy decomposes K + s^2 I at the present kernel.
func (c *chain) layNoisy() error {
	t := c.noisy
	c.gram(t.k, c.prior.kernelAt(c.z))
	for i := range c.y {
		t.k.Set(i, i, t.k.At(i, i)+t.sd*t.sd)
	}
	_, err := linalg.JitterCholesky(t.factor, t.k)
	t.laid = err == nil
	return err
}

// addNoise draws h given f and the labels, row by row.
func (c *chain) addNoise() {
	t := c.noisy
	for i, y := range c.y {
		c.noise.Augment(c.rng, t.drawn, y, c.moved.RawRowView(i))
		for k, h := range t.drawn {
			t.h[k][i] = h
		}
	}
}

// mostBounces times the number of constraints is where a path is given up: h stays where it was, which leaves its
// distribution as it is, since the way back has as many bounces.
const mostBounces = 200

// travel moves h along a path of a quarter of a period, h cos(t) + speed sin(t), speed ~ N(0, K + s^2 I) at first, that bounces
// off the boundary of the region. A boundary g'h = 0 turns the speed into speed - 2 C g (g'speed)/(g'C g), C the covariance:
// in coordinates in which h is N(0, I), its mirror image.
func (c *chain) travel() {
	t := c.noisy
	normal(c.rng, t.speed...)
	for k, w := range t.speed {
		copy(t.start[k], t.h[k])
		mulLower(t.factor, w, c.row)
	}
	left := math.Pi / 2
	for range t.bounces {
		row, other, ratio := t.next(c.y)
		until := math.Inf(1)
		if ratio < 0 {
			until = math.Atan(ratio) + math.Pi/2
		}
		t.turn(min(until, left))
		if until >= left {
			return
		}
		left -= until
		t.bounce(c.y[row], row, other)
	}
	t.h, t.start = t.start, t.h
}

// next returns the row and the function, other than that of its label, of the boundary that the path meets first, and the
// ratio of the speed towards it to the distance: at a distance a and a speed b it is met where a cos(t) + b sin(t) is 0.
func (t *noisy) next(y []int) (row, other int, ratio float64) {
	ratio = math.Inf(1)
	if len(t.h) == 1 {
		for i, a := range t.h[0] {
			sign := t.sign[i]
			if r := sign * t.speed[0][i] / max(sign*a, 0); r < ratio {
				row, ratio = i, r
			}
		}
		return row, 0, ratio
	}
	for i, label := range y {
		t.own[i], t.ownSpeed[i] = t.h[label][i], t.speed[label][i]
	}
	for k, h := range t.h {
		w := t.speed[k]
		for i, own := range t.own {
			// 0/0 is not a number for the label's own function.
			if r := (t.ownSpeed[i] - w[i]) / max(own-h[i], 0); r < ratio {
				row, other, ratio = i, k, r
			}
		}
	}
	return row, other, ratio
}

// turn goes on along the path for a time.
func (t *noisy) turn(time float64) {
	sin, cos := math.Sincos(time)
	for k, h := range t.h {
		w := t.speed[k]
		for i, a := range h {
			b := w[i]
			h[i], w[i] = cos*a+sin*b, cos*b-sin*a
		}
	}
}

// bounce places h on the boundary of a row, and turns the speed back.
func (t *noisy) bounce(label, row, other int) {
	column, variance := t.k.RawRowView(row), t.k.At(row, row)
	if len(t.h) == 1 {
		t.h[0][row] = 0
		floats.AddScaled(t.speed[0], -2*t.speed[0][row]/variance, column)
		return
	}
	t.h[other][row] = t.h[label][row]
	own, their := t.speed[label], t.speed[other]
	part := (own[row] - their[row]) / variance
	floats.AddScaled(own, -part, column)
	floats.AddScaled(their, part, column)
}

// removeNoise draws v given h, and leaves it in eta: with v0 and e drawn without h, v0 + L'(K + s^2 I)^-1 (h - L v0 - e)
// (Hoffman & Ribak, Constrained realizations of Gaussian fields, 1991).
func (c *chain) removeNoise() {
	t := c.noisy
	normal(c.rng, c.eta...)
	for k, v := range c.eta {
		rest := t.speed[k]
		normal(c.rng, rest)
		for i, e := range rest {
			rest[i] = t.h[k][i] - t.sd*e
		}
		linalg.MulVec(rest, false, -1, c.frame.l, v, 1)
		linalg.SolveVec(t.factor, rest)
		linalg.SolveVecT(t.factor, rest)
		linalg.MulVec(v, true, 1, c.frame.l, rest, 1)
	}
}

// mulLower makes x L x, L lower triangular.
func mulLower(l *mat.Dense, x, work []float64) {
	for i := range x {
		work[i] = linalg.Dot(l.RawRowView(i)[:i+1], x[:i+1])
	}
	copy(x, work)
}
