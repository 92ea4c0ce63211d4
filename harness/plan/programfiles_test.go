package plan_test

import (
	"errors"
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
