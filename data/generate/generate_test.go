package generate

import (
	"math"
	"math/rand/v2"
	"testing"

	"gpcbench/data/datatest"
)

func generated(t *testing.T, name string, n int) (x [][]float64, y []int) {
	t.Helper()
	ds, err := Dataset(name, n, rand.New(rand.NewPCG(6, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return datatest.All(ds)
}

// moments are the mean and variance of each attribute over the rows of a class.
func moments(x [][]float64, y []int, class int) (mean, variance []float64, n int) {
	mean, variance = make([]float64, len(x[0])), make([]float64, len(x[0]))
	for i, row := range x {
		if y[i] != class {
			continue
		}
		n++
		for j, v := range row {
			mean[j] += v
			variance[j] += v * v
		}
	}
	for j := range mean {
		mean[j] /= float64(n)
		variance[j] = variance[j]/float64(n) - mean[j]*mean[j]
	}
	return mean, variance, n
}

// TestNorms compares twonorm and ringnorm with their moments.
func TestNorms(t *testing.T) {
	const n = 20000
	for _, test := range []struct {
		name           string
		mean, variance [2]float64
	}{
		{"twonorm", [2]float64{2 / math.Sqrt(20), -2 / math.Sqrt(20)}, [2]float64{1, 1}},
		{"ringnorm", [2]float64{0, 2 / math.Sqrt(20)}, [2]float64{4, 1}},
	} {
		x, y := generated(t, test.name, n)
		if len(x[0]) != 20 {
			t.Errorf("%s has %d attributes", test.name, len(x[0]))
		}
		for class := range 2 {
			mean, variance, rows := moments(x, y, class)
			if math.Abs(float64(rows)-n/2) > 4*math.Sqrt(n/4) {
				t.Errorf("%s: %d rows of class %d", test.name, rows, class)
			}
			for j := range mean {
				sd := math.Sqrt(test.variance[class] / float64(rows))
				if math.Abs(mean[j]-test.mean[class]) > 4.5*sd {
					t.Errorf("%s, class %d: mean %v, want %v", test.name, class, mean[j], test.mean[class])
				}
				if v := test.variance[class]; math.Abs(variance[j]-v) > 4.5*v*math.Sqrt(2/float64(rows)) {
					t.Errorf("%s, class %d: variance %v, want %v", test.name, class, variance[j], v)
				}
			}
		}
	}
}

// TestTwonormBayes: Breiman states an error of 2.3% for the best classifier,
// the sign of the sum; it is Phi(-2).
func TestTwonormBayes(t *testing.T) {
	const n = 40000
	x, y := generated(t, "twonorm", n)
	wrong := 0
	for i, row := range x {
		sum := 0.0
		for _, v := range row {
			sum += v
		}
		if (sum < 0) != (y[i] == 1) {
			wrong++
		}
	}
	want := 0.5 * math.Erfc(2/math.Sqrt2)
	if got := float64(wrong) / n; math.Abs(got-want) > 4.5*math.Sqrt(want/n) {
		t.Errorf("error %v, want %v", got, want)
	}
}

// TestWaveform compares class means with the mean of the two triangles and
// variances with 1 + Var(u) (g - h)^2.
func TestWaveform(t *testing.T) {
	const n = 30000
	x, y := generated(t, "waveform", n)
	peaks := [][2]int{{11, 15}, {11, 7}, {15, 7}}
	for class, p := range peaks {
		mean, variance, rows := moments(x, y, class)
		for j := range mean {
			g := math.Max(0, 6-math.Abs(float64(j+1-p[0])))
			h := math.Max(0, 6-math.Abs(float64(j+1-p[1])))
			v := 1 + (g-h)*(g-h)/12
			if math.Abs(mean[j]-(g+h)/2) > 4.5*math.Sqrt(v/float64(rows)) {
				t.Errorf("class %d, attribute %d: mean %v, want %v", class, j, mean[j], (g+h)/2)
			}
			if math.Abs(variance[j]-v) > 4.5*v*math.Sqrt(2/float64(rows)) {
				t.Errorf("class %d, attribute %d: variance %v, want %v", class, j, variance[j], v)
			}
		}
	}
	_, binary := generated(t, "waveform-binary", n)
	for i := range y {
		if (binary[i] == 1) != (y[i] == 1) {
			t.Fatalf("row %d: class %d of three, %d of two", i, y[i], binary[i])
		}
	}
}

// TestPivotedCholesky rebuilds a covariance matrix from its factor.
func TestPivotedCholesky(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	const n = 300
	at := make([]float64, n)
	for i := range at {
		at[i] = 6 * rng.Float64()
	}
	k := func(i, j int) float64 { return math.Exp(-(at[i] - at[j]) * (at[i] - at[j]) / 2) }
	factor := pivotedCholesky(n, k)
	if len(factor) > 40 {
		t.Errorf("%d columns", len(factor))
	}
	for i := range n {
		for j := range n {
			v := 0.0
			for _, c := range factor {
				v += c[i] * c[j]
			}
			if math.Abs(v-k(i, j)) > 2e-12 {
				t.Fatalf("element %d, %d: %v, want %v", i, j, v, k(i, j))
			}
		}
	}
}

// TestVillacampaSynthetic: inputs fill the box, classes are smooth in them.
func TestVillacampaSynthetic(t *testing.T) {
	x, y := generated(t, "villacampa-synthetic", 1000)
	agree := 0
	for i := range x {
		if math.Abs(x[i][0]) > 2.5 || math.Abs(x[i][1]) > 2.5 {
			t.Fatalf("row %d is outside: %v", i, x[i])
		}
		nearest, best := -1, math.Inf(1)
		for j := range x {
			if d := math.Hypot(x[i][0]-x[j][0], x[i][1]-x[j][1]); j != i && d < best {
				nearest, best = j, d
			}
		}
		if y[nearest] == y[i] {
			agree++
		}
	}
	if agree < 930 {
		t.Errorf("%d of 1000 rows have the class of their nearest neighbour", agree)
	}
}

func TestErrors(t *testing.T) {
	_, err := Dataset("threenorm", 10, nil)
	datatest.CheckProblem(t, "unknown", err, "there is no such generator")
	_, err = Dataset("twonorm", 0, nil)
	datatest.CheckProblem(t, "no rows", err, "there must be at least one")
}

// TestClusters compares the classes' shares and spreads with what they are drawn from, and
// sees that a class has the same centre however many there are.
func TestClusters(t *testing.T) {
	const n = 20000
	x, y := generated(t, "clusters-10", n)
	more, which := generated(t, "clusters-100", n)
	if Classes("clusters-10") != 10 || Classes("clusters-100") != 100 || Classes("no such") != 0 {
		t.Errorf("%d and %d classes", Classes("clusters-10"), Classes("clusters-100"))
	}
	for class := range 10 {
		mean, variance, rows := moments(x, y, class)
		if math.Abs(float64(rows)-n/10) > 4.5*math.Sqrt(n/10) {
			t.Errorf("%d rows of class %d", rows, class)
		}
		again, _, few := moments(more, which, class)
		for j := range mean {
			if math.Abs(variance[j]-0.25) > 4.5*0.25*math.Sqrt(2/float64(rows)) {
				t.Errorf("class %d, attribute %d: variance %v, want 0.25", class, j, variance[j])
			}
			if math.Abs(mean[j]-again[j]) > 4.5*0.5*math.Sqrt(1/float64(rows)+1/float64(few)) {
				t.Errorf("class %d, attribute %d: centres at %v and %v", class, j, mean[j], again[j])
			}
		}
	}
}
