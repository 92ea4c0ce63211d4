package wording

import "testing"

func TestWord(t *testing.T) {
	for want, n := range map[string]int{"no": 0, "five": 5, "ten": 10, "11": 11} {
		if got := Word(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}

func TestOneIn(t *testing.T) {
	for want, n := range map[string]int{"a half": 2, "an eighth": 8, "a tenth": 10, "one in 20": 20} {
		if got := OneIn(n); got != want {
			t.Errorf("1/%d is %q, want %q", n, got, want)
		}
	}
}
