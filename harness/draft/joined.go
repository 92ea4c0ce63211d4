package draft

import (
	"fmt"
	"strings"

	"gpcbench/data"
)

// severalLabels says that classes look like combinations of labels, such as "red;green" beside
// "green" and "red;blue"; empty if they do not. They do if every label of a combination is in another
// class too. A single combination needs each of its labels as a class by itself.
func severalLabels(classes []data.ClassCount) string {
	for _, separator := range []string{";", "|", ","} {
		var combined []string
		of, alone := map[string]int{}, map[string]bool{} // classes that have a label, and labels that are classes
		for _, c := range classes {
			labels := strings.Split(c.Name, separator)
			if len(labels) > 1 {
				combined = append(combined, c.Name)
			} else {
				alone[strings.TrimSpace(c.Name)] = true
			}
			for _, label := range labels {
				of[strings.TrimSpace(label)]++
			}
		}
		shared := len(combined) > 0
		for _, name := range combined {
			for label := range strings.SplitSeq(name, separator) {
				label = strings.TrimSpace(label)
				shared = shared && of[label] > 1 && (len(combined) > 1 || alone[label])
			}
		}
		if shared {
			return fmt.Sprintf("classes such as %s look like several labels of one row, and each combination counts as a class of its own: "+
				"such a table has one label per row, and label sets are read from LIBSVM text (docs/data.md, rows with any number of labels)", data.Shown(combined[0]))
		}
	}
	return ""
}
