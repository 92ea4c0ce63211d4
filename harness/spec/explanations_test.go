package spec

import (
	"reflect"
	"strings"
	"testing"
)

const explained = full + `
[[explanation]]
says = "Small batches are noisy."
head = ["batch", "NLL"]
rows = [["10", "0.086"], ["100", "0.063"]]
`

func TestExplanations(t *testing.T) {
	s, err := Parse([]byte(explained), "s.toml", Paper, kinds)
	if err != nil {
		t.Fatal(err)
	}
	want := []Explanation{{"Small batches are noisy.", []string{"batch", "NLL"}, [][]string{{"10", "0.086"}, {"100", "0.063"}}}}
	if !reflect.DeepEqual(s.Explanations, want) {
		t.Errorf("%+v", s.Explanations)
	}
	for change, says := range map[string]string{
		`["100", "0.063"]`:                  `["100"]`,
		`"0.086"]`:                          `0.086]`,
		`says = "Small batches are noisy."`: ``,
		`head = ["batch", "NLL"]`:           `heads = ["batch", "NLL"]`,
	} {
		if _, err := Parse([]byte(strings.Replace(explained, change, says, 1)), "s.toml", Paper, kinds); err == nil {
			t.Errorf("%s in the place of %s is no error", says, change)
		}
	}
}

// Rows without names of columns are told what is missing.
func TestRowsOfExplanationsNeedNames(t *testing.T) {
	_, err := Parse([]byte(strings.Replace(explained, "head = [\"batch\", \"NLL\"]\n", "", 1)), "s.toml", Paper, kinds)
	if err == nil || !strings.HasSuffix(err.Error(), ": rows need the names of their columns: add head") {
		t.Errorf("%v", err)
	}
}
