package ep

import (
	"math"
	"slices"
	"sync"

	"gpcbench/gp/optim"
	"gpcbench/gp/saved"
	"gpcbench/linalg/threads"
	"gpcbench/methods/method"
)

// hyperStep holds the update rules of kernel parameters and inducing inputs, two
// of one kind and none of the other, and how far failures have slowed them down.
type hyperStep struct {
	SignRate []*optim.SignRate
	Adam     []*optim.Adam
	// Pace multiplies damping and steps. A failure halves it, two successes in
	// a row double it again, up to 1.
	Pace      float64
	Successes int
}

// newHyperStep returns the rules before their first step, for the given numbers of
// kernel parameters and inducing inputs. The indices of lengthscales among the former
// are those that "signrate-code" treats as one.
func newHyperStep(cfg Options, kernels, inputs int, lengthscales []int) *hyperStep {
	h := &hyperStep{Pace: 1}
	if cfg.HyperOptimiser == adam {
		h.Adam = []*optim.Adam{optim.NewAdam(kernels, cfg.HyperRate), optim.NewAdam(inputs, cfg.HyperRate*cfg.InducingRate)}
		return h
	}
	h.SignRate = []*optim.SignRate{optim.NewSignRate(kernels, cfg.HyperRate), optim.NewSignRate(inputs, cfg.HyperRate*cfg.InducingRate)}
	if cfg.HyperOptimiser == signRateCode {
		h.SignRate[0].Summed = lengthscales
	}
	return h
}

// step moves part i of the parameters along its gradient.
func (h *hyperStep) step(i int, x, grad []float64) bool {
	if h.Adam != nil {
		return h.Adam[i].Ascend(x, grad)
	}
	return h.SignRate[i].Ascend(x, grad)
}

// sameShape says whether a checkpoint's h can take the place of g.
func (h *hyperStep) sameShape(g *hyperStep) bool {
	if !saved.SameShape(h, g) {
		return false
	}
	for i, s := range h.SignRate {
		if !slices.Equal(s.Summed, g.SignRate[i].Summed) {
			return false
		}
	}
	return true
}

func (h *hyperStep) failed() { h.Pace, h.Successes = h.Pace/2, 0 }

func (h *hyperStep) succeeded() {
	if h.Successes++; h.Pace < 1 && h.Successes == 2 {
		h.Pace, h.Successes = min(1, 2*h.Pace), 0
	}
}

// kernelUpdate takes a step of what is learnt, unless some Kuu or q then has no
// decomposition, and returns the largest change of a parameter.
func (f *run) kernelUpdate() (moved float64, err error) {
	k := f.layout.KernelSize()
	for i, u := range f.units {
		f.x[i] /= u
		f.grad[i] *= u
	}
	if f.cfg.LearnsKernel() && !f.hyper.step(0, f.x[:k], f.grad[:k]) {
		f.rec.Event(method.EventNotFinite, 1)
	}
	if f.cfg.LearnsInducing() && !f.hyper.step(1, f.x[k:], f.grad[k:]) {
		f.rec.Event(method.EventNotFinite, 1)
	}
	for i, u := range f.units {
		f.x[i] *= u
	}
	moved = slowDown(f.x, f.good, f.hyper.Pace)
	if moved == 0 {
		return 0, nil
	}
	growths, err := f.moveTo(f.x)
	method.Jitter(f.rec, growths)
	if err == nil && f.keepsProducts() {
		err = f.proper()
	}
	if err != nil {
		f.rec.Event(method.EventRefused, 1)
		return 0, f.back()
	}
	return moved, nil
}

// slowDown scales every step from good to x by pace, and returns the size of the largest.
func slowDown(x, good []float64, pace float64) (largest float64) {
	var one sync.Mutex
	threads.Chunks(len(x), func(from, to int) {
		of := slowDownChunk(x[from:to], good[from:to], pace)
		one.Lock()
		defer one.Unlock()
		largest = max(largest, of)
	})
	return largest
}

// slowDownChunk is slowDown in one goroutine. The built-in max would take longer than
// everything else: it handles NaN, which an accepted step does not have.
func slowDownChunk(x, good []float64, pace float64) (largest float64) {
	x = x[:len(good)]
	for i, v := range good {
		to := v + pace*(x[i]-v)
		if size := math.Abs(to - v); size > largest {
			largest = size
		}
		x[i] = to
	}
	return largest
}

// proper returns an error unless q has a positive definite precision.
func (f *run) proper() error {
	return f.eachClass(func(_ int, c *class) error { return c.q.SetPosterior(c.sites, 1) })
}
