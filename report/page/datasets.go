package page

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/wording"
)

// dataSets says what the data sets are.
func dataSets(d *document.Document, c *Context) {
	if s := splitText(c.Spec.Split); s != "" {
		d.Paragraph("%s", document.EscapeSentence(s))
	}
	t := document.Table{Head: []string{"data set", "rows", "attributes", classesOrLabels(c.Datasets), "source", "SHA-256"}}
	var notes, fetch []string
	for _, set := range c.Datasets {
		name := set.Name
		if set.Title != "" && set.Title != set.Name {
			name += " (" + set.Title + ")"
		}
		digest := "–"
		if set.Digest != "" {
			digest = "`" + set.Digest[:min(12, len(set.Digest))] + "`"
		}
		t.Rows = append(t.Rows, []string{
			document.Escape(name), known(set.Rows), known(set.Attributes), known(set.Classes), wording.OrDash(document.Escape(set.Source)), digest,
		})
		if set.Differs != "" && c.Paper != "" {
			notes = append(notes, fmt.Sprintf("%s differs from the paper's: %s", document.Escape(set.Name), document.EscapeSentence(set.Differs)))
		}
		if set.Assumed != "" {
			notes = append(notes, fmt.Sprintf("%s: the task is assumed to be %s", document.Escape(set.Name), set.Assumed))
		}
		for _, n := range set.Notes {
			notes = append(notes, fmt.Sprintf("%s: %s", document.Escape(set.Name), document.EscapeSentence(n)))
		}
		if !set.Available {
			fetch = append(fetch, fmt.Sprintf("%s is not here (%s): `%s`", document.Escape(set.Name), wording.OrDash(set.Missing), fetchAll([]record.Dataset{set})))
		}
	}
	d.Add(t)
	d.List(notes)
	d.List(fetch)
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
