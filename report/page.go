package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/document"
	"gpcbench/report/figures"
	"gpcbench/report/replication"
	"gpcbench/report/wording"
)

// page is a document that grows by what is said of an experiment, a method a section.
type page struct{ document.Document }

// head writes counts, and what a reader has to know before the results.
func (w *page) head(p *analysis.Experiment, r *Report) {
	failed := ""
	if r.Failed > 0 {
		failed = fmt.Sprintf(", [%d failed](#failures)", r.Failed)
	}
	w.Paragraph("Experiment `%s`, profile `%s`: %d of %s done%s.", r.Name, r.Profile, r.Done, wording.Plural(r.Planned, "cell"), failed)
	if counts := numbersText(r.Verdicts); counts != "" {
		if len(p.Variants) > 1 {
			w.variantCounts(p, r)
		} else {
			w.Tell("**Published numbers**: %s.", counts)
		}
		if common, reproduced := replication.Common(r.Verdicts); common > 0 {
			w.Paragraph("For %d of the %s every other method of the row that was run lies within the tolerance as well: %s not tell the methods apart.",
				common, wording.Plural(reproduced, "reproduced number"), wording.Agree(common, "it does", "they do"))
		}
		if p.Spec.Profile != spec.Paper {
			w.Paragraph("Verdicts are given to the `paper` profile with at least %d repeats; what this profile gives is preliminary.", replication.EnoughRepeats)
		}
	}
	w.doubts(p)
	w.busy(p)
	if len(r.Waiting) > 0 {
		var names []string
		for _, d := range r.Waiting {
			names = append(names, d.Name)
		}
		w.Tell("**Waits for data**: %s; `%s` ([more](#data)).", document.Escape(strings.Join(names, ", ")), fetchAll(r.Waiting))
	}
}

// tables writes the blocks of one table with all that is said of it.
func (w *page) tables(p *analysis.Experiment, number int, t spec.Table, blocks []replication.Table) {
	if len(blocks) == 0 {
		return
	}
	shown, waiting := begun(blocks)
	blank, rows := blankRows(shown)
	for i, b := range shown {
		if i == 0 || heading(&b) != heading(&shown[i-1]) {
			w.Heading(2, document.Escape(heading(&b)))
		}
		results := resultsOf(&b, blank)
		results.Table, results.Floors = fmt.Sprintf("table%d", number), p.Floors()
		w.Add(results)
		for _, m := range b.Blocks {
			if said := neverOf(m); said != "" {
				w.Paragraph("%s", said)
			}
		}
	}
	if waiting = append(waiting, rows...); len(waiting) > 0 {
		w.Paragraph("No fit is done yet of: %s.", document.Escape(strings.Join(waiting, "; ")))
	}
	said := captionOf(blocks)
	if slices.ContainsFunc(blocks, func(b replication.Table) bool { return b.Has(func(e replication.Entry) bool { return e.Best }) }) {
		said += " The best of a row is bold" + apart(p.Floors()) + "."
	}
	if slices.ContainsFunc(blocks, func(b replication.Table) bool {
		return b.Has(func(e replication.Entry) bool { return e.Summary.N > 1 && e.HasInterval() })
	}) {
		said += " 95% intervals stand in the CSV file, and on the page where one points at a value. They assume independent repeats; where repeats share training rows, as folds do, they are too narrow."
	}
	if at := p.ReadAt(t); at > 0 && !math.IsInf(at, 1) {
		said += fmt.Sprintf(" Each fit counts as it was at the last point of its trace by %g s; points are a factor of 1.26 apart.", at)
	}
	w.Paragraph("%s", said)
	w.Add(document.Data{Name: fmt.Sprintf("table%d", number), Sheet: sheetOf(blocks)})
	if b := blocks[0].Published; b != nil && b.NoVerdict != "" {
		w.Paragraph("The paper's numbers stand beside ours without a verdict: %s.", document.Escape(b.NoVerdict))
	}
	w.timeRatios(replication.OfFirst(blocks))
	w.readings(p, t, blocks)
	w.sideBySide(p, blocks)
	w.missing(p)
}

// tried says whether an entry has a fit, if a failed one.
func tried(e replication.Entry) bool { return len(e.Group.OK)+len(e.Group.Failures) > 0 }

// begun splits the blocks of a table into those with a fit that is done or has failed and the
// headings of the others. Where no block has one, all are shown.
func begun(blocks []replication.Table) (shown []replication.Table, waiting []string) {
	for _, b := range blocks {
		if b.Has(tried) {
			shown = append(shown, b)
		} else if h := heading(&b); !slices.Contains(waiting, h) {
			waiting = append(waiting, h)
		}
	}
	if len(shown) == 0 {
		return blocks, nil
	}
	return shown, waiting
}

// captionOf is the caption below the blocks of a table: that of all their
// entries.
func captionOf(blocks []replication.Table) string {
	all := blocks[0]
	all.Blocks = nil
	for _, b := range blocks {
		all.Blocks = append(all.Blocks, b.Blocks...)
	}
	return caption(&all)
}

// missing says why rows have no numbers, a line for each reason.
func (w *page) missing(p *analysis.Experiment) {
	names := map[string][]string{}
	var reasons []string
	for _, d := range p.Waiting() {
		if names[d.Missing] == nil {
			reasons = append(reasons, d.Missing)
		}
		names[d.Missing] = append(names[d.Missing], document.Escape(d.Name))
	}
	for i, reason := range reasons {
		reasons[i] = fmt.Sprintf("No data for %s: %s.", strings.Join(names[reason], ", "), wording.OrDash(reason))
	}
	w.List(reasons)
}

// titled is the title of a section with what a figure of it is of.
func titled(title, of string) string {
	if of == "" {
		return title
	}
	return title + ": " + of
}

// figures writes figures with their captions.
func (w *page) figures(p *analysis.Experiment, f spec.Figure, drawn []figures.Figure) {
	if len(drawn) == 0 {
		w.Paragraph("**%s** is not drawn: no cell has %s.", document.Escape(f.Title), figures.From(f))
		return
	}
	w.Heading(2, document.Escape(f.Title))
	w.Paragraph("%s", strings.Join(append(figures.Guide(drawn), "Beside this report, where it was made: each figure as PNG and PDF."), " "))
	for _, fig := range drawn {
		name := p.Described(fig.At)
		if name != "" {
			w.Paragraph("**%s**", document.Escape(name))
		}
		w.Add(document.Image{Name: fig.Name, Drawing: fig.Drawing, Text: document.Escape(titled(f.Title, name))})
		if caption := fig.Words.Caption; caption != "" {
			w.Paragraph("%s", caption)
		}
		w.Add(fig.Words.Below...)
	}
	if f.Note != "" {
		w.Paragraph("%s", document.EscapeSentence(f.Note))
	}
}

// foot writes comparisons, set-up, failures, data, provenance and how to make it all again.
func (w *page) foot(p *replication.Experiment, r *Report) {
	w.comparisons(p.Experiment)
	if len(p.Spec.Notes) > 0 {
		w.Heading(2, "Set-up")
		var notes []string
		for _, note := range p.Spec.Notes {
			notes = append(notes, document.EscapeSentence(note))
		}
		w.List(notes)
	}
	w.loads(p.Experiment)
	w.failures(p.Experiment)
	w.mapless(p.Experiment)
	w.data(p)
	w.provenance(p, r)
	if p.Command != "" {
		w.Heading(2, "How to reproduce")
		w.Code(p.Command)
		for _, command := range p.Imports {
			w.Code(command)
		}
	}
}

// comparisons writes what is said of methods against one another: where there are
// variants, of the first alone.
func (w *page) comparisons(p *analysis.Experiment) {
	first := p.First()
	var said page
	said.distance(first)
	if p.Spec.Advice { // which says what pairs of many methods on many data sets come to
		said.ranking(first)
	} else {
		said.pairwise(first)
		said.ranking(first)
		said.races(first)
	}
	if len(p.Variants) > 1 && len(said.Blocks) > 0 {
		w.Paragraph("**Methods against one another** are compared in one variant alone, “%s”:", document.Escape(p.VariantTitle(p.Variants[0])))
	}
	w.Add(said.Blocks...)
}

// failures lists the cells that failed, one line for each message.
func (w *page) failures(p *analysis.Experiment) {
	var order []string
	cells := map[string][]string{}
	for _, c := range p.Cells {
		r, done := p.Records[c.ID]
		if !done || r.Status != record.Failed {
			continue
		}
		if _, seen := cells[r.Error]; !seen {
			order = append(order, r.Error)
		}
		cells[r.Error] = append(cells[r.Error], failedCell(p, c))
	}
	if len(order) == 0 {
		return
	}
	w.Heading(2, "Failures")
	var lines []string
	for _, message := range order {
		at := cells[message]
		rest := ""
		if len(at) > 5 {
			rest = fmt.Sprintf(" and %d more", len(at)-5)
			at = at[:5]
		}
		lines = append(lines, fmt.Sprintf("%s (%s%s)", document.Escape(message), document.Escape(strings.Join(at, "; ")), rest))
	}
	w.List(lines)
}

// failedCell names a cell, with its variants where it is not in all.
func failedCell(p *analysis.Experiment, c record.Planned) string {
	name := c.Name(p.Spec.Varied()...)
	if len(c.Variants) < len(p.Variants) {
		name += ", " + strings.Join(c.Variants, ", ")
	}
	return name
}

// mapless lists the cells that figures of maps leave out.
func (w *page) mapless(p *analysis.Experiment) {
	var lines []string
	for _, g := range p.Mapless {
		lines = append(lines, document.Escape("not drawn: "+g.String()))
	}
	if len(lines) > 0 {
		w.Heading(2, "Maps")
		w.TellList(lines)
	}
}

// data says what the data sets are.
func (w *page) data(p *replication.Experiment) {
	w.Heading(2, "Data")
	if s := splitText(p.Spec.Split); s != "" {
		w.Paragraph("%s", document.EscapeSentence(s))
	}
	t := document.Table{Head: []string{"data set", "rows", "attributes", classesOrLabels(p.Datasets), "source", "SHA-256"}}
	var notes, fetch []string
	for _, d := range p.Datasets {
		name := d.Name
		if d.Title != "" && d.Title != d.Name {
			name += " (" + d.Title + ")"
		}
		digest := "–"
		if d.Digest != "" {
			digest = "`" + d.Digest[:min(12, len(d.Digest))] + "`"
		}
		t.Rows = append(t.Rows, []string{
			document.Escape(name), known(d.Rows), known(d.Attributes), known(d.Classes), wording.OrDash(document.Escape(d.Source)), digest,
		})
		if d.Differs != "" && p.Paper != "" {
			notes = append(notes, fmt.Sprintf("%s differs from the paper's: %s", document.Escape(d.Name), document.EscapeSentence(d.Differs)))
		}
		if d.Assumed != "" {
			notes = append(notes, fmt.Sprintf("%s: the task is assumed to be %s", document.Escape(d.Name), d.Assumed))
		}
		for _, n := range d.Notes {
			notes = append(notes, fmt.Sprintf("%s: %s", document.Escape(d.Name), document.EscapeSentence(n)))
		}
		if !d.Available {
			fetch = append(fetch, fmt.Sprintf("%s is not here (%s): `%s`", document.Escape(d.Name), wording.OrDash(d.Missing), fetchAll([]record.Dataset{d})))
		}
	}
	w.Add(t)
	w.List(notes)
	w.List(fetch)
}

// apart says that floors are not the best of a row.
func apart(floors []string) string {
	if len(floors) == 0 {
		return ""
	}
	return ", " + document.Escape(wording.And(floors)) + " apart"
}

// splitText says how rows are divided, empty where it is not stated of all data sets at once.
func splitText(s spec.Split) string {
	var text string
	switch s.Kind {
	case "kfold":
		text = fmt.Sprintf("Rows are split into %d folds, of which a repeat tests one and trains on the others", s.Folds)
		if s.Order == "contiguous" {
			text += "; a fold is a run of rows as they stand in the file"
		}
	case "group":
		text = fmt.Sprintf("Rows are split into %d folds, of which a repeat tests one and trains on the others; rows of one value of column %s are in one fold", s.Folds, s.Column)
	case "time":
		text = fmt.Sprintf("Rows are split in the order of column %s into parts, of which %d are tested, each by models of the rows before it", s.Column, s.Folds)
	case "holdout":
		text = "Every repeat draws the rows to train on"
		if s.Train < 1 {
			text += fmt.Sprintf(", %g%% of all", 100*s.Train)
		} else {
			text += fmt.Sprintf(", %.0f of all", s.Train)
		}
	case "published":
		text = "Splits are the published ones"
	default:
		return ""
	}
	if s.Stratify {
		text += "; all parts have the classes' shares"
	}
	return text + ", unless a data set states another."
}

// classesOrLabels is what rows of the data sets have of what they are told apart by.
func classesOrLabels(datasets []record.Dataset) string {
	ofLabels := 0
	for _, d := range datasets {
		if d.Multilabel {
			ofLabels++
		}
	}
	switch ofLabels {
	case 0:
		return "classes"
	case len(datasets):
		return "labels"
	}
	return "classes or labels"
}

// fetchAll is the command that gets data sets.
func fetchAll(sets []record.Dataset) string {
	words := []string{"runexp fetch"}
	for _, d := range sets {
		if name := cmp.Or(d.Set, d.Name); !slices.Contains(words, name) {
			words = append(words, name)
		}
	}
	return strings.Join(words, " ")
}

// known writes a count, or a dash where it is not known.
func known(n int) string {
	if n == 0 {
		return "–"
	}
	return fmt.Sprint(n)
}
