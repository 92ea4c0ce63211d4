package main

import (
	"math"
	"math/rand/v2"
)

// sample holds rows drawn from a population.
type sample struct {
	x     []float64
	d     int
	class []int
}

func newSample(rows, d int) *sample {
	return &sample{x: make([]float64, rows*d), d: d, class: make([]int, rows)}
}

func (s *sample) row(i int) []float64 { return s.x[i*s.d : (i+1)*s.d] }

// population is a distribution of rows and a pair of procedures that learn from them. Their expected
// losses are equal by symmetry if most is 0, else at one value of knob from 0 to most.
type population struct {
	name      string
	d         int
	most      float64
	sameError bool // both have the same error at every row
	row       func(knob float64, rng *rand.Rand, x []float64) (class int)
	pair      func(knob float64) [2]learner
}

// draw fills s with rows.
func (p population) draw(knob float64, rng *rand.Rand, s *sample) {
	for i := range s.class {
		s.class[i] = p.row(knob, rng, s.row(i))
	}
}

// chosenOn are the populations on which c was chosen. reportedOn are those of the tables; they
// are of other families.
var (
	chosenOn = []population{
		{name: "features of their own", d: 4,
			row: func(_ float64, rng *rand.Rand, x []float64) int {
				return gauss(rng, x, noise{share: 0.5, tails: 0.5}, func(int) float64 { return 0.5 })
			},
			pair: func(float64) [2]learner { return [2]learner{linear([]int{0, 1}, 1e-3), linear([]int{2, 3}, 1e-3)} }},
		{name: "three features shared, one of their own", d: 5,
			row: func(_ float64, rng *rand.Rand, x []float64) int {
				return gauss(rng, x, noise{share: 0.4, common: 0.5}, func(int) float64 { return 0.5 })
			},
			pair: func(float64) [2]learner {
				return [2]learner{linear([]int{0, 1, 2, 3}, 1e-3), linear([]int{0, 1, 2, 4}, 1e-3)}
			}},
		{name: "a small and a large ridge", d: 8, most: 2, // the knob: how much features have in common
			row: func(knob float64, rng *rand.Rand, x []float64) int {
				return gauss(rng, x, noise{share: 0.5, common: knob}, func(k int) float64 { return 0.15 * float64(k%3) })
			},
			pair: func(float64) [2]learner { return [2]learner{linear(upTo(8), 1e-3), linear(upTo(8), 10)} }},
		{name: "coarse and fine cells", d: 2, most: 1, row: waves, // the knob: how wavy the log odds are
			pair: func(float64) [2]learner { return [2]learner{cells(upTo(2), 2), cells(upTo(2), 3)} }},
		{name: "odds too sharp and too soft", d: 5, most: 1, sameError: true, // the knob: how soft
			row: func(_ float64, rng *rand.Rand, x []float64) int {
				return gauss(rng, x, noise{share: 0.5, tails: 0.3}, func(int) float64 { return 0.5 })
			},
			pair: func(knob float64) [2]learner {
				sharp, soft := linear(upTo(5), 1e-3), linear(upTo(5), 1e-3)
				sharp.scale, soft.scale = 1.8, 0.05+knob
				return [2]learner{sharp, soft}
			}},
		{name: "each picks one of five features", d: 10,
			row: func(_ float64, rng *rand.Rand, x []float64) int {
				return gauss(rng, x, noise{share: 0.5, common: 0.5}, func(int) float64 { return 0.4 })
			},
			pair: func(float64) [2]learner { return [2]learner{picks(upTo(10)[:5]), picks(upTo(10)[5:])} }},
	}
	reportedOn = []population{
		{name: "linear and naive Bayes", d: 6, most: 2, // the knob: how much wider one class spreads
			row: func(knob float64, rng *rand.Rand, x []float64) int {
				return gauss(rng, x, noise{share: 0.5, common: 1, wider: knob}, func(k int) float64 { return 0.3 * float64(1+2*(k%2)) })
			},
			pair: func(float64) [2]learner {
				return [2]learner{linear(upTo(6), 1e-3), {fit: naive, features: upTo(6), ridge: 1e-3}}
			}},
		{name: "2 of 8 features, and all", d: 8, most: 1, row: moreFeatures, // the knob: how informative the others are
			pair: func(float64) [2]learner { return [2]learner{linear(upTo(2), 1e-3), linear(upTo(8), 1e-3)} }},
		{name: "2 of 4 features, and all", d: 4, most: 1, row: moreFeatures,
			pair: func(float64) [2]learner { return [2]learner{linear(upTo(2), 1e-3), linear(upTo(4), 1e-3)} }},
		{name: "cells of one feature and of another", d: 2,
			row: func(_ float64, rng *rand.Rand, x []float64) int {
				return gauss(rng, x, noise{share: 0.5, common: 0.5, tails: 0.3}, func(int) float64 { return 0.6 })
			},
			pair: func(float64) [2]learner { return [2]learner{cells([]int{0}, 6), cells([]int{1}, 6)} }},
		{name: "class shares and 5 features", d: 5, most: 1, // the knob: how informative the features are
			row: func(knob float64, rng *rand.Rand, x []float64) int {
				return gauss(rng, x, noise{share: 0.4}, func(int) float64 { return knob })
			},
			pair: func(float64) [2]learner { return [2]learner{cells(nil, 1), linear(upTo(5), 1e-3)} }},
		{name: "one of 6 features and 2 fixed ones", d: 8, most: 1, // the knob: how informative the fixed ones are
			row: func(knob float64, rng *rand.Rand, x []float64) int {
				return gauss(rng, x, noise{share: 0.5, common: 0.3}, func(k int) float64 {
					if k < 6 {
						return 0.4
					}
					return knob
				})
			},
			pair: func(float64) [2]learner { return [2]learner{picks(upTo(6)), linear([]int{6, 7}, 1e-3)} }},
	}
)

// noise describes the spread of the rows of a class about its mean.
type noise struct {
	share  float64 // of class 1
	common float64 // standard deviation of the term common to all features of a row
	wider  float64 // how much wider class 1 spreads
	tails  float64 // standard deviation of the logarithm of a row's spread
}

// gauss draws a row about mean in class 1 and -mean in class 0.
func gauss(rng *rand.Rand, x []float64, by noise, mean func(k int) float64) (class int) {
	size, sign := 1.0, -1.0
	if rng.Float64() < by.share {
		class, size, sign = 1, 1+by.wider, 1
	}
	if by.tails > 0 {
		size *= math.Exp(by.tails * rng.NormFloat64())
	}
	shared := by.common * rng.NormFloat64()
	for k := range x {
		x[k] = sign*mean(k) + size*(shared+rng.NormFloat64())
	}
	return class
}

// moreFeatures draws two informative features, and others that are as informative as knob says.
func moreFeatures(knob float64, rng *rand.Rand, x []float64) int {
	return gauss(rng, x, noise{share: 0.3}, func(k int) float64 {
		if k < 2 {
			return 0.6
		}
		return knob
	})
}

// waves draws a row whose log odds go, with knob, from a step at 0 in the first feature to a wave.
func waves(knob float64, rng *rand.Rand, x []float64) int {
	x[0], x[1] = 4*rng.Float64()-2, 4*rng.Float64()-2
	odds := 1.5 * ((1-knob)*math.Copysign(1, x[0]) + knob*math.Cos(2.4*x[0]))
	if rng.Float64() < 1/(1+math.Exp(-odds)) {
		return 1
	}
	return 0
}

// upTo returns the numbers 0 to n - 1.
func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
