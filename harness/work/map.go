package work

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// mapSide is the number of nodes along a side of a map.
const mapSide = 120

// keepMap writes the map of a model to path.
func keepMap(path string, model method.Predictor, train *data.Examples, classes []string) error {
	text, err := boundaries(model, train, classes).Encode()
	if err == nil {
		err = atomicfile.Write(path, text)
	}
	if err != nil {
		return fmt.Errorf("the map cannot be kept: %w", err)
	}
	return nil
}

// boundaries returns the map of a model of two attributes: its predictions at the
// nodes of a grid over the bounding box of its training rows, and its inducing inputs,
// unless they are the training rows themselves.
func boundaries(model method.Predictor, train *data.Examples, classes []string) *record.Map {
	x, y := train.ReadAll()
	m := &record.Map{Side: mapSide, Classes: classes}
	var low, high [record.MapAttributes]float64 // on the scale of the model
	for j := range record.MapAttributes {
		column := mat.Col(nil, j, x)
		low[j], high[j] = floats.Min(column), floats.Max(column)
	}
	s := newDrawingScale(train.Scaler(), low, high)
	m.Low, m.High = s.of(low[:]), s.of(high[:])
	nodes := mat.NewDense(mapSide*mapSide, record.MapAttributes, nil)
	for i := range mapSide * mapSide {
		for j, step := range [record.MapAttributes]int{i % mapSide, i / mapSide} {
			nodes.Set(i, j, low[j]+(high[j]-low[j])*float64(step)/(mapSide-1))
		}
	}
	p := mat.NewDense(mapSide*mapSide, len(classes), nil)
	model.Predict(p, nodes)
	grid := make([]int, mapSide*mapSide)
	for i := range grid {
		grid[i] = floats.MaxIdx(p.RawRowView(i))
	}
	m.SetGrid(grid)
	for i := range min(len(y), record.MapRows) {
		m.Rows, m.Labels = append(m.Rows, s.of(x.RawRowView(i))), append(m.Labels, y[i])
	}
	if located, ok := model.(method.Located); ok {
		for _, z := range located.Inducing() {
			if mat.Equal(z, x) {
				continue
			}
			rows, _ := z.Dims()
			points := make([][2]float64, rows)
			for i := range points {
				points[i] = s.of(z.RawRowView(i))
			}
			m.Inducing = append(m.Inducing, points)
		}
	}
	return m
}

// drawingScale converts inputs back to the scale of the table, rounded to the
// decimals that a drawing can show: a thousandth of the box or a little less.
type drawingScale struct {
	scaler   *data.Scaler // nil: inputs are on that scale already
	decimals [record.MapAttributes]int
}

func newDrawingScale(scaler *data.Scaler, low, high [record.MapAttributes]float64) *drawingScale {
	s := &drawingScale{scaler: scaler}
	for j := range record.MapAttributes {
		if width := s.table(j, high[j]) - s.table(j, low[j]); width > 0 {
			s.decimals[j] = max(0, 3-int(math.Floor(math.Log10(width))))
		}
	}
	return s
}

// table returns the value of an attribute on the scale of the table.
func (s *drawingScale) table(j int, v float64) float64 {
	if s.scaler == nil {
		return v
	}
	return s.scaler.Mean[j] + s.scaler.SD[j]*v
}

// of returns a row on the scale of the table.
func (s *drawingScale) of(row []float64) (out [record.MapAttributes]float64) {
	for j := range out {
		v, _ := strconv.ParseFloat(strconv.FormatFloat(s.table(j, row[j]), 'f', s.decimals[j], 64), 64)
		out[j] = v + 0 // never -0
	}
	return out
}
