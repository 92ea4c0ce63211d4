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
		if is != c.refused || is && !strings.Contains(wrong.Error(), ":10:1: inputs: the folder . has the results in it, "+c.results) {
			t.Errorf("%s: %v", c.results, err)
		}
	}
}
