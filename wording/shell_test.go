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

// A file that begins with a dash is no option.
func TestShellPath(t *testing.T) {
	for path, want := range map[string]string{"-my.csv": "./-my.csv", "my.csv": "my.csv", "-my data.csv": "'./-my data.csv'"} {
		if got := ShellPath(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
