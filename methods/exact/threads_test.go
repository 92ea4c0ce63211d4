package exact

import (
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// withCores runs do on so many cores.
func withCores(n int, do func()) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(n))
	do()
}

// meeting is a likelihood that holds whoever asks for it until two have asked, or until it is late.
type meeting struct {
	likelihood.Likelihood
	asked     *atomic.Int32
	two, late chan struct{}
}

func (m meeting) LogProb(y int, f []float64) float64 {
	if m.asked.Add(1) == 2 {
		close(m.two)
	}
	select {
	case <-m.two:
	case <-m.late:
	}
	return m.Likelihood.LogProb(y, f)
}

// On two cores two chains move at once: each waits for the other in its first move.
func TestChainsMoveAtOnce(t *testing.T) {
	k, err := kernel.New("se", 1, kernel.Start{Variance: 2, Lengthscale: 1, Noise: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	r := &run{cfg: New()}
	for range 2 {
		post, err := r.cfg.posterior(likelihood.Bernoulli{Link: likelihood.Logit{}}, k, mat.NewDense(2, 1, []float64{0.2, 1.1}), []int{1, 0})
		if err != nil {
			t.Fatal(err)
		}
		chain, err := newChain(post, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			t.Fatal(err)
		}
		r.spaces, r.chains = append(r.spaces, post), append(r.chains, chain)
	}
	m := meeting{likelihood.Bernoulli{Link: likelihood.Logit{}}, new(atomic.Int32), make(chan struct{}), make(chan struct{})}
	for _, post := range r.spaces {
		post.likelihood = m
	}
	inTime := time.AfterFunc(10*time.Second, func() { close(m.late) })
	withCores(2, func() { err = r.sweep() })
	if err != nil || !inTime.Stop() {
		t.Errorf("one chain moves after the other: %v", err)
	}
}

// Chains have the same draws on any number of cores, in every frame and by every move.
func TestSameDrawsOnAnyNumberOfCores(t *testing.T) {
	rows := mat.NewDense(5, 1, []float64{0.2, 1.1, 2, -0.5, 0.4})
	tasks := map[int]method.Task{
		2: methodtest.Task(data.NewMemory(rows, []int{1, 0, 0, 1, 1}), 2, 3),
		3: methodtest.Task(data.NewMemory(rows, []int{1, 0, 0, 1, 2}), 3, 3),
	}
	for _, c := range []tried{
		{3, "softmax", 12, map[string]any{"coupled_frame": true, "adapted_frame": true, "fitted_ellipse": true}},
		{3, "argmax", 8, map[string]any{"coupled_frame": true}},
		{3, "logistic-softmax", 4, nil},
		{2, "probit", 12, map[string]any{"matched_frame": true, "estimates": 3, "fitted_ellipse": true}},
		{2, "logit", 12, map[string]any{"prior_frame": true, "surrogate_data": true}},
		{2, "logit", 12, map[string]any{"leapfrogs": 2}},
	} {
		options := map[string]any{"likelihood": c.likelihood, "iterations": c.iterations, "thinning": 1, "chains": 3, "burn_in": 8, "noise": 0.1}
		maps.Copy(options, c.options)
		var first []float64
		for _, cores := range []int{1, 2, 3} {
			withCores(cores, func() {
				m, _ := sample(t, tasks[c.classes], options)
				draws := slices.Concat(m.draws.V, m.draws.Z)
				if first == nil {
					first = draws
				} else if !slices.Equal(draws, first) {
					t.Errorf("%s, %v: draws on %d cores are not those on one", c.likelihood, c.options, cores)
				}
			})
		}
	}
}
