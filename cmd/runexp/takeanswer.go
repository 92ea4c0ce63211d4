package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/harness/draft"
	"gpcbench/take"
	"gpcbench/wording"
)

// about describes the table and what was done to it.
func (t takeAnswer) about() []string {
	if t.Summary == nil {
		return []string{t.Table + ": " + t.sizes + "; " + t.Sets}
	}
	lines := []string{t.Table + ": " + strings.Join(draft.Summary(t.Summary, false)[:2], "; ")}
	label := "label: " + data.Shown(t.labelName())
	if t.WhyLabel != "" {
		label += " (" + t.WhyLabel + ")"
	}
	lines = append(lines, label+"; "+t.split())
	if done := t.done(); len(done) > 0 {
		lines = append(lines, "changes: "+strings.Join(done, "; "))
	}
	return lines
}

// labelName is the name of the label's column.
func (t takeAnswer) labelName() string {
	if t.Summary == nil || t.Summary.Label < 0 {
		return "the value in front of the columns"
	}
	return t.Summary.Columns[t.Summary.Label].Name
}

// columns is the number of columns of the table, for label sets without the labels.
func (t takeAnswer) columns() int {
	if t.Summary == nil {
		return t.dataset.Attributes
	}
	return len(t.Summary.Columns)
}

// done is what was done to the table.
func (t takeAnswer) done() []string {
	if t.Summary == nil {
		return t.Done
	}
	var done []string
	if written := draft.Written(t.Summary); written != "" {
		done = append(done, written)
	}
	units := slices.DeleteFunc(slices.Clone(t.Said.Units), func(unit string) bool { return slices.Contains(t.Summary.Amounts, unit) })
	if len(units) > 0 {
		done = append(done, "numbers are read without "+wording.And(units)+" beside them")
	}
	if dropped := t.Summary.Dropped; dropped > 0 {
		done = append(done, wording.Counted(dropped, "1 row without a label is", "%d rows without a label are")+" left out")
	}
	return append(done, t.Done...)
}

// split says how rows are divided, with a remark if there is one.
func (t takeAnswer) split() string {
	if t.Remark == "" {
		return t.Split
	}
	return t.Split + "; " + t.Remark
}

// fewRows is the number of rows below which the probabilities of a class are hardly learnt.
const fewRows = 20

// cautions are warnings about the results and about the table.
func (t takeAnswer) cautions() []string {
	out := t.Outcome.Cautions()
	if t.trouble != "" {
		out = append(out, "the fit on all rows: "+t.trouble)
	}
	if t.read != nil {
		out = append(out, t.ofTable()...)
	}
	return out
}

// ofTable are warnings about the table as the specification reads it, so none is about a column that is left out.
func (t takeAnswer) ofTable() (out []string) {
	if t.Said.Classes != "" {
		out = append(out, fmt.Sprintf("column %s: %s: only classes are predicted, not measurements", t.LabelKey(), t.Said.Classes))
	}
	if t.Targets != "" {
		out = append(out, t.Targets)
	}
	for _, c := range t.read.Columns {
		for _, r := range c.Remarks {
			switch r.What {
			case data.SuspectDecisive, data.SuspectFarOut, data.SuspectPlaceholder, data.SuspectLostClass, data.SuspectSpelling, data.SuspectSigned,
				data.SuspectManyLevels, data.SuspectLevel, data.SuspectBlank, data.SuspectGrouped, data.SuspectWeight:
				out = append(out, "column "+c.Key+": "+r.Told())
			}
		}
	}
	for _, r := range t.read.Remarks {
		out = append(out, r.Told())
	}
	if t.Said.Sets != "" {
		out = append(out, t.Said.Sets)
	}
	for _, c := range t.read.Classes {
		if c.Rows < fewRows {
			out = append(out, fmt.Sprintf("class %s has %s", data.Shown(c.Name), wording.Plural(c.Rows, "row")))
		}
	}
	return out
}

// files says which files were written, with the commands to run next.
func (t takeAnswer) files() []string {
	var lines []string
	if t.model != "" {
		lines = append(lines, fmt.Sprintf("model: %s (%s on all %s); %s", t.model, t.of, wording.Plural(t.dataset.Rows, "row"), t.predict()))
	}
	lines = append(lines, fmt.Sprintf("specification: %s; %s runs the cells that are left", t.path, t.specificationWords("run")))
	if t.report != "" {
		lines = append(lines, "report: "+t.report)
	}
	return lines
}

// predict is the command that predicts new rows.
func (t takeAnswer) predict() string {
	command := fmt.Sprintf("runexp predict %s new.csv", wording.ShellPath(t.model))
	if t.outside {
		command += " --allow-command"
	}
	return command
}

// takeFacts is what take says, for programs; docs/json.md describes its JSON.
type takeFacts struct {
	Version       int           `json:"version"`
	Table         string        `json:"table"`
	Rows          int           `json:"rows"`
	Columns       int           `json:"columns"`
	Label         string        `json:"label"`
	WhyLabel      string        `json:"why_label"`
	Classes       []classFact   `json:"classes"`
	Split         string        `json:"split"`
	Done          []string      `json:"done"`
	Taken         string        `json:"taken"`
	Members       []string      `json:"members"`
	Learnt        bool          `json:"learnt"`
	Linear        string        `json:"linear_would_do"`
	Halves        [2]string     `json:"halves"`
	Methods       []methodFact  `json:"methods"`
	Beaten        []string      `json:"beaten"`
	TooSlow       []string      `json:"too_slow"`
	Untried       []string      `json:"untried"`
	Failed        []string      `json:"failed"`
	Calibration   *estimateFact `json:"calibration_error,omitempty"`
	Cautions      []string      `json:"cautions"`
	Specification string        `json:"specification"`
	Results       string        `json:"results"`
	Model         string        `json:"model"`
	Predict       string        `json:"predict"`
	Report        string        `json:"report"`
	Seconds       float64       `json:"seconds"`
}

type classFact struct {
	Name string `json:"name"`
	Rows int    `json:"rows"`
}

// methodFact is a method as it was judged.
type methodFact struct {
	Label   string        `json:"label"`
	Stands  string        `json:"stands"`
	Repeats int           `json:"repeats"`
	Rows    int           `json:"rows"`
	Metrics methodMetrics `json:"metrics"`
	Above   *estimateFact `json:"above_taken,omitempty"`
	Seconds float64       `json:"seconds"`
}

// methodMetrics are the loss of a method and its other metrics, by their names.
type methodMetrics map[string]*estimateFact

// estimateFact is a value with its 95% interval, if there is one.
type estimateFact struct {
	Value float64  `json:"value"`
	Low   *float64 `json:"low,omitempty"`
	High  *float64 `json:"high,omitempty"`
}

// estimateOf is the fact of an estimate, nil if its value is unknown.
func estimateOf(e take.Estimate) *estimateFact {
	if math.IsNaN(e.Value) {
		return nil
	}
	out := &estimateFact{Value: e.Value}
	if !math.IsNaN(e.Low) && !math.IsNaN(e.High) {
		out.Low, out.High = &e.Low, &e.High
	}
	return out
}

// facts is what take says, for programs.
func (t takeAnswer) facts() takeFacts {
	list := func(all []string) []string { return append([]string{}, all...) }
	f := takeFacts{
		Version: jsonVersion, Table: t.Table, Rows: t.dataset.Rows, Columns: t.columns(), Label: t.labelName(), WhyLabel: t.WhyLabel,
		Split: t.split(), Done: list(t.done()), Taken: t.Taken, Members: list(t.Members), Learnt: t.Learnt(), Linear: t.LinearWouldDo(draft.LinearLabel), Halves: t.Halves,
		Beaten: list(t.Beaten), TooSlow: list(t.TooSlow), Untried: list(t.Untried), Failed: list(t.Failed), Calibration: estimateOf(t.ECE), Cautions: list(t.cautions()),
		Specification: t.path, Results: t.results, Model: t.model, Report: t.report, Seconds: t.seconds, Classes: []classFact{}, Methods: []methodFact{},
	}
	if t.model != "" {
		f.Predict = t.predict()
	}
	if t.Summary != nil {
		for _, c := range t.Summary.Classes {
			f.Classes = append(f.Classes, classFact(c))
		}
	}
	for _, s := range t.Results {
		m := methodFact{Label: s.Label, Stands: s.Stands, Repeats: s.Repeats, Rows: s.Rows, Seconds: s.Seconds, Above: estimateOf(s.Above), Metrics: methodMetrics{}}
		for name, e := range map[string]take.Estimate{t.Worth.Loss: s.Loss, t.Worth.Secondary: s.Error} {
			if of := estimateOf(e); of != nil {
				m.Metrics[name] = of
			}
		}
		f.Methods = append(f.Methods, m)
	}
	return f
}
