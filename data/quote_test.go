package data

import (
	"testing"

	"github.com/BurntSushi/toml"
)

// Whatever a text has, TOML reads it back, and what is shown has one line.
func TestQuoted(t *testing.T) {
	for text, shown := range map[string]string{
		"plain": "plain", `say "so"`: `say "so"`, `a\b`: `a\b`, "größe €": "größe €",
		"h\nq": `"h\nq"`, "\r\t": `"\r\t"`, "\x1b[31mred\a\v\x00": `"\u001B[31mred\u0007\u000B\u0000"`, "\U000E0001": `"\U000E0001"`, "\u202e": `"\u202E"`,
	} {
		var read struct{ Text string }
		if _, err := toml.Decode("text = "+Quoted(text), &read); err != nil || read.Text != text {
			t.Errorf("%q is written as %s and read as %q; %v", text, Quoted(text), read.Text, err)
		}
		if Shown(text) != shown {
			t.Errorf("%q is shown as %s, want %s", text, Shown(text), shown)
		}
	}
}
