package read

import (
	"cmp"
	"slices"
	"strconv"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// Multilabel reads the records of a multi-label file after its header. A record has values, their
// columns (none if the row has all columns) and any number of labels.
type Multilabel struct {
	Reader
	Attributes, Labels []string // names, in order; nil if the file states neither names nor their number
}

// OpenMultilabel opens the rows of a part of a multi-label set. labels is the number K of labels if
// the file does not state it, 0 if it is not known.
func OpenMultilabel(p Part, f *catalogue.Format, labels int) (*Multilabel, error) {
	if !slices.Contains([]string{catalogue.XC, catalogue.ARFF, catalogue.LIBSVM}, f.Kind) {
		return nil, data.RequestErrorf(p.Name, "multi-label data sets are read from xc, libsvm and arff files, not from %q", f.Kind)
	}
	l, err := openLines(p.Path, p.Member, p.Name)
	if err != nil {
		return nil, err
	}
	l.utf8 = p.Own
	var m *Multilabel
	switch f.Kind {
	case catalogue.XC:
		m, err = openXC(&xc{lines: l})
	case catalogue.LIBSVM:
		m = openLabelled(l, firstColumn(f), f.Dim, labels)
	default:
		m, err = openMulan(&mulan{arff: &arff{lines: l}, k: labels, first: f.LabelsFirst, drop: f.Drop})
	}
	if err != nil {
		l.Close()
	}
	return m, err
}

func openXC(r *xc) (*Multilabel, error) {
	if _, err := r.Header(); err != nil {
		return nil, err
	}
	return &Multilabel{Reader: r, Attributes: data.AttributeNames(r.d), Labels: LabelNames(r.k)}, nil
}

func openLabelled(l *lines, base, d, k int) *Multilabel {
	m := &Multilabel{Reader: &labelled{lines: l, base: base, d: cmp.Or(d, maxSets), k: cmp.Or(k, maxSets)}}
	if d > 0 {
		m.Attributes = data.AttributeNames(d)
	}
	if k > 0 {
		m.Labels = LabelNames(k)
	}
	return m
}

func openMulan(r *mulan) (*Multilabel, error) {
	names, err := r.Header()
	if err != nil {
		return nil, err
	}
	d := len(names) - r.k
	return &Multilabel{Reader: r, Attributes: names[:d], Labels: names[d:]}, nil
}

// LabelNames names k labels by their numbers.
func LabelNames(k int) []string {
	names := make([]string, k)
	for label := range names {
		names[label] = strconv.Itoa(label)
	}
	return names
}
