package work

import (
	"testing"

	"gpcbench/harness/harnesstest"
	"gpcbench/harness/record"
	"gpcbench/methods/command/commandtest"
)

// TestMain registers the methods of tests.
func TestMain(m *testing.M) {
	commandtest.Main()
	harnesstest.RegisterMethods()
	m.Run()
}

// executed is the record of a cell that must not fail.
func executed(t *testing.T, q Request) record.Record {
	t.Helper()
	r := execute(t.Context(), q, harnesstest.Loader())
	if r.Status != record.OK {
		t.Fatal(r.Error)
	}
	return r
}
