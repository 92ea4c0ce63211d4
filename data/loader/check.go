package loader

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/read"
)

// checkEntry compares what was loaded with what the catalogue says.
func checkEntry(ds *data.Dataset, e catalogue.Entry, counts []int) error {
	wrong := func(format string, args ...any) error {
		return &data.ContentError{File: "data set " + ds.Name, Problem: fmt.Sprintf(format, args...) + ": the files are not the ones the catalogue describes"}
	}
	if e.Rows > 0 && ds.Len() != e.Rows {
		return wrong("%d rows, the catalogue says %d", ds.Len(), e.Rows)
	}
	if e.Attributes > 0 && ds.Dim() != e.Attributes {
		return wrong("%d attributes after preparation, the catalogue says %d", ds.Dim(), e.Attributes)
	}
	if ds.Kind == data.Multilabel {
		if e.Labels > 0 && len(ds.ClassNames) != e.Labels {
			return wrong("%d labels, the catalogue says %d", len(ds.ClassNames), e.Labels)
		}
		return nil
	}
	if ds.Kind == data.Binary && len(ds.ClassNames) != 2 {
		return wrong("%d classes in a binary task", len(ds.ClassNames))
	}
	if len(e.Classes) == 0 {
		return nil
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
		return wrong("rows of each class are %s, the catalogue says %s", countsText(have), countsText(want))
	}
	return nil
}

func countsText(counts map[string]int) string {
	names := slices.Sorted(maps.Keys(counts))
	for i, name := range names {
		names[i] = fmt.Sprintf("%s: %d", name, counts[name])
	}
	return strings.Join(names, ", ")
}
