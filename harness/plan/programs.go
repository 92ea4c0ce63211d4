package plan

import (
	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/methods/method"
	"gpcbench/methods/role"
)

// Program is a method that is the user's own program, with the options of its first cell.
type Program struct {
	Label      string
	Classifier method.Classifier
	Inputs     string // folder that its files are relative to
	LabelSets  bool   // whether its first data set is one of label sets
}

// isLabelSets says whether the rows of a data set have label sets.
func isLabelSets(d spec.Dataset) bool {
	if d.File != "" {
		return d.Task == string(data.Multilabel)
	}
	entry, err := catalogue.Get(d.Catalogued())
	return err == nil && entry.Task == string(data.Multilabel)
}

// Programs returns the methods of a specification that are the user's own programs. It needs no data. Its errors
// are those of New.
func Programs(s *spec.Spec) ([]Program, error) {
	b := builder{plan: &Plan{Spec: s, records: record.NewSet()}}
	if b.checkMethods(); len(b.problems) > 0 {
		return nil, spec.NewError(b.problems)
	}
	var out []Program
	seen := map[string]bool{}
	for _, d := range s.Datasets {
		for _, u := range b.setups(d) {
			if role.Of[u.method.Name] != role.Outside || seen[u.method.Label] {
				continue
			}
			seen[u.method.Label] = true
			out = append(out, Program{Label: u.method.Label, Classifier: u.classifier, Inputs: inputsOf(s), LabelSets: isLabelSets(d)})
		}
	}
	if err := b.faults(); err != nil {
		return nil, err
	}
	return out, nil
}
