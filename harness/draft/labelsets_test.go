package draft

import (
	"strings"
	"testing"
)

// Every method that sees columns has them standardised where they are dense. Sparse ones would lose their zeros.
func TestLabelSetsStandardise(t *testing.T) {
	for dense, want := range map[bool]int{true: 3, false: 0} {
		text := LabelSets(Said{File: "tags.arff"}, 500, 20, 6, dense)
		if got := strings.Count(text, "standardise = true"); got != want {
			t.Errorf("dense %v: %d methods standardise, want %d:\n%s", dense, got, want, text)
		}
	}
}
