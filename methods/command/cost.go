package command

import "gpcbench/methods/method"

// Cost reads the program's options kernel, inducing and batch as the options of these names that
// other methods have.
func (c *Config) Cost(s method.Size) (setUp, iteration float64) {
	rows, inducing := s.Rows, 0
	if n, err := method.Number(c.others["batch"]); err == nil && n > 0 {
		rows = int(min(n, float64(s.Rows)))
	}
	if _, ok := c.others["kernel"]; ok {
		inducing = s.Rows
		var count method.Count
		if count.SetOption(c.others["inducing"]) == nil {
			if m, err := count.Of(s.Rows); err == nil {
				inducing = m
			}
		}
	}
	return 0, s.Iteration(rows, inducing)
}
