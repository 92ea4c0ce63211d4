package plan_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
	"gpcbench/harness/spec"
)

// Inputs that are not there are data that cannot be had, each named with its place in the specification.
func TestInputThatIsNotThere(t *testing.T) {
	f := harnesstest.NewFolder(t)
	s, err := f.Parse(programWith("inputs = [\"none.sh\", \"lost\"]\n"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = plan.New(t.Context(), s, f.Env())
	absent, ok := errors.AsType[*data.UnavailableError](err)
	if !ok || absent.File != filepath.Join(f.Dir, "none.sh") || !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%v", err)
	}
	for _, name := range []string{"none.sh", "lost"} {
		if want := ":10:1: inputs: the file or folder " + filepath.Join(f.Dir, name) + " cannot be read: "; strings.Count(err.Error(), want) != 1 {
			t.Errorf("%v\nhas not once %q", err, want)
		}
	}
	if wrong, is := errors.AsType[*spec.Error](err); is {
		t.Errorf("the specification is not wrong: %v", wrong)
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
