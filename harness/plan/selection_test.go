package plan_test

import (
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
)

// A label that is not there, several settings or data sets are reported with what there is.
func TestSettingIsOne(t *testing.T) {
	f := harnesstest.NewFolder(t)
	const head = "[[dataset]]\nfile = \"two.csv\"\n"
	const method = "[[method]]\nname = \"rate\"\nlabel = \"Rate\"\n"
	for _, c := range []struct{ spec, label, want string }{
		{head + method, "Rat", `--method Rat: there is no such label; the labels of x are ["Rate"]; did you mean Rate?`},
		{head + method + "[grid]\nsmooth = [1, 2]\n", "Rate", "Rate has several settings of smooth, but a model has one: give --only smooth=1, or another of 1, 2"},
		{head + "[[dataset]]\nfile = \"three.csv\"\n" + method, "Rate", `x has several data sets, but a model is fitted to one: give --only dataset=two, or another of ["two" "three"]`},
	} {
		_, err := f.Plan(c.spec).Setting(c.label)
		if _, ok := err.(*plan.SelectionError); !ok || err.Error() != c.want {
			t.Errorf("%T %v, want %s", err, err, c.want)
		}
	}
}
