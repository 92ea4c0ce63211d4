package replication

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"gpcbench/wording"
)

// MissingError is a kept verdict or outcome that cannot be compared because its records are missing.
type MissingError struct {
	Was string // the verdict or claim, as the beginning of a sentence
	Now string // what there is now
}

// Error says what is missing.
func (e *MissingError) Error() string { return e.Was + " cannot be compared: " + e.Now }

// judgement is a verdict on a number or the outcome of a claim.
type judgement[T any] interface {
	good() bool                              // it can get worse
	lasting() string                         // what it is on
	since(now *T) (worse string, lost error) // what got worse, or why that cannot be said; now is nil where there is none
}

// Check compares kept verdicts or outcomes of claims with the current ones. Regressions list what was
// good and got worse. The error joins a *MissingError for each good one that cannot be compared.
func Check[T judgement[T]](kept, now []T) (regressions []string, missing error) {
	byKey := map[string]*T{}
	for i, n := range now {
		byKey[n.lasting()] = &now[i]
	}
	var lost []error
	for _, was := range kept {
		if !was.good() {
			continue
		}
		worse, err := was.since(byKey[was.lasting()])
		if worse != "" {
			regressions = append(regressions, worse)
		}
		lost = append(lost, err)
	}
	return regressions, errors.Join(lost...)
}

// good says whether a verdict can get worse.
func (v Verdict) good() bool {
	return v.Verdict == wording.Reproduced || v.Verdict == wording.Better || v.Verdict == wording.TooNoisy
}

func (v Verdict) since(now *Verdict) (worse string, lost error) {
	missing := func(why string) error { return &MissingError{v.key() + " was " + v.Verdict + " and", why} }
	switch {
	case now == nil:
		return "", missing("no table of the experiment has it any more")
	case now.Verdict == wording.Worse:
		ours := "?"
		if now.Ours != nil {
			ours = strconv.FormatFloat(*now.Ours, 'g', 4, 64)
		}
		return fmt.Sprintf("%s was %s and is now %s: ours %s, published %s", v.key(), v.Verdict, now.Verdict, ours, now.Published), nil
	case now.good():
		return "", nil
	case now.Note != "":
		return "", missing("now " + now.Verdict + " (" + now.Note + ")")
	}
	return "", missing("now " + now.Verdict)
}

// good says whether a claim can hold less.
func (k KeptClaim) good() bool { return wording.IsHeld(k.Outcome) || k.Outcome == wording.HoldsInPart }

func (k KeptClaim) since(now *KeptClaim) (worse string, lost error) {
	missing := func(why string) error { return &MissingError{k.lasting() + ": " + k.Outcome + ", and", why} }
	switch {
	case now == nil:
		return "", missing("published.toml has no such claim or reading any more: `runexp check --update` keeps what there is")
	case now.Lacks != "":
		return "", missing(now.Lacks)
	case slices.Index(wording.Outcomes, now.Outcome) > slices.Index(wording.Outcomes, k.Outcome):
		return fmt.Sprintf("%s: %s, and now %s", k.lasting(), k.Outcome, now.Outcome), nil
	}
	return "", nil
}

// Has reports whether the plan has a cell of a verdict; with --only it may have just some of its cells.
func (p *Experiment) Has(v Verdict) bool {
	return v.Experiment == p.Spec.Name && v.Profile == p.Spec.Profile && len(p.CellsAt(v.At)) > 0
}
