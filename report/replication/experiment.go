package replication

import (
	"slices"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/replication/statistic"
)

// Source is the material on the paper that an experiment belongs to; empty if it belongs to none.
type Source struct {
	Published     []byte // its published.toml
	PublishedPath string // the name of that in messages

	Paper    string            // "Wenzel et al. 2019"
	Cite     string            // authors, title and place
	Sentence string            // what came out of the paper, in a sentence
	Claims   []statistic.Claim // of the paper, those that this experiment tells of
	Printed  document.Printed  // numbers of the paper
	Judged   []string          // the experiments that tell of any claim of the paper
	Kept     Kept              // earlier outcomes of its claims, where they are known

	// Others are experiments by name whose records claims compare with those of this one.
	Others map[string]analysis.Input
}

// Input is what the comparison of an experiment with its paper needs.
type Input struct {
	analysis.Input
	Source
}

// Experiment is the records of an experiment together with the numbers and claims of its paper.
type Experiment struct {
	*analysis.Experiment
	Source
	records *statistic.Records // that claims are judged by
}

// New returns the experiment of an input.
func New(in Input) *Experiment {
	p := analysis.New(in.Input)
	return &Experiment{p, in.Source, statistic.NewRecords(p, in.Others)}
}

// placed is coordinates as published.toml has them: data set and label under their
// names there, and the options of the cells, which agree, so that a paper's table may
// name an option that the experiment holds fixed.
func (p *Experiment) placed(at analysis.Coordinates) analysis.Coordinates {
	out := at.With(spec.DatasetKey, statistic.PublishedName(p.Spec, at[spec.DatasetKey])).With(spec.LabelKey, p.publishedLabel(at[spec.LabelKey]))
	if cells := p.CellsAt(at); len(cells) > 0 {
		for key, value := range p.Cells[cells[0]].Options {
			if _, have := out[key]; !have {
				out[key] = analysis.Option(value)
			}
		}
	}
	return out
}

// publishedLabel is what published.toml calls a label.
func (p *Experiment) publishedLabel(label string) string {
	for _, m := range p.Spec.Methods {
		if m.Label == label && m.Published != "" {
			return m.Published
		}
	}
	return label
}

// column returns the label where another label before it is compared with the same
// published numbers, and "" where it is the first.
func (p *Experiment) column(label string) string {
	for _, m := range p.Spec.Methods {
		if m.Label == label {
			break
		}
		if p.publishedLabel(m.Label) == p.publishedLabel(label) {
			return label
		}
	}
	return ""
}

// averages reports whether all data sets of a published table are in the report:
// an average over fewer is not the paper's.
func (p *Experiment) averages(t *PublishedTable) bool {
	for _, v := range t.Values {
		if d := v.At[spec.DatasetKey]; d != analysis.AverageRow && !slices.ContainsFunc(p.Datasets, func(have record.Dataset) bool { return statistic.PublishedName(p.Spec, have.Name) == d }) {
			return false
		}
	}
	return true
}
