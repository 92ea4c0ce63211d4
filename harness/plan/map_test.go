package plan_test

import (
	"context"
	"strings"
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
)

func TestMapsAreOfAFewAttributes(t *testing.T) {
	f := harnesstest.NewFolder(t)
	harnesstest.Write(t, f.Dir, "three.csv", "a,b,c,class\n1,1,0,p\n2,0,1,q\n3,1,1,p\n4,2,3,q\n")
	s, err := f.Parse(harnesstest.WithMaps)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := plan.New(context.Background(), s, f.Env()); err == nil || !strings.Contains(err.Error(), "a map needs 2 attributes, but data set three has 3") {
		t.Errorf("error %v", err)
	}
}
