package plan

import (
	"fmt"
	"strings"

	"gpcbench/data"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
)

// noticeData reports a split that is not stated, and labels that may be from the wrong column.
func (b *builder) noticeData(d spec.Dataset, ds *data.Dataset) {
	if d.Split.Kind == "" && d.TestFile == "" {
		b.plan.Notices = append(b.plan.Notices, fmt.Sprintf("%s: no split is stated for %s, so 10-fold cross-validation over shuffled rows is used", b.plan.Spec.Name, d.Name))
	}
	if classes := len(ds.ClassNames); d.File != "" && ds.Kind != data.Multilabel && classes > ds.Len()/2 {
		b.plan.Notices = append(b.plan.Notices, fmt.Sprintf("%v: the labels of %s have %d different values in %d rows: is the label column the right one?",
			b.plan.Spec.WhereDataset(d, "label"), d.Name, classes, ds.Len()))
	}
}

// noticeFigures reports the figures that are not drawn for a data set of label sets.
func (b *builder) noticeFigures(d spec.Dataset, ds *data.Dataset) {
	for i, f := range b.plan.Spec.Figures {
		if f.OneClass && ds.Kind == data.Multilabel {
			b.plan.Notices = append(b.plan.Notices, fmt.Sprintf("%v: a %s figure needs rows with one class each; data set %s gets none, because its rows have any number of labels",
				b.plan.Spec.Where("figure", i, "kind"), f.Kind, d.Name))
		}
	}
}

// noticeTable reports what a user should know about a table: what its columns may be, and what
// is wrong with its split.
func (b *builder) noticeTable(d spec.Dataset, ds *data.Dataset, r rows.Selection) {
	if ds.Summary == nil {
		return
	}
	for _, remark := range ds.Summary.Remarks {
		b.notice(d, remark.Told())
	}
	for _, g := range alike(ds.Summary.Columns) {
		if len(g.keys) == 1 {
			b.notice(d, fmt.Sprintf("column %s: %s", g.keys[0], g.remark.Told()))
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

// notice reports something about a data set.
func (b *builder) notice(d spec.Dataset, texts ...string) {
	for _, text := range texts {
		b.plan.Notices = append(b.plan.Notices, d.Name+": "+text)
	}
}

// group is a remark and the columns that it applies to.
type group struct {
	remark data.Remark
	keys   []string
}

// alike groups columns with the same remark.
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

// listed returns the first few names as text.
func listed(names []string) string {
	first, more := data.Few(names)
	return strings.Join(first, ", ") + more
}
