package spec

import (
	"strings"
	"testing"
)

// A key or a header that stands twice is told where it stands again, and where first.
func TestRepeatedKeys(t *testing.T) {
	for text, want := range map[string]string{
		"[experiment]\nrepeats = 2\n  repeats = 3\n":                             "x.toml:3:3: the key experiment.repeats occurs twice, first at line 2: remove one",
		"[experiment]\nrepeats = 2\nrepeats = [1,\n2] # more\n":                  "x.toml:3:1: the key experiment.repeats occurs twice, first at line 2: remove one",
		"[[method]]\nname = \"a\"\n[[method]]\nname = \"b\"\n\"name\" = \"c\"\n": "x.toml:5:1: the key method.name occurs twice, first at line 4: remove one",
		"[[method]]\noptions = { a = 1, b = 2, a = 3 }\n":                        "x.toml:2:27: the key method.options.a occurs twice, first at line 2: remove one",
		"[experiment]\nsplit.kind = \"kfold\"\nsplit = { kind = \"kfold\" }\n":   "x.toml:3:11: the key experiment.split.kind occurs twice, first at line 2: remove one",
		"[experiment]\n[grid]\n[experiment]\n":                                   "x.toml:3:1: [experiment] occurs twice, first at line 1: put the keys of both under one",
		"[dataset]\nname = \"a\"\n[[dataset]]\n":                                 "x.toml:3:1: [[dataset]] repeats [dataset] of line 1 in another form: write both as [[dataset]]",
		"[[dataset]]\nname = \"a\"\n[dataset]\n":                                 "x.toml:3:1: [dataset] repeats [[dataset]] of line 1 in another form: write both as [[dataset]]",
		"[profile.quick]\n[profile]\n[profile]\n":                                "x.toml:3:1: [profile] occurs twice",
		"[experiment]\nrepeats = 2\nrepeats = 3 ]]} [{\n":                        "x.toml:3:", // whatever comes behind
	} {
		_, err := Parse([]byte(text), "x.toml", Paper, nil)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
