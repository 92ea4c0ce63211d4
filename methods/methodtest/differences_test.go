package methodtest

import (
	"math"
	"testing"
)

// told counts what a check reports.
type told struct {
	testing.TB
	errors int
}

func (t *told) Helper()               {}
func (t *told) Errorf(string, ...any) { t.errors++ }

// Derivatives that are right pass with differences of either order; a wrong one, and one that is no number, are reported.
func TestDifferences(t *testing.T) {
	for wrong, want := range map[float64]int{0: 0, 1e-3: 1, math.NaN(): 1} {
		objective := func(x, gradient []float64) (float64, error) {
			gradient[0], gradient[1] = math.Cos(x[0])+wrong, 3*x[1]*x[1]
			return math.Sin(x[0]) + x[1]*x[1]*x[1], nil
		}
		for _, fourth := range []bool{false, true} {
			counted := &told{TB: t}
			Differences{Step: 1e-3, Tolerance: 1e-5, Fourth: fourth}.Check(counted, "sine and cube", objective, []float64{0.3, 2}, 2)
			if counted.errors != want {
				t.Errorf("a derivative is %v off, fourth order %v: %d errors, want %d", wrong, fourth, counted.errors, want)
			}
		}
	}
}
