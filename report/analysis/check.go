package analysis

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"

	"gpcbench/harness/record"
	"gpcbench/report/atomicfile"
	"gpcbench/report/wording"
)

func parseNumber(s string) (float64, error) { return strconv.ParseFloat(s, 64) }

// Count is how often a verdict was reached.
type Count struct {
	Verdict string
	N       int
}

// countOnce sets further of all verdicts on a published number in a variant and column
// but the first that does not have it already: a number is counted once, however many
// tables of the specification show it and whatever options it does not name. It
// sets Beside of these, and of all in other variants and columns than the first.
func countOnce(verdicts []Verdict) {
	counted := map[string]bool{}
	for i := range verdicts {
		v := &verdicts[i]
		if number := v.Variant + "\x00" + v.Column + "\x00" + v.numberKey(); !v.further {
			v.further = counted[number]
			counted[number] = true
		}
		v.Beside = v.further || v.Variant != "" || v.Column != ""
	}
}

// Counted says whether the verdict is on a number by the reading and entry and in the
// column by which it is counted in its variant.
func (v Verdict) Counted() bool { return !v.further && v.Column == "" }

// numberKey identifies the published number that a verdict is on.
func (v Verdict) numberKey() string {
	return v.Table + "\x00" + v.Reading + "\x00" + Describe(v.Number)
}

// Tally counts published numbers by their verdicts.
type Tally struct {
	Numbers  []Count       // each number once, in the first variant and column where there are several
	Variants []NamedCounts // the numbers in the other variants
	Columns  []NamedCounts // those of the first variant in further columns
	Others   []Count       // further readings and entries of the numbers
}

// NamedCounts is the counts of one variant or column.
type NamedCounts struct {
	Name   string
	Counts []Count
}

// Counts counts published numbers by their verdicts, in a fixed order. Verdicts
// that do not occur are left out, and so are costs, which get none, and further
// readings and columns in other variants than the first.
func Counts(verdicts []Verdict) Tally {
	var first, others []Verdict
	var variants, columns named
	for _, v := range verdicts {
		switch {
		case v.Variant != "" && (v.further || v.Column != ""):
		case v.Variant != "":
			variants.add(v.Variant, v)
		case v.further:
			others = append(others, v)
		case v.Column != "":
			columns.add(v.Column, v)
		case v.Beside:
			others = append(others, v)
		default:
			first = append(first, v)
		}
	}
	return Tally{Numbers: CountsOf(first), Variants: variants.counts(), Columns: columns.counts(), Others: CountsOf(others)}
}

// named is verdicts by a name, in the order in which the names came.
type named struct {
	names    []string
	verdicts map[string][]Verdict
}

func (n *named) add(name string, v Verdict) {
	if n.verdicts == nil {
		n.verdicts = map[string][]Verdict{}
	}
	if n.verdicts[name] == nil {
		n.names = append(n.names, name)
	}
	n.verdicts[name] = append(n.verdicts[name], v)
}

func (n *named) counts() []NamedCounts {
	var out []NamedCounts
	for _, name := range n.names {
		if counts := CountsOf(n.verdicts[name]); len(counts) > 0 {
			out = append(out, NamedCounts{name, counts})
		}
	}
	return out
}

// CountsOf counts verdicts.
func CountsOf(verdicts []Verdict) []Count {
	return countOf(VerdictOrder, verdicts, func(v Verdict) string { return v.Verdict })
}

// countOf counts words, in their order; those that do not occur are left out.
func countOf[T any](words []string, all []T, word func(T) string) []Count {
	n := map[string]int{}
	for _, one := range all {
		n[word(one)]++
	}
	var out []Count
	for _, w := range words {
		if n[w] > 0 {
			out = append(out, Count{w, n[w]})
		}
	}
	return out
}

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
	return v.Experiment == p.Spec.Name && v.Profile == p.Spec.Profile &&
		slices.ContainsFunc(p.Cells, func(c record.Planned) bool { return p.lies(c, v.At) })
}

// verdictsVersion is the version of verdicts.json.
const verdictsVersion = 1

// Kept is verdicts.json.
type Kept struct {
	V        int         `json:"v"`
	Verdicts []Verdict   `json:"verdicts"`
	Claims   []KeptClaim `json:"claims,omitempty"`
}

// Apart divides what is kept into that of the experiments and profiles for which of holds, and
// the rest.
func (k Kept) Apart(of func(experiment, profile string) bool) (in, rest Kept) {
	in.Verdicts, rest.Verdicts = divide(k.Verdicts, func(v Verdict) bool { return of(v.Experiment, v.Profile) })
	in.Claims, rest.Claims = divide(k.Claims, func(c KeptClaim) bool { return of(c.Experiment, c.Profile) })
	return in, rest
}

func divide[T any](all []T, is func(T) bool) (in, rest []T) {
	for _, one := range all {
		if is(one) {
			in = append(in, one)
		} else {
			rest = append(rest, one)
		}
	}
	return in, rest
}

// Lost is the error of what is kept of experiments that have no records now, a sentence for
// each of which something was good.
func (k Kept) Lost() error {
	type count struct{ verdicts, claims int }
	good := map[string]*count{}
	of := func(experiment, profile string) *count {
		run := fmt.Sprintf("%s [%s]", experiment, profile)
		if good[run] == nil {
			good[run] = &count{}
		}
		return good[run]
	}
	for _, v := range k.Verdicts {
		if v.good() {
			of(v.Experiment, v.Profile).verdicts++
		}
	}
	for _, c := range k.Claims {
		if c.good() {
			of(c.Experiment, c.Profile).claims++
		}
	}
	var lost []error
	for _, run := range slices.Sorted(maps.Keys(good)) {
		was := fmt.Sprintf("%s: %s and %s", run, wording.Plural(good[run].verdicts, "verdict"), wording.Plural(good[run].claims, "claim"))
		lost = append(lost, &MissingError{was, "there are no records"})
	}
	return errors.Join(lost...)
}

// good says whether a verdict can get worse.
func (v Verdict) good() bool { return v.Verdict == Reproduced || v.Verdict == Better }

// With returns what is kept and what is now, sorted.
func (k Kept) With(verdicts []Verdict, claims []KeptClaim) Kept {
	k.Verdicts = slices.Concat(k.Verdicts, verdicts)
	k.Claims = slices.Concat(k.Claims, claims)
	slices.SortStableFunc(k.Verdicts, func(a, b Verdict) int { return cmp.Compare(a.key(), b.key()) })
	slices.SortStableFunc(k.Claims, func(a, b KeptClaim) int { return cmp.Compare(a.key(), b.key()) })
	return k
}

// ReadVerdicts reads verdicts.json. The error is fs.ErrNotExist if it is not
// there.
func ReadVerdicts(path string) (Kept, error) {
	src, err := os.ReadFile(path)
	if err != nil {
		return Kept{}, fmt.Errorf("kept verdicts: %w", err)
	}
	var f Kept
	if err := json.Unmarshal(src, &f); err != nil {
		return Kept{}, fmt.Errorf("kept verdicts: %s is damaged: %w; put a whole copy in its place, or delete it and have runexp check --update write a new one", path, err)
	}
	if f.V != verdictsVersion {
		return Kept{}, fmt.Errorf("kept verdicts: %s has version %d, this program reads %d", path, f.V, verdictsVersion)
	}
	return f, nil
}

// WriteVerdicts writes verdicts.json whole or not at all.
func WriteVerdicts(path string, k Kept) error {
	k.V, k.Verdicts = verdictsVersion, append([]Verdict{}, k.Verdicts...)
	src, err := json.MarshalIndent(k, "", "  ")
	if err != nil {
		return fmt.Errorf("verdicts: %w", err)
	}
	return atomicfile.Write(path, append(src, '\n'))
}
