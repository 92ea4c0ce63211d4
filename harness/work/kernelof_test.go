package work

import (
	"reflect"
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/record"
)

// A method starts at the kernel of the fit with the higher objective, and stays there if it learns none.
func TestKernelOfAFit(t *testing.T) {
	const text = `
[experiment]
split = { kind = "holdout", train = 0.5 }
options = { inducing = 2, batch = 0, noise = 0.01 }
[[dataset]]
file = "two.csv"
[[method]]
name = "svgp"
label = "short"
options = { iterations = 1 }
[[method]]
name = "svgp"
label = "long"
options = { iterations = 30 }
[[method]]
name = "kl"
label = "there"
kernel_of = ["short", "long"]
options = { learn = [], iterations = 2 }
[[method]]
name = "kl"
label = "elsewhere"
options = { learn = [], iterations = 2 }
`
	f := harnesstest.NewFolder(t)
	harnesstest.Write(t, f.Dir, "two.csv", "age,height,class\n1,3,p\n2,1,q\n3,5,p\n4,2,q\n2,2,p\n5,5,q\n1,4,p\n3,2,q\n")
	kept, ids := map[string][]record.Parameter{}, map[string]bool{}
	for _, c := range f.Plan(text).Cells {
		r := executed(t, Request{Cell: c.Cell, Rows: *c.Rows, Parameters: true})
		if r.Status != record.OK {
			t.Fatalf("%s: %s", c.Label, r.Error)
		}
		kept[c.Label], ids[c.ID] = r.Parameters, true
	}
	if !reflect.DeepEqual(kept["there"], kept["long"]) || reflect.DeepEqual(kept["there"], kept["short"]) || reflect.DeepEqual(kept["there"], kept["elsewhere"]) {
		t.Errorf("%+v", kept)
	}
	if len(ids) != 4 {
		t.Errorf("%d identities of four cells", len(ids))
	}
}
