package record

import "testing"

func TestColumns(t *testing.T) {
	for _, class := range []string{"a", "a (b)", "(", ")"} {
		if quantity, got := SplitColumn(ColumnOf(ColumnMean, class)); quantity != ColumnMean || got != class {
			t.Errorf("%q: %q of %q", class, quantity, got)
		}
	}
	if quantity, class := SplitColumn(ColumnVariance); quantity != ColumnVariance || class != "" {
		t.Errorf("%q of %q", quantity, class)
	}
}
