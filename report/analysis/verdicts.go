package analysis

import "slices"

// AllTables lays out the tables of the specification, with the published numbers beside
// ours. The error is about published.toml, or a table that names what it does not have or
// mixes what is not alike.
func (p *Experiment) AllTables() ([][]Table, error) {
	published := map[string]*PublishedTable{}
	if p.Published != nil {
		var err error
		if published, err = ParsePublished(p.PublishedPath, p.Published); err != nil {
			return nil, err
		}
	}
	var out [][]Table
	for i, t := range p.Spec.Tables {
		blocks, err := p.tables(i+1, t, published)
		if err != nil {
			return nil, err
		}
		out = append(out, blocks)
	}
	return out, nil
}

// VerdictsOf returns the verdicts of tables, each number counted once.
func VerdictsOf(tables [][]Table) []Verdict {
	var out []Verdict
	for _, b := range slices.Concat(tables...) {
		out = append(out, b.Verdicts()...)
	}
	countOnce(out)
	return out
}
