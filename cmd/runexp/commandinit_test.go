package main

import (
	"strings"
	"testing"

	"gpcbench/examples/command"
)

// A method to start from lies there whole, is short, and is never written over.
func TestCommandInit(t *testing.T) {
	b := newBench(t)
	for _, language := range command.Languages() {
		files, err := command.Start(language)
		if err != nil {
			t.Fatal(err)
		}
		b.want(0, []string{"runexp run " + language + "/mymethod.toml"}, "command", "init", language, "--out", language)
		for i, f := range files {
			text := b.read(language + "/" + f.Name)
			switch lines := strings.Count(text, "\n"); {
			case text != string(f.Text):
				t.Errorf("%s: another text is written", f.Name)
			case i == 0 && (!strings.Contains(text, `"`+files[1].Name+`"]    # relative`) || !strings.Contains(text, `inputs = ["`+files[1].Name+`", "`+files[2].Name)):
				t.Errorf("the specification does not run %s:\n%s", files[1].Name, text)
			case i == 1 && lines > 60:
				t.Errorf("%s has %d lines", f.Name, lines)
			case f.Name == "gpcbench.py" && lines > 150:
				t.Errorf("%s has %d lines", f.Name, lines)
			}
		}
		b.want(0, nil, "command", "init", language, "--out", language)
		b.write(language+"/"+files[1].Name, "mine")
		b.want(2, []string{files[1].Name + " exists already"}, "command", "init", language, "--out", language)
		if text := b.read(language + "/" + files[1].Name); text != "mine" {
			t.Errorf("%s was written over", files[1].Name)
		}
	}
	b.want(2, []string{"in which language? Say one of python"}, "command", "init", "cobol")
	b.want(2, []string{"command: follow it with one of init"}, "command")
}
