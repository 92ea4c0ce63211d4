package ep

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/sparse"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// distance is the largest difference of what two runs have as q in u.
func distance(a, b *run) float64 {
	var most float64
	for k, c := range a.classes {
		d := b.classes[k]
		for i, v := range c.q.Mean {
			most = max(most, math.Abs(v-d.q.Mean[i]))
			for j := range i + 1 {
				most = max(most, math.Abs(c.q.Cov.At(i, j)-d.q.Cov.At(i, j)))
			}
		}
	}
	return most
}

// While the kernel stays put EP on minibatches, some of which run over from one
// epoch into the next, ends at the fixed point of EP on all rows.
func TestMinibatchesEndAtTheSameFixedPoint(t *testing.T) {
	options := map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.1, "learn": []string{}}
	whole := begun(t, 30, 2, 3, untied, options)
	whole.load(0)
	whole.project()
	whole.sweep(t, 2000, 0.7)
	if err := whole.evaluate(false); err != nil {
		t.Fatal(err)
	}
	options["batch"] = 7
	part := begun(t, 30, 2, 3, untied, options)
	for i := range 2000 {
		if err := part.iterate(t.Context(), i+1); err != nil {
			t.Fatal(err)
		}
	}
	if err := part.evaluate(false); err != nil {
		t.Fatal(err)
	}
	if d := distance(whole, part); d > 1e-9 {
		t.Errorf("q differs by %g", d)
	}
}

// In natural parameters a minibatch of tied factors makes the product of each class (1 - rho
// share) times what it was plus rho times the batch's factors. These are that share of all
// factors that touch the class, or with tie "all" of all.
func TestTiedMinibatch(t *testing.T) {
	const n, b, m, classes, rho = 30, 7, 4, 3, 0.3
	for _, tie := range []tying{tiedAll, tiedByClass} {
		f := begun(t, n, 2, classes, tie, map[string]any{"inducing": m, "inducing_init": "random", "kernel": "se-ard", "noise": 0.1, "batch": b, "learn": []string{}})
		for i := range 5 {
			if err := f.iterate(t.Context(), i+1); err != nil {
				t.Fatal(err)
			}
		}
		f.load(5)
		f.project()
		if err := f.posterior(false); err != nil {
			t.Fatal(err)
		}
		want := make([]*sparse.Natural, classes)
		for k, c := range f.classes {
			touching := func(y []int) (count float64) {
				for _, class := range y {
					if tie == tiedAll || class == k {
						count += classes - 1
					} else {
						count++
					}
				}
				return count
			}
			_, all := f.task.Train.ReadAll()
			beta := 1 - rho*touching(f.factors.y)/touching(all)
			want[k] = sparse.NewNatural(m)
			want[k].Precision.Scale(beta, c.sites.Precision)
			for j, v := range c.sites.Shift {
				want[k].Shift[j] = beta * v
			}
		}
		for i, y := range f.factors.y {
			for k := range classes {
				if k == y {
					continue
				}
				for side, new := range f.factors.matched(k*b + i) {
					c := [sides]int{k, y}[side]
					a := mat.VecDenseCopyOf(f.classes[c].pr.A.RowView(i))
					want[c].Precision.RankOne(want[c].Precision, rho*new[0], a, a)
					for j := range m {
						want[c].Shift[j] += rho * new[1] * a.AtVec(j)
					}
				}
			}
		}
		f.refine(5, rho)
		for k, c := range f.classes {
			if !mat.EqualApprox(c.sites.Precision, want[k].Precision, 1e-13) || !floats.EqualApprox(c.sites.Shift, want[k].Shift, 1e-13) {
				t.Errorf("tie %q, class %d: precision %v and shift %v, want %v and %v", tie, k,
					c.sites.Precision.RawMatrix().Data, c.sites.Shift, want[k].Precision.RawMatrix().Data, want[k].Shift)
			}
		}
	}
}

// While the kernel stays put the fixed point of tied factors on all rows is that of minibatches
// too: what these move q by, in proportion to the damping, has mean 0 over an epoch.
func TestTiedMinibatchesStayAtTheFixedPoint(t *testing.T) {
	const rho = 1e-3
	for _, tie := range []tying{tiedAll, tiedByClass} {
		options := map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.1, "learn": []string{}}
		whole := begun(t, 30, 2, 3, tie, options)
		if err := whole.loop(t.Context()); err != nil {
			t.Fatal(err)
		}
		options["batch"], options["damping"] = 10, rho
		part := begun(t, 30, 2, 3, tie, options)
		for k, c := range part.classes {
			c.sites.CopyFrom(whole.classes[k].sites)
		}
		for i := range 300 {
			if err := part.iterate(t.Context(), i+1); err != nil {
				t.Fatal(err)
			}
			if err := part.evaluate(false); err != nil {
				t.Fatal(err)
			}
			switch d := distance(whole, part); {
			case i == 0 && d < 0.1*rho:
				t.Errorf("tie %q: the first minibatch moves q by %g", tie, d)
			case i%3 == 2 && d > 5*rho*rho:
				t.Fatalf("tie %q: q differs by %g after epoch %d", tie, d, i/3+1)
			}
		}
	}
}

// While the kernel moves the product of the factors is kept in two parts; at
// the end of an epoch it is the sum of all factors along a_i as they went in,
// which is that along a_i as they are if the kernel's steps are tiny.
func TestPartsAddUp(t *testing.T) {
	options := map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.1, "batch": 10, "hyper_rate": 1e-12}
	f := begun(t, 30, 2, 3, untied, options)
	for i := range 300 {
		if err := f.iterate(t.Context(), i+1); err != nil {
			t.Fatal(err)
		}
	}
	options["batch"] = 0
	whole := begun(t, 30, 2, 3, untied, options)
	whole.load(0)
	whole.sites.copyFrom(f.store)
	whole.project()
	if err := whole.evaluate(false); err != nil {
		t.Fatal(err)
	}
	if err := f.evaluate(false); err != nil {
		t.Fatal(err)
	}
	if d := distance(whole, f); d > 1e-8 {
		t.Errorf("q differs by %g from that of its factors", d)
	}
}

// Within an epoch a row that it has updated has its new factors in the product and
// rest of those it began with, another row rest of its factors; and inside says so
// of the batch, before the update as well as after it.
func TestShareOfAFactor(t *testing.T) {
	f := begun(t, 30, 2, 3, untied, map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.1, "batch": 7, "hyper_rate": 1e-13})
	began, seen := newSites(90), map[int]bool{}
	share := func(side, k, row int) float64 {
		if seen[row] {
			return f.store.Prec[side][k*30+row] + f.rest()*began.Prec[side][k*30+row]
		}
		return f.rest() * f.store.Prec[side][k*30+row]
	}
	check := func(when string, it int) {
		t.Helper()
		for i, row := range f.positions {
			if slices.Contains(f.positions[i+1:], row) {
				continue // the second time counts
			}
			for k := range f.classes {
				for side := range sides {
					if got, want := f.inside.Prec[side][k*7+i], share(side, k, row); math.Abs(got-want) > 1e-12 {
						t.Fatalf("%s update %d: row %d, class %d, side %d: %g of the factor inside, want %g", when, it, row, k, side, got, want)
					}
				}
			}
		}
	}
	x, y := f.task.Train.ReadAll()
	for it := range 40 {
		f.load(it)
		if f.cut(it) == f.b {
			check("before", it)
		}
		past := newSites(90)
		past.copyFrom(f.store)
		if err := f.iterate(t.Context(), it+1); err != nil {
			t.Fatal(err)
		}
		for i, row := range f.positions {
			if i == f.cut(it) { // the next epoch begins, with factors of its first rows as they were
				clear(seen)
				began.copyFrom(f.store)
			}
			if i >= f.cut(it) && !slices.Contains(f.positions[:f.cut(it)], row) {
				for side := range sides {
					for k := range f.classes {
						began.Prec[side][k*30+row] = past.Prec[side][k*30+row]
					}
				}
			}
			seen[row] = true
		}
		if f.ends(it) && f.cut(it) == f.b {
			clear(seen)
			began.copyFrom(f.store)
		}
		check("after", it)
		for k, c := range f.classes {
			pr := sparse.NewProjection(30, 4, 2)
			pr.X.Copy(x)
			c.prior.Project(pr)
			var want float64
			for row, class := range y {
				a := pr.A.At(row, 0)
				for j := range f.classes {
					if j == class {
						continue
					}
					if j == k {
						want += share(other, j, row) * a * a
					}
					if class == k {
						want += share(own, j, row) * a * a
					}
				}
			}
			if got := c.sites.Precision.At(0, 0); math.Abs(got-want) > 1e-6*want {
				t.Fatalf("after update %d: class %d: precision %.9f, of its factors %.9f", it, k, got, want)
			}
		}
	}
}

// Both parts go along when the kernel moves, and the product with them.
func TestProductMovesWithItsParts(t *testing.T) {
	f := begun(t, 30, 2, 3, untied, map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.1, "batch": 7, "hyper_rate": 0.1})
	for it := range 9 {
		if err := f.iterate(t.Context(), it+1); err != nil {
			t.Fatal(err)
		}
	}
	for k, c := range f.classes {
		n := sparse.NewNatural(4)
		n.Combine(c.parts[fresh], f.rest(), c.parts[old])
		for i := range 4 {
			for j := range i + 1 {
				if n.Precision.At(i, j) != c.sites.Precision.At(i, j) {
					t.Fatalf("class %d: the product is not that of its parts", k)
				}
			}
		}
	}
}

// Parallel updates without damping can go round in circles, and do here; damped
// ones settle.
func TestDamping(t *testing.T) {
	change := func(rho float64) float64 {
		f := begun(t, 40, 1, 3, untied, map[string]any{"inducing": 10, "inducing_init": "first", "kernel": "se", "lengthscale": 2.0, "variance": 10.0, "noise": 0.01})
		f.load(0)
		f.project()
		f.sweep(t, 500, rho)
		if err := f.posterior(false); err != nil {
			t.Fatal(err)
		}
		return f.change()
	}
	if c := change(1); c < 1 {
		t.Errorf("undamped updates change a mean or variance by %g: the problem shows nothing", c)
	}
	if c := change(0.5); c > 1e-3 {
		t.Errorf("damped updates change a mean or variance by %g", c)
	}
}

// What is taken back is taken back whole, and things go on at half the pace
// until two iterations in a row succeeded.
func TestRevert(t *testing.T) {
	for _, batch := range []int{0, 10} {
		for _, tie := range []tying{untied, tiedAll} {
			f := begun(t, 30, 2, 3, tie, map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.1, "batch": batch})
			for i := range 4 {
				if err := f.iterate(t.Context(), i+1); err != nil {
					t.Fatal(err)
				}
			}
			var before bytes.Buffer
			if err := f.save(&before); err != nil {
				t.Fatal(err)
			}
			for _, c := range f.classes {
				c.sites.Precision.Set(0, 0, math.NaN())
				for _, p := range c.parts {
					p.Precision.Set(0, 0, math.NaN())
				}
			}
			if f.sites != nil {
				for at := range f.sites.Prec[own] {
					f.sites.Prec[own][at] = math.NaN()
				}
			}
			f.load(4)
			if f.full() && f.sites != nil {
				f.project()
			}
			if err := f.infer(t.Context(), 5); err == nil {
				t.Fatal("no error")
			}
			if err := f.revert(); err != nil {
				t.Fatal(err)
			}
			if f.hyper.Pace != 0.5 {
				t.Errorf("pace %v", f.hyper.Pace)
			}
			f.hyper.Pace, f.hyper.Successes = 1, 4
			again := begun(t, 30, 2, 3, tie, map[string]any{"inducing": 4, "inducing_init": "random", "kernel": "se-ard", "noise": 0.1, "batch": batch})
			again.rec = &methodtest.Recorder{From: 4, State: before.Bytes()}
			if _, err := again.resume(); err != nil {
				t.Fatal(err)
			}
			if err := again.back(); err != nil {
				t.Fatal(err)
			}
			for i := range 6 {
				for _, r := range []*run{f, again} {
					if err := r.iterate(t.Context(), i+6); err != nil {
						t.Fatal(err)
					}
				}
			}
			if d := distance(f, again); d != 0 || f.value != again.value {
				t.Errorf("batch %d, tie %q: a run goes on differently by %g after it went back", batch, tie, d)
			}
		}
	}
}

func TestPace(t *testing.T) {
	m := &hyperStep{Pace: 1}
	m.failed()
	m.failed()
	for _, want := range []float64{0.25, 0.5, 0.5, 1, 1, 1} {
		if m.succeeded(); m.Pace != want {
			t.Fatalf("pace %v, want %v", m.Pace, want)
		}
	}
	m.failed()
	m.succeeded()
	m.failed()
	if m.succeeded(); m.Pace != 0.25 {
		t.Errorf("pace %v after failures that alternate with successes", m.Pace)
	}
}

// The three schemes of figure 1 end at the same log Z_q.
func TestGradientSchemesAgree(t *testing.T) {
	end := map[string]float64{}
	for _, g := range []string{outer, innerApprox, innerExact} {
		f := begun(t, 60, 2, 3, untied, map[string]any{"inducing": 6, "inducing_init": "random", "kernel": "se", "noise": 0.1, "learn": []string{"kernel"}, "gradient": g, "damping_decay": 1.0})
		var first float64
		for i := range 400 {
			if err := f.iterate(t.Context(), i+1); err != nil {
				t.Fatal(err)
			}
			if i == 8 {
				first = f.value
			}
		}
		if f.value < first+1 {
			t.Errorf("%s: log Z %.3f after %.3f", g, f.value, first)
		}
		end[g] = f.value
	}
	for _, g := range []string{innerApprox, innerExact} {
		if a, b := end[outer], end[g]; math.Abs(a-b) > 0.01 {
			t.Errorf("log Z %.4f outer, %.4f %s", a, b, g)
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, g := range []string{outer, innerExact} {
		cfg := New()
		if err := method.Decode(cfg, map[string]any{"gradient": g, "batch": 10, "inducing": 4}); err != nil {
			t.Fatal(err)
		}
		var option *method.OptionError
		if _, err := cfg.Fit(t.Context(), begun(t, 30, 2, 3, untied, map[string]any{"inducing": 4}).task, &methodtest.Recorder{}); !errors.As(err, &option) || option.Key != "gradient" {
			t.Errorf("%s on minibatches: %v", g, err)
		}
	}
}

// The tolerance ends a fit early.
func TestTolerance(t *testing.T) {
	cfg := NewStochastic()
	if err := method.Decode(cfg, map[string]any{"inducing": 4, "learn": []string{}, "damping_decay": 1.0, "tolerance": 1e-6, "iterations": 10000}); err != nil {
		t.Fatal(err)
	}
	rec := &methodtest.Recorder{Every: 1 << 30}
	if _, err := cfg.Fit(t.Context(), begun(t, 30, 2, 3, untied, map[string]any{"inducing": 4}).task, rec); err != nil {
		t.Fatal(err)
	}
	if rec.Last == 10000 || rec.Last < 10 {
		t.Errorf("stopped after %d iterations", rec.Last)
	}
}

var _ method.Predictor = (*sparse.Model)(nil)
