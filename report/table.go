package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
)

// table is one block of rows and columns with a metric or more, ready to be
// written in any form.
type table struct {
	number     int // of the specification, from 1
	title      string
	variant    string      // title of the variant that the block is for, empty if it is for none
	at         coordinates // what else the block is for, beside rows and columns
	rows, cols dimension
	summary    string
	blocks     []metricBlock
	published  *PublishedTable // nil if there is nothing to compare with
	beside     []string        // columns of published numbers alone
	repeats    int             // most common number of ok repeats in all blocks of the table
}

// metricBlock is the cells of one metric, by row and column.
type metricBlock struct {
	metric  string
	entries [][]entry
}

// entry is one cell of a table.
type entry struct {
	group     group
	summary   Summary
	published *PublishedValue
	verdict   *Verdict
	best      bool
	busy      bool // a wall time, and the machine was busy during a fit
	noData    bool // the data set cannot be had, and no record is there
}

// tables lays out a table of the specification: a block for every combination
// of what is neither in its rows nor in its columns.
func (p *project) tables(number int, t spec.Table, published map[string]*PublishedTable) ([]table, error) {
	if t.AtSeconds > 0 {
		p = p.until(float64(t.AtSeconds))
	}
	var source *PublishedTable
	if t.Published != "" {
		source = published[t.Published]
		if source == nil {
			return nil, fmt.Errorf("table %q is compared with %q, which %s does not have", t.Title, t.Published, p.PublishedPath)
		}
	}
	var out []table
	for _, at := range combinations(p.rest(t.Rows, t.Columns)) {
		if !p.has(at) {
			continue
		}
		rest, variant := p.apart(at)
		b := table{
			number: number, title: t.Title, variant: variant, at: p.several(rest), summary: t.Summary,
			rows: p.within(p.dimension(t.Rows), at), cols: p.within(p.dimension(t.Columns), at), published: source, beside: t.Beside,
		}
		if err := p.unmixed(number, b, at); err != nil {
			return nil, err
		}
		b.cols.values = append(slices.Clip(b.cols.values), t.Beside...)
		if t.Average {
			b.rows.values = append(slices.Clip(b.rows.values), averageRow)
		}
		for _, metric := range t.Metrics {
			b.blocks = append(b.blocks, p.metricBlock(t, b, at, metric))
		}
		out = append(out, b)
	}
	common := commonRepeats(out)
	for i := range out {
		out[i].repeats = common
	}
	return out, nil
}

// unmixed returns an error if the repeats of an entry of a block are not of one
// data set: their mean would mean nothing.
func (p *project) unmixed(number int, b table, at coordinates) error {
	for _, row := range b.rows.values {
		for _, col := range b.cols.values {
			at := at.with(b.rows.key, row).with(b.cols.key, col)
			cells := p.cells(at)
			for _, c := range cells {
				if c.Dataset != cells[0].Dataset {
					return spec.NewError([]spec.Problem{{
						Position: p.Spec.WhereTable(number-1, "rows"),
						Message:  fmt.Sprintf("an entry of the table, %s, mixes cells with dataset = %q and %q; lay the table out by what tells them apart", describe(at), cells[0].Dataset, c.Dataset),
					}})
				}
			}
		}
	}
	return nil
}

// several leaves out coordinates that have only one value anyway.
func (p *project) several(at coordinates) coordinates {
	out := coordinates{}
	for key, value := range at {
		if len(p.dimension(key).values) > 1 {
			out[key] = value
		}
	}
	return out
}

func (p *project) metricBlock(t spec.Table, b table, at coordinates, metric string) metricBlock {
	m := metricBlock{metric: metric}
	for _, row := range b.rows.values {
		var line []entry
		for _, col := range b.cols.values {
			line = append(line, p.entry(t, b.published, at.with(b.rows.key, row).with(b.cols.key, col), metric))
		}
		p.markBest(line, metric)
		m.entries = append(m.entries, line)
	}
	return m
}

func (p *project) entry(t spec.Table, source *PublishedTable, at coordinates, metric string) entry {
	var e entry
	if slices.Contains(t.Beside, at["label"]) {
		return p.beside(source, at, reading(t, metric))
	}
	g, available := p.group(at), p.available(at)
	if at["dataset"] == averageRow {
		g, e.summary = p.average(at, metric, t.Summary)
		available = true
	} else {
		e.summary = Summarise(g.ok, metric, t.Summary)
	}
	e.busy = isWallTime(metric) && slices.ContainsFunc(g.ok, crowded)
	e.group, e.noData = g, !available && len(g.ok)+len(g.failures) == 0
	if source == nil || g.planned == 0 && available || at["dataset"] == averageRow && !p.averages(source) {
		return e
	}
	if v, ok := source.Find(p.placed(at), reading(t, metric)); ok {
		e.published = &v
		verdict := p.judge(source, v, g, metric, e.summary)
		verdict.further = metric != counted(t, v.Metric)
		if t.AtSeconds > 0 {
			verdict.At = at.with("at_seconds", strconv.Itoa(t.AtSeconds))
		}
		e.verdict = &verdict
	}
	return e
}

// beside is an entry of a published number alone.
func (p *project) beside(source *PublishedTable, at coordinates, metric string) entry {
	e := entry{group: group{at: at}}
	if v, ok := source.Find(at.with("dataset", p.publishedName(at["dataset"])), metric); ok {
		e.published = &v
	}
	return e
}

// placed is coordinates as published.toml has them: data set and label under their
// names there, and the options of the cells, which agree, so that a paper's table may
// name an option that the experiment holds fixed.
func (p *project) placed(at coordinates) coordinates {
	out := at.with("dataset", p.publishedName(at["dataset"])).with("label", p.publishedLabel(at["label"]))
	if cells := p.cells(at); len(cells) > 0 {
		for key, value := range cells[0].Options {
			if _, have := out[key]; !have {
				out[key] = option(value)
			}
		}
	}
	return out
}

// publishedName is what published.toml calls a data set.
func (p *project) publishedName(dataset string) string {
	for _, d := range p.Spec.Datasets {
		if d.Name == dataset && d.Published != "" {
			return d.Published
		}
	}
	return dataset
}

// publishedLabel is what published.toml calls a label.
func (p *project) publishedLabel(label string) string {
	for _, m := range p.Spec.Methods {
		if m.Label == label && m.Published != "" {
			return m.Published
		}
	}
	return label
}

// column returns the label where another label before it is compared with the same
// published numbers, and "" where it is the first.
func (p *project) column(label string) string {
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

// markBest marks the best value of a row, and those equal to it, if there is
// something to compare.
func (p *project) markBest(line []entry, metric string) {
	higher := metrics.Get(metric).HigherIsBetter
	best, n := math.NaN(), 0
	for _, e := range line {
		if e.summary.N == 0 || !p.competes(e.group.at["label"], metric) {
			continue
		}
		n++
		if math.IsNaN(best) || (e.summary.Value > best) == higher && e.summary.Value != best {
			best = e.summary.Value
		}
	}
	for i := range line {
		line[i].best = n > 1 && line[i].summary.Value == best && p.competes(line[i].group.at["label"], metric)
	}
}

// commonRepeats returns the number of repeats that most entries have.
func commonRepeats(blocks []table) int {
	counts := map[int]int{}
	common := 0
	for _, b := range blocks {
		for _, e := range b.all() {
			n := e.summary.N
			if n == 0 {
				continue
			}
			counts[n]++
			if counts[n] > counts[common] || counts[n] == counts[common] && n > common {
				common = n
			}
		}
	}
	return common
}

// heading is the title with what the block is for.
func (b *table) heading() string {
	text := b.title
	if b.variant != "" {
		text += ", " + b.variant
	}
	if len(b.at) > 0 {
		text += ": " + describe(b.at)
	}
	return text
}

// verdicts returns those of all entries.
func (b *table) verdicts() []Verdict {
	var out []Verdict
	for _, m := range b.blocks {
		for _, line := range m.entries {
			for _, e := range line {
				if e.verdict != nil {
					out = append(out, *e.verdict)
				}
			}
		}
	}
	return out
}

// busyMark stands behind wall times that are too long because the machine was
// busy.
const busyMark = "†"

// texts is what an entry says, in pieces that the forms put together.
type texts struct {
	value    string // "0.234"
	spread   string // "0.071", meant as the paper's; or empty
	interval string // "[0.18, 0.28]", or empty
	count    string // "9 repeats, 1 failed", or empty if as usual
	paper    string // "0.23 ± 0.07", or empty
	verdict  string // "reproduced", or "time ratio 0.5", or empty
	best     bool
}

// text writes an entry of table b.
func (b *table) text(e entry, plusMinus string) texts {
	s := e.summary
	out := texts{best: e.best}
	failed := len(e.group.failures)
	switch {
	case s.N > 0:
		d := decimals(s)
		out.value = fixed(s.Value, d)
		if e.busy {
			out.value += busyMark
		}
		if e.hasInterval() {
			out.interval = "[" + fixed(s.Low, d) + ", " + fixed(s.High, d) + "]"
		}
		if x := b.spread(s); !math.IsNaN(x) && e.published != nil && e.published.Spread != "" {
			out.spread = fixed(x, d)
		}
	case len(e.group.ok) > 0:
		out.value = "n/a" // the records do not have this metric
	case failed > 0:
		out.value = "failed"
	case e.noData:
		out.value = NoData
	case e.group.planned > len(e.group.ok):
		out.value = NotRun
	default:
		out.value = "–"
	}
	if s.N > 0 && s.N != b.repeats {
		out.count = plural(s.N, "repeat")
	}
	if failed > 0 {
		if out.count != "" {
			out.count += ", "
		}
		out.count += fmt.Sprintf("%d of %d failed", failed, e.group.planned)
	}
	if e.published != nil {
		out.paper = e.published.Value
		if e.published.Spread != "" {
			out.paper += plusMinus + e.published.Spread
		}
	}
	if v := e.verdict; v != nil {
		switch {
		case v.Ratio != nil:
			out.verdict = "ratio " + short(*v.Ratio, 2)
		case v.Verdict != out.value:
			out.verdict = v.Verdict
		}
	}
	return out
}

// spread returns our spread in the meaning of the paper's.
func (b *table) spread(s Summary) float64 {
	if b.published == nil {
		return math.NaN()
	}
	switch b.published.Spread {
	case SpreadSD:
		return s.SD
	case SpreadSE:
		return s.SE
	case SpreadMedian:
		return 2 * s.SE
	case SpreadTwoSD:
		return 2 * s.SD
	}
	return math.NaN()
}

// decimals returns how many decimals show two significant digits of the
// standard error, or four of the value where there is none.
func decimals(s Summary) int {
	x, digits := s.SE, 2
	if math.IsNaN(x) || x == 0 {
		x, digits = math.Abs(s.Value), 4
	}
	if x == 0 {
		return 2
	}
	return min(max(digits-1-int(math.Floor(math.Log10(x))), 0), 6)
}

// fixed writes a number with a given number of decimals; never "-0.00".
func fixed(x float64, decimals int) string {
	s := strconv.FormatFloat(x, 'f', decimals, 64)
	if v, err := strconv.ParseFloat(s, 64); err == nil && v == 0 {
		return strconv.FormatFloat(0, 'f', decimals, 64)
	}
	return s
}

// short writes a number with some significant digits, without an exponent
// unless it is very small or large.
func short(x float64, digits int) string {
	if size := math.Abs(x); size != 0 && (size < 1e-5 || size >= 1e7) {
		return strconv.FormatFloat(x, 'g', digits, 64)
	}
	if x == 0 {
		return "0"
	}
	return fixed(x, max(digits-1-int(math.Floor(math.Log10(math.Abs(x)))), 0))
}

// plural writes "1 repeat", "2 repeats".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// agreeing returns the words that go with a number.
func agreeing(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

// has says whether an entry of the table is of a kind.
func (b *table) has(kind func(e entry) bool) bool { return slices.ContainsFunc(b.all(), kind) }

// caption says what the numbers of a table mean, as far as it has such numbers.
func (b *table) caption() string {
	kind := "Mean"
	if b.summary == "median" {
		kind = "Median"
	}
	c := kind + " over repeats"
	several := b.has(func(e entry) bool { return e.summary.N > 1 })
	if !several {
		c = "One repeat"
	}
	if several && b.published != nil {
		switch b.published.Spread {
		case SpreadSD:
			c += " ± standard deviation over repeats, as in the paper"
		case SpreadSE:
			c += " ± standard error, as in the paper"
		case SpreadMedian:
			c += " ± half the 2 sigma interval, as in the paper"
		case SpreadTwoSD:
			c += " ± two standard deviations over repeats, as in the paper"
		}
	}
	if b.has(entry.hasInterval) {
		c += ", with the 95% interval in brackets"
	}
	if several {
		c += "; " + plural(b.repeats, "repeat")
		if b.has(func(e entry) bool { return e.summary.N > 0 && e.summary.N != b.repeats }) {
			c += " unless a cell says otherwise"
		}
	}
	if b.has(func(e entry) bool { return e.summary.Single && e.hasInterval() }) {
		c += "; where there is one split the interval is that of its test rows"
	}
	if slices.Contains(b.rows.values, averageRow) {
		c += "; the last row is the mean over the data sets, within each repeat"
	}
	c += "."
	if b.has(func(e entry) bool { return e.best }) {
		c += " The best of a row is bold."
	}
	if b.has(func(e entry) bool { return e.busy }) {
		c += " " + busyMark + " the machine was busy, and the time is too long."
	}
	return c
}

// hasInterval says whether an interval is written: one without a width says
// nothing.
func (e entry) hasInterval() bool { return e.summary.Low < e.summary.High }
