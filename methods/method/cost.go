package method

// Costed is a Classifier that knows what its fit costs.
type Costed interface {
	Classifier
	// Cost returns roughly how many multiplications the set-up and an iteration take, in
	// units of dense products: slower operations count by their time.
	Cost(s Size) (setUp, iteration float64)
}

// Size holds the properties of a training set that decide the cost of a
// fit.
type Size struct {
	Rows, Attributes, Classes int
	Row                       float64 // multiplications of a row times a vector: D of a dense one
}

// Iteration returns roughly how many multiplications an iteration over b rows with M inducing
// inputs takes: b M (M + D) + M^3 for each class, and b D without inducing inputs, M = 0.
func (s Size) Iteration(rows, inducing int) float64 {
	b, m, d := float64(rows), float64(inducing), float64(s.Attributes)
	one := b * d
	if inducing > 0 {
		one = b*m*(m+d) + m*m*m
	}
	return max(1, float64(s.Classes)) * one
}

// Cost is that of a Costed classifier. For any other classifier it depends on the embedded groups
// of options: minibatches are those of Batching; inducing inputs are those of Sparse, or all rows
// with a Prior alone.
func Cost(c Classifier, s Size) (setUp, iteration float64) {
	if known, ok := c.(Costed); ok {
		return known.Cost(s)
	}
	rows, inducing := s.Rows, 0
	if of, ok := c.(interface{ Size(n int) int }); ok {
		rows = of.Size(s.Rows)
	}
	if _, ok := c.(interface{ hasKernel() }); ok {
		inducing = s.Rows
	}
	if of, ok := c.(interface{ inputsOf(n int) int }); ok {
		inducing = of.inputsOf(s.Rows)
	}
	return 0, s.Iteration(rows, inducing)
}

func (Prior) hasKernel() {}

// inputsOf is M for n rows, but at most n: the fit will report the
// excess.
func (s Sparse) inputsOf(n int) int {
	m, err := s.Inducing.Of(n)
	if err != nil {
		return n
	}
	return m
}
