package recordtest

import "gpcbench/harness/record"

// Thirds is a map of three classes: the lower half is class 0, and of the upper
// one the left is class 1 and the right class 2.
func Thirds() *record.Map {
	const side = 8
	m := &record.Map{
		Low: [2]float64{0, 0}, High: [2]float64{7, 7}, Side: side, Classes: []string{"a", "b", "c"},
		Rows: [][2]float64{{1, 1}, {2, 6}, {6, 6}}, Labels: []int{0, 1, 2},
		Inducing: [][][2]float64{{{1, 2}, {1, 2.0001}}, {{3, 3}}, {{20, 3}}},
	}
	grid := make([]int, side*side)
	for i := range grid {
		switch x, y := i%side, i/side; {
		case y < side/2:
		case x < side/2:
			grid[i] = 1
		default:
			grid[i] = 2
		}
	}
	m.SetGrid(grid)
	return m
}

// Halves is a map of two classes, left and right of x = 3.5 in a box of width 7.
func Halves(inducing ...[2]float64) *record.Map {
	m := &record.Map{
		High: [2]float64{7, 70}, Side: 8, Classes: []string{"a", "b"},
		Rows: [][2]float64{{1.5, 10}, {5.5, 60}}, Labels: []int{0, 1},
	}
	if len(inducing) > 0 {
		m.Inducing = [][][2]float64{inducing}
	}
	grid := make([]int, 64)
	for i := range grid {
		if i%8 > 3 {
			grid[i] = 1
		}
	}
	m.SetGrid(grid)
	return m
}
