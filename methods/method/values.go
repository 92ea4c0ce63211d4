package method

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpcbench/gp/kernel"
)

// Interval is [low, high] with low < high; the zero value means no interval.
type Interval struct{ Low, High float64 }

// SetOption takes a list of the two numbers, or "none".
func (i *Interval) SetOption(v any) error {
	if v == "none" {
		*i = Interval{}
		return nil
	}
	list, ok := v.([]any)
	if !ok || len(list) != 2 {
		return fmt.Errorf("want two numbers, [low, high], or \"none\", got %s", show(v))
	}
	low, err := Number(list[0])
	if err != nil {
		return fmt.Errorf("low: %w", err)
	}
	high, err := Number(list[1])
	if err != nil {
		return fmt.Errorf("high: %w", err)
	}
	if low >= high {
		return fmt.Errorf("low must be less than high, got %v and %v", low, high)
	}
	*i = Interval{low, high}
	return nil
}

// Option returns a list of the two numbers, or "none".
func (i *Interval) Option() any {
	if i.None() {
		return "none"
	}
	return []any{i.Low, i.High}
}

// None says whether there is no interval.
func (i Interval) None() bool { return i == Interval{} }

// Power is the power of power EP, above 0 and at most 1. The zero value is 1.
type Power struct{ alpha float64 }

// SetOption takes a number above 0 and at most 1.
func (p *Power) SetOption(v any) error {
	x, err := Number(v)
	if err != nil || !(x > 0 && x <= 1) {
		return fmt.Errorf("want a number above 0 and at most 1, got %s", show(v))
	}
	if x == 1 {
		x = 0
	}
	*p = Power{x}
	return nil
}

// Option returns a float64.
func (p *Power) Option() any { return p.Of() }

// Of returns the number.
func (p Power) Of() float64 {
	if p.alpha == 0 {
		return 1
	}
	return p.alpha
}

// Covariance is an expression of package kernel.
type Covariance string

// SetOption takes an expression that kernel.New knows.
func (c *Covariance) SetOption(v any) error {
	s, ok := v.(string)
	if !ok {
		return fmt.Errorf("want text, got %s", show(v))
	}
	if _, err := kernel.New(s, 1, kernel.Start{Lengthscale: 1, Variance: 1}); err != nil {
		return err
	}
	*c = Covariance(s)
	return nil
}

// Option returns the expression as a string.
func (c *Covariance) Option() any { return string(*c) }

// Count is a number of inducing inputs: a count, a percentage of the training
// rows, or all of them.
type Count struct {
	n       int
	percent float64
	all     bool
}

// Inputs is a Count of m.
func Inputs(m int) Count { return Count{n: m} }

// AllInputs is the Count of all training rows.
func AllInputs() Count { return Count{all: true} }

// SetOption takes a positive whole number, "p%" with 0 < p <= 100, or "all".
func (c *Count) SetOption(v any) error {
	s, ok := v.(string)
	if !ok {
		n, err := Integer(v)
		if err != nil || n < 1 {
			return fmt.Errorf("want a whole number of at least 1, a percentage such as \"5%%\", or \"all\", got %s", show(v))
		}
		*c = Count{n: int(n)}
		return nil
	}
	if s == "all" {
		*c = Count{all: true}
		return nil
	}
	p, err := strconv.ParseFloat(strings.TrimSuffix(s, "%"), 64)
	if err != nil || !strings.HasSuffix(s, "%") || !(p > 0 && p <= 100) {
		return fmt.Errorf("want a whole number of at least 1, a percentage such as \"5%%\", or \"all\", got %s", show(v))
	}
	*c = Count{percent: p}
	return nil
}

// Option returns an int64, "p%" or "all".
func (c *Count) Option() any {
	switch {
	case c.all:
		return "all"
	case c.percent > 0:
		return strconv.FormatFloat(c.percent, 'g', -1, 64) + "%"
	}
	return int64(c.n)
}

// All says whether every training row is an inducing input.
func (c Count) All() bool { return c.all }

// AtMost returns the count, but at most n.
func (c Count) AtMost(n int) Count {
	c.n = min(c.n, n)
	return c
}

// Of returns M for n training rows: max(1, floor(p n / 100 + 1/2)) for
// a percentage. More inducing inputs than rows is an error.
func (c Count) Of(n int) (int, error) {
	m := c.n
	switch {
	case c.all:
		m = n
	case c.percent > 0:
		m = max(1, int(math.Floor(c.percent*float64(n)/100+0.5)))
	}
	if m > n {
		return 0, fmt.Errorf("%d inducing inputs are more than the %d training rows", m, n)
	}
	return m, nil
}

// Lengthscale is a starting lengthscale: a positive number, or one of the rules below.
type Lengthscale float64

// The rules for taking a starting lengthscale from the training rows.
const (
	// Median is the root of the median squared distance between training rows.
	Median Lengthscale = 0
	// MedianSquared is the root of that: the squared lengthscale is the median
	// distance, as in the authors' code of villacampa2017, whose parameter is the squared
	// lengthscale. It is shorter wherever distances are above 1.
	MedianSquared Lengthscale = -1
)

// lengthscaleRules are the names of the rules in a specification.
var lengthscaleRules = map[string]Lengthscale{"median": Median, "median-squared": MedianSquared}

// SetOption takes a positive number, "median" or "median-squared".
func (l *Lengthscale) SetOption(v any) error {
	if name, ok := v.(string); ok {
		if rule, known := lengthscaleRules[name]; known {
			*l = rule
			return nil
		}
	}
	x, err := Number(v)
	if err != nil || x <= 0 {
		return fmt.Errorf("want a positive number, \"median\" or \"median-squared\", got %s", show(v))
	}
	*l = Lengthscale(x)
	return nil
}

// Option returns a float64 or the name of the rule.
func (l *Lengthscale) Option() any {
	for name, rule := range lengthscaleRules {
		if *l == rule {
			return name
		}
	}
	return float64(*l)
}
