package schema

import (
	"cmp"
	"math"
	"slices"

	"gpcbench/data/heuristics"
)

// Of the rows by which it is found out whether a column decides the label there are at most so many,
// with at most so many values; there must be so many of each class, and so many classes at most.
const (
	sampledRows   = 5000
	sampledValues = 1 << 21
	leastOfClass  = 5
	mostOfClasses = 20
	mostOfSampled = sampledValues / 100 // columns
)

// sample is evenly spread rows of a table: every k-th, where k is doubled when there are too many. A
// conversion that was interrupted has none of the rows before, and says nothing by them.
type sample struct {
	every, wait int // rows between two that are kept; rows until the next
	labels      []string
	values      [][]float64      // of each row: numbers, of texts their places in texts; NaN where one is missing
	texts       []map[string]int // of each column
}

// add sees a row.
func (s *sample) add(cells []cell, label string) {
	s.every = max(s.every, 1)
	if s.wait--; s.wait > 0 || len(cells) > mostOfSampled {
		return
	}
	s.wait = s.every
	row := make([]float64, len(cells))
	for j := range cells {
		row[j] = s.number(j, &cells[j])
	}
	s.values, s.labels = append(s.values, row), append(s.labels, label)
	if len(s.values) < sampledRows && len(s.values)*len(cells) < sampledValues {
		return
	}
	kept := 0
	for i := 0; i < len(s.values); i += 2 {
		s.values[kept], s.labels[kept] = s.values[i], s.labels[i]
		kept++
	}
	s.values, s.labels, s.every = s.values[:kept], s.labels[:kept], 2*s.every
	s.wait = s.every
}

// number is the number of a cell of column j.
func (s *sample) number(j int, c *cell) float64 {
	for len(s.texts) <= j {
		s.texts = append(s.texts, nil)
	}
	switch {
	case c.missing || c.infinite:
		return math.NaN()
	case !c.text:
		return c.value
	}
	if s.texts[j] == nil {
		s.texts[j] = make(map[string]int)
	}
	place, known := s.texts[j][string(c.field)]
	if !known {
		place = len(s.texts[j])
		s.texts[j][string(c.field)] = place
	}
	return float64(place)
}

// scored is a value by which two classes are told apart, and whether its row is of the second.
type scored struct {
	value  float64
	second bool
}

// byClass returns the values of column j that are there, by the class of their rows; a row that is
// shorter has a 0 there. class gives the class of a label, negative if its rows are not used.
func (s *sample) byClass(j, classes int, class func(label string) int) [][]float64 {
	out := make([][]float64, classes)
	for i, row := range s.values {
		v := 0.0
		if j < len(row) {
			v = row[j]
		}
		if c := class(s.labels[i]); c >= 0 && !math.IsNaN(v) {
			out[c] = append(out[c], v)
		}
	}
	return out
}

// decides returns how well column j alone tells the classes apart: the least area under the ROC curve
// over the pairs of them; is says whether that is so well that the label may follow from it.
func (s *Schema) decides(j int, c *classes) (auc float64, is bool) {
	if len(c.names) > mostOfClasses {
		return 0, false
	}
	values := s.sample.byClass(j, len(c.names), func(label string) int { return c.class[label] })
	auc = 1
	for b := range values {
		if len(values[b]) < leastOfClass {
			return 0, false
		}
		for a := range b {
			pair := aucOf(values[a], values[b])
			if s.Columns[j].Categorical {
				pair = aucOfLevels(values[a], values[b])
			}
			if auc = min(auc, pair); !heuristics.Decides(auc) {
				return auc, false
			}
		}
	}
	return auc, true
}

// aucOf is the area under the ROC curve by which values tell two classes apart, at least 1/2: the
// share of pairs that they order, equal ones by half (Mann and Whitney, 1947).
func aucOf(first, second []float64) float64 {
	all := make([]scored, 0, len(first)+len(second))
	for _, v := range first {
		all = append(all, scored{v, false})
	}
	for _, v := range second {
		all = append(all, scored{v, true})
	}
	auc := areaUnder(all, len(first), len(second))
	return max(auc, 1-auc)
}

// areaUnder is the share of pairs of rows of two classes whose values are in the order of the classes.
func areaUnder(all []scored, first, second int) float64 {
	slices.SortFunc(all, func(a, b scored) int { return cmp.Compare(a.value, b.value) })
	ordered, below := 0.0, 0
	for i := 0; i < len(all); {
		end, ofFirst := i, 0
		for ; end < len(all) && all[end].value == all[i].value; end++ {
			if !all[end].second {
				ofFirst++
			}
		}
		ordered += float64(end-i-ofFirst) * (float64(below) + float64(ofFirst)/2)
		below += ofFirst
		i = end
	}
	return ordered / (float64(first) * float64(second))
}

// aucOfLevels is aucOf of levels, each row's value being the share of the second class in the other
// rows of its level, so that levels of a row each tell nothing.
func aucOfLevels(first, second []float64) float64 {
	type count struct{ first, second int }
	counts := map[float64]count{}
	for _, level := range first {
		c := counts[level]
		c.first++
		counts[level] = c
	}
	for _, level := range second {
		c := counts[level]
		c.second++
		counts[level] = c
	}
	all := make([]scored, 0, len(first)+len(second))
	score := func(c count, second bool) float64 {
		others, ofSecond := c.first+c.second-1, c.second
		if second {
			ofSecond--
		}
		if others == 0 {
			return 0.5
		}
		return float64(ofSecond) / float64(others)
	}
	for _, level := range first {
		all = append(all, scored{score(counts[level], false), false})
	}
	for _, level := range second {
		all = append(all, scored{score(counts[level], true), true})
	}
	return areaUnder(all, len(first), len(second))
}
