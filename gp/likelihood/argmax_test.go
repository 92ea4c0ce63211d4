package likelihood

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// With two classes (68) is Phi((m1 - m2) / sqrt(v1 + v2)), derivatives included.
func TestArgmaxOfTwo(t *testing.T) {
	for _, gap := range []float64{0, 0.3, -2, 5, -12, -30, -36} {
		for _, v := range [][]float64{{1, 1}, {0.01, 3}, {70, 0.5}, {1e-6, 2}, {5, 1e-8}, {1e8, 1}, {3e-60, 8e-60}} {
			sd := math.Sqrt(v[0] + v[1])
			mean := []float64{gap * sd, 0}
			z := (mean[0] - mean[1]) / sd
			log, slope, _ := Probit{}.LogProb(1, z)
			want := math.Exp(log)
			density := slope * want
			relative(t, "P", probabilities(mean, v)[0], want, 1e-10)
			p, dm, dv := derivatives(0, mean, v)
			relative(t, "p", p, want, 1e-10)
			relative(t, "dm_0", dm[0], density/sd, 1e-10)
			relative(t, "dm_1", dm[1], -density/sd, 1e-10)
			for k := range 2 {
				if want := -0.5 * density * z / (sd * sd); !(math.Abs(dv[k]-want) <= 1e-10*density*(1+math.Abs(z))/(sd*sd)) {
					t.Errorf("gap %v, variances %v: dP/dv_%d = %v, want %v", gap, v, k, dv[k], want)
				}
			}
		}
	}
}

// probabilities is Probabilities of one row.
func probabilities(mean, variance []float64) []float64 {
	c := len(mean)
	p := make([]float64, c)
	newArgmax(c).Probabilities(mat.NewDense(1, c, p), mat.NewDense(1, c, mean), mat.NewDense(1, c, variance))
	return p
}

// derivatives is Derivatives of one row.
func derivatives(y int, mean, variance []float64) (p float64, dm, dv []float64) {
	c := len(mean)
	ps := make([]float64, 1)
	dm, dv = make([]float64, c), make([]float64, c)
	newArgmax(c).Derivatives(ps, mat.NewDense(1, c, dm), mat.NewDense(1, c, dv), []int{y}, mat.NewDense(1, c, mean), mat.NewDense(1, c, variance))
	return ps[0], dm, dv
}

// argmaxCases are by mpmath: means, variances, the probabilities, and the
// derivatives of the second one by means and variances. The integrals are those of
// the definition, not the rearranged ones of the code.
var argmaxCases = []struct{ mean, variance, p, dMean, dVariance []float64 }{
	{[]float64{0.3, -0.2, 1.1},
		[]float64{1.0, 1.0, 1.0},
		[]float64{0.24395640821519252, 0.11850808105842492, 0.6375355107263826},
		[]float64{-0.05184360555026848, 0.15329802782540525, -0.10145442227513676},
		[]float64{-0.008463068500201273, 0.06934017632117268, 0.01802916804543462}},
	{[]float64{2.0, -1.5, 0.4},
		[]float64{0.3, 2.5, 0.9},
		[]float64{0.9122895132220558, 0.01704732984498046, 0.07066315693296378},
		[]float64{-0.023312216010898935, 0.0253483815513298, -0.0020361655404308654},
		[]float64{0.012251362542844528, 0.016104764145749198, -0.0013406487163820993}},
	{[]float64{0.0, 12.0, -7.0},
		[]float64{1.3, 0.8, 2.0},
		[]float64{6.118209027702785e-17, 0.9999999999999999, 3.515168344867275e-30},
		[]float64{-3.545715583091158e-16, 3.545715583097817e-16, -2.4035167127391564e-29},
		[]float64{-1.0130615951689023e-15, -1.0130615951808628e-15, -8.154789823686611e-29}},
	{[]float64{0.0, -0.6, -1.0, -1.2, -1.2, -1.0, -0.6, 0.0, 0.8, 1.8},
		[]float64{1.0, 1.05, 1.1, 1.15, 1.2, 1.25, 1.3, 1.35, 1.4, 1.45},
		[]float64{0.05033812929195029, 0.0171753933062226, 0.008072276533777192, 0.005750149466513332, 0.0063907118354029745, 0.010694221665660811, 0.024664208253108028, 0.06934709790301423, 0.2084214651013058, 0.5991463466430448},
		[]float64{-0.003396581062533095, 0.03357564023375595, -0.0007751980922000428, -0.000572618120860169, -0.0006085416063570105, -0.0009003737177531769, -0.0016951638171766362, -0.0035888308805538454, -0.007551247066025971, -0.014487085870295999},
		[]float64{-0.0016701340258710874, 0.027653139656191778, -0.0006486893458323707, -0.0005036763754511178, -0.0005173458261548996, -0.0006804633268496381, -0.0010203639840422542, -0.0014067896122728536, -0.0009595752733782887, 0.0027890341247576497}},
	{[]float64{0.0, -0.3, 0.6, -0.9, 1.2, -1.5, 1.8, -2.1, 2.4, -2.7},
		[]float64{0.01, 0.1, 0.03, 0.3, 0.05, 1.0, 3.0, 0.02, 10.0, 30.0},
		[]float64{3.553404964789926e-10, 2.579701216682179e-06, 0.0011591789756755654, 1.526580978803409e-05, 0.09804051590777063, 0.0005023669675097972, 0.294708171172554, 3.138212032341348e-59, 0.4680311377249484, 0.1375407833851964},
		[]float64{-7.413261998832889e-11, 2.979843546853137e-05, -3.7586321916035947e-06, -1.6201351809140204e-08, -2.3074446645894203e-05, -6.915022289002467e-08, -1.7504791012342536e-06, -7.0720135078586665e-59, -9.242174262274795e-07, -2.0523439625268605e-07},
		[]float64{-1.0386293691580086e-09, 0.00016284246958199965, -5.735283153943346e-06, -4.362336225026156e-08, 9.164397051020173e-05, -7.9243772534471e-08, 2.78645508423704e-07, -3.2410140083970943e-57, 7.16556812374342e-08, -1.2141460059187129e-08}},
	{[]float64{3.5, -1.0, -1.2, -0.8, -2.0, -1.1, -0.9, -3.0, -1.7, 0.2},
		[]float64{0.4, 0.3, 0.5, 0.2, 0.9, 0.3, 0.6, 0.4, 0.35, 0.8},
		[]float64{0.9986983505281877, 2.9076247442736943e-08, 3.2601953578481807e-07, 9.372541229279512e-09, 6.70651323795068e-07, 1.4480930604336842e-08, 5.127169969523503e-06, 8.772590962448429e-14, 6.700682374375317e-10, 0.0012954720311079482},
		[]float64{-1.878324708482809e-07, 2.0021899299600934e-07, -2.869520381505991e-10, -1.4116925431547434e-10, -1.3161245306886923e-10, -9.71890906638592e-11, -1.0702512589188172e-09, -4.1805691717031075e-15, -7.846054337845385e-12, -1.0651497817703798e-08},
		[]float64{5.850778704633232e-07, 6.663063676387248e-07, -4.981845144099673e-10, -3.77895687893159e-10, -1.9168790723474455e-10, -2.346753801979813e-10, -1.3874672797740873e-09, -1.579595958000256e-14, -2.1925219447202246e-11, -4.419785544219947e-09}},
}

func TestArgmaxAgainstMpmath(t *testing.T) {
	for _, c := range argmaxCases {
		got := probabilities(c.mean, c.variance)
		p, dm, dv := derivatives(1, c.mean, c.variance)
		relative(t, "p", p, c.p[1], 1e-12)
		for k := range c.p {
			relative(t, "P", got[k], c.p[k], 1e-12)
			relative(t, "dMean", dm[k], c.dMean[k], 1e-11)
			relative(t, "dVariance", dv[k], c.dVariance[k], 1e-10)
		}
	}
}

// randomRow draws the means and variances of a row; the ratio of variances is exact.
func randomRow(classes int, ratio, spread float64, rng *rand.Rand) (mean, variance []float64) {
	mean, variance = make([]float64, classes), make([]float64, classes)
	for k := range classes {
		mean[k], variance[k] = spread*rng.NormFloat64(), math.Pow(ratio, rng.Float64())
	}
	variance[0], variance[classes-1] = 1, ratio
	return mean, variance
}

// Before any normalisation rows sum to 1.
func TestArgmaxSumsToOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, classes := range []int{2, 3, 10} {
		for _, ratio := range []float64{1, 10, 100, 1e4, 1e6, 1e8} {
			for _, spread := range []float64{0, 0.3, 3, 30, 1e4} {
				for range 30 {
					mean, variance := randomRow(classes, ratio, spread, rng)
					sum := 0.0
					for _, p := range probabilities(mean, variance) {
						sum += p
					}
					if !(math.Abs(sum-1) < 1e-11) {
						t.Errorf("means %v, variances %v: sum 1%+.1e", mean, variance, sum-1)
					}
				}
			}
		}
	}
}

func TestDerivativesOfArgmax(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, classes := range []int{2, 3, 6} {
		for _, ratio := range []float64{1, 30, 1e5} {
			for _, spread := range []float64{0.2, 3} {
				mean, variance := randomRow(classes, ratio, spread, rng)
				for y := range classes {
					p, dm, dv := derivatives(y, mean, variance)
					near(t, "p", p, probabilities(mean, variance)[y], 1e-14)
					for k := range classes {
						slope := func(x []float64) float64 {
							was, h := x[k], 1e-3*math.Sqrt(variance[k])*min(1, math.Sqrt(variance[k]))
							if &x[0] == &mean[0] {
								h = 1e-3 * math.Sqrt(variance[k])
							}
							d := 0.0
							for _, s := range [...]struct{ at, w float64 }{{-2, 1. / 12}, {-1, -2. / 3}, {1, 2. / 3}, {2, -1. / 12}} {
								x[k] = was + s.at*h
								d += s.w * probabilities(mean, variance)[y]
							}
							x[k] = was
							return d / h
						}
						near(t, "dMean", dm[k], slope(mean), 1e-9)
						near(t, "dVariance", dv[k], slope(variance), 1e-9)
					}
				}
			}
		}
	}
}

// A row's numbers do not depend on the rows before it, nor on where 0 is; without any
// variance the largest mean has all; what is no number stays none.
func TestArgmaxRows(t *testing.T) {
	rows := [][2][]float64{
		{{0.3, -0.2, 1.1}, {1, 1e4, 1e-4}},
		{{0, 0, 0}, {0, 0, 0}},
		{{0, -1e-9, -5}, {0, 0, 0}},
		{{0.2, 0.3, -1}, {0, 2, 0}},
		{{-1e300, 0, 1e300}, {1, 1, 1}},
		{{0, math.NaN(), 1}, {1, 1, 1}},
		{{0, 2, 1}, {1, math.Inf(1), 1}},
		{{1, -2, 0.5}, {0.7, 0.1, 3}},
		{{1025, 1022, 1024.5}, {0.7, 0.1, 3}},
	}
	n := len(rows)
	mean, variance, dst := mat.NewDense(n, 3, nil), mat.NewDense(n, 3, nil), mat.NewDense(n, 3, nil)
	for i, r := range rows {
		mean.SetRow(i, r[0])
		variance.SetRow(i, r[1])
	}
	a := newArgmax(3)
	a.Probabilities(dst, mean, variance)
	ps, dm, dv := make([]float64, n), mat.NewDense(n, 3, nil), mat.NewDense(n, 3, nil)
	a.Derivatives(ps, dm, dv, make([]int, n), mean, variance)
	same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
	for i, r := range rows {
		alone := probabilities(r[0], r[1])
		p, dmAlone, dvAlone := derivatives(0, r[0], r[1])
		for k := range 3 {
			if !same(alone[k], dst.At(i, k)) || !same(dmAlone[k], dm.At(i, k)) || !same(dvAlone[k], dv.At(i, k)) || !same(p, ps[i]) {
				t.Errorf("row %d alone has other numbers", i)
			}
		}
	}
	for k := range 3 {
		near(t, "equal means", dst.At(1, k), 1./3, 1e-14)
		near(t, "no variance", dst.At(2, k), []float64{1, 0, 0}[k], 1e-14)
		near(t, "one variance", dst.At(3, k), []float64{0.4718140111014917, 0.5281859888985083, 0}[k], 1e-10)
		near(t, "far apart", dst.At(4, k), []float64{0, 0, 1}[k], 1e-14)
		near(t, "moved", dst.At(8, k), dst.At(7, k), 1e-14)
		for _, i := range []int{5, 6} {
			if !math.IsNaN(dst.At(i, k)) || !math.IsNaN(dm.At(i, k)) || !math.IsNaN(ps[i]) {
				t.Errorf("row %d is a number", i)
			}
		}
	}
}

// Rows of the sizes of villacampa2017's MNIST test set and of a full batch of Vehicle.
func BenchmarkArgmax(b *testing.B) {
	for _, size := range []struct {
		name       string
		n, classes int
		ratio      float64
	}{{"mnist-test", 10_000, 10, 10}, {"mnist-batch", 200, 10, 10}, {"vehicle", 761, 4, 10}, {"vehicle-uneven", 761, 4, 1e4}} {
		rng := rand.New(rand.NewPCG(5, 6))
		n, c := size.n, size.classes
		mean, variance := mat.NewDense(n, c, nil), mat.NewDense(n, c, nil)
		y := make([]int, n)
		for i := range n {
			m, v := randomRow(c, size.ratio, 3, rng)
			mean.SetRow(i, m)
			variance.SetRow(i, v)
			y[i] = i % c
		}
		a, dst, other, p := newArgmax(c), mat.NewDense(n, c, nil), mat.NewDense(n, c, nil), make([]float64, n)
		b.Run(size.name+"/Probabilities", func(b *testing.B) {
			for b.Loop() {
				a.Probabilities(dst, mean, variance)
			}
		})
		b.Run(size.name+"/Derivatives", func(b *testing.B) {
			for b.Loop() {
				a.Derivatives(p, dst, other, y, mean, variance)
			}
		})
	}
}
