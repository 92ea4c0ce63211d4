package kernel

import (
	"fmt"
	"math"
	"strings"
)

// Start is where the parameters of a kernel start.
type Start struct {
	Variance    float64 // of every part that has one; linear-ard: the weight of every column
	Lengthscale float64 // of every column
	Noise       float64 // variance on the diagonal; 0: there is no noise and no parameter for it
}

// Expressions lists the covariance functions that New knows.
func Expressions() []string { return []string{"se", "se-ard", "matern32-ard", "linear-ard"} }

// New returns the kernel of an expression on R^dim:
//
//	se            variance exp(-|x - x'|^2 / (2 l^2))
//	se-ard        variance exp(-s/2),                     s = sum_d (x_d - x'_d)^2 / l_d^2
//	matern32-ard  variance (1 + sqrt(3 s)) exp(-sqrt(3 s))
//	linear-ard    sum_d v_d x_d x'_d
//
// and sums of these with "+". The parameters are the logarithms of: variance
// and lengthscale(s) of the first part, or its weights v_d; the same of the
// next parts; the noise variance, if there is one.
func New(expr string, dim int, start Start) (Kernel, error) {
	if dim < 1 {
		return nil, fmt.Errorf("kernel %q: the inputs have no columns", expr)
	}
	if !(start.Variance > 0 && start.Lengthscale > 0 && start.Noise >= 0) ||
		math.IsInf(start.Variance+start.Lengthscale+start.Noise, 1) {
		return nil, fmt.Errorf("kernel %q: want variance > 0, lengthscale > 0 and noise >= 0, got %v, %v and %v",
			expr, start.Variance, start.Lengthscale, start.Noise)
	}
	k := &sum{expr: expr, dim: dim, hasNoise: start.Noise > 0}
	for _, name := range strings.Split(expr, "+") {
		p, err := newPart(strings.TrimSpace(name), dim, start)
		if err != nil {
			return nil, fmt.Errorf("kernel %q: %w", expr, err)
		}
		k.parts = append(k.parts, p)
	}
	theta := make([]float64, k.NumParams())
	k.each(theta, func(_ int, p part, own []float64) { p.params(own) })
	if k.hasNoise {
		theta[len(theta)-1] = math.Log(start.Noise)
	}
	return k.With(theta), nil
}

// newPart returns the covariance function of one name.
func newPart(name string, dim int, start Start) (part, error) {
	switch name {
	case "se":
		return &stationary{shape: squaredExponential{}, dim: dim, variance: start.Variance, scales: constant(1, start.Lengthscale)}, nil
	case "se-ard":
		return &stationary{shape: squaredExponential{}, dim: dim, variance: start.Variance, scales: constant(dim, start.Lengthscale), ard: true}, nil
	case "matern32-ard":
		return &stationary{shape: matern32{}, dim: dim, variance: start.Variance, scales: constant(dim, start.Lengthscale), ard: true}, nil
	case "linear-ard":
		return &linear{weights: constant(dim, start.Variance)}, nil
	}
	return nil, fmt.Errorf("there is no covariance function %q; known are %s, and sums of them with +",
		name, strings.Join(Expressions(), ", "))
}

// leastParams returns how many parameters the covariance function of a name has at least.
func leastParams(name string, dim int) int {
	if strings.HasSuffix(name, "-ard") {
		return max(dim, 1)
	}
	return 1
}

// State is a kernel as saved models hold it.
type State struct {
	Expr   string    `json:"expr"`
	Dim    int       `json:"dim"`
	Noise  bool      `json:"noise"` // whether there is a noise parameter
	Params []float64 `json:"params"`
}

// StateOf returns the state of a kernel that New made.
func StateOf(k Kernel) State {
	s := k.(*sum)
	theta := make([]float64, s.NumParams())
	s.Params(theta)
	return State{Expr: s.expr, Dim: s.dim, Noise: s.hasNoise, Params: theta}
}

// Kernel returns the kernel of a state. The error says that there is no kernel of that
// expression, or that it has other parameters. It takes no more memory than the parameters.
func (s State) Kernel() (Kernel, error) {
	for _, v := range s.Params {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("kernel %q: a parameter is %v", s.Expr, v)
		}
	}
	want := 0
	for name := range strings.SplitSeq(s.Expr, "+") {
		if want += leastParams(strings.TrimSpace(name), s.Dim); want > len(s.Params) {
			return nil, fmt.Errorf("kernel %.40q: %d parameters are fewer than it has", s.Expr, len(s.Params))
		}
	}
	start := Start{Variance: 1, Lengthscale: 1}
	if s.Noise {
		start.Noise = 1
	}
	k, err := New(s.Expr, s.Dim, start)
	if err != nil {
		return nil, err
	}
	if n := k.NumParams(); n != len(s.Params) {
		return nil, fmt.Errorf("kernel %q: want %d parameters, got %d", s.Expr, n, len(s.Params))
	}
	return k.With(s.Params), nil
}

// WithoutNoise returns the kernel without its noise, and the noise, 0 if there
// is none.
func WithoutNoise(k Kernel) (Kernel, float64, error) {
	s := StateOf(k)
	if !s.Noise {
		return k, 0, nil
	}
	last := len(s.Params) - 1
	noise := math.Exp(s.Params[last])
	s.Noise, s.Params = false, s.Params[:last]
	without, err := s.Kernel()
	return without, noise, err
}

// constant returns n times v.
func constant(n int, v float64) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = v
	}
	return out
}
