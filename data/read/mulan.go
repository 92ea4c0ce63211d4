package read

import (
	"bytes"
	"fmt"
	"slices"

	"gpcbench/data/heuristics"
)

// mulan reads an ARFF file whose last or first attributes are the labels, 1 if the row has the
// label and 0 if not (Tsoumakas, Katakis & Vlahavas, Mulan, 2011). All others must be numbers, or
// YES and NO, which are 1 and 0. The record of a row in braces has the columns stated in the row;
// that of any other row has all columns. A row in braces takes time in proportion to the values
// that it states.
type mulan struct {
	*arff
	k     int      // labels
	first bool     // they come before the other attributes
	drop  []string // names of attributes that are not used
	at    []int    // place of each attribute among those that are used, -1 if not used
	used  []string // their names
	out   Record
	cols  []int // space for columns

	notZero string // why no attribute may be left out of a row in braces; "" if they may
}

// Header refuses a file in which all attributes are labels.
func (m *mulan) Header() ([]string, error) {
	names, err := m.arff.Header()
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if slices.Contains(m.drop, name) {
			m.at = append(m.at, -1)
			continue
		}
		m.at = append(m.at, len(m.used))
		m.used = append(m.used, name)
	}
	if m.first && m.k < len(m.used) {
		m.moveLabels()
	}
	if m.k < 1 || m.k >= len(m.used) {
		return nil, m.fail("%d attributes cannot hold %d labels", len(m.used), m.k)
	}
	for j, text := range m.absent {
		if v, ok := numberOrYes(text); m.at[j] >= 0 && (!ok || v != 0) {
			m.notZero = fmt.Sprintf("attribute %q, left out of the row, stands for %.40q: only a 0 may be left out in a multi-label table", names[j], text)
			break
		}
	}
	m.cols = make([]int, 0, 16)
	return m.used, nil
}

// moveLabels moves the labels after the other attributes.
func (m *mulan) moveLabels() {
	d := len(m.used) - m.k
	m.used = slices.Concat(m.used[m.k:], m.used[:m.k])
	for j, place := range m.at {
		switch {
		case place >= m.k:
			m.at[j] = place - m.k
		case place >= 0:
			m.at[j] = place + d
		}
	}
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
	d, place := len(m.used)-m.k, m.at[j]
	v, ok := numberOrYes(field)
	switch r := &m.out; {
	case place < 0:
	case field == nil:
		return m.fail("attribute %d: the value is missing", j)
	case !ok || place >= d && v != 0 && v != 1:
		return m.fail("attribute %d: %.40q is not allowed in a multi-label table, which has numbers and labels of 0 or 1", j, field)
	case !Finite(v):
		return m.fail("attribute %d: %.40q: the value is not finite", j, field)
	case heuristics.Huge(v):
		return m.fail("attribute %d: %.40q %s; divide the attribute", j, field, heuristics.HugeIs)
	case place < d:
		if r.Values = append(r.Values, v); r.Cols != nil {
			r.Cols = append(r.Cols, place)
		}
	case v == 1:
		r.Labels = append(r.Labels, place-d)
	}
	return nil
}

// numberOrYes is ParseNumber, with 1 for YES and 0 for NO.
func numberOrYes(field []byte) (v float64, ok bool) {
	switch {
	case bytes.EqualFold(field, []byte("yes")):
		return 1, true
	case bytes.EqualFold(field, []byte("no")):
		return 0, true
	}
	return ParseNumber(field)
}
