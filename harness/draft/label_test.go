package draft

import (
	"strings"
	"testing"
)

// Attributes that have the name of a label are told, unless they are left out.
func TestTargetsAmongAttributes(t *testing.T) {
	for header, want := range map[string]string{
		"t;b;class":         "",
		"y;b;class":         "",
		"Outcome;b;class":   `column "Outcome" is an attribute, with the name of a label: leave out what is known only when the label is, drop = ["Outcome"]`,
		"label;is_it;class": `column "label" is an attribute`,
		"label;churn 30;class": `columns "label", "churn 30" are attributes, with names of labels: leave out what is known only when the label is, ` +
			`drop = ["label", "churn 30"]`,
	} {
		table := strings.Replace(looksLike(60, every("1.25")), "t;b;class", header, 1)
		if got := draftOf(t, table).Targets; !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%s: %q, want %q", header, got, want)
		}
	}
	dates := strings.Replace(looksLike(60, func(i int) string { return []string{"31.1.2024", "1.2.2024"}[i%2] }), "t;b;class", "target;b;class", 1)
	if got := draftOf(t, dates).Targets; got != "" {
		t.Errorf("dates, which are left out: %s", got)
	}
}
