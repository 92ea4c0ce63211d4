package plan

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gpcbench/harness/rows"
)

// Missing is an unavailable data set, with the reason.
type Missing struct {
	Dataset string
	Err     error
}

// NoData returns a *NoDataError if nothing can run because all data is missing, else nil.
func (p *Plan) NoData() error {
	if len(p.Cells) > 0 || len(p.Missing) == 0 {
		return nil
	}
	names := p.missingSets()
	if !slices.ContainsFunc(p.Missing, func(m Missing) bool { return !errors.Is(m.Err, rows.ErrNotInCache) }) {
		return &NoDataError{fmt.Sprintf("%s: its data is not in the cache yet: get it with runexp run or runexp fetch %s, which try mirrors first", p.Spec.Name, names)}
	}
	return &NoDataError{fmt.Sprintf("%s: nothing can run because all its data is missing; get it with runexp fetch %s, or name a folder that has it in GPCBENCH_MIRROR", p.Spec.Name, names)}
}

// LacksForShares returns an error that wraps a *NoDataError if data of the plan is missing, otherwise
// nil. Machines that have the data deal different shares, so in a mixture of machines some cells
// would be in no share.
func (p *Plan) LacksForShares() error {
	var names []string
	var causes []error
	for _, m := range p.Missing {
		names = append(names, m.Dataset)
		if !errors.Is(m.Err, rows.ErrNotInCache) {
			causes = append(causes, m.Err)
		}
	}
	err := p.NoData()
	if err == nil && len(names) > 0 {
		err = &NoDataError{fmt.Sprintf("%s: nothing is run because data is missing here: %s. "+
			"Shares would differ from those on machines that have it, and some cells would be in no share. "+
			"Get it with runexp fetch %s, or name the other data sets with --only dataset=NAME in all shares",
			p.Spec.Name, strings.Join(names, ", "), p.missingSets())}
	}
	return errors.Join(append([]error{err}, causes...)...)
}

// missingSets returns the catalogue names of the missing data, separated by
// blanks.
func (p *Plan) missingSets() string {
	var sets []string
	for _, d := range p.Spec.Datasets {
		if slices.ContainsFunc(p.Missing, func(m Missing) bool { return m.Dataset == d.Name }) {
			sets = append(sets, cmp.Or(d.Set, d.Name))
		}
	}
	slices.Sort(sets)
	return strings.Join(slices.Compact(sets), " ")
}
