package collapsed

import (
	"testing"

	"gpcbench/linalg/engine"
)

// TestMain runs the tests with the algebra that the program runs with.
func TestMain(m *testing.M) {
	engine.Install()
	m.Run()
}
