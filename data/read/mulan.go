package read

// mulan reads an ARFF file whose last attributes, as many as there
// are labels, are 1 where a row has the label and 0 where it has not
// (Tsoumakas, Katakis & Vlahavas, Mulan, 2011). All others must be numbers.
type mulan struct {
	*arff
	k   int // labels
	out Record
}

// Header refuses a file without an attribute that is no label.
func (m *mulan) Header() ([]string, error) {
	names, err := m.arff.Header()
	if err == nil && (m.k < 1 || m.k >= len(names)) {
		err = m.fail("%d attributes cannot hold %d labels", len(names), m.k)
	}
	return names, err
}

func (m *mulan) Next() (*Record, error) {
	rec, err := m.arff.Next()
	if rec == nil || err != nil {
		return nil, err
	}
	d := len(rec.Fields) - m.k
	r := &m.out
	r.Line, r.Labels, r.Cols, r.Values = rec.Line, r.Labels[:0], r.Cols[:0], r.Values[:0]
	for j, field := range rec.Fields {
		v, ok := ParseNumber(field)
		switch {
		case !ok || !Finite(v) || j >= d && v != 0 && v != 1:
			return nil, m.fail("attribute %d: %.40q does not belong in a multi-label table of numbers", j, field)
		case v == 0:
		case j >= d:
			r.Labels = append(r.Labels, j-d)
		default:
			r.Cols, r.Values = append(r.Cols, j), append(r.Values, v)
		}
	}
	return r, nil
}
