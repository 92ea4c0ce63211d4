package spec

import "strings"

// Explanation is a comparison printed below the notes of a report: a text and a table.
type Explanation struct {
	Says string
	Head []string
	Rows [][]string
}

// explanation reads an [[explanation]].
func (r *reader) explanation(t *table) Explanation {
	e := Explanation{Says: t.text("says"), Head: t.texts("head")}
	if e.Says == "" {
		t.Problemf("says", "an explanation needs a text: add says = \"...\"")
	}
	rows, _ := as[[]any](t, "rows", "a list of rows, each a list of texts")
	if len(rows) > 0 && len(e.Head) == 0 {
		t.Problemf("rows", "rows need the names of their columns: add head")
		rows = nil
	}
	for i, of := range rows {
		cells, ok := of.([]any)
		row := make([]string, len(cells))
		for j, cell := range cells {
			if row[j], ok = cell.(string); !ok || strings.ContainsFunc(row[j], isControl) {
				ok = false
				break
			}
		}
		if !ok || len(row) != len(e.Head) {
			r.problemf(element(t.at("rows"), i), "rows: want a list of %d texts, as many as in head", len(e.Head))
			continue
		}
		e.Rows = append(e.Rows, row)
	}
	t.close()
	return e
}
