package inducing

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// clusters are n rows around three far-apart points of the plane.
func clusters(n int, rng *rand.Rand) *mat.Dense {
	centre := [3][2]float64{{0, 0}, {100, 0}, {0, 100}}
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		for j := range 2 {
			x.Set(i, j, centre[i%3][j]+rng.NormFloat64())
		}
	}
	return x
}

// kmeans is KMeans that nothing interrupts.
func kmeans(t testing.TB, x *mat.Dense, m int, rng *rand.Rand) *mat.Dense {
	t.Helper()
	z, err := KMeans(t.Context(), x, m, 0, rng)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestKMeansFindsTheMeansOfClusters(t *testing.T) {
	x := clusters(300, rand.New(rand.NewPCG(1, 2)))
	z := kmeans(t, x, 3, rand.New(rand.NewPCG(3, 4)))
	var want [3][2]float64
	for i := range 300 {
		want[i%3][0] += x.At(i, 0) / 100
		want[i%3][1] += x.At(i, 1) / 100
	}
	for _, w := range want {
		near := math.Inf(1)
		for j := range 3 {
			near = math.Min(near, math.Hypot(z.At(j, 0)-w[0], z.At(j, 1)-w[1]))
		}
		if near > 1e-9 {
			t.Errorf("no centre at the cluster mean %v, nearest at distance %g", w, near)
		}
	}
}

// noise returns n rows of d standard normal numbers.
func noise(n, d int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, d, nil)
	for i := range n {
		for j := range d {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	return x
}

// The sum of squares is below that of random rows.
func TestKMeansImprovesOnRandomRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := noise(500, 3, rng)
	cost := func(z *mat.Dense) float64 {
		m, _ := z.Dims()
		var s float64
		for i := range 500 {
			best := math.Inf(1)
			for j := range m {
				best = math.Min(best, squaredDistance(x.RawRowView(i), z.RawRowView(j)))
			}
			s += best
		}
		return s
	}
	first := mat.DenseCopyOf(x.Slice(0, 20, 0, 3))
	if got, random := cost(kmeans(t, x, 20, rng)), cost(first); got > 0.8*random {
		t.Errorf("sum of squares %g, of random rows %g", got, random)
	}
}

// Where Lloyd's algorithm converges, which takes some ten sweeps here, each centre is the mean
// of the rows nearest to it.
func TestKMeansConverges(t *testing.T) {
	const n, m, d = 200, 6, 2
	for seed := range uint64(5) {
		x := noise(n, d, rand.New(rand.NewPCG(seed, 10)))
		z := kmeans(t, x, m, rand.New(rand.NewPCG(9, 10)))
		sum, count := mat.NewDense(m, d, nil), make([]float64, m)
		for i := range n {
			row, own := x.RawRowView(i), 0
			for j := range m {
				if squaredDistance(row, z.RawRowView(j)) < squaredDistance(row, z.RawRowView(own)) {
					own = j
				}
			}
			add(sum.RawRowView(own), row)
			count[own]++
		}
		for j, c := range count {
			for k, s := range sum.RawRowView(j) {
				if got, want := z.At(j, k), s/c; !(math.Abs(got-want) < 1e-12) {
					t.Errorf("rows %d, centre %d: %v, of its rows %v", seed, j, got, want)
				}
			}
		}
	}
}

// One sweep moves the centres that the seeding draws to the means of the rows nearest to them, and many sweeps are as many
// as are needed.
func TestKMeansSweeps(t *testing.T) {
	const m = 6
	x := noise(200, 2, rand.New(rand.NewPCG(1, 10)))
	centres := func(sweeps int) *mat.Dense {
		z, err := KMeans(t.Context(), x, m, sweeps, rand.New(rand.NewPCG(9, 10)))
		if err != nil {
			t.Fatal(err)
		}
		return z
	}
	want, err := seed(t.Context(), x, m, rand.New(rand.NewPCG(9, 10)))
	if err != nil {
		t.Fatal(err)
	}
	if err := lloyd(t.Context(), want, x, 1); err != nil {
		t.Fatal(err)
	}
	if !mat.Equal(centres(1), want) {
		t.Error("one sweep is not one sweep from the seeding")
	}
	if mat.Equal(centres(1), centres(0)) {
		t.Error("one sweep comes to the centres of twenty")
	}
	if !mat.Equal(centres(100), centres(0)) {
		t.Error("a hundred sweeps go on where nothing changes")
	}
}

func TestKMeansEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	x := mat.NewDense(4, 1, []float64{3, 3, 3, 3})
	if z := kmeans(t, x, 4, rng); !mat.Equal(z, x) {
		t.Errorf("centres of equal rows: %v", mat.Formatted(z))
	}
	x = mat.NewDense(3, 1, []float64{5, 1, 2})
	z := kmeans(t, x, 3, rng)
	got := []float64{z.At(0, 0), z.At(1, 0), z.At(2, 0)}
	slices.Sort(got)
	if !slices.Equal(got, []float64{1, 2, 5}) {
		t.Errorf("as many centres as rows: %v", got)
	}
}

func TestMedianDistance(t *testing.T) {
	// Squared distances 1, 9, 4 and their median 4.
	if got := MedianDistance(mat.NewDense(3, 1, []float64{0, 1, 3})); got != 2 {
		t.Errorf("three rows: %g, want 2", got)
	}
	// Squared distances 1, 1, 4, 9, 4, 16 with median 4.
	if got := MedianDistance(mat.NewDense(4, 1, []float64{0, 1, 2, 4})); got != 2 {
		t.Errorf("four rows: %g, want 2", got)
	}
	if got := MedianDistance(mat.NewDense(3, 1, []float64{7, 7, 7})); got != 1 {
		t.Errorf("equal rows: %g, want 1", got)
	}
	if got := MedianDistance(mat.NewDense(1, 1, []float64{7})); got != 1 {
		t.Errorf("one row: %g, want 1", got)
	}
}

// 10,000 rows of 100 attributes with no structure, 100 centres, 20 sweeps: 0.6 s
// on one core of an AMD EPYC. Leaving distances out by the triangle inequality
// instead of forming them by products takes twice as long here.
func BenchmarkKMeans(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(10_000, 100, nil)
	for i := range 10_000 {
		for j := range 100 {
			x.Set(i, j, rng.NormFloat64())
		}
	}
	for b.Loop() {
		kmeans(b, x, 100, rng)
	}
}

// Rows that are taken side by side have the bits of rows taken alone.
func TestSquaredDistancesAreThoseOfOneRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for n := range 10 {
		x, c := mat.NewDense(n+1, 23, nil), make([]float64, 23)
		for i := range c {
			c[i] = rng.NormFloat64()
		}
		for i := range x.RawMatrix().Data {
			x.RawMatrix().Data[i] = rng.NormFloat64()
		}
		got := make([]float64, n+1)
		squaredDistances(got, x, c)
		for i, v := range got {
			if want := squaredDistance(x.RawRowView(i), c); v != want {
				t.Errorf("row %d of %d: %g, want %g", i, n+1, v, want)
			}
		}
	}
}
