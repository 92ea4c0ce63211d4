package schema

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
)

// layOut orders the levels of the categorical columns and assigns the attributes their places.
func (s *Schema) layOut() error {
	s.dim = 0
	for j := range s.Columns {
		c := &s.Columns[j]
		if c.Categorical {
			c.orderLevels()
		}
		c.first = s.dim
		s.dim += c.width()
	}
	if s.dim == 0 {
		return &data.ContentError{File: s.name, Problem: "no column has a value"}
	}
	return nil
}

// orderLevels makes the levels from the different texts. They are in the order of numbers if all
// are numbers, otherwise of bytes; texts of one number are in the order of bytes.
func (c *Column) orderLevels() {
	c.levels = make([]string, 0, len(c.Count))
	rows := 0
	for text, n := range c.Count {
		c.levels = append(c.levels, text)
		rows += n
	}
	slices.SortFunc(c.levels, byNumbers(c.levels))
	c.level, c.shares = make(map[string]int, len(c.levels)), make([]float64, len(c.levels))
	for i, text := range c.levels {
		c.level[text] = i
		c.shares[i] = float64(c.Count[text]) / float64(max(rows, 1))
	}
}

// byNumbers compares texts as numbers if all are numbers, otherwise by bytes; texts of one number
// are compared by bytes.
func byNumbers(texts []string) func(a, b string) int {
	if !allNumbers(texts) {
		return cmp.Compare[string]
	}
	return func(a, b string) int {
		va, _ := read.ParseNumber([]byte(a))
		vb, _ := read.ParseNumber([]byte(b))
		return cmp.Or(cmp.Compare(va, vb), cmp.Compare(a, b))
	}
}

func allNumbers(texts []string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { _, number := read.ParseNumber([]byte(text)); return !number })
}

// sameNumber returns two of the texts that are the same number, written in a table's way.
func sameNumber(texts []string, numbers read.Numbers) (a, b string, found bool) {
	return sameKey(texts, func(text string) (key string, number bool) {
		v, number := numbers.Parse([]byte(text))
		switch {
		case heuristics.Rounded([]byte(text), v):
			return strings.TrimLeft(text, "+0"), number // digits that float64 cannot hold
		case v == 0:
			return "0", number // also for -0
		}
		return read.FormatNumber(v), number
	})
}

// sameFloat says whether two of the texts are read as the same float64, if all are numbers.
func sameFloat(texts []string) bool {
	if !allNumbers(texts) {
		return false
	}
	_, _, found := sameKey(texts, func(text string) (string, bool) { return read.CanonicalNumber(text), true })
	return found
}

// sameKey returns two texts with the same key. Texts without one have no other.
func sameKey(texts []string, key func(string) (string, bool)) (a, b string, found bool) {
	first := make(map[string]string, len(texts))
	for _, text := range texts {
		k, has := key(text)
		if !has {
			continue
		}
		if other, known := first[k]; known {
			return other, text, true
		}
		first[k] = text
	}
	return "", "", false
}

// ReadOtherwise says whether earlier programs made different rows from the same file. They took
// texts of one number for one level or class, nominal values and texts of an ARFF file that look
// like numbers for numbers, a level such as None for a missing value, and 1_1 for a number. They
// took a number with a Unicode minus, or with a no-break blank beside it, for a text. They left out rows whose label is inf, or
// nan as a nominal value, and such a value was missing.
func (s *Schema) ReadOtherwise() bool {
	if s.Trimmed > 0 {
		return true
	}
	for j := range s.Columns {
		c := &s.Columns[j]
		switch {
		case c.Skip:
		case !c.Categorical && c.Minuses > 0, !c.Declared && slices.ContainsFunc(c.levels, read.ReadOtherwise):
			return true
		case slices.ContainsFunc(c.levels, isNaN):
			return true
		case c.Categorical && (sameFloat(c.levels) || c.Marked || c.Typed != read.Undeclared && allNumbers(c.levels)):
			return true
		}
	}
	labels := slices.Collect(maps.Keys(s.classes.class))
	return s.classes.apart || slices.ContainsFunc(labels, read.ReadOtherwise) || slices.ContainsFunc(labels, isInfinite) || slices.ContainsFunc(labels, isNaN)
}

func isNaN(text string) bool {
	v, number := read.ParseNumber([]byte(text))
	return number && math.IsNaN(v)
}

func isInfinite(text string) bool {
	v, number := read.ParseNumber([]byte(text))
	return number && math.IsInf(v, 0)
}

// Attributes returns the names of the D attributes: a column's name, or
// column=level.
func (s *Schema) Attributes() []string {
	names := make([]string, 0, s.dim)
	for j := range s.Columns {
		c := &s.Columns[j]
		switch {
		case c.Skip:
		case c.Categorical:
			for _, level := range c.levels {
				names = append(names, c.Name+"="+level)
			}
		default:
			names = append(names, c.Name)
		}
	}
	return names
}
