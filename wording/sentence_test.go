package wording

import "testing"

func TestCapital(t *testing.T) {
	for text, want := range map[string]string{"": "", "two words": "Two words", "ähnlich": "Ähnlich", "9 rows": "9 rows", "\xffx": "\xffx"} {
		if got := Capital(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestShortened(t *testing.T) {
	for text, want := range map[string]string{"abcd": "abcd", "äbcde": "äbc…"} {
		if got := Shortened(text, 4); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
