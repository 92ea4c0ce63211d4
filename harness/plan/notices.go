package plan

import (
	"fmt"
	"strings"

	"gpcbench/data"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
)

// noticeTable tells what a user should know of a table: what its columns may be, and what
// speaks against its split.
func (b *builder) noticeTable(d spec.Dataset, ds *data.Dataset, r rows.Selection) {
	if ds.Summary == nil {
		return
	}
	for _, remark := range ds.Summary.Remarks {
		b.notice(d, placed(remark))
	}
	for _, g := range alike(ds.Summary.Columns) {
		if len(g.keys) == 1 {
			b.notice(d, fmt.Sprintf("column %s: %s", g.keys[0], placed(g.remark)))
		} else {
			b.notice(d, fmt.Sprintf("columns %s: %s, each", listed(g.keys), g.remark.Finding))
		}
	}
	if notice := r.Split.Find().Notice; notice != nil {
		if text := notice(r.Split, ds.Summary.Classes); text != "" {
			b.notice(d, text)
		}
	}
}

// placed is a remark with the line where it was seen first.
func placed(r data.Remark) string {
	r.Finding = r.Placed()
	return r.String()
}

// notice tells something of a data set.
func (b *builder) notice(d spec.Dataset, texts ...string) {
	for _, text := range texts {
		b.plan.Notices = append(b.plan.Notices, d.Name+": "+text)
	}
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
