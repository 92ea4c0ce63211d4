package read

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpcbench/data/catalogue"
)

// LabelColumns are the attributes of an ARFF file that are labels, of which a row may have any number.
type LabelColumns struct {
	N     int  // their number; 0 if there are none
	First bool // they come before the others, not after them
}

// Words says which attributes they are.
func (c LabelColumns) Words() string {
	if c.First {
		return "the first " + strconv.Itoa(c.N)
	}
	return "the last " + strconv.Itoa(c.N)
}

// ARFFLabels returns the labels that the header of an ARFF file states or, if it states none, the
// attributes that may be labels: several at one end are 0 or 1, and others are not. For a file of
// another kind both are empty.
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

// statedLabels matches the number of labels in the name of a relation, as written by Meka and
// Mulan: -C 6 says that the first six attributes are labels, -C -6 the last six.
var statedLabels = regexp.MustCompile(`(?:^|[\s:'"])-C\s+(-?\d+)`)

// labelsStated returns the labels that the header states. A Weka filter may have moved attributes:
// it keeps the number and adds its own name. The header then counts as stating none, as it does if
// one of the attributes is not 0 or 1.
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

// labelsLikely returns the attributes that may be labels: two or more at one end, preferably the
// last ones.
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

// refuseStatedLabels refuses an ARFF file whose header states several labels, of which a row may
// have any number, unless the user says which of them is the class. The reader reports anything
// else that is wrong with the header.
func refuseStatedLabels(path string, f *catalogue.Format) error {
	stated, _, err := ARFFLabels(path)
	if err != nil || stated.N < 2 || f.Label != "" || f.LabelNumber != "" {
		return nil
	}
	return severalLabels(path, fmt.Sprintf(", because its header says that %s attributes are labels. To use one of them as the class, name it in label", stated.Words()))
}
