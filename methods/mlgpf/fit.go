package mlgpf

import (
	"context"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/likelihood"
	"gpcbench/gp/optim"
	"gpcbench/gp/saved"
	"gpcbench/methods/method"
)

// fit is a training run.
type fit struct {
	*Config
	task        method.Task
	rec         method.Recorder
	minibatches *data.Minibatches
	pos         []int
	batch       batch
	start       *start
	elbo        *elbo
	sampled     *sampled // nil: all labels
	steps       *optim.Steps
	natural     *naturalStep // nil: Adam steps q too

	at, slope *parameters
	best      *best              // nil if the last state is the result
	bound     float64            // of the last minibatch, before its step
	end       map[string]float64 // what is looked at when a fit has ended
}

// newFit returns the run before its first iteration.
func newFit(ctx context.Context, c *Config, task method.Task, rec method.Recorder) (*fit, error) {
	s, err := newStart(ctx, c, task, rec)
	if err != nil {
		return nil, err
	}
	n := task.Train.Len()
	b := c.Batching.Size(n)
	d, m := s.inducing.Dims()
	f := &fit{
		Config: c, task: s.centred(task), rec: rec, start: s,
		minibatches: data.NewMinibatches(n, b, task.Stream("minibatch")), pos: make([]int, b),
		at: newParameters(m, c.Latents, task.Classes, len(s.kernel.params()), d), slope: newParameters(m, c.Latents, task.Classes, len(s.kernel.params()), d),
	}
	s.setTo(f.at)
	var labels labelSum
	expect := likelihood.NewSoftplus(c.Nodes)
	if c.Negatives > 0 {
		f.sampled = newSampled(expect, task.Classes, c.Latents, c.Negatives, task.Stream("labels"))
		labels = f.sampled
	} else {
		labels = newUtilities(expect, task.Classes, c.Latents, b)
	}
	f.elbo = newELBO(s.kernel, labels, learns{kernel: c.LearnsKernel() && len(f.at.kernel) > 0, inducing: c.LearnsInducing()},
		func(do func()) { rec.Part(method.PartDivergence, do) }, m, c.Latents, b)
	f.steps = newSteps(c, f.at, c.inducingUnit(s))
	if c.Natural {
		f.natural = newNaturalStep(c, m)
	}
	f.best = f.newBest()
	return f, nil
}

// inducingUnit is what the rate of inducing inputs is in units of.
func (c *Config) inducingUnit(s *start) float64 {
	if !c.Natural || !c.LimitSteps {
		return s.scale
	}
	length := s.scale
	if c.Kernel == "se" {
		length = min(length, s.lengthscale)
	}
	coordinates, _ := s.inducing.Dims()
	return length / math.Sqrt(float64(coordinates))
}

// newSteps returns Adam for every part, with inducing inputs in that unit.
func newSteps(c *Config, at *parameters, unit float64) *optim.Steps {
	sizes, rates := make([]int, numParts), make([]float64, numParts)
	for i := range numParts {
		sizes[i], rates[i] = len(at.part(i)), c.Step
	}
	rates[partKernel] = c.HyperRate
	rates[partInducing] = c.HyperRate * c.InducingRate * unit
	if !c.LearnsInducing() {
		sizes[partInducing] = 0
	}
	return optim.NewSteps(optim.KindAdam, sizes, rates)
}

// learnt says whether a part moves.
func (f *fit) learnt(part int) bool {
	switch part {
	case partMu, partXi:
		return f.natural == nil
	case partPhi:
		return !f.Phi.given()
	case partB:
		return !f.Bias.given()
	case partKernel:
		return f.elbo.learns.kernel
	case partInducing:
		return f.elbo.learns.inducing
	}
	return true
}

// load reads minibatch t, counted from 0.
func (f *fit) load(t int) {
	f.minibatches.At(f.pos, t)
	f.start.space.read(&f.batch, f.task.Train, f.pos)
	if f.sampled != nil {
		f.sampled.t = t
	}
}

// scale is N/b.
func (f *fit) scale() float64 { return float64(f.task.Train.Len()) / float64(len(f.pos)) }

// evaluate works out the bound on the minibatch of iteration t, and its slope.
func (f *fit) evaluate(t int) (bound float64, err error) {
	f.load(t - 1)
	if bound, err = f.elbo.value(f.slope, f.at, &f.batch, f.scale()); err != nil {
		err = fmt.Errorf("mlgpf: iteration %d: K_Z + Sigma: %w; a smaller step may help", t, err)
	}
	return bound, err
}

// iterate does iteration t, counted from 1.
func (f *fit) iterate(t int) error {
	bound, err := f.evaluate(t)
	if err != nil {
		return err
	}
	f.bound = bound
	f.best.follow(f.at, bound)
	if f.natural != nil {
		f.naturalStep(t)
	}
	for i := range numParts {
		if f.learnt(i) && !f.steps.Ascend(i, f.at.part(i), f.slope.part(i)) {
			f.rec.Event(method.EventNotFinite, 1)
		}
	}
	return nil
}

// naturalStep steps q by its natural gradient in iteration t. A step that cannot be taken is the event
// "natural step refused".
func (f *fit) naturalStep(t int) {
	rate := f.naturalRate(t, len(f.pos) == f.task.Train.Len())
	growths, err := f.natural.step(f.elbo, f.slope, f.at, rate)
	method.Jitter(f.rec, growths)
	if err != nil {
		f.rec.Event(method.EventNaturalRefused, 1)
	}
}

// trace offers the state after iteration t to the recorder.
func (f *fit) trace(t int) error { return method.Trace(f.rec, t, f.objective, f.predictor) }

// predictor returns the model of the result so far.
func (f *fit) predictor() (method.Predictor, error) {
	at := f.result()
	return newModel(modelState{
		Kernel: string(f.Kernel), Params: at.kernel, Variance: f.start.variance, Lengthscale: f.start.lengthscale, Centre: f.start.centre,
		Basis: rawOf(f.start.space.basis), Inducing: rawOf(at.inducing), Mu: rawOf(at.mu), Xi: rawOf(at.xi), Phi: rawOf(at.phi), B: at.b,
		Point: f.Probability == "point", Nodes: f.Nodes, Notes: f.notes(),
	})
}

// save writes the state after the present iteration.
func (f *fit) save(w io.Writer) error {
	parts := []any{f.bound}
	for i := range numParts {
		parts = append(parts, f.at.part(i), f.steps.Adam[i])
	}
	if f.best != nil {
		parts = append(parts, f.best.bound)
		for i := range numParts {
			parts = append(parts, f.best.at.part(i))
		}
	}
	return method.SaveState(w, parts...)
}

// resume goes back to the state that an earlier part of this fit left with the recorder,
// if any, and returns the iteration it was saved after.
func (f *fit) resume() (int, error) {
	parts := []any{&f.bound}
	states, adams := make([][]float64, numParts), make([]*optim.Adam, numParts)
	for i := range numParts {
		parts = append(parts, &states[i], &adams[i])
	}
	kept := make([][]float64, numParts)
	if f.best != nil {
		parts = append(parts, &f.best.bound)
		for i := range numParts {
			parts = append(parts, &kept[i])
		}
	}
	t, err := method.ResumeState(f.rec, "mlgpf", parts...)
	if t == 0 || err != nil {
		return 0, err
	}
	for i, state := range states {
		if len(state) != len(f.at.part(i)) || !saved.SameShape(adams[i], f.steps.Adam[i]) {
			return 0, method.OtherCheckpoint("mlgpf")
		}
		copy(f.at.part(i), state)
		f.steps.Adam[i] = adams[i]
		if f.best == nil {
			continue
		}
		if copy(f.best.at.part(i), kept[i]); len(kept[i]) != len(state) {
			return 0, method.OtherCheckpoint("mlgpf")
		}
	}
	return t, nil
}

// rawOf returns a matrix as it is saved; nil has no rows.
func rawOf(a *mat.Dense) matrix {
	if a == nil {
		return matrix{}
	}
	r, c := a.Dims()
	return matrix{r, c, a.RawMatrix().Data}
}
