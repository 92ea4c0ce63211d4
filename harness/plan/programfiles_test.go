package plan_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
	"gpcbench/harness/spec"
)

// An input that is not there is wrong where the specification names it.
func TestInputThatIsNotThere(t *testing.T) {
	f := harnesstest.NewFolder(t)
	s, err := f.Parse(programWith("inputs = [\"none.sh\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = plan.New(t.Context(), s, f.Env())
	wrong, ok := errors.AsType[*spec.Error](err)
	if !ok || !strings.HasSuffix(wrong.Error(), ":10:1: inputs: there is no file or folder none.sh beside the specification") {
		t.Errorf("%v", err)
	}
}

// A folder of inputs that has the records in it would be another program after every run.
func TestInputsWithResults(t *testing.T) {
	f := harnesstest.NewFolder(t)
	s, err := f.Parse(programWith("inputs = [\".\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	env := f.Env()
	for _, c := range []struct {
		results        string
		there, refused bool
	}{
		{filepath.Join(f.Dir, "out"), true, true},
		{filepath.Join(f.Dir, "deep", "out"), true, true},
		{f.Dir, true, true},
		{filepath.Join(f.Dir, ".out"), true, false},
		{t.TempDir(), true, false},
		{filepath.Join(f.Dir, "none"), false, false},
	} {
		if c.there {
			if err := os.MkdirAll(c.results, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		env.Results = c.results
		_, err := plan.New(t.Context(), s, env)
		wrong, is := errors.AsType[*spec.Error](err)
		if is != c.refused || is && !strings.Contains(wrong.Error(), ":10:1: inputs: the folder . contains the results, "+c.results) {
			t.Errorf("%s: %v", c.results, err)
		}
	}
}

// A command that begins with a folder is wrong at its method; a name alone is looked for on the PATH.
func TestFolderToRun(t *testing.T) {
	f := harnesstest.NewFolder(t)
	for _, name := range []string{"program", "sh"} {
		if err := os.Mkdir(filepath.Join(f.Dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for word, refused := range map[string]bool{"./program": true, "../" + filepath.Base(f.Dir) + "/program": true, f.Dir: true, "sh": false, "./none": false} {
		s, err := f.Parse(strings.Replace(programWith(""), `run = ["sh"]`, `run = ["`+filepath.ToSlash(word)+`"]`, 1))
		if err != nil {
			t.Fatal(err)
		}
		_, err = plan.New(t.Context(), s, f.Env())
		if told := err != nil && strings.Contains(err.Error(), `:7:1: method "P": run begins with the folder `+filepath.ToSlash(word)+`: name the program in it`); told != refused || err != nil && !told {
			t.Errorf("%s: %v", word, err)
		}
	}
}
