package likelihood

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// rowsOfSpread draws rows whose means have a spread and whose variances have a mean.
func rowsOfSpread(n, classes int, spread, width float64, rng *rand.Rand) (mean, variance *mat.Dense) {
	mean, variance = mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
	for i := range n {
		for k := range classes {
			mean.Set(i, k, spread*rng.NormFloat64())
			variance.Set(i, k, width*rng.ExpFloat64())
		}
	}
	return mean, variance
}

// The sums over rows and their derivatives against integrals of each row alone, whose nodes
// in f are those of its own Gaussians.
func TestLogSumExpAgainstFineTransforms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, classes := range []int{2, 10, 100} {
		n := max(1, 20/classes)
		r := newLaplace(exponential{}, classes, fineness{along: 0.3, early: -16})
		for _, width := range []float64{0, 1e-3, 0.05, 0.3, 1, 10, 50} {
			for _, spread := range []float64{0, 1, 5, 20} {
				mean, variance := rowsOfSpread(n, classes, spread, width, rng)
				dMean, dVariance := mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
				wantMean, wantVariance := mat.NewDense(n, classes, nil), mat.NewDense(n, classes, nil)
				got, want := (&logSumExp{}).logSums(dMean, dVariance, mean, variance), r.logSums(wantMean, wantVariance, mean, variance)
				what := fmt.Sprintf("%d classes, variances of %v, means of %v", classes, width, spread)
				tolerance := 2e-8
				if width > 10 || classes > 10 {
					tolerance = 1e-6
				}
				near(t, what, got/float64(n), want/float64(n), tolerance)
				for i := range n {
					for k := range classes {
						near(t, what+": by mean", dMean.At(i, k), wantMean.At(i, k), 5e-7)
						near(t, what+": by variance", dVariance.At(i, k), wantVariance.At(i, k), 5e-7)
					}
				}
			}
		}
	}
}

// Without variance E log S is log S, wherever 0 is, and derivatives are probabilities.
func TestLogSumExpOfPoints(t *testing.T) {
	rows := [][]float64{{0, 0, 0}, {1, -0.2, 3}, {1e6, 1e6 - 2, -1e6}, {-700, -701, -699.7}, {5, -31, -40}}
	n := len(rows)
	mean, dMean, dVariance := mat.NewDense(n, 3, nil), mat.NewDense(n, 3, nil), mat.NewDense(n, 3, nil)
	want := 0.0
	for i, m := range rows {
		mean.SetRow(i, m)
		want += logOfSum(m)
	}
	near(t, "log S", (&logSumExp{}).logSums(dMean, dVariance, mean, mat.NewDense(n, 3, nil)), want, 5e-8)
	for i, m := range rows {
		for k, v := range m {
			p := math.Exp(v - logOfSum(m))
			near(t, "by mean", dMean.At(i, k), p, 5e-7)
			near(t, "by variance", dVariance.At(i, k), 0.5*p*(1-p), 5e-7)
		}
	}
}

func logOfSum(m []float64) float64 {
	top := max(m[0], m[1], m[2])
	return top + math.Log(math.Exp(m[0]-top)+math.Exp(m[1]-top)+math.Exp(m[2]-top))
}

// A wide Gaussian makes classes count whose means are far below the largest.
func TestLogSumExpOfAWideLead(t *testing.T) {
	mean, variance := mat.NewDense(1, 2, []float64{-42, 52}), mat.NewDense(1, 2, []float64{26, 390})
	dMean, dVariance := mat.NewDense(1, 2, nil), mat.NewDense(1, 2, nil)
	// E log(1 + exp(f)) of f = f_1 - f_2 ~ N(-94, 416), with its derivatives.
	const step = 0.05
	var value, slope, curvature float64
	for i := -4000; i <= 4000; i++ {
		f := step * float64(i)
		p, weight := 1/(1+math.Exp(-f)), step*math.Exp(-0.5*(f+94)*(f+94)/416)/math.Sqrt(2*math.Pi*416)
		value += weight * (max(f, 0) + math.Log1p(math.Exp(-math.Abs(f))))
		slope += weight * p
		curvature += weight * p * (1 - p)
	}
	near(t, "E log S", (&logSumExp{}).logSums(dMean, dVariance, mean, variance), 52+value, 1e-8)
	near(t, "by the lower mean", dMean.At(0, 0), slope, 1e-9)
	near(t, "by the lower variance", dVariance.At(0, 0), 0.5*curvature, 1e-8)
}

// Any number of classes, of any means and variances, gives numbers whose derivatives by mean
// are probabilities. A row that holds no number spoils itself alone.
func TestLogSumExpOfManyClasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, spread := range []float64{0, 3, 1e4} {
		for _, width := range []float64{0, 1, 1e4} {
			classes := 1000
			if width > 1 {
				classes = 200 // of many nodes each
			}
			mean, variance := rowsOfSpread(2, classes, spread, width, rng)
			variance.Set(1, 4, math.NaN())
			dMean, dVariance := mat.NewDense(2, classes, nil), mat.NewDense(2, classes, nil)
			if sum := (&logSumExp{}).logSums(dMean, dVariance, mean, variance); !math.IsNaN(sum) {
				t.Errorf("the sum of a row that holds no number is %v", sum)
			}
			for i := range 2 {
				sum := 0.0
				for k, p := range dMean.RawRowView(i) {
					sum += p
					if math.IsNaN(p+dVariance.At(i, k)) != (i == 1) || p < -1e-6 {
						t.Fatalf("means of %v, variances of %v: row %d has derivatives %v and %v", spread, width, i, p, dVariance.At(i, k))
					}
				}
				if i != 1 {
					near(t, "sum of derivatives", sum, 1, 1e-6)
				}
			}
			variance.Set(1, 4, width)
			if sum := (&logSumExp{}).logSums(dMean, dVariance, mean, variance); math.IsNaN(sum) || math.IsInf(sum, 0) {
				t.Errorf("means of %v, variances of %v: the sum is %v", spread, width, sum)
			}
		}
	}
}

// The rows of a minibatch of galyfajou2018 on MNIST, and other numbers of classes.
func BenchmarkSoftmaxExpectations(b *testing.B) {
	const n = 200
	for _, size := range []struct {
		classes       int
		spread, width float64
	}{{3, 2, 1}, {10, 2, 0.1}, {10, 2, 1}, {10, 4, 4}, {100, 2, 1}} {
		b.Run(fmt.Sprintf("C=%d/means=%v/variances=%v", size.classes, size.spread, size.width), func(b *testing.B) {
			mean, variance := rowsOfSpread(n, size.classes, size.spread, size.width, rand.New(rand.NewPCG(1, 2)))
			l, err := NewSoftmax("softmax", size.classes, Prediction{Name: "quadrature"})
			if err != nil {
				b.Fatal(err)
			}
			dMean, dVariance, y := mat.NewDense(n, size.classes, nil), mat.NewDense(n, size.classes, nil), make([]int, n)
			for b.Loop() {
				l.Expectations(dMean, dVariance, y, mean, variance, 1)
			}
		})
	}
}
