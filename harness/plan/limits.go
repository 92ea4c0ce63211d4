package plan

import (
	"fmt"
	"strings"
	"time"

	"gpcbench/data"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
)

// MaxCells is the most cells that a plan may have.
const MaxCells = 1_000_000

// checkCount refuses a specification that would have more cells, before any is made.
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
	b.problem(where, "the plan would have %.0f cells, of which %.0f are of data set %s: %.0f repeats of %.0f settings of its methods; the most is %d", total, largest, at.Name, repeatsThere, setupsThere, MaxCells)
}

// noticeOptionSizes tells of methods that ask for more inducing inputs than a data set has training
// rows, n, or for a subspace of more dimensions than they span. Their cells fail, and no more than
// they: a grid may have points of which a small set has no part.
func (b *builder) noticeOptionSizes(d spec.Dataset, ds *data.Dataset, n int) {
	noted := map[string]bool{}
	for _, u := range b.setups(d) {
		for _, size := range []struct {
			option string
			most   int
			format string
		}{
			{"inducing", n, "method %q: %d inducing inputs are more than the %d training rows of data set %s, and its cells fail; say inducing = \"all\", a percentage such as \"10%%\", or fewer"},
			{"subspace", min(n, ds.Dim()), "method %q: subspace = %d is more than the %d dimensions that the training rows of data set %s can span, and its cells fail; say fewer"},
		} {
			m, ok := u.options[size.option].(int64)
			if text := fmt.Sprint(u.method.Label, size.option, m); ok && m > int64(size.most) && !noted[text] {
				noted[text] = true
				message := fmt.Sprintf(size.format, u.method.Label, m, size.most, d.Name)
				b.plan.Notices = append(b.plan.Notices, fmt.Sprintf("%v: %s", b.plan.Spec.WhereMethod(u.method), message))
			}
		}
	}
}

// A fit of so many classes, which is estimated to take so many seconds, is told before the start.
const (
	manyClasses = 1000
	longFit     = 60
)

// noticeManyClasses tells of a cell that works on very many classes in every iteration, and says
// whether it did.
func (b *builder) noticeManyClasses(c *Cell, classes int) bool {
	seconds := c.Cost / throughput
	if classes < manyClasses || seconds < longFit {
		return false
	}
	advice := "say fewer iterations or inducing inputs, or budget_seconds"
	if n, has := c.Options.ClassBatch(); has {
		if n > 0 && int(n) < classes {
			return false
		}
		advice = "class_batch = 100 works on so many at a time; or " + advice
	}
	b.plan.Notices = append(b.plan.Notices, fmt.Sprintf("%s works on all %d classes of data set %s in every iteration, and a fit takes some %v or more: %s",
		c.Label, classes, c.Dataset, strings.TrimSuffix((time.Duration(seconds/60)*time.Minute).String(), "0s"), advice))
	return true
}
