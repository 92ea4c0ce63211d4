package replication

import (
	"errors"
	"fmt"
	"strconv"
)

// Regression is a verdict that was reproduced or better and is now worse.
type Regression struct {
	Was, Now Verdict
}

// String says what got worse.
func (r Regression) String() string {
	ours := "?"
	if r.Now.Ours != nil {
		ours = strconv.FormatFloat(*r.Now.Ours, 'g', 4, 64)
	}
	return fmt.Sprintf("%s was %s and is now %s: ours %s, published %s", r.Was.key(), r.Was.Verdict, r.Now.Verdict, ours, r.Now.Published)
}

// MissingError is what is kept and cannot be compared, because its records are not there.
type MissingError struct {
	Was string // the verdict or claim, as the beginning of a sentence
	Now string // what there is now
}

// Error says what is missing.
func (e *MissingError) Error() string { return e.Was + " cannot be compared: " + e.Now }

func (v Verdict) missing(now string) error {
	return &MissingError{v.key() + " was " + v.Verdict + " and", now}
}

// Check compares kept verdicts with those of now. The error joins a *MissingError for each
// verdict that was reproduced or better and of which there is none now.
func Check(kept, now []Verdict) ([]Regression, error) {
	byKey := map[string]Verdict{}
	for _, v := range now {
		byKey[v.lasting()] = v
	}
	var regressions []Regression
	var missing []error
	for _, was := range kept {
		if !was.good() {
			continue
		}
		v, found := byKey[was.lasting()]
		switch {
		case !found:
			missing = append(missing, was.missing("no table of the experiment has it any more"))
		case v.Verdict == Worse:
			regressions = append(regressions, Regression{was, v})
		case !v.good():
			reason := "now " + v.Verdict
			if v.Note != "" {
				reason += " (" + v.Note + ")"
			}
			missing = append(missing, was.missing(reason))
		}
	}
	return regressions, errors.Join(missing...)
}

// Has says whether the plan has a cell that a verdict is on; --only may have left a part of
// its cells.
func (p *Experiment) Has(v Verdict) bool {
	return v.Experiment == p.Spec.Name && v.Profile == p.Spec.Profile && len(p.CellsAt(v.At)) > 0
}

// good says whether a verdict can get worse.
func (v Verdict) good() bool { return v.Verdict == Reproduced || v.Verdict == Better }
