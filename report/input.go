package report

import (
	"io"
	"maps"
	"slices"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Input is what a report on one experiment is made from.
type Input struct {
	Spec     *spec.Spec
	Cells    []record.Planned         // of the current plan, in its order; those of data that is not there are missing
	Records  map[string]record.Record // the record that counts, by cell ID; others than the plan's are passed over
	Stale    int                      // records of cells that are not in the plan
	Datasets []record.Dataset         // in the order of the rows; those of Spec if empty

	// Maps returns the map of a cell, fs.ErrNotExist if there is none. Only
	// figures of boundaries and posteriors ask for it.
	Maps func(cell string) (*record.Map, error)
	// Predictions opens the kept predictions of a cell, fs.ErrNotExist if there
	// are none. It is asked only if Spec has a reference.
	Predictions func(cell string) (io.ReadCloser, error)

	Published     []byte // the paper's published.toml, nil if there is none
	PublishedPath string // its name in messages

	Command string // command line that makes the records, such as "runexp run wenzel2019/table2 --profile quick"
}

// coordinates place a cell in a table: "dataset", "label", "variant", "N" and
// options.
type coordinates map[string]string

// with returns a copy with one more coordinate.
func (c coordinates) with(key, value string) coordinates {
	out := maps.Clone(c)
	if out == nil {
		out = coordinates{}
	}
	out[key] = value
	return out
}

// describe lists coordinates for people: data set, label, then options by name.
func describe(at map[string]string) string {
	var parts []string
	for _, key := range []string{"dataset", "label"} {
		if v, ok := at[key]; ok {
			parts = append(parts, v)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(at)) {
		if key != "dataset" && key != "label" {
			parts = append(parts, key+" = "+at[key])
		}
	}
	return strings.Join(parts, ", ")
}

// dimension is one coordinate and the values it takes, in the order of the
// specification.
type dimension struct {
	key    string
	values []string
}

// project is the records of an experiment, ready to be asked.
type project struct {
	Input
	labels   []string
	variants []string // names of those that have cells; none where the specification names none
	datasets map[string]record.Dataset
	crowded  bool                        // something else ran beside one of the fits
	index    map[string]map[string][]int // cells by coordinate and value, as group asks for them

	matches map[string]match // by cell ID: what could be compared with the reference
	gaps    []gap            // what could not
	mapless []gap            // what has no map to draw
}

func newProject(in Input) *project {
	p := &project{Input: in, datasets: map[string]record.Dataset{}, index: map[string]map[string][]int{}}
	if len(p.Datasets) == 0 {
		for _, d := range in.Spec.Datasets {
			p.Datasets = append(p.Datasets, record.Dataset{Name: d.Name, Title: d.Name, Available: true})
		}
	}
	for _, d := range p.Datasets {
		p.datasets[d.Name] = d
	}
	planned := map[string]bool{}
	for _, c := range in.Cells {
		planned[c.Label] = true
	}
	for _, m := range in.Spec.Methods {
		if planned[m.Label] || len(in.Cells) == 0 {
			p.labels = append(p.labels, m.Label)
		}
	}
	for _, v := range in.Spec.Variants {
		if len(in.Cells) == 0 || slices.ContainsFunc(in.Cells, func(c record.Planned) bool { return slices.Contains(c.Variants, v.Name) }) {
			p.variants = append(p.variants, v.Name)
		}
	}
	p.Spec = withMetrics(in.Spec, p.Datasets)
	p.crowded = loadsOf(p.group(nil).ok).busy > 0
	p.compare()
	return p
}

// Metrics of tables that name none, for rows of one class and for label sets.
var (
	classMetrics = []string{"error", "nll"}
	labelMetrics = []string{"p_at_1", "p_at_3", "p_at_5"}
)

// withMetrics returns the specification with metrics for the tables that name none: those of
// the kinds of task that the data sets have.
func withMetrics(s *spec.Spec, datasets []record.Dataset) *spec.Spec {
	var usual []string
	ofLabels := func(d record.Dataset) bool { return d.Multilabel }
	if !slices.ContainsFunc(datasets, ofLabels) || slices.ContainsFunc(datasets, func(d record.Dataset) bool { return !ofLabels(d) }) {
		usual = append(usual, classMetrics...)
	}
	if slices.ContainsFunc(datasets, ofLabels) {
		usual = append(usual, labelMetrics...)
	}
	out := *s
	out.Tables = slices.Clone(s.Tables)
	for i, t := range out.Tables {
		if len(t.Metrics) == 0 {
			out.Tables[i].Metrics = usual
		}
	}
	return &out
}

// waiting returns the data sets that cannot be had and of which there is no
// record either.
func (p *project) waiting() []record.Dataset {
	var out []record.Dataset
	for _, d := range p.Datasets {
		g := p.group(coordinates{"dataset": d.Name})
		if !d.Available && len(g.ok)+len(g.failures) == 0 {
			out = append(out, d)
		}
	}
	return out
}

// dimension returns a coordinate with its values.
func (p *project) dimension(key string) dimension {
	d := dimension{key: key}
	switch key {
	case "dataset":
		for _, s := range p.Datasets {
			d.values = append(d.values, s.Name)
		}
		return d
	case "label":
		d.values = p.labels
		return d
	case spec.VariantKey:
		d.values = p.variants
		return d
	case spec.Size, spec.Width:
		d.values = p.sizes(key)
		return d
	}
	for _, axis := range p.Spec.Grid {
		if axis.Option == key {
			for _, v := range axis.Values {
				d.values = append(d.values, option(v))
			}
			return d
		}
	}
	for _, c := range p.Cells {
		if v, ok := c.Options[key]; ok && !slices.Contains(d.values, option(v)) {
			d.values = append(d.values, option(v))
		}
	}
	return d
}

// rest returns the dimensions that are not among used: what a table or figure
// has to be repeated for.
func (p *project) rest(used ...string) []dimension {
	keys := []string{"dataset", "label"}
	if len(p.variants) > 0 {
		keys = append(keys, spec.VariantKey)
	}
	for _, axis := range p.Spec.Grid {
		keys = append(keys, axis.Option)
	}
	var out []dimension
	for _, key := range keys {
		if !slices.Contains(used, key) && (key != "dataset" || !slices.ContainsFunc(used, spec.IsSize)) {
			out = append(out, p.dimension(key))
		}
	}
	return out
}

// combinations returns every combination of the values of dimensions, the last
// one fastest.
func combinations(dims []dimension) []coordinates {
	all := []coordinates{{}}
	for _, d := range dims {
		var next []coordinates
		for _, c := range all {
			for _, v := range d.values {
				next = append(next, c.with(d.key, v))
			}
		}
		all = next
	}
	return all
}

// option writes the value of an option.
func option(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	b, err := spec.Canonical(v)
	if err != nil {
		return ""
	}
	return string(b)
}

// group is the cells at some coordinates and their records.
type group struct {
	at       coordinates
	planned  int
	ok       []record.Record // by repeat
	failures []record.Record // by repeat
}

// cellsAt returns the numbers of the cells that lie at a value of one
// coordinate. They are looked for once: a large grid has many groups.
func (p *project) cellsAt(key, value string) []int {
	values := p.index[key]
	if values == nil {
		values = map[string][]int{}
		p.index[key] = values
	}
	cells, known := values[value]
	if !known {
		for i, c := range p.Cells {
			if p.lies(c, coordinates{key: value}) {
				cells = append(cells, i)
			}
		}
		values[value] = cells
	}
	return cells
}

// few returns the numbers of cells among which all those at coordinates are.
func (p *project) few(at coordinates) []int {
	var least []int
	first := true
	for key, value := range at {
		if cells := p.cellsAt(key, value); first || len(cells) < len(least) {
			least, first = cells, false
		}
	}
	if first {
		for i := range p.Cells {
			least = append(least, i)
		}
	}
	return least
}

// cells returns the cells at coordinates, in the order of the plan.
func (p *project) cells(at coordinates) []record.Planned {
	var out []record.Planned
	for _, i := range p.few(at) {
		if c := p.Cells[i]; p.lies(c, at) {
			out = append(out, c)
		}
	}
	return out
}

// group collects the cells at coordinates.
func (p *project) group(at coordinates) group {
	g := group{at: at}
	for _, c := range p.cells(at) {
		g.planned++
		r, done := p.Records[c.ID]
		switch {
		case !done:
		case r.Status == record.OK:
			g.ok = append(g.ok, r)
		default:
			g.failures = append(g.failures, r)
		}
	}
	byRepeat := func(a, b record.Record) int { return a.Repeat - b.Repeat }
	slices.SortStableFunc(g.ok, byRepeat)
	slices.SortStableFunc(g.failures, byRepeat)
	return g
}
