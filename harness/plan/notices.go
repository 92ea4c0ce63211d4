package plan

import (
	"fmt"
	"strings"

	"gpcbench/data"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
)

// noticeTable tells what a user should know of a table: what its columns may be, and which
// classes are too small for the folds.
func (b *builder) noticeTable(d spec.Dataset, ds *data.Dataset, r rows.Selection) {
	if ds.Summary == nil {
		return
	}
	for _, remark := range ds.Summary.Remarks {
		b.notice(d, remark.String())
	}
	for _, g := range alike(ds.Summary.Columns) {
		if len(g.keys) == 1 {
			b.notice(d, fmt.Sprintf("column %s: %s", g.keys[0], g.remark))
		} else {
			b.notice(d, fmt.Sprintf("columns %s: %s, each", listed(g.keys), g.remark.Finding))
		}
	}
	if r.Split.Kind == "kfold" {
		b.noticeRare(d, ds.Summary.Classes, r.Split.Folds)
	}
}

// notice tells something of a data set.
func (b *builder) notice(d spec.Dataset, texts ...string) {
	for _, text := range texts {
		b.plan.Notices = append(b.plan.Notices, d.Name+": "+text)
	}
}

// noticeRare tells of classes with fewer rows than there are folds.
func (b *builder) noticeRare(d spec.Dataset, classes []data.ClassCount, folds int) {
	var rare []string
	for _, c := range classes {
		if c.Rows < folds {
			rare = append(rare, fmt.Sprintf("%q with %d", c.Name, c.Rows))
		}
	}
	if len(rare) == 0 {
		return
	}
	b.notice(d, fmt.Sprintf("some folds cannot test, or cannot train, on classes with fewer rows than there are folds, %d: %s",
		folds, listed(rare)))
}

// group is the columns that there is the same remark on.
type group struct {
	remark data.Remark
	keys   []string
}

// alike groups columns by what is remarked on them.
func alike(columns []data.ColumnSummary) []*group {
	var out []*group
	type said struct {
		what    data.Suspicion
		finding string
	}
	at := map[said]*group{}
	for _, c := range columns {
		for _, r := range c.Remarks {
			key := said{r.What, r.Finding}
			if at[key] == nil {
				at[key] = &group{remark: r}
				out = append(out, at[key])
			}
			at[key].keys = append(at[key].keys, c.Key)
		}
	}
	return out
}

// listed names the first of some names.
func listed(names []string) string {
	first, more := data.Few(names)
	return strings.Join(first, ", ") + more
}
