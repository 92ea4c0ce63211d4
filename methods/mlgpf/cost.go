package mlgpf

import (
	"gpcbench/gp/subspace"
	"gpcbench/methods/method"
)

// Cost returns about how many multiplications the set-up, which is singular vectors and k-means,
// and an iteration take; see the package documentation.
func (c *Config) Cost(s method.Size) (setUp, iteration float64) {
	m, err := c.Inducing.Of(s.Rows)
	if err != nil {
		return 0, 0 // the fit ends with that error
	}
	row := s.Row
	if c.Subspace > 0 {
		setUp = subspace.Solver{Cycles: c.Cycles}.Cost(s.Rows, s.Attributes, s.Row, c.Subspace)
		row = float64(c.Subspace)
	}
	if c.AtCentres() {
		setUp += subspace.CentresCost(s.Rows, row, m)
	}
	return setUp, c.functionsCost(s, m) + c.labelsCost(s) + c.inducingCost(s, m)
}

// functionsCost is that of the latent functions.
func (c *Config) functionsCost(s method.Size, inducing int) float64 {
	b, m := float64(c.Size(s.Rows)), float64(inducing)
	return float64(c.Latents) * (1.5*b*m*m + m*m*m)
}

// labelsCost is that of all labels, or of the sample of them.
func (c *Config) labelsCost(s method.Size) float64 {
	labels := s.Classes
	if c.Negatives > 0 {
		labels = min(labels, c.Negatives)
	}
	return float64(c.Size(s.Rows)) * float64(labels) * (6*float64(c.Latents) + 70)
}

// inducingCost is that of products with inducing inputs.
func (c *Config) inducingCost(s method.Size, inducing int) float64 {
	b, m := float64(c.Size(s.Rows)), float64(inducing)
	if c.Subspace > 0 {
		r := float64(c.Subspace)
		return 2*b*m*r + 1.5*m*m*r + b*r*s.Row
	}
	return 2*b*m*s.Row + 1.5*m*m*float64(s.Attributes)
}
