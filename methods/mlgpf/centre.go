package mlgpf

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/inputs"
	"gpcbench/methods/method"
)

// nearShare is the squared mean row as a share of the mean |x|^2 if the spread about it is a tenth
// of the root of that mean.
const nearShare = 1 - 0.1*0.1

// farCentre returns the mean of the training rows, of at most normRows, where they lie far from 0
// and close together; else nil. Distances of such rows cannot be computed from squared norms, and
// steps on the scale of these norms are too long for them. Sparse rows stay as they are.
func farCentre(task method.Task) []float64 {
	if task.Train.Sparse() {
		return nil
	}
	pos := method.Drawn(task, normRows, "norm")
	mean, squares := make([]float64, task.Train.Dim()), 0.0
	var rows inputs.Rows
	for from := 0; from < len(pos); from += normBlock {
		part := pos[from:min(from+normBlock, len(pos))]
		rows = inputs.Read(rows, task.Train, part)
		block := rows.(inputs.Dense)
		for i := range part {
			row := block.RawRowView(i)
			floats.AddScaled(mean, 1/float64(len(pos)), row)
			squares += floats.Dot(row, row) / float64(len(pos))
		}
	}
	if !(floats.Dot(mean, mean) > nearShare*squares) {
		return nil
	}
	return mean
}

// lessCentre returns rows x - centre, x itself where there is no centre.
func lessCentre(x inputs.Rows, centre []float64) inputs.Rows {
	if centre == nil {
		return x
	}
	n, d := x.Dims()
	out := mat.NewDense(n, d, nil)
	for i := range n {
		row := out.RawRowView(i)
		switch x := x.(type) {
		case inputs.Dense:
			copy(row, x.RawRowView(i))
		case inputs.Sparse:
			cols, values := x.Row(i)
			for j, c := range cols {
				row[c] = values[j]
			}
		}
		floats.Sub(row, centre)
	}
	return inputs.Dense{Dense: out}
}
