package exact

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
	"gpcbench/gp/likelihood"
)

// synthetic returns rows and labels of the given number of classes, and a kernel.
func synthetic(t testing.TB, n, d, classes int, variance float64) (*mat.Dense, []int, kernel.Kernel) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 9))
	x, y := mat.NewDense(n, d, nil), make([]int, n)
	x.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, x)
	for i := range y {
		if i%7 > 0 {
			y[i] = min(classes-1, int(math.Abs(x.At(i, 0))*float64(classes)/1.3))
		}
	}
	k, err := kernel.New("se", d, kernel.Start{Variance: variance, Lengthscale: 1.5, Noise: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	return x, y, k
}

// One move a sweep has the same random numbers in a batch as without, and ends at the same point to rounding.
func TestBatchOfOneMove(t *testing.T) {
	for _, c := range []struct {
		name, likelihood string
		classes          int
		frames           func(*posterior) error
	}{
		{"two classes", "logit", 2, func(*posterior) error { return nil }},
		{"matched", "probit", 2, func(p *posterior) error { return p.matchMoments() }},
		{"from the prior", "softmax", 3, func(p *posterior) error { p.frames = priorFrame; return nil }},
		{"coupled", "softmax", 3, func(p *posterior) error { return p.couple() }},
		{"by the diagonal", "logistic-softmax", 3, func(p *posterior) error { p.adapted = true; return nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, y, k := synthetic(t, 30, 2, c.classes, 4)
			l, err := likelihood.New(likelihood.State{Name: c.likelihood, Outputs: c.classes})
			if c.classes > 2 {
				l, err = likelihood.NewMulticlass(c.likelihood, c.classes, 0)
			}
			if err != nil {
				t.Fatal(err)
			}
			var chains []*chain
			for _, batched := range []bool{false, true} {
				p := newPosterior(l, x, y, newHyperprior(k, true, 1, 1))
				if err := c.frames(p); err != nil {
					t.Fatal(err)
				}
				p.batched = batched
				ch, err := newChain(p, rand.New(rand.NewPCG(1, 2)))
				if err != nil {
					t.Fatal(err)
				}
				chains = append(chains, ch)
			}
			for range 12 {
				before := append([]float64(nil), chains[0].eta[0]...)
				for _, ch := range chains {
					ch.power = 0.7
					ch.sweep(1, 1)
				}
				for q, eta := range chains[0].eta {
					for i, e := range eta {
						if math.Abs(e-chains[1].eta[q][i]) > 1e-7 {
							t.Fatalf("function %d, row %d: %v in a batch, %v without", q, i, chains[1].eta[q][i], e)
						}
					}
				}
				if before[0] == chains[0].eta[0][0] {
					t.Fatal("a sweep has not moved the chain")
				}
			}
		})
	}
}

// After several moves of a batch its products are still those of eta, and the chain is where eta says.
func TestMovesOfABatchFollowEachOther(t *testing.T) {
	x, y, k := synthetic(t, 20, 2, 3, 4)
	l, err := likelihood.NewMulticlass("softmax", 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := newPosterior(l, x, y, newHyperprior(k, false, 1, 1))
	c, err := newChain(p, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	c.sweep(1, 4)
	b, frame := c.batch, c.frame
	for q := range b.eta {
		want := vectors(3, 20)
		for r := range want {
			copy(want[r], b.eta[r].RawRowView(0))
		}
		frame.colour(want, make([]float64, 20))
		for i, v := range want[q] {
			if got := b.coloured[q].At(0, i); math.Abs(got-v) > 1e-9 {
				t.Errorf("function %d, row %d: T^-T eta %v, want %v", q, i, got, v)
			}
			if got := c.v[q][i]; math.Abs(got-v-frame.mean[q][i]) > 1e-9 {
				t.Errorf("function %d, row %d: v %v, want %v", q, i, got, v+frame.mean[q][i])
			}
		}
	}
	if got, want := c.value, c.place(c.frame); got != want {
		t.Errorf("log density %v, from eta %v", got, want)
	}
}

// Of 500 rows of two classes, on one core: a move of the latent functions takes
//
//	one by one  475 us
//	batched      53 us
func BenchmarkLatentMove(b *testing.B) {
	x, y, k := synthetic(b, 500, 5, 2, 4)
	l, err := likelihood.New(likelihood.State{Name: "probit", Outputs: 2})
	if err != nil {
		b.Fatal(err)
	}
	for _, batched := range []bool{false, true} {
		p := newPosterior(l, x, y, newHyperprior(k, false, 1, 1))
		p.batched = batched
		c, err := newChain(p, rand.New(rand.NewPCG(1, 2)))
		if err != nil {
			b.Fatal(err)
		}
		name := map[bool]string{true: "batched", false: "one by one"}[batched]
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				c.sweep(1, 20)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/20, "us/move")
		})
	}
}
