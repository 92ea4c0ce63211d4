package read

import (
	"strconv"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// Multilabel reads the records of a multi-label file: of each the values that are
// not zero, their columns, and any number of labels. Its header has been read.
type Multilabel struct {
	Reader
	Attributes, Labels []string // names, in order
}

// OpenMultilabel opens the rows of a part of a multi-label set. labels is their
// number K where the file does not state it.
func OpenMultilabel(p Part, f *catalogue.Format, labels int) (*Multilabel, error) {
	if f.Kind != "xc" && f.Kind != "arff" {
		return nil, data.RequestErrorf(p.Name, "multi-label sets are read from xc and arff files, not from %q", f.Kind)
	}
	l, err := openLines(p.Path, p.Member, p.Name)
	if err != nil {
		return nil, err
	}
	var m *Multilabel
	if f.Kind == "xc" {
		m, err = openXC(&xc{lines: l})
	} else {
		m, err = openMulan(&mulan{arff: &arff{lines: l}, k: labels})
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
	m := &Multilabel{Reader: r, Attributes: data.AttributeNames(r.d)}
	for label := range r.k {
		m.Labels = append(m.Labels, strconv.Itoa(label))
	}
	return m, nil
}

func openMulan(r *mulan) (*Multilabel, error) {
	names, err := r.Header()
	if err != nil {
		return nil, err
	}
	d := len(names) - r.k
	return &Multilabel{Reader: r, Attributes: names[:d], Labels: names[d:]}, nil
}
