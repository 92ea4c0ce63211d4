package figure

import (
	"fmt"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/wording"
)

// ReadOverSets reads the keys of a kind that has all labels and data sets in one figure.
func ReadOverSets(t *spec.FigureTable, f *spec.Figure) {
	t.OneForAllPanels()
	for _, key := range []string{"panels", "series"} {
		if t.Has(key) {
			t.Problemf(key, "a figure of kind %s has all labels, over all data sets: it has no %s", f.Kind, key)
		}
	}
}

// OverSets is what is said of a figure over data sets: how it is read, and which they are.
func OverSets(sets []string, guide string, args ...any) Words {
	n := wording.Plural(len(sets), "data set")
	return Words{Guide: []string{fmt.Sprintf(guide, args...)}, Of: "Over " + n, Caption: fmt.Sprintf("%s: %s.", n, strings.Join(sets, ", "))}
}
