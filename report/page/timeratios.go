package page

import (
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/report/wording"
)

// timeRatios writes the ratios of training times with the paper's beside them.
func timeRatios(d *document.Document, blocks []replication.Table) {
	var all []replication.TimeRatio
	for _, b := range blocks {
		all = append(all, b.TimeRatios()...)
	}
	if len(all) == 0 {
		return
	}
	said := ""
	if variant := blocks[0].Variant; variant != "" {
		said = lead(variant) + " "
	}
	d.Paragraph("%sHow many times as long one method trains as another:", said)
	t := document.Table{Head: []string{"", "methods", "ours", "paper"}}
	for _, r := range all {
		mark := ""
		if r.Busy {
			mark = document.BusyMark
		}
		t.Rows = append(t.Rows, []string{
			document.Escape(r.Row), document.Escape(r.Slow) + " / " + document.Escape(r.Fast), wording.Short(r.Ours, 2) + mark, wording.Short(r.Papers, 2),
		})
	}
	d.Add(t)
}
