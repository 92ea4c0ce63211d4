package wording

import (
	"slices"
	"testing"
)

func TestByFolder(t *testing.T) {
	got := slices.SortedFunc(slices.Values([]string{"wenzel2019/table1", "gpcbench/multiclass", "galyfajou2018/gibbs", "gpcbench/binary"}), ByFolder)
	if want := []string{"gpcbench/binary", "gpcbench/multiclass", "galyfajou2018/gibbs", "wenzel2019/table1"}; !slices.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
