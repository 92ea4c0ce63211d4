package analysis

import (
	"testing"

	"gpcbench/harness/spec"
)

// The objective is log Z where all methods but baselines estimate it, and the bound where they
// maximise one.
func TestObjectiveIsCalled(t *testing.T) {
	for want, methods := range map[string][]spec.Method{
		"log Z":              {{Name: "ep"}, {Name: "gfitc"}, {Name: "logistic"}},
		"Lower bound (ELBO)": {{Name: "mlgpf"}, {Name: "mlgpf"}, {Name: "label-prior"}},
		"Objective":          {{Name: "ep"}, {Name: "vi"}},
	} {
		p := &Experiment{Input: Input{Spec: &spec.Spec{Methods: methods}}}
		if got := p.Metric("objective").Title; got != want {
			t.Errorf("%v: %s, want %s", methods, got, want)
		}
		if got := p.Metric("nll").Axis; got != "Test NLL (nats)" {
			t.Errorf("the NLL is called %s", got)
		}
	}
	if got := (&Experiment{Input: Input{Spec: &spec.Spec{Methods: []spec.Method{{Name: "logistic"}}}}}).Metric("objective").Title; got != "Objective" {
		t.Errorf("a baseline's objective is called %s", got)
	}
}
