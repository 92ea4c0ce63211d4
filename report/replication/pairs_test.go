package replication

import (
	"gpcbench/wording"
	"testing"
)

// against is an experiment of A, B and C on one data set, by how much A's error is lower than
// that of B and of C.
func against(b, c float64) *Experiment {
	const e = 1e-3 // how far repeats differ
	errors := map[string][]float64{"A": {0.4, 0.4, 0.4}}
	for label, d := range map[string]float64{"B": b, "C": c} {
		errors[label] = []float64{0.4 + d - e, 0.4 + d, 0.4 + d + e}
	}
	return claimed(map[string]map[string][]float64{"d": errors}, "d")
}

// A claim against two opponents holds where it does against each of them, however far it is
// ahead of one.
func TestClaimAgainstSeveral(t *testing.T) {
	for _, c := range []struct {
		name string
		b, c float64
		want string
	}{
		{"both", 0.1, 0.1, wording.Holds},
		{"one, and the other open", 0.3, 0, wording.HoldsInPart},
		{"one, and not the other", 0.3, -0.1, wording.HoldsInPart},
		{"one, and not the other by far", 0.1, -0.3, wording.HoldsInPart},
		{"not one, and the other open", -0.3, 0, wording.DoesNotHold},
		{"neither", -0.1, -0.1, wording.DoesNotHold},
		{"both open", 0, 0, wording.CannotTell},
	} {
		claim := claim("better", 0)
		claim.Than = []string{"B", "C"}
		o := against(c.b, c.c).outcome(claim)
		if o.Outcome != c.want {
			t.Errorf("%s: %s, want %s: %+v", c.name, o.Outcome, c.want, o.Pairs)
		}
		if len(o.Pairs) != 2 || o.Pairs[0].Than != "B" || o.Pairs[1].Than != "C" {
			t.Errorf("%s: the pairs are %+v", c.name, o.Pairs)
		}
	}
}
