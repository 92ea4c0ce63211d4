package sparse

import (
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/kernel"
)

func TestLayout(t *testing.T) {
	priors := func(first, second float64) []*Prior {
		var out []*Prior
		for _, v := range []float64{first, second} {
			k, err := kernel.New("se", 1, kernel.Start{Lengthscale: v, Variance: v})
			if err != nil {
				t.Fatal(err)
			}
			p, _, err := NewPrior(k, mat.NewDense(2, 1, []float64{v, 2 * v}))
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, p)
		}
		return out
	}
	for _, c := range []struct {
		kernels, inputs bool
		size            [2]int // kernel parameters, all
	}{
		{false, false, [2]int{4, 8}},
		{true, false, [2]int{2, 6}},
		{false, true, [2]int{4, 6}},
		{true, true, [2]int{2, 4}},
	} {
		second := 3.0
		if c.kernels || c.inputs {
			second = 1 // what is shared is alike
		}
		from, to := priors(1, second), priors(5, 7)
		l := NewLayout(from, c.kernels, c.inputs)
		if got := [2]int{l.KernelSize(), l.Size()}; got != c.size {
			t.Errorf("shared %v, %v: sizes %v, want %v", c.kernels, c.inputs, got, c.size)
		}
		x := make([]float64, l.Size())
		l.Pack(x, from)
		for k, p := range to {
			if _, err := l.Unpack(p, p.Kernel, x, k); err != nil {
				t.Fatal(err)
			}
			want, got := make([]float64, 2), make([]float64, 2)
			from[k].Kernel.Params(want)
			p.Kernel.Params(got)
			if !slices.Equal(got, want) || !mat.Equal(p.Z, from[k].Z) {
				t.Errorf("shared %v, %v: prior %d has %v and %v, want %v and %v", c.kernels, c.inputs, k, got, p.Z, want, from[k].Z)
			}
		}
	}
}
