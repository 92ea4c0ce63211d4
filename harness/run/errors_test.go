package run

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"gpcbench/harness/harnesstest"
)

// Why cells failed is told once: as each ends or, where nobody reads that, in the error.
func TestReasonsAreToldOnce(t *testing.T) {
	spec := strings.Replace(harnesstest.TwoMethods, `name = "walk"`, "name = \"walk\"\noptions = { then = \"fail\" }", 1)
	for _, quiet := range []bool{true, false} {
		f := harnesstest.NewFolder(t)
		opt := options(f, 1)
		var told bytes.Buffer
		if opt.Progress = nil; !quiet {
			opt.Progress = &told
		}
		p := f.Plan(spec)
		_, err := Run(context.Background(), p, opt)
		failed, ok := errors.AsType[*FailedError](err)
		if !ok {
			t.Fatal(err)
		}
		if reason := strings.Contains(err.Error(), "no luck"); reason != quiet || !quiet && !strings.Contains(told.String(), "no luck") {
			t.Errorf("quiet %v: %v\n%s", quiet, err, told.String())
		}
		if quiet && (len(failed.Why) != 1 || failed.Why[0].Cells != failed.Failed || !strings.HasPrefix(failed.Why[0].Cell, "two, walk, repeat 0")) {
			t.Errorf("%+v", failed)
		}
	}
}

func TestManyReasons(t *testing.T) {
	var e FailedError
	for i := range 8 {
		e.add("cell "+string(rune('a'+i)), "reason "+string(rune('a'+i)))
	}
	e.add("cell z", "reason a")
	if text := e.Error(); !strings.HasPrefix(text, "9 cells failed; the next run tries them again\n  cell a and 1 more: reason a\n  cell b: reason b\n") || !strings.HasSuffix(text, "\n  and 3 further reasons") {
		t.Error(text)
	}
}
