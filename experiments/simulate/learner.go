package main

import (
	"cmp"
	"math"
)

// learner is a binary classifier with a closed form. It uses some of the features.
type learner struct {
	fit      func(l learner, s *sample, train []int) model
	features []int
	ridge    float64 // of a discriminant
	scale    float64 // of the log odds; 0: 1
	cells    int     // per axis
}

func linear(features []int, ridge float64) learner {
	return learner{fit: discriminant, features: features, ridge: ridge}
}
func cells(features []int, n int) learner {
	return learner{fit: histogram, features: features, cells: n}
}
func picks(features []int) learner { return learner{fit: picked, features: features, cells: 4} }

// model returns the log odds of class 1 at a row.
type model func(x []float64) float64

// discriminant is linear discriminant analysis with the covariance (S + ridge I)/(1 + ridge).
func discriminant(l learner, s *sample, train []int) model {
	d := len(l.features)
	n, mean := classMeans(l, s, train)
	cov := make([]float64, d*d)
	centred := make([]float64, d)
	for _, i := range train {
		m := mean[s.class[i]]
		x := s.row(i)
		for a, f := range l.features {
			r := x[f] - m[a]
			centred[a] = r
			to := cov[a*d : a*d+a+1]
			for b := range to {
				to[b] += r * centred[b]
			}
		}
	}
	w := make([]float64, d)
	for a := range d {
		w[a] = mean[1][a] - mean[0][a]
		for b := 0; b <= a; b++ {
			cov[a*d+b] /= float64(len(train)) * (1 + l.ridge)
		}
		cov[a*d+a] += l.ridge / (1 + l.ridge)
	}
	solve(cov, w)
	at := math.Log((n[1] + 1) / (n[0] + 1))
	for a := range d {
		at -= w[a] * (mean[1][a] + mean[0][a]) / 2
	}
	scale := cmp.Or(l.scale, 1)
	return func(x []float64) float64 {
		z := at
		for a, f := range l.features {
			z += w[a] * x[f]
		}
		return scale * z
	}
}

// classMeans returns the rows and the means of both classes.
func classMeans(l learner, s *sample, train []int) (n [2]float64, mean [2][]float64) {
	mean = [2][]float64{make([]float64, len(l.features)), make([]float64, len(l.features))}
	for _, i := range train {
		c := s.class[i]
		n[c]++
		for a, f := range l.features {
			mean[c][a] += s.row(i)[f]
		}
	}
	for c := range mean {
		for a := range mean[c] {
			mean[c][a] /= max(1, n[c])
		}
	}
	return n, mean
}

// solve replaces b by A^-1 b. A is given by its lower triangle, which is replaced by its factor.
func solve(a, b []float64) {
	d := len(b)
	for i := range d {
		for j := 0; j <= i; j++ {
			x := a[i*d+j]
			for k := range j {
				x -= a[i*d+k] * a[j*d+k]
			}
			if i == j {
				a[i*d+i] = math.Sqrt(x)
			} else {
				a[i*d+j] = x / a[j*d+j]
			}
		}
		for k := range i {
			b[i] -= a[i*d+k] * b[k]
		}
		b[i] /= a[i*d+i]
	}
	for i := d - 1; i >= 0; i-- {
		for k := i + 1; k < d; k++ {
			b[i] -= a[k*d+i] * b[k]
		}
		b[i] /= a[i*d+i]
	}
}

// naive is naive Bayes with Gaussian features.
func naive(l learner, s *sample, train []int) model {
	n, mean := classMeans(l, s, train)
	d := len(l.features)
	var variance [2][]float64
	at := math.Log((n[1] + 1) / (n[0] + 1))
	for c := range variance {
		variance[c] = make([]float64, d)
		for _, i := range train {
			if s.class[i] == c {
				for a, f := range l.features {
					r := s.row(i)[f] - mean[c][a]
					variance[c][a] += r * r
				}
			}
		}
		for a := range d {
			variance[c][a] = variance[c][a]/max(1, n[c]) + l.ridge
			at -= float64(2*c-1) / 2 * math.Log(variance[c][a])
		}
	}
	return func(x []float64) float64 {
		z := at
		for a, f := range l.features {
			r0, r1 := x[f]-mean[0][a], x[f]-mean[1][a]
			z += (r0*r0/variance[0][a] - r1*r1/variance[1][a]) / 2
		}
		return z
	}
}

// histogram predicts the share of class 1 in a row's cell of a grid over [-2, 2]. Without
// features there is one cell, and it predicts the class shares.
func histogram(l learner, s *sample, train []int) model {
	odds, _ := l.count(s, train)
	return func(x []float64) float64 { return odds[l.cell(x)] }
}

// picked is the histogram of the single feature with the smallest training loss.
func picked(l learner, s *sample, train []int) model {
	var best learner
	var odds []float64
	least := math.Inf(1)
	for _, f := range l.features {
		one := l
		one.features = []int{f}
		if o, loss := one.count(s, train); loss < least {
			best, odds, least = one, o, loss
		}
	}
	return func(x []float64) float64 { return odds[best.cell(x)] }
}

// cell returns the index of a row's cell.
func (l learner) cell(x []float64) int {
	at := 0
	for _, f := range l.features {
		k := int((x[f] + 2) / 4 * float64(l.cells))
		at = at*l.cells + min(max(k, 0), l.cells-1)
	}
	return at
}

// count returns the log odds of class 1 in each cell, with half a row added to each class, and
// the loss of the training rows.
func (l learner) count(s *sample, train []int) (odds []float64, loss float64) {
	size := 1
	for range l.features {
		size *= l.cells
	}
	seen := make([][2]float64, size)
	for _, i := range train {
		seen[l.cell(s.row(i))][s.class[i]]++
	}
	odds = make([]float64, size)
	for k, n := range seen {
		odds[k] = math.Log((n[1] + 0.5) / (n[0] + 0.5))
		loss += n[0]*softplus(odds[k]) + n[1]*softplus(-odds[k])
	}
	return odds, loss
}

// softplus is log(1 + e^z).
func softplus(z float64) float64 {
	if z > 30 {
		return z
	}
	return math.Log1p(math.Exp(z))
}
