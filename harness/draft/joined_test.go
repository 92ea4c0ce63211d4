package draft

import (
	"strings"
	"testing"

	"gpcbench/data"
)

func TestSeveralLabels(t *testing.T) {
	for names, several := range map[string]bool{
		"red green red;green blue;red blue": true,
		"a,b b,c c":                         false, // no other class has an a
		"a|b b|c c|a":                       true,
		"yes no":                            false,
		"Paris,France London,England":       false,
		"1;2 3":                             false,
		"red;green green red":               true,
		"red;green green":                   false,
	} {
		var classes []data.ClassCount
		for _, name := range strings.Fields(names) {
			classes = append(classes, data.ClassCount{Name: name, Rows: 10})
		}
		if said := severalLabels(classes); (said != "") != several {
			t.Errorf("%s: %q", names, said)
		}
	}
}
