package main

import (
	"strings"
	"testing"

	"gpcbench/report/format"
)

func TestColumns(t *testing.T) {
	lines := [][]string{{"NAME", "ROWS", "TITLE"}, {"species", "300", "Which classifier for a table of flowers?"}, {"für", "5", ""}}
	for width, want := range map[int]string{
		0:  "NAME     ROWS  TITLE\nspecies  300   Which classifier for a table of flowers?\nfür      5     \n",
		55: "NAME     ROWS  TITLE\nspecies  300   Which classifier for a table of flowers?\nfür      5     \n",
		40: "NAME     ROWS  TITLE\nspecies  300   Which classifier for a\n               table of flowers?\nfür      5     \n",
		30: "NAME     ROWS\n    TITLE\nspecies  300\n    Which classifier for a\n    table of flowers?\nfür      5\n",
		10: "NAME     ROWS\n    TITLE\nspecies  300\n    Which classifier for\n    a table of flowers?\nfür      5\n",
	} {
		var w strings.Builder
		if err := printColumns(&w, lines, format.Style{Width: width}); err != nil || w.String() != want {
			t.Errorf("%d columns, %v: got\n%s\nwant\n%s", width, err, w.String(), want)
		}
	}
	if err := printColumns(&strings.Builder{}, nil, format.Style{}); err != nil {
		t.Error(err)
	}
}
