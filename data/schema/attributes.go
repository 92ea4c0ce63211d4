package schema

import (
	"cmp"
	"slices"

	"gpcbench/data"
	"gpcbench/data/read"
)

// layOut orders the levels of the categorical columns and places the
// attributes.
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

// orderLevels makes the levels: the different texts by bytes; as numbers if all are
// numbers, equal ones being one level.
func (c *Column) orderLevels() {
	texts := make([]string, 0, len(c.Count))
	numeric := true
	for text := range c.Count {
		texts = append(texts, text)
		_, ok := read.ParseNumber([]byte(text))
		numeric = numeric && ok
	}
	slices.SortFunc(texts, func(a, b string) int {
		if numeric {
			va, _ := read.ParseNumber([]byte(a))
			vb, _ := read.ParseNumber([]byte(b))
			if va != vb {
				return cmp.Compare(va, vb)
			}
		}
		return cmp.Compare(a, b)
	})
	c.level = make(map[string]int, len(texts))
	last, rows := 0.0, 0
	for i, text := range texts {
		v, _ := read.ParseNumber([]byte(text))
		if !numeric || i == 0 || v != last {
			c.levels = append(c.levels, text)
			c.shares = append(c.shares, 0)
		}
		c.level[text] = len(c.levels) - 1
		c.shares[len(c.levels)-1] += float64(c.Count[text])
		rows += c.Count[text]
		last = v
	}
	for i := range c.shares {
		c.shares[i] /= float64(max(rows, 1))
	}
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
