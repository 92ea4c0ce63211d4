package schema

import (
	"cmp"
	"math"
	"slices"

	"gpcbench/data/heuristics"
)

// Limits of the sample that shows whether a column decides the label: the largest numbers of rows
// and values, the smallest number of rows of a class, and the largest numbers of classes and
// columns.
const (
	sampledRows   = 5000
	sampledValues = 1 << 21
	leastOfClass  = 5
	mostOfClasses = 20
	mostOfSampled = sampledValues / 100 // columns
)

// sample is a sample of evenly spaced rows of a table: every k-th, where k is doubled when there
// are too many. After an interrupted conversion it lacks the rows before the interruption.
type sample struct {
	every, wait int // rows from one that is kept to the next; rows left until the next
	labels      []string
	values      [][]float64      // of each row: numbers, or the places of texts in texts; NaN for a missing value
	texts       []map[string]int // of each column
}

// add offers a row to the sample.
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

// number returns the number that stands for a cell of column j.
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

// scored is a value used to separate two classes, and whether its row is in the second class.
type scored struct {
	value  float64
	second bool
}

// byClass returns the values of column j that are not missing, by the class of their rows; the
// value is 0 if a row is shorter. class returns the class of a label, negative if its rows are not
// used.
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

// decides returns how well column j alone separates the classes: the smallest area under the ROC
// curve over all pairs of classes. is says whether it is so large that the label may follow from
// the column.
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

// aucOf returns the area under the ROC curve of values for two classes, at least 1/2: the share of
// pairs that the values order, where equal values count one half (Mann and Whitney, 1947).
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

// areaUnder returns the share of pairs of rows of two classes whose values are in the order of the
// classes.
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

// aucOfLevels is aucOf for levels. The value of a row is the share of the second class in the other
// rows of its level, so that a level with a single row has no information.
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
