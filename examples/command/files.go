// Package command has the files for methods in other languages: helpers for the protocol of the method
// "command", a template of a method in each language, and adapters of other programs.
//
// Helpers and method must be in one folder, from which the method is run. The files are embedded in
// gpcbench and written out. None of their code runs inside gpcbench.
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

// language lists the files of a method in a language. They are in a folder with the language's name.
type language struct {
	name    string
	method  string
	helpers []string // in the folder of the method
	run     []string // command that runs the method, whose file name is appended
}

var languages = []language{
	{"python", "mymethod.py", []string{"gpcbench.py"}, []string{"python3"}},
	{"r", "mymethod.R", []string{"gpcbench.R"}, []string{"Rscript", "--vanilla"}},
	{"julia", "mymethod.jl", []string{"gpcbench.jl"}, []string{"julia", "--startup-file=no"}},
	{"octave", "mymethod.m", []string{"gpcbench.m", "gpcbench_end.m"}, []string{"octave-cli", "--norc", "--quiet"}},
}

// Languages returns the names of the languages with a template.
func Languages() []string {
	var out []string
	for _, l := range languages {
		out = append(out, l.name)
	}
	return out
}

// specification is the file that runs a template. As embedded it runs the one in Python.
const specification = "python/mymethod.toml"

// Start returns the files of a language's template: the specification first, then the method and its
// helpers. name is one of Languages.
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

// All returns the files of all languages. Their names differ, so one folder can hold them.
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

// read returns files of this package, named without their folders.
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

// replaceLine replaces the value of a key in a specification. The key must begin exactly one line. A
// comment after the value stays.
func replaceLine(text, key string, value []string) string {
	before, rest, _ := strings.Cut(text, "\n"+key+" = ")
	line, after, _ := strings.Cut(rest, "\n")
	_, comment, _ := strings.Cut(line, "#")
	return before + "\n" + key + " = " + List(value) + "    #" + comment + "\n" + after
}

// List formats a list of strings as in a specification.
func List(texts []string) string {
	quoted := make([]string, len(texts))
	for i, text := range texts {
		quoted[i] = data.Quoted(text)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}
