package wording

import "testing"

func TestShellWord(t *testing.T) {
	for word, want := range map[string]string{
		"SVI-MGPC": "SVI-MGPC", "": "''", "sklearn GP": "'sklearn GP'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "a;b": "'a;b'", "30%": "30%", "größe": "'größe'",
	} {
		if got := ShellWord(word); got != want {
			t.Errorf("%q: %s, want %s", word, got, want)
		}
	}
}
