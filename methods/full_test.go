package methods

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/methodtest"
)

// TestFullRefusesManyRows: what does not fit into memory is refused, with the name of a
// method that does.
func TestFullRefusesManyRows(t *testing.T) {
	const n = 15_001
	y := make([]int, n)
	y[0] = 1
	task := methodtest.Task(data.NewMemory(mat.NewDense(n, 1, nil), y), 2, 1)
	for name, instead := range map[string]string{"kl": "use svgp", "ep-full": "use ep-fitc", "dirichlet-full": "use dirichlet", "laplace-full": "use laplace-fitc"} {
		if _, err := Registry[name].New().Fit(t.Context(), task, &methodtest.Recorder{}); err == nil || !strings.Contains(err.Error(), instead) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
