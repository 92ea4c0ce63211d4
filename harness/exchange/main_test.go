package exchange

import (
	"testing"

	"gpcbench/harness/harnesstest"
)

// TestMain registers the methods of tests.
func TestMain(m *testing.M) {
	harnesstest.RegisterMethods()
	m.Run()
}
