package loader

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/read"
)

// checkEntry compares the loaded data set with the catalogue's description. The error has all that differs,
// so that who describes a new set needs to count nothing by hand.
func checkEntry(ds *data.Dataset, e catalogue.Entry, counts []int) error {
	var differs []string
	if e.Rows > 0 && ds.Len() != e.Rows {
		differs = append(differs, fmt.Sprintf("%d rows, the catalogue says %d", ds.Len(), e.Rows))
	}
	if e.Attributes > 0 && ds.Dim() != e.Attributes {
		differs = append(differs, fmt.Sprintf("%d attributes after preparation, the catalogue says %d", ds.Dim(), e.Attributes))
	}
	if ds.Kind == data.Multilabel {
		differs = append(differs, labelsDiffer(ds, e)...)
	} else {
		differs = append(differs, classesDiffer(ds, e, counts)...)
	}
	if len(differs) == 0 {
		return nil
	}
	return &data.ContentError{File: "data set " + ds.Name, Problem: strings.Join(differs, "; ") + ": the files are not those that the catalogue describes"}
}

// labelsDiffer says what differs of the labels of label sets.
func labelsDiffer(ds *data.Dataset, e catalogue.Entry) (differs []string) {
	if e.Labels > 0 && len(ds.ClassNames) != e.Labels {
		differs = append(differs, fmt.Sprintf("%d labels, the catalogue says %d", len(ds.ClassNames), e.Labels))
	}
	if e.Train > 0 && len(ds.Splits) > 0 && ds.Splits[0].Train.Len() != e.Train {
		differs = append(differs, fmt.Sprintf("%d training rows, the catalogue says %d", ds.Splits[0].Train.Len(), e.Train))
	}
	if e.Cardinality > 0 && e.Generated == "" {
		if mean := cardinality(ds.Table); math.Abs(mean-e.Cardinality) > 0.005+1e-9 {
			differs = append(differs, fmt.Sprintf("%.3f labels a row, the catalogue says %.2f", mean, e.Cardinality))
		}
	}
	return differs
}

// classesDiffer says what differs of the classes.
func classesDiffer(ds *data.Dataset, e catalogue.Entry, counts []int) (differs []string) {
	if ds.Kind == data.Binary && len(ds.ClassNames) != 2 {
		differs = append(differs, fmt.Sprintf("%d classes in a binary task", len(ds.ClassNames)))
	}
	if len(e.Classes) == 0 {
		return differs
	}
	if counts == nil {
		counts = data.ClassCounts(ds)
	}
	want := make(map[string]int, len(e.Classes))
	for name, n := range e.Classes {
		want[read.CanonicalNumber(name)] = n
	}
	have := make(map[string]int, len(counts))
	for c, n := range counts {
		have[read.CanonicalNumber(ds.ClassNames[c])] = n
	}
	if !maps.Equal(want, have) {
		differs = append(differs, fmt.Sprintf("rows of each class are %s, the catalogue says %s", countsText(have), countsText(want)))
	}
	return differs
}

// cardinality is the mean number of labels per row of a multi-label table in memory.
func cardinality(t data.Table) float64 {
	return float64(len(allLabels(t).Labels)) / float64(t.Len())
}

func countsText(counts map[string]int) string {
	names := slices.Sorted(maps.Keys(counts))
	for i, name := range names {
		names[i] = fmt.Sprintf("%s: %d", name, counts[name])
	}
	return strings.Join(names, ", ")
}
