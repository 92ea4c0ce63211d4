package command

import (
	"os/exec"
	"testing"
)

// The helper of R writes whole numbers without an exponent, and what is no number as null.
func TestNumbersOfR(t *testing.T) {
	r, err := exec.LookPath("Rscript")
	if err != nil {
		t.Skip("there is no R here")
	}
	const script = `source("r/gpcbench.R"); cat(gpcbench_text(list(iteration = 1e5, objective = 0.5, shape = c(2, 100000L), none = NULL, not = NaN, converged = NA)))`
	const want = `{"iteration":100000,"objective":0.5,"shape":[2,100000],"none":null,"not":null,"converged":null}`
	if got, err := exec.Command(r, "--vanilla", "-e", script).CombinedOutput(); err != nil || string(got) != want {
		t.Errorf("%s, want %s; %v", got, want, err)
	}
}
