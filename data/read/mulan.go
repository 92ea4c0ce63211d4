package read

import (
	"fmt"

	"gpcbench/data/heuristics"
)

// mulan reads an ARFF file whose last attributes, as many as there
// are labels, are 1 where a row has the label and 0 where it has not
// (Tsoumakas, Katakis & Vlahavas, Mulan, 2011). All others must be numbers. The record
// of a row between braces has the columns that the row has, that of another all of them.
// A row between braces takes time in proportion to what it has.
type mulan struct {
	*arff
	k    int // labels
	out  Record
	cols []int // space for columns

	notZero string // what is wrong with leaving an attribute out of a row between braces
}

// Header refuses a file without an attribute that is no label.
func (m *mulan) Header() ([]string, error) {
	names, err := m.arff.Header()
	if err != nil {
		return nil, err
	}
	if m.k < 1 || m.k >= len(names) {
		return nil, m.fail("%d attributes cannot hold %d labels", len(names), m.k)
	}
	for j, text := range m.absent {
		if v, ok := ParseNumber(text); !ok || v != 0 {
			m.notZero = fmt.Sprintf("attribute %q, left out, is %.40q: only a 0 can be left out of a multi-label table", names[j], text)
			break
		}
	}
	m.cols = make([]int, 0, 16)
	return names, nil
}

func (m *mulan) Next() (*Record, error) {
	text, err := m.row()
	if text == nil || err != nil {
		return nil, err
	}
	r := &m.out
	r.Line, r.Labels, r.Values = m.number, r.Labels[:0], r.Values[:0]
	if text[0] == '{' {
		if m.notZero != "" {
			return nil, m.fail("%s", m.notZero)
		}
		r.Cols = m.cols[:0]
		err = m.pairs(text, m.add)
		m.cols = r.Cols
		return r, err
	}
	r.Cols = nil
	if err := m.dense(text); err != nil {
		return nil, err
	}
	for j, field := range m.rec.Fields {
		if err := m.add(j, field); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// add adds the value of an attribute to the record.
func (m *mulan) add(j int, field []byte) error {
	d := len(m.names) - m.k
	v, ok := ParseNumber(field)
	switch r := &m.out; {
	case field == nil:
		return m.fail("attribute %d: the value is missing", j)
	case !ok || j >= d && v != 0 && v != 1:
		return m.fail("attribute %d: %.40q does not belong in a multi-label table of numbers, whose labels are 0 or 1", j, field)
	case !Finite(v):
		return m.fail("attribute %d: %.40q: the value is not finite", j, field)
	case heuristics.Huge(v):
		return m.fail("attribute %d: %.40q %s; divide the attribute", j, field, heuristics.HugeIs)
	case j < d:
		if r.Values = append(r.Values, v); r.Cols != nil {
			r.Cols = append(r.Cols, j)
		}
	case v == 1:
		r.Labels = append(r.Labels, j-d)
	}
	return nil
}
