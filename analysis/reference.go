package analysis

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strings"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// Gap is cells that are left out of something, and why.
type Gap struct {
	reason string
	cells  []string
}

// String lists the first cells, and the reason.
func (g Gap) String() string {
	cells, rest := g.cells, ""
	if len(cells) > 5 {
		rest = fmt.Sprintf(" and %d more", len(cells)-5)
		cells = cells[:5]
	}
	return strings.Join(cells, "; ") + rest + ": " + g.reason
}

// Quantity is something whose value at a test row is compared between a method
// and the reference.
type Quantity struct {
	Metric         string // mean absolute difference over rows
	Title          string
	column, errors string // of predictions: its own, and that of its Monte Carlo standard errors
}

// Quantities are those there are.
var Quantities = []Quantity{
	{"delta_mean", "Posterior mean", record.ColumnMean, record.ColumnMeanError},
	{"delta_variance", "Posterior variance", record.ColumnVariance, record.ColumnVarianceError},
	{"delta_probability", "Predictive probability", record.ColumnProbability, record.ColumnProbabilityError},
}

// Values returns columns over the test rows, none if the predictions do not have the quantity. For two
// classes the probability of the second is enough.
func (q Quantity) Values(p *Predictions) [][]float64 {
	columns := p.of[q.column]
	if q.column == record.ColumnProbability && len(columns) == 2 {
		return columns[1:]
	}
	return columns
}

// Match is a cell's predictions beside those of the reference at the same test
// rows.
type Match struct{ Own, Reference *Predictions }

// Distances returns the absolute differences of a quantity at the test rows,
// the mean over the columns; nil if one of the two does not have it, or not of as many
// latent functions.
func (m Match) Distances(q Quantity) []float64 {
	own, reference := q.Values(m.Own), q.Values(m.Reference)
	if len(own) == 0 || len(own) != len(reference) {
		return nil
	}
	out := make([]float64, len(m.Own.rows))
	for c := range own {
		for i, v := range own[c] {
			out[i] += math.Abs(v-reference[c][i]) / float64(len(own))
		}
	}
	return out
}

// noise is the mean distance of a sampler's estimates of a quantity from their true values: sqrt(2/pi)
// times their standard errors. A method without error has this distance from the sampler.
func (p *Predictions) noise(q Quantity) []float64 {
	out := slices.Concat(p.of[q.errors]...)
	for i := range out {
		out[i] *= math.Sqrt(2 / math.Pi)
	}
	return out
}

// compare reads the predictions of all cells, matches them with those of the
// reference and adds the resulting metrics to the records.
func (p *Experiment) compare() {
	if p.Spec.Reference == "" {
		return
	}
	p.Matches = map[string]Match{}
	p.ownRecords()
	read := map[string]*Predictions{}
	for _, c := range p.Cells {
		if !p.isOK(c.ID) {
			continue
		}
		m, err := p.match(c, read)
		if err != nil {
			p.Gaps = WithGap(p.Gaps, err.Error(), c.Name())
			continue
		}
		p.Matches[c.ID] = m
		distances := map[string]float64{}
		for _, q := range Quantities {
			d := m.Distances(q)
			if c.Label == p.Spec.Reference && len(m.Own.of[q.errors]) > 0 {
				d = m.Own.noise(q)
			}
			if d != nil {
				distances[q.Metric] = sum(d) / float64(len(d))
			}
		}
		p.measured(c.ID, distances)
	}
}

// ownRecords has the experiment keep what is added to records apart from its input.
func (p *Experiment) ownRecords() {
	if p.Records = maps.Clone(p.Records); p.Records == nil {
		p.Records = map[string]record.Record{}
	}
}

// measured adds metrics that are worked out here to the record of a cell, after ownRecords.
func (p *Experiment) measured(cell string, of map[string]float64) {
	r, _ := p.Record(cell)
	r.Metrics = maps.Clone(r.Metrics)
	maps.Copy(r.Metrics, of)
	p.Records[cell] = r
}

// WithGap adds a cell to those left out for a reason, each once.
func WithGap(gaps []Gap, reason, cell string) []Gap {
	i := slices.IndexFunc(gaps, func(g Gap) bool { return g.reason == reason })
	if i < 0 {
		i = len(gaps)
		gaps = append(gaps, Gap{reason: reason})
	}
	if !slices.Contains(gaps[i].cells, cell) {
		gaps[i].cells = append(gaps[i].cells, cell)
	}
	return gaps
}

// match finds a cell's partner among the reference's cells and reads the predictions of both; read
// holds those that were read before.
func (p *Experiment) match(c *record.Planned, read map[string]*Predictions) (Match, error) {
	partner, err := p.partner(c)
	if err != nil {
		return Match{}, err
	}
	predictions, err := p.predictions(c.ID, read)
	if err != nil {
		return Match{}, fmt.Errorf("its %w", err)
	}
	reference, err := p.predictions(partner.ID, read)
	if err != nil {
		return Match{}, fmt.Errorf("the reference's %w", err)
	}
	if err := predictions.sameRows(reference); err != nil {
		return Match{}, fmt.Errorf("its predictions are not on the reference's rows: %w", err)
	}
	return Match{predictions, reference}, nil
}

// partner returns that of the reference's cells on the same data set and repeat
// which is in a variant of the cell's. Where the reference has several, on a grid, it is the
// one at the same point.
func (p *Experiment) partner(c *record.Planned) (record.Cell, error) {
	var all, same []record.Cell
	for _, r := range p.besides(c, p.Spec.Reference) {
		all = append(all, r.Cell)
		if p.samePoint(c.Cell, r.Cell) {
			same = append(same, r.Cell)
		}
	}
	if len(all) > 1 {
		all = same
	}
	switch {
	case len(all) == 0:
		return record.Cell{}, fmt.Errorf("the reference %s has no cell beside it", p.Spec.Reference)
	case len(all) > 1:
		return record.Cell{}, fmt.Errorf("%d cells of the reference %s are beside it", len(all), p.Spec.Reference)
	case !p.isOK(all[0].ID):
		return record.Cell{}, fmt.Errorf("the reference %s has no result there", p.Spec.Reference)
	}
	return all[0], nil
}

// besides returns the cells of a label on a cell's data set and repeat, in a variant of the cell's.
func (p *Experiment) besides(c *record.Planned, label string) []*record.Planned {
	var out []*record.Planned
	for _, i := range p.CellsAt(Coordinates{spec.DatasetKey: c.Dataset, spec.LabelKey: label}) {
		if r := p.Cells[i]; r.Repeat == c.Repeat && shareVariant(c, r) {
			out = append(out, r)
		}
	}
	return out
}

// shareVariant reports whether two cells are in a common variant; without
// variants all are.
func shareVariant(a, b *record.Planned) bool {
	return len(a.Variants) == 0 || slices.ContainsFunc(a.Variants, func(v string) bool { return slices.Contains(b.Variants, v) })
}

// samePoint says whether two cells have the same values of all options of the
// grid that both have.
func (p *Experiment) samePoint(a, b record.Cell) bool {
	for _, axis := range p.Spec.Grid {
		v, ok := a.Options[axis.Option]
		w, have := b.Options[axis.Option]
		if ok && have && Option(v) != Option(w) {
			return false
		}
	}
	return true
}

func (p *Experiment) predictions(cell string, read map[string]*Predictions) (*Predictions, error) {
	if have := read[cell]; have != nil {
		return have, nil
	}
	if p.OpenPredictions == nil {
		return nil, errNoPredictions
	}
	file, path, err := p.OpenPredictions(cell)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoPredictions
	}
	if err != nil {
		return nil, fmt.Errorf("predictions cannot be read: %w", err)
	}
	defer file.Close()
	out, err := readPredictions(file)
	if err == nil {
		r, _ := p.Record(cell)
		err = out.whole(r)
	}
	switch {
	case errors.Is(err, errLabelSets):
		return nil, fmt.Errorf("predictions cannot be compared: %w", err)
	case err != nil:
		return nil, fmt.Errorf("predictions cannot be read: %s: %w; delete this file, and a run makes it again", path, err)
	}
	read[cell] = out
	return out, nil
}

var errNoPredictions = errors.New("predictions were not kept")

// competes says whether a label can be better or worse than others in a
// metric: the reference cannot in its distance to itself.
func (p *Experiment) competes(label, metric string) bool {
	return label != p.Spec.Reference || !metrics.Get(metric).Reference
}
