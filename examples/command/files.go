// Package command has what a method of another language needs to take part: helper files that speak the
// protocol of the method "command", a method to start from in each language, and adapters of other programs.
//
// Helper and method lie in one folder, from which the method is run. The files are embedded in
// gpcbench and written out; none of their code runs inside it.
package command

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"gpcbench/data"
)

//go:embed python r julia octave
var files embed.FS

// File is a file to be written.
type File struct {
	Name string
	Text []byte
}

// language is what a method of a language consists of. Its files lie in a folder of that name.
type language struct {
	name    string
	method  string
	helpers []string // beside the method
	run     []string // starts the method, whose name follows
}

var languages = []language{
	{"python", "mymethod.py", []string{"gpcbench.py"}, []string{"python3"}},
	{"r", "mymethod.R", []string{"gpcbench.R"}, []string{"Rscript", "--vanilla"}},
	{"julia", "mymethod.jl", []string{"gpcbench.jl"}, []string{"julia", "--startup-file=no"}},
	{"octave", "mymethod.m", []string{"gpcbench.m", "gpcbench_end.m"}, []string{"octave-cli", "--norc", "--quiet"}},
}

// Languages are the names of the languages that have a method to start from.
func Languages() []string {
	var out []string
	for _, l := range languages {
		out = append(out, l.name)
	}
	return out
}

// specification is the file that runs the method to start from, as it stands that in Python.
const specification = "python/mymethod.toml"

// Start returns the files of a method to start from: the specification first, then the method and its
// helpers. The language is one of Languages.
func Start(name string) ([]File, error) {
	at := slices.IndexFunc(languages, func(l language) bool { return l.name == name })
	if at < 0 {
		return nil, fmt.Errorf("%q is none of the languages %s", name, strings.Join(Languages(), ", "))
	}
	l := languages[at]
	inputs := append([]string{l.method}, l.helpers...)
	names := []string{specification}
	for _, name := range inputs {
		names = append(names, l.name+"/"+name)
	}
	out, err := read(names...)
	if err != nil {
		return nil, err
	}
	text := replaceLine(string(out[0].Text), "run", append(slices.Clone(l.run), l.method))
	out[0].Text = []byte(replaceLine(text, "inputs", inputs))
	return out, nil
}

// All returns every file of the languages; their names differ, so that one folder can hold them.
func All() (out []File) {
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := files.ReadFile(name)
		out = append(out, File{path.Base(name), text})
		return err
	})
	if err != nil {
		panic(fmt.Sprintf("command: embedded files: %v", err))
	}
	return out
}

// read returns files of this package, without their folders.
func read(names ...string) (out []File, err error) {
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		out = append(out, File{path.Base(name), text})
	}
	return out, nil
}

// replaceLine gives a key of a specification, which stands once at the beginning of a line, another value.
// A comment behind it stays.
func replaceLine(text, key string, value []string) string {
	before, rest, _ := strings.Cut(text, "\n"+key+" = ")
	line, after, _ := strings.Cut(rest, "\n")
	_, comment, _ := strings.Cut(line, "#")
	return before + "\n" + key + " = " + List(value) + "    #" + comment + "\n" + after
}

// List is a list of texts as a specification has it.
func List(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = data.Quoted(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
