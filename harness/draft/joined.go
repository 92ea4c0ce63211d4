package draft

import (
	"fmt"
	"strings"

	"gpcbench/data"
)

// severalLabels says that classes look like combinations of labels, such as "red;green" beside
// "green" and "red;blue"; empty if they do not: there are at least two, and every label that is
// in one of them is in another class too.
func severalLabels(classes []data.ClassCount) string {
	for _, separator := range []string{";", "|", ","} {
		var combined []string
		of := map[string]int{} // classes that have a label
		for _, c := range classes {
			labels := strings.Split(c.Name, separator)
			if len(labels) > 1 {
				combined = append(combined, c.Name)
			}
			for _, label := range labels {
				of[strings.TrimSpace(label)]++
			}
		}
		if len(combined) < 2 {
			continue
		}
		shared := true
		for _, name := range combined {
			for label := range strings.SplitSeq(name, separator) {
				shared = shared && of[strings.TrimSpace(label)] > 1
			}
		}
		if shared {
			return fmt.Sprintf("classes such as %s look like several labels of one row, and each combination is a class of its own here: "+
				"a table of this kind has one label a row, and label sets are read from LIBSVM text (docs/data.md, rows with any number of labels)", data.Shown(combined[0]))
		}
	}
	return ""
}
