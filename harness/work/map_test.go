package work

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
)

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
	m := boundaries(rowsAsInputs{rows: mat.DenseCopyOf(x)}, train, []string{"a", "b"})
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
	m := boundaries(half{[2]float64{0, 1}}, train, []string{"a", "b"})
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
