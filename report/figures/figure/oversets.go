package figure

import "gpcbench/harness/spec"

// ReadOverSets reads the keys of a kind that has all labels and data sets in one figure.
func ReadOverSets(t *spec.FigureTable, f *spec.Figure) {
	t.OneForAllPanels()
	for _, key := range []string{"panels", "series"} {
		if t.Has(key) {
			t.Problemf(key, "a figure of kind %s has all labels, over all data sets: it has no %s", f.Kind, key)
		}
	}
}
