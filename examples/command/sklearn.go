package command

import (
	"fmt"
	"path"
	"strings"
)

// Adapter is a method of another program: its files, all in one folder, and its part of a specification.
type Adapter struct {
	Label  string
	Files  []File
	Method string // the [[method]] of a specification
}

// TreesOf returns boosting and forests of scikit-learn, with which Gaussian processes are compared on a user's
// table. python is an interpreter with scikit-learn, and folder, relative to the specification, has the files.
func TreesOf(python, folder string) ([]Adapter, error) {
	var out []Adapter
	for _, m := range []struct{ label, file string }{
		{"Boosting", "sklearn_boosting.py"},
		{"Forest", "sklearn_forest.py"},
	} {
		files, err := read("python/"+m.file, "python/gpcbench.py")
		if err != nil {
			return nil, err
		}
		var inputs []string
		for _, f := range files {
			inputs = append(inputs, path.Join(folder, f.Name))
		}
		var b strings.Builder
		fmt.Fprintf(&b, "[[method]]\nname = \"command\"\nlabel = %q\n", m.label)
		fmt.Fprintf(&b, "run = %s\ninputs = %s\n", List([]string{python, path.Join(folder, m.file)}), List(inputs))
		out = append(out, Adapter{m.label, files, b.String()})
	}
	return out, nil
}
