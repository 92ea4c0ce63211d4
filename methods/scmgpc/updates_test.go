package scmgpc

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// state is q with all its parameters on its own, b and d too, for a test of every block: C
// classes with q(v_c) = N(m_c, S_c), and n rows.
type state struct {
	y        []int
	a        *mat.Dense // n x M, mean of f_c at the rows is a m_c
	residual []float64
	mean     [][]float64  // m_c
	cov      []*mat.Dense // S_c
	alpha, d []float64    // by row
	gamma, b [][]float64  // by class and row
}

// newState returns a state of random parameters at the rows and the prior of a task.
func newState(task method.Task, prior *sparse.Prior, rng *rand.Rand) *state {
	n, m := task.Train.Len(), prior.M()
	pr, positions := sparse.NewProjection(n, m, task.Train.Dim()), make([]int, n)
	for i := range positions {
		positions[i] = i
	}
	s := &state{y: make([]int, n), alpha: make([]float64, n), d: make([]float64, n)}
	task.Train.Read(pr.X, s.y, positions)
	prior.ProjectTraining(pr, positions)
	s.a, s.residual = pr.A, pr.Residual
	for i := range n {
		s.alpha[i], s.d[i] = 1+rng.ExpFloat64(), rng.ExpFloat64()
	}
	for range task.Classes {
		mean, gamma, b, root, cov := make([]float64, m), make([]float64, n), make([]float64, n), mat.NewDense(m, m, nil), mat.NewDense(m, m, nil)
		for j := range m {
			mean[j] = rng.NormFloat64()
			for k := range m {
				root.Set(j, k, 0.3*rng.NormFloat64())
			}
		}
		cov.Mul(root, root.T())
		for j := range m {
			cov.Set(j, j, cov.At(j, j)+0.1)
		}
		for i := range n {
			gamma[i], b[i] = rng.ExpFloat64(), rng.ExpFloat64()
		}
		s.mean, s.cov, s.gamma, s.b = append(s.mean, mean), append(s.cov, cov), append(s.gamma, gamma), append(s.b, b)
	}
	return s
}

// moments returns mean and variance of f_c at row i.
func (s *state) moments(c, i int) (m, v float64) {
	a := mat.NewVecDense(len(s.mean[c]), s.a.RawRowView(i))
	return mat.Dot(a, mat.NewVecDense(len(s.mean[c]), s.mean[c])), s.residual[i] + mat.Inner(a, s.cov[c], a)
}

// elbo is the bound at any parameters: E log p(y, omega~, omega, n, lambda | f) - E log q of
// the rows, by the divergence PG(n, b) from PG(n, 0), n log cosh(b/2) - n b/4 tanh(b/2), less
// the divergences of q(v_c).
func (s *state) elbo() float64 {
	polyaGamma := func(n, m, v, b float64) float64 {
		t := math.Tanh(b / 2)
		return n * (m/2 - math.Ln2 - (v+m*m)*t/(4*b) - math.Log(math.Cosh(b/2)) + b/4*t)
	}
	classes, sum := float64(len(s.mean)), 0.0
	for i, y := range s.y {
		m, v := s.moments(y, i)
		psi, _ := polygamma(s.alpha[i])
		lambda, logLambda := s.alpha[i]/classes, psi-math.Log(classes)
		sum += polyaGamma(1, m, v, s.d[i]) + s.alpha[i] - math.Log(classes) + logGamma(s.alpha[i]) + (1-s.alpha[i])*psi
		for c := range s.mean {
			m, v := s.moments(c, i)
			gamma := s.gamma[c][i]
			sum += polyaGamma(gamma, -m, v, s.b[c][i]) - lambda + gamma*(logLambda+1-math.Log(gamma))
		}
	}
	for c, m := range s.mean {
		logDet, _ := mat.LogDet(s.cov[c])
		sum -= 0.5 * (mat.Trace(s.cov[c]) + mat.Dot(mat.NewVecDense(len(m), m), mat.NewVecDense(len(m), m)) - float64(len(m)) - logDet)
	}
	return sum
}

// A block is an update of some parameters at the others as they are, and how to move one of
// them by a step.
type block struct {
	name   string
	update func()
	moves  []func(step float64)
}

// blocks returns the updates (5) to (11) as the documentation derives them.
func (s *state) blocks() []block {
	classes := float64(len(s.mean))
	moving := func(x *float64) func(float64) { return func(step float64) { *x *= 1 + step } }
	var angles, tilted, counts, rates, global block
	angles = block{name: "(5), (8)", update: func() {
		for c := range s.mean {
			for i := range s.y {
				m, v := s.moments(c, i)
				s.b[c][i] = math.Sqrt(v + m*m)
			}
		}
	}}
	tilted = block{name: "(9)", update: func() {
		for i, y := range s.y {
			m, v := s.moments(y, i)
			s.d[i] = math.Sqrt(v + m*m)
		}
	}}
	counts = block{name: "(6)", update: func() {
		for c := range s.mean {
			for i := range s.y {
				m, v := s.moments(c, i)
				psi, _ := polygamma(s.alpha[i])
				s.gamma[c][i] = math.Exp(psi-m/2) / (2 * classes * math.Cosh(math.Sqrt(v+m*m)/2))
			}
		}
	}}
	rates = block{name: "(7)", update: func() {
		for i := range s.y {
			s.alpha[i] = 1
			for c := range s.mean {
				s.alpha[i] += s.gamma[c][i]
			}
		}
	}}
	global = block{name: "(10), (11)", update: func() {
		for c := range s.mean {
			precision := mat.NewDense(len(s.mean[c]), len(s.mean[c]), nil)
			shift := mat.NewVecDense(len(s.mean[c]), nil)
			for j := range s.mean[c] {
				precision.Set(j, j, 1)
			}
			for i, y := range s.y {
				theta, sign := s.gamma[c][i]*math.Tanh(s.b[c][i]/2)/(2*s.b[c][i]), -s.gamma[c][i]
				if c == y {
					theta += math.Tanh(s.d[i]/2) / (2 * s.d[i])
					sign++
				}
				row := mat.NewVecDense(len(s.mean[c]), s.a.RawRowView(i))
				precision.RankOne(precision, theta, row, row)
				shift.AddScaledVec(shift, sign/2, row)
			}
			if err := s.cov[c].Inverse(precision); err != nil {
				panic(err)
			}
			mat.NewVecDense(len(s.mean[c]), s.mean[c]).MulVec(s.cov[c], shift)
		}
	}}
	for c := range s.mean {
		for i := range s.y {
			angles.moves = append(angles.moves, moving(&s.b[c][i]))
			counts.moves = append(counts.moves, moving(&s.gamma[c][i]))
		}
		for j := range s.mean[c] {
			global.moves = append(global.moves, func(step float64) { s.mean[c][j] += step })
			for k := range j + 1 {
				global.moves = append(global.moves, func(step float64) {
					s.cov[c].Set(j, k, s.cov[c].At(j, k)+0.1*step)
					if j != k {
						s.cov[c].Set(k, j, s.cov[c].At(j, k))
					}
				})
			}
		}
	}
	for i := range s.y {
		tilted.moves, rates.moves = append(tilted.moves, moving(&s.d[i])), append(rates.moves, moving(&s.alpha[i]))
	}
	return []block{angles, tilted, counts, rates, global}
}

// small returns a task of a few rows on a line, of three classes.
func small(rows int) method.Task {
	rng := rand.New(rand.NewPCG(6, 3))
	x, y := mat.NewDense(rows, 1, nil), make([]int, rows)
	for i := range rows {
		y[i] = i % 3
		x.Set(i, 0, float64(y[i])-1+0.7*rng.NormFloat64())
	}
	return methodtest.Task(data.NewMemory(x, y), 3, 7)
}

// fixedPrior are options of a full batch with one prior that stays.
func fixedPrior(inducing any) map[string]any {
	return map[string]any{
		"inducing": inducing, "inducing_init": "first", "lengthscale": 1.0, "variance": 2.0, "noise": 0.0, "kernel": "se",
		"batch": 0, "learn": []any{}, "share": []any{"kernel", "inducing"},
	}
}

// Every block's update raises the bound, to where no parameter of the block raises it
// further; and all blocks in turns lead to where the program's iterations lead.
func TestBlockUpdates(t *testing.T) {
	task := small(9)
	f := started(t, task, fixedPrior(4))
	s := newState(task, f.Posterior().Prior[0], rand.New(rand.NewPCG(4, 4)))
	before := s.elbo()
	for sweep := range 1000 {
		start := before
		for _, b := range s.blocks() {
			b.update()
			at := s.elbo()
			if at < before-1e-10 {
				t.Errorf("sweep %d: %s takes the bound from %v to %v", sweep, b.name, before, at)
			}
			if before = at; sweep > 2 {
				continue
			}
			const step = 1e-3
			for k, move := range b.moves {
				for _, by := range []float64{step, -step} {
					move(by)
					moved := s.elbo()
					if b.name == "(10), (11)" {
						move(-by)
					} else {
						move(1/(1+by) - 1)
					}
					if moved > at {
						t.Errorf("sweep %d, %s: parameter %d, moved by %v, takes the bound from %v to %v", sweep, b.name, k, by, at, moved)
					}
				}
			}
		}
		if before-start < 1e-12 {
			break
		}
	}
	if bound := methodtest.Converged(t, f, 1e-11); math.Abs(bound-before) > 1e-8 {
		t.Errorf("the blocks lead to %v, the program to %v", before, bound)
	}
}

// Iterations of the full batch never lower the bound, with more rows, classes of unlike size
// and priors of their own.
func TestFullBatchBoundRises(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(120, 2, 5, rand.New(rand.NewPCG(1, 2))), 5, 7)
	for _, update := range []string{"derived", "joint"} {
		f := started(t, task, map[string]any{"inducing": 12, "batch": 0, "learn": []any{}, "update": update})
		before := math.Inf(-1)
		for i := range 60 {
			if err := f.Iterate(i + 1); err != nil {
				t.Fatal(err)
			}
			now := f.Bound()
			if now < before-1e-9 {
				t.Errorf("%s, iteration %d: the bound falls from %v to %v", update, i+1, before, now)
			}
			before = now
		}
	}
}

// The bound, with its constants, is below log p(y): p(y) is the mean over draws from the prior.
func TestBoundIsBelowEvidence(t *testing.T) {
	const draws, rows = 200_000, 6
	task := small(rows)
	f := started(t, task, fixedPrior("all"))
	prior := f.Posterior().Prior[0]
	y, positions := make([]int, rows), []int{0, 1, 2, 3, 4, 5}
	task.Train.Read(mat.NewDense(rows, 1, nil), y, positions)
	rng := rand.New(rand.NewPCG(11, 5))
	var sum, squares float64
	for range draws {
		var s [3][rows]float64
		for c := range s {
			var v [rows]float64
			for i := range v {
				v[i] = rng.NormFloat64()
			}
			for i := range v {
				value := 0.0
				for j, l := range prior.L.RawRowView(i)[:i+1] {
					value += l * v[j]
				}
				s[c][i] = 1 / (1 + math.Exp(-value))
			}
		}
		p := 1.0
		for i, class := range y {
			p *= s[class][i] / (s[0][i] + s[1][i] + s[2][i])
		}
		sum += p
		squares += p * p
	}
	mean := sum / draws
	se := math.Sqrt((squares/draws-mean*mean)/draws) / mean
	evidence, bound := math.Log(mean), methodtest.Converged(t, f, 1e-11)
	t.Logf("bound %.4f, log p(y) %.4f (s.e. %.4f)", bound, evidence, se)
	if bound > evidence-4*se {
		t.Errorf("the bound %v is not below log p(y) = %v (s.e. %v)", bound, evidence, se)
	}
}

// With f_2 = -f_1 a row has in the bound what X-GPC has and a loss, which is the
// same for all means where the variance is 0; there the derivatives by the mean are
// X-GPC's.
func TestTwoOppositeClasses(t *testing.T) {
	a := newAugmented(2, "derived", 0)
	row := func(m, v float64) ([][]float64, [][]float64) {
		return columns([]float64{m, -m}), columns([]float64{v, v})
	}
	shift, precision := columns([]float64{0, 0}), columns([]float64{0, 0})
	for _, m := range []float64{-6, -1, -0.2, 0, 0.5, 3} {
		for _, v := range []float64{0, 1e-3, 0.4, 5} {
			mean, variance := row(m, v)
			b := math.Sqrt(v + m*m)
			alpha := 1 + math.Exp(derived(math.Log(math.Cosh(m/2)/(2*math.Cosh(b/2)))))
			psi, _ := polygamma(alpha)
			loss := -1 + alpha - math.Ln2 + logGamma(alpha) + (1-alpha)*psi
			got := a.Bound([]int{0}, mean, variance)
			if want := m/2 - math.Log(2*math.Cosh(b/2)) + loss; math.Abs(got-want) > 1e-12 {
				t.Errorf("m %v, v %v: F is %v, want %v", m, v, got, want)
			}
			if loss > -0.31328233 || v == 0 && math.Abs(loss+0.31328234) > 1e-8 {
				t.Errorf("m %v, v %v: the loss is %v", m, v, loss)
			}
			a.Local(shift, precision, []int{0}, mean, variance)
			tilted := 0.25
			if b > 0 {
				tilted = math.Tanh(b/2) / (2 * b)
			}
			slope, both := shift[0][0]-shift[1][0], precision[0][0]+precision[1][0]
			if both <= tilted {
				t.Errorf("m %v, v %v: precision %v, X-GPC's is %v", m, v, both, tilted)
			}
			if want := 0.5 - tilted*m; v == 0 && math.Abs(slope-both*m-want) > 1e-12 {
				t.Errorf("m %v: derivative %v, X-GPC's is %v", m, slope-both*m, want)
			}
		}
	}
}
