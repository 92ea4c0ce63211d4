package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"

	"gonum.org/v1/gonum/stat"

	"gpcbench/analysis/statistics"
)

// intervals writes how often intervals for the mean over repeats, or for one split, miss the truth.
func intervals(w io.Writer, replications int) {
	fmt.Fprintln(w, "| repeats | n_test / n_train | c of 5% on average | c of the rule |\n|---|---|---|---|")
	var reported []cell
	for _, g := range designs {
		reported = append(reported, runDesign(g, reportedOn, replications)...)
		if g.repeats > 1 {
			fmt.Fprintf(w, "| %s | %.2f | %.3f | %.3f |\n", g.name, g.rule().Ratio, average05(runDesign(g, chosenOn, replications)), g.rule().C())
		}
	}
	fmt.Fprint(w, "\n| repeats | loss | rule | c = n_test / n_train | c = 0 | flips of signs | all alike | power of the rule | power with n_test / n_train |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, g := range designs {
		for loss, name := range []string{"error", "NLL"} {
			fmt.Fprintf(w, "| %s | %s | %s |\n", g.name, name, tableRow(g, reported, loss))
		}
	}
}

// cell is the result of the replications of a design on a population, for one loss.
type cell struct {
	design string
	loss   int     // 0: error, 1: NLL
	n      float64 // differences in a replication: repeats, or the rows of a split
	all    []replication
	sd     float64 // standard deviation of the mean over replications
}

// replication has the mean of the n differences, less its mean over replications, and their
// variance.
type replication struct {
	mean, variance float64
	alike, flips   bool // whether all differences are on one side of the truth; whether sign flips reject it
}

// runDesign simulates a design on populations.
func runDesign(g design, on []population, replications int) []cell {
	var out []cell
	for _, p := range on {
		if p.most == 0 {
			out = append(out, simulateDesign(g, p, 0, replications, 0, 1)...)
			continue
		}
		for loss := range numLosses {
			if loss == 1 || !p.sameError {
				out = append(out, simulateDesign(g, p, p.equal(loss, g.meanTrainRows()), replications, loss)...)
			}
		}
	}
	return out
}

// numLosses is the number of losses: error and NLL.
const numLosses = 2

// simulateDesign repeatedly draws rows from a population, and divides, trains and tests as the design says.
// For a design of one split the differences are those of its test rows, not of repeats.
func simulateDesign(g design, p population, knob float64, replications int, of ...int) []cell {
	rng := rand.New(rand.NewPCG(1, 2))
	g.cut(rng, g.rows, g.repeats)
	s := newSample(g.rows, p.d)
	var d [numLosses][][]float64
	for r := range replications {
		p.draw(knob, rng, s)
		train, test := g.cut(rng, g.rows, g.repeats)
		for k := range d {
			d[k] = append(d[k], nil)
		}
		for j := range train {
			m := p.fit(knob, s, train[j])
			parts := [][]int{test[j]}
			if g.repeats == 1 {
				parts = slices.Collect(slices.Chunk(test[j], 1))
			}
			for _, part := range parts {
				for k, x := range differences(s, m, part) {
					d[k][r] = append(d[k][r], x)
				}
			}
		}
	}
	var out []cell
	for _, loss := range of {
		out = append(out, newCell(g.name, loss, d[loss]))
	}
	return out
}

// newCell summarises the differences of each replication. It takes their overall mean as the truth: the
// losses of a pair are equal up to the error in its knob, and subtracting the remaining difference
// makes the null exact up to sd/sqrt(replications).
func newCell(design string, loss int, d [][]float64) cell {
	c := cell{design: design, loss: loss, n: float64(len(d[0]))}
	truth := 0.0
	for _, x := range d {
		truth += stat.Mean(x, nil) / float64(len(d))
	}
	for _, x := range d {
		above, ss := 0, 0.0
		for i := range x {
			if x[i] -= truth; x[i] > 0 {
				above++
			}
		}
		m := stat.Mean(x, nil)
		for _, v := range x {
			ss += (v - m) * (v - m)
		}
		one := replication{mean: m, variance: ss / (c.n - 1), alike: above == 0 || above == len(x)}
		one.flips = len(x) <= 10 && signFlipP(x) < 1-statistics.Level
		c.all = append(c.all, one)
		c.sd += m * m / float64(len(d))
	}
	c.sd = math.Sqrt(c.sd)
	return c
}

// found returns how often the interval with s^2 (1/n + with) misses 0 when the truth is off standard
// deviations of the mean away: the size if off is 0, else the power.
func (c cell) found(with, off float64) float64 {
	t := statistics.StudentQuantile((1+statistics.Level)/2, c.n-1)
	return c.share(func(r replication) bool {
		return math.Abs(r.mean+off*c.sd) > t*math.Sqrt(r.variance*(1/c.n+with))
	})
}

// share returns the share of replications that satisfy is.
func (c cell) share(is func(replication) bool) float64 {
	n := 0
	for _, r := range c.all {
		if is(r) {
			n++
		}
	}
	return float64(n) / float64(len(c.all))
}

// average05 returns the c for which the size is 5% on average over cells.
func average05(cells []cell) float64 {
	low, high := -0.05, 20.0
	for range 30 {
		c, total := (low+high)/2, 0.0
		for _, one := range cells {
			total += one.found(c, 0)
		}
		if total > (1-statistics.Level)*float64(len(cells)) {
			low = c
		} else {
			high = c
		}
	}
	return high
}

// powerShift is the distance of the truth from 0, in standard deviations of the mean, when computing the
// power. An interval that knew this deviation would have a power of 85%.
const powerShift = 3

// tableRow formats the results of a design for a loss.
func tableRow(g design, cells []cell, loss int) string {
	var own []cell
	for _, c := range cells {
		if c.design == g.name && c.loss == loss {
			own = append(own, c)
		}
	}
	rule := g.rule()
	with, before := rule.C(), rule.Ratio
	if g.repeats == 1 {
		with, before = 0, 0
	}
	over := func(of func(cell) float64) string {
		total, least, most := 0.0, 1.0, 0.0
		for _, c := range own {
			x := of(c)
			total, least, most = total+x/float64(len(own)), min(least, x), max(most, x)
		}
		return fmt.Sprintf("%.3f (%.3f to %.3f)", total, least, most)
	}
	return over(func(c cell) float64 { return c.found(with, 0) }) + " | " +
		over(func(c cell) float64 { return c.found(before, 0) }) + " | " +
		over(func(c cell) float64 { return c.found(0, 0) }) + " | " +
		over(func(c cell) float64 { return c.share(func(r replication) bool { return r.flips }) }) + " | " +
		over(func(c cell) float64 { return c.share(func(r replication) bool { return r.alike }) }) + " | " +
		over(func(c cell) float64 { return c.found(with, powerShift) }) + " | " +
		over(func(c cell) float64 { return c.found(before, powerShift) })
}

// equal returns the knob at which the expected losses of both procedures are equal at a training size.
// It bisects on mean losses over separate data sets.
func (p population) equal(loss, trainRows int) float64 {
	low, high := 0.0, p.most
	atLow := p.gap(low, loss, trainRows)
	if atLow*p.gap(high, loss, trainRows) > 0 {
		fmt.Fprintf(os.Stderr, "%s: with %d training rows no knob makes the two equal\n", p.name, trainRows)
	}
	for range 8 {
		middle := (low + high) / 2
		if p.gap(middle, loss, trainRows)*atLow > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2
}

// gap returns the mean difference of losses at a training size.
func (p population) gap(knob float64, loss, trainRows int) float64 {
	const replications, testRows = 400, 200 // newCell subtracts the remaining difference
	rng := rand.New(rand.NewPCG(7, 7))
	s, order, total := newSample(trainRows+testRows, p.d), upTo(trainRows+testRows), 0.0
	for range replications {
		p.draw(knob, rng, s)
		total += differences(s, p.fit(knob, s, order[:trainRows]), order[trainRows:])[loss]
	}
	return total / replications
}

func (p population) fit(knob float64, s *sample, train []int) (m [2]model) {
	for k, l := range p.pair(knob) {
		m[k] = l.fit(l, s, train)
	}
	return m
}

// differences returns the mean differences of the two models' losses over test rows.
func differences(s *sample, m [2]model, test []int) (out [numLosses]float64) {
	for _, i := range test {
		sign := float64(1 - 2*s.class[i])
		a, b := sign*m[0](s.row(i)), sign*m[1](s.row(i))
		if a > 0 {
			out[0]++
		}
		if b > 0 {
			out[0]--
		}
		out[1] += softplus(a) - softplus(b)
	}
	for k := range out {
		out[k] /= float64(len(test))
	}
	return out
}
