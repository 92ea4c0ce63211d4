package line

import "testing"

func TestShortSize(t *testing.T) {
	for n, want := range map[string]string{"768": "768", "1,000": "1k", "581,012": "581,012", "100,000": "100k", "11,000,000": "11M", "1,500,000": "1,500k"} {
		if got := shortSize(n); got != want {
			t.Errorf("%s rows are %s, want %s", n, got, want)
		}
	}
}

func TestSizesAreOnALogarithmicAxis(t *testing.T) {
	at := positionsOf([]string{"100,000", "1,000,000", "10,000,000"})
	if d := at[2] - 2*at[1] + at[0]; at[1] <= at[0] || d > 1e-12 || d < -1e-12 {
		t.Errorf("positions %v", at)
	}
}
