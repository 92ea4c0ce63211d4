package replication

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gpcbench/report/wording"
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
	Lacks      string   `json:"-"` // why there are no cases, where there are none
}

// Kept returns the outcome as it is kept.
func (o Outcome) Kept() KeptClaim {
	return KeptClaim{o.Claim.Experiment, o.Profile, o.Claim.Name, o.Outcome, ifFinite(o.Value), ifFinite(o.Low), ifFinite(o.High), o.Reason}
}

func ifFinite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

// good says whether a claim can hold less.
func (k KeptClaim) good() bool { return k.Outcome == Holds || k.Outcome == HoldsInPart }

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

func (k KeptClaim) missing(now string) error {
	return &MissingError{k.key() + ": " + k.Outcome + ", and", now}
}

// CheckClaims compares kept outcomes with those of now: a claim that held, or did in part,
// and does less, is a regression. The error joins a *MissingError for each that did and
// of which there are no records now.
func CheckClaims(kept, now []KeptClaim) ([]ClaimRegression, error) {
	var out []ClaimRegression
	var missing []error
	for _, was := range kept {
		if !was.good() {
			continue
		}
		i := slices.IndexFunc(now, func(k KeptClaim) bool { return k.key() == was.key() })
		switch {
		case i < 0:
			missing = append(missing, was.missing("published.toml has it no more"))
		case now[i].Lacks != "":
			missing = append(missing, was.missing(now[i].Lacks))
		case slices.Index(wording.Outcomes, now[i].Outcome) > slices.Index(wording.Outcomes, was.Outcome):
			out = append(out, ClaimRegression{was, now[i]})
		}
	}
	return out, errors.Join(missing...)
}

// CountClaims counts outcomes, in the order of [wording.Outcomes].
func CountClaims(claims []KeptClaim) []Count {
	return countOf(wording.Outcomes, claims, func(k KeptClaim) string { return k.Outcome })
}
