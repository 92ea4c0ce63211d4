package replication

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/harness/record"
	"gpcbench/report/document"
	"gpcbench/wording"
)

// verdictsVersion is the version of verdicts.json.
const verdictsVersion = 1

// Kept is verdicts.json.
type Kept struct {
	V        int         `json:"v"`
	Verdicts []Verdict   `json:"verdicts"`
	Claims   []KeptClaim `json:"claims,omitempty"`
}

// KeptClaim is the outcome of a claim as verdicts.json keeps it.
type KeptClaim struct {
	Experiment string   `json:"experiment"`
	Profile    string   `json:"profile"`
	Claim      string   `json:"claim"`             // its name
	As         string   `json:"reading,omitempty"` // its reading, of a claim that has several
	Beside     bool     `json:"beside,omitempty"`
	Outcome    string   `json:"outcome"`
	Value      *float64 `json:"value,omitempty"` // where there is one, and it is finite
	Low        *float64 `json:"low,omitempty"`
	High       *float64 `json:"high,omitempty"`
	Lacks      string   `json:"-"` // why there are no cases, where there are none

	History []document.Dated `json:"history,omitempty"` // its outcomes, each from the day on which it was first kept
}

// Kept returns the outcome as it is kept.
func (o Outcome) Kept() KeptClaim {
	finite := func(x float64) *float64 {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	return KeptClaim{o.Claim.Experiment, o.Profile, o.Claim.Name, o.Claim.As, o.Claim.Beside, o.Outcome, finite(o.Value), finite(o.Low), finite(o.High), o.Why, nil}
}

// lasting identifies the claim that an outcome is of.
func (k KeptClaim) lasting() string {
	text := fmt.Sprintf("%s [%s]: claim %s", k.Experiment, k.Profile, k.Claim)
	if k.As != "" {
		text += " (" + k.As + ")"
	}
	return text
}

// History is what is kept of the outcomes of a claim, with the current one, which is from a day unless it was kept before.
func (k Kept) History(now KeptClaim, day string) []document.Dated {
	var out []document.Dated
	same := now.lasting()
	if i := slices.IndexFunc(k.Claims, func(c KeptClaim) bool { return c.lasting() == same }); i >= 0 {
		out = slices.Clone(k.Claims[i].History)
	}
	if n := len(out); n == 0 || out[n-1].Outcome != now.Outcome {
		out = append(out, document.Dated{Since: day, Outcome: now.Outcome})
	}
	return out
}

// Apart divides what is kept into that of the experiments and profiles for which of holds, and the rest.
func (k Kept) Apart(of func(experiment, profile string) bool) (in, rest Kept) {
	in.Verdicts, rest.Verdicts = divide(k.Verdicts, func(v Verdict) bool { return of(v.Experiment, v.Profile) })
	in.Claims, rest.Claims = divide(k.Claims, func(c KeptClaim) bool { return of(c.Experiment, c.Profile) })
	return in, rest
}

func divide[T any](all []T, is func(T) bool) (in, rest []T) {
	isNot := func(one T) bool { return !is(one) }
	return slices.DeleteFunc(slices.Clone(all), isNot), slices.DeleteFunc(slices.Clone(all), is)
}

// Lost is the error for kept results of experiments that have no records now. It has a sentence for
// each experiment with a good result.
func (k Kept) Lost() error {
	type count struct{ verdicts, claims int }
	good := map[string]count{}
	run := func(experiment, profile string) string { return fmt.Sprintf("%s [%s]", experiment, profile) }
	for _, v := range k.Verdicts {
		if of := run(v.Experiment, v.Profile); v.good() {
			good[of] = count{good[of].verdicts + 1, good[of].claims}
		}
	}
	for _, c := range k.Claims {
		if of := run(c.Experiment, c.Profile); c.good() {
			good[of] = count{good[of].verdicts, good[of].claims + 1}
		}
	}
	var lost []error
	for _, of := range slices.Sorted(maps.Keys(good)) {
		was := fmt.Sprintf("%s: %s", of, wording.VerdictsAndClaims(good[of].verdicts, good[of].claims))
		lost = append(lost, &MissingError{was, "there are no records"})
	}
	return errors.Join(lost...)
}

// With returns the kept and the current results together, sorted.
func (k Kept) With(verdicts []Verdict, claims []KeptClaim) Kept {
	k.Verdicts = slices.Concat(k.Verdicts, verdicts)
	k.Claims = slices.Concat(k.Claims, claims)
	slices.SortStableFunc(k.Verdicts, func(a, b Verdict) int { return cmp.Compare(a.key(), b.key()) })
	slices.SortStableFunc(k.Claims, func(a, b KeptClaim) int { return cmp.Compare(a.lasting(), b.lasting()) })
	return k
}

// ReadVerdicts reads verdicts.json. The error is fs.ErrNotExist if it is not there.
func ReadVerdicts(path string) (Kept, error) {
	src, err := data.ReadRegular(path, data.SmallFile)
	if err != nil {
		return Kept{}, fmt.Errorf("kept verdicts cannot be read from %s: %w", path, data.Cause(err))
	}
	if record.Seals(src) == record.Broken {
		return Kept{}, fmt.Errorf("kept verdicts: %s is damaged: its checksum does not match its contents; replace it with an intact copy, or delete it and have runexp check --update write a new one", path)
	}
	var f Kept
	if err := json.Unmarshal(src, &f); err != nil {
		return Kept{}, fmt.Errorf("kept verdicts: %s is damaged: %w; replace it with an intact copy, or delete it and have runexp check --update write a new one", path, err)
	}
	if f.V != verdictsVersion {
		return Kept{}, fmt.Errorf("kept verdicts: %s has version %d, this program reads %d", path, f.V, verdictsVersion)
	}
	for i, c := range f.Claims {
		if c.Outcome == earlierFew {
			f.Claims[i].Outcome = wording.HoldsFew
		}
	}
	return f, nil
}

// earlierFew is the former name of [wording.HoldsFew], when it was for single runs only.
const earlierFew = "holds (one run)"

// WriteVerdicts writes verdicts.json, with a checksum, whole or not at all.
func WriteVerdicts(path string, k Kept) error {
	k.V, k.Verdicts = verdictsVersion, append([]Verdict{}, k.Verdicts...)
	src, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return fmt.Errorf("verdicts: %w", err)
	}
	return atomicfile.Write(path, append(record.Seal(src), '\n'))
}
