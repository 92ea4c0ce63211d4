package read

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
)

// LabelColumns are the attributes of an ARFF file that are labels, of which a row may have any number.
type LabelColumns struct {
	N     int  // how many; 0: none
	First bool // they come before the others, not behind them
}

// Words says which attributes they are.
func (c LabelColumns) Words() string {
	if c.First {
		return "the first " + strconv.Itoa(c.N)
	}
	return "the last " + strconv.Itoa(c.N)
}

// ARFFLabels are the labels that the header of an ARFF file states, and the attributes that may be labels
// where it states none: several at one end are 0 or 1, and others are not. A file of another kind has neither.
func ARFFLabels(path string) (stated, likely LabelColumns, err error) {
	if first, err := firstLines(path, sampleRows); err != nil || !isARFF(path, first) {
		return stated, likely, err
	}
	l, err := openLines(path, "", path)
	if err != nil {
		return stated, likely, err
	}
	defer l.Close()
	a := &arff{lines: l}
	if _, err := a.Header(); err != nil {
		return stated, likely, err
	}
	stated = a.labelsStated()
	if stated.N == 0 {
		likely = a.labelsLikely()
	}
	return stated, likely, nil
}

// statedLabels has the number of labels in the name of a relation: -C 6, as Meka and Mulan write it, says that the
// first six attributes are labels, -C -6 the last six.
var statedLabels = regexp.MustCompile(`(?:^|[\s:'"])-C\s+(-?\d+)`)

// labelsStated are the labels that the header states. A filter of Weka that has moved attributes keeps the
// number, and adds its own name: nothing is stated then, as where an attribute of these is not 0 or 1.
func (a *arff) labelsStated() LabelColumns {
	found := statedLabels.FindStringSubmatch(a.relation)
	if found == nil || strings.Contains(a.relation, "weka.filters.") {
		return LabelColumns{}
	}
	n, err := strconv.Atoi(found[1])
	c := LabelColumns{N: max(n, -n), First: n > 0}
	if err != nil || c.N < 1 || c.N >= len(a.types) {
		return LabelColumns{}
	}
	ends := a.types[len(a.types)-c.N:]
	if c.First {
		ends = a.types[:c.N]
	}
	if slices.ContainsFunc(ends, func(t arffType) bool { return !t.binary() }) {
		return LabelColumns{}
	}
	return c
}

// labelsLikely are the attributes that may be labels: two or more at one end, the last ones before the first.
func (a *arff) labelsLikely() LabelColumns {
	behind, before := 0, 0
	for behind < len(a.types) && a.types[len(a.types)-1-behind].binary() {
		behind++
	}
	for before < len(a.types) && a.types[before].binary() {
		before++
	}
	switch {
	case behind == len(a.types):
	case behind > 1:
		return LabelColumns{N: behind}
	case behind == 0 && before > 1:
		return LabelColumns{N: before, First: true}
	}
	return LabelColumns{}
}

// binary says whether an attribute is declared to be 0 or 1, or NO or YES.
func (t arffType) binary() bool {
	for value := range t.nominal {
		if v, ok := numberOrYes([]byte(value)); !ok || v != 0 && v != 1 {
			return false
		}
	}
	return len(t.nominal) == 2
}

// refuseStatedLabels refuses an ARFF file whose header states several labels, of which a row may have any
// number, unless it is said which of them is the class. What else is wrong with the header is for its reader to tell.
func refuseStatedLabels(path string, f *catalogue.Format) error {
	stated, _, err := ARFFLabels(path)
	if err != nil || stated.N < 2 || f.Label != "" || f.LabelNumber != "" {
		return nil
	}
	return data.KeyErrorf(path, "file", "%s, because its header says that %s attributes are labels. To use one of them as the class, name it in label", SeveralLabels, stated.Words())
}
