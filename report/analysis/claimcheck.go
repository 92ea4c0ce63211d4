package analysis

import (
	"fmt"
	"math"
	"slices"
)

// KeptClaim is the outcome of a claim as verdicts.json keeps it.
type KeptClaim struct {
	Experiment string   `json:"experiment"`
	Profile    string   `json:"profile"`
	Claim      string   `json:"claim"` // its name
	Outcome    string   `json:"outcome"`
	Value      *float64 `json:"value,omitempty"` // where there is one, and it is finite
	Low        *float64 `json:"low,omitempty"`
	High       *float64 `json:"high,omitempty"`
}

// Kept returns the outcome as it is kept.
func (o Outcome) Kept() KeptClaim {
	return KeptClaim{o.Claim.Experiment, o.Profile, o.Claim.Name, o.Outcome, ifFinite(o.Value), ifFinite(o.Low), ifFinite(o.High)}
}

func ifFinite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// key identifies the claim that an outcome is of.
func (k KeptClaim) key() string {
	return fmt.Sprintf("%s [%s]: claim %s", k.Experiment, k.Profile, k.Claim)
}

// ClaimRegression is a claim that held, in part at least, and holds less now.
type ClaimRegression struct{ Was, Now KeptClaim }

// String says what got worse.
func (r ClaimRegression) String() string {
	return fmt.Sprintf("%s: %s, and now %s", r.Was.key(), r.Was.Outcome, r.Now.Outcome)
}

// CheckClaims compares kept outcomes with those of now: a claim that held, or did in part,
// and does less, is a regression.
func CheckClaims(kept, now []KeptClaim) []ClaimRegression {
	var out []ClaimRegression
	for _, was := range kept {
		i := slices.IndexFunc(now, func(k KeptClaim) bool { return k.key() == was.key() })
		if i >= 0 && (was.Outcome == Holds || was.Outcome == HoldsInPart) && slices.Index(Outcomes, now[i].Outcome) > slices.Index(Outcomes, was.Outcome) {
			out = append(out, ClaimRegression{was, now[i]})
		}
	}
	return out
}

// CountClaims counts outcomes, in the order of [Outcomes].
func CountClaims(claims []KeptClaim) []Count {
	return countOf(Outcomes, claims, func(k KeptClaim) string { return k.Outcome })
}

// MergeClaims returns the kept outcomes with those of the experiments and profiles of now
// replaced, sorted. Outcomes of claims that published.toml has no more go with them.
func MergeClaims(kept, now []KeptClaim) []KeptClaim {
	return merged(kept, now, func(k KeptClaim) [2]string { return [2]string{k.Experiment, k.Profile} }, KeptClaim.key)
}
