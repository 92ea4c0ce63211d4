package exact

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// A chain never moves to parameters that no model may have, nor does it start there: its model could not be read.
func TestChainsStartWhereModelsMayBe(t *testing.T) {
	task := methodtest.Task(methodtest.Blobs(10, 2, 2, rand.New(rand.NewPCG(1, 2))), 2, 3)
	for _, options := range []map[string]any{{"lengthscale": 1e-300}, {"lengthscale": 1e300}, {"variance_sd": 1e12}} {
		cfg := New()
		if err := method.Decode(cfg, options); err != nil {
			t.Fatal(err)
		}
		if _, err := cfg.Fit(t.Context(), task, &methodtest.Recorder{}); err == nil || !strings.Contains(err.Error(), "a chain starts with") {
			t.Errorf("%v: %v", options, err)
		}
	}
}
