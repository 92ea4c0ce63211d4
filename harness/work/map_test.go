package work

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/kernel"
	"gpcbench/gp/sparse"
	"gpcbench/harness/harnesstest"
)

// oneEach is a model of two classes with one inducing input each, under the prior
// N(0, 9) of u.
func oneEach(t *testing.T) *sparse.Model {
	t.Helper()
	k, err := kernel.New("se", 1, kernel.Start{Lengthscale: 1, Variance: 9})
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := sparse.NewPrior(k, mat.NewDense(1, 1, nil))
	if err != nil {
		t.Fatal(err)
	}
	one := mat.NewDense(1, 1, []float64{1})
	m, err := sparse.NewMulticlass([]*sparse.Prior{p, p}, [][]float64{{0}, {0}}, []*mat.Dense{one, one})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Of one attribute a map is the posterior, of a method that knows it: here of a
// density of 1 / (3 sqrt(2 pi)) at 0, to five digits.
func TestMapOfOneAttribute(t *testing.T) {
	train := data.NewExamples(data.NewMemory(mat.NewDense(3, 1, nil), []int{0, 1, 0}), data.Range{From: 0, To: 3}, nil)
	m, err := newMap(oneEach(t), train, []string{"a", "b"})
	if err != nil || m.Posterior == nil {
		t.Fatalf("map %+v, %v", m, err)
	}
	p, middle := m.Posterior, len(m.Posterior.Theta)/2
	if p.Theta[0] != -18 || p.Theta[middle] != 0 || p.Prior[middle] != 0.13298 || p.Own[middle] != 0.13298 {
		t.Errorf("from %v; at %v prior %v and own %v", p.Theta[0], p.Theta[middle], p.Prior[middle], p.Own[middle])
	}
	if _, err := newMap(harnesstest.Constant{1, 0}, train, []string{"a", "b"}); err == nil {
		t.Error("a method that does not know its posterior has a map")
	}
}

// half predicts the class by the side of a line through its inducing input, on
// the scale of the training examples.
type half struct{ z [2]float64 }

func (h half) Predict(dst, x *mat.Dense) {
	n, _ := x.Dims()
	for i := range n {
		p := 0.0
		if x.At(i, 0) > h.z[0] {
			p = 1
		}
		dst.SetRow(i, []float64{1 - p, p})
	}
}
func (h half) Size() (columns, classes int)   { return 0, 2 }
func (h half) MarshalBinary() ([]byte, error) { return nil, nil }
func (h half) Inducing() []*mat.Dense         { return []*mat.Dense{mat.NewDense(1, 2, h.z[:])} }

// rowsAsInputs has the training rows as its inducing inputs.
type rowsAsInputs struct {
	half
	rows *mat.Dense
}

func (r rowsAsInputs) Inducing() []*mat.Dense { return []*mat.Dense{r.rows} }

// A model without inducing inputs of its own has none in its map.
func TestMapWithoutInducingInputs(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{0, 100, 10, 300, 20, 100, 30, 300})
	train := data.NewExamples(data.NewMemory(x, []int{0, 0, 1, 1}), data.All(4), nil)
	m, err := newMap(rowsAsInputs{rows: mat.DenseCopyOf(x)}, train, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Inducing) != 0 {
		t.Errorf("inducing inputs %v", m.Inducing)
	}
}

// A map has the scale of the table though the model has that of the scaler.
func TestMapIsOnTheScaleOfTheTable(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{0, 100, 10, 300, 20, 100, 30, 300})
	table := data.NewMemory(x, []int{0, 0, 1, 1})
	rows := data.Range{From: 0, To: 4}
	train := data.NewExamples(table, rows, data.FitScaler(table, rows))
	m, err := newMap(half{[2]float64{0, 1}}, train, []string{"a", "b"})
	if err != nil {
		t.Fatal(err)
	}
	if m.Low != [2]float64{0, 100} || m.High != [2]float64{30, 300} || m.Rows[1] != [2]float64{10, 300} {
		t.Errorf("box %v to %v, rows %v", m.Low, m.High, m.Rows)
	}
	if z := m.Inducing[0][0]; math.Abs(z[0]-15) > 1e-9 || math.Abs(z[1]-300) > 1e-9 {
		t.Errorf("inducing input at %v, want 15, 300", z)
	}
	grid, err := m.Grid()
	if err != nil {
		t.Fatal(err)
	}
	if grid[m.Side/2-1] != 0 || grid[m.Side/2] != 1 || grid[m.Side*m.Side-1] != 1 || grid[m.Side*(m.Side-1)] != 0 {
		t.Errorf("classes of the lowest nodes: %v", grid[:m.Side])
	}
}
