package work

import (
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/record"
)

// The parameters of a kernel are in the record where the specification asks for them,
// with the names of the attributes.
func TestParametersAreKept(t *testing.T) {
	const text = `
[experiment]
split = { kind = "holdout", train = 0.5 }
options = { inducing = 2, iterations = 2, batch = 0, kernel = "se-ard+linear-ard", noise = 0.01 }
[[dataset]]
file = "two.csv"
[[method]]
name = "svgp"
[[method]]
name = "rate"
`
	f := harnesstest.NewFolder(t)
	harnesstest.Write(t, f.Dir, "two.csv", "age,height,class\n1,3,p\n2,1,q\n3,5,p\n4,2,q\n2,2,p\n5,5,q\n1,4,p\n3,2,q\n")
	parameters := func(asked bool) map[string][]record.Parameter {
		out := map[string][]record.Parameter{}
		for _, c := range f.Plan(text).Cells {
			out[c.Method] = executed(t, Request{Cell: c.Cell, Rows: *c.Rows, Parameters: asked}).Parameters
		}
		return out
	}
	if kept := parameters(false); kept["svgp"] != nil || len(kept) != 2 {
		t.Errorf("nobody asked: %+v", kept)
	}
	kept := parameters(true)
	if kept["rate"] != nil {
		t.Errorf("a method without a kernel: %+v", kept["rate"])
	}
	want := []string{
		"se-ard: variance", "se-ard: lengthscale age", "se-ard: lengthscale height",
		"linear-ard: weight age", "linear-ard: weight height", "noise",
	}
	if len(kept["svgp"]) != len(want) {
		t.Fatalf("%+v", kept["svgp"])
	}
	for i, p := range kept["svgp"] {
		if p.Name != want[i] || !(p.Value > 0) {
			t.Errorf("parameter %d is %+v, want %s above 0", i, p, want[i])
		}
	}
}
