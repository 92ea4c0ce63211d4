package plan

import (
	"fmt"
	"strings"
	"time"

	"gpcbench/data"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
	"gpcbench/methods/method"
)

// MaxCells is the most cells that a plan may have.
const MaxCells = 1_000_000

// checkCount notes that a plan would have more than MaxCells cells, before any is made.
func (b *builder) checkCount() {
	s := b.plan.Spec
	points := 1.0
	for _, axis := range s.Grid {
		points *= float64(len(axis.Values))
	}
	total, largest := 0.0, 0.0
	var at spec.Dataset
	var repeatsThere, setupsThere float64
	for _, d := range s.Datasets {
		_, repeats := rows.Select(d, rows.Source{}, 1)
		setups := 0.0
		for _, m := range s.Methods {
			fits := 1
			if m.Curve == spec.CurveOfRefits {
				fits += len(refitParts)
			}
			setups += points * float64(fits*len(s.VariantsOf(m, d)))
		}
		if repeats == 1 {
			repeats = mostSeeds(s, d)
		}
		cells := float64(repeats) * setups
		if total += cells; cells > largest {
			largest, at, repeatsThere, setupsThere = cells, d, float64(repeats), setups
		}
	}
	if total <= MaxCells {
		return
	}
	where := s.WhereDataset(at, "repeats")
	if points > repeatsThere {
		where = s.Where("grid")
	}
	b.problem(where, "the plan would have %.0f cells, %.0f of them of data set %s: %.0f repeats of %.0f settings of its methods; at most %d are allowed", total, largest, at.Name, repeatsThere, setupsThere, MaxCells)
}

// noticeExcesses reports methods that ask for more than n training rows of a data set can give. Only their
// cells fail, because a grid may have points that are too large for a small set.
func (b *builder) noticeExcesses(d spec.Dataset, ds *data.Dataset, n int) {
	noted := map[string]bool{}
	for _, u := range b.setups(d) {
		limited, ok := u.classifier.(method.Limited)
		if !ok {
			continue
		}
		for _, e := range limited.Excesses(n, ds.Dim(), d.Name) {
			notice := fmt.Sprintf("%v: method %q: %s, and its cells fail; say %s", b.plan.Spec.WhereMethod(u.method), u.method.Label, e.Problem, e.Remedy)
			if !noted[notice] {
				noted[notice] = true
				b.plan.Notices = append(b.plan.Notices, notice)
			}
		}
	}
}

// A fit with at least this many classes and this many estimated seconds is reported before the start.
const (
	manyClasses = 1000
	longFit     = 60
)

// noticeManyClasses reports a cell that works on very many classes in every iteration. It returns
// whether it reported the cell.
func (b *builder) noticeManyClasses(c *Cell, classes int) bool {
	seconds := c.Cost / throughput
	if classes < manyClasses || seconds < longFit {
		return false
	}
	advice := "reduce iterations or inducing inputs, or set budget_seconds"
	if n, ok := c.Options.ClassBatch(); ok {
		if n > 0 && int(n) < classes {
			return false
		}
		advice = "say class_batch = 100 to work on 100 classes at a time, or " + advice
	}
	b.plan.Notices = append(b.plan.Notices, fmt.Sprintf("%s works on all %d classes of data set %s in every iteration, and a fit takes about %v or more: %s",
		c.Label, classes, c.Dataset, strings.TrimSuffix((time.Duration(seconds/60)*time.Minute).String(), "0s"), advice))
	return true
}
