package plan

import (
	"fmt"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
	"gpcbench/methods"
	"gpcbench/methods/method"
	"gpcbench/methods/role"
	"gpcbench/wording"
)

// Cell is a cell of a plan.
type Cell struct {
	*record.Planned
	*Setup
	State   string
	Seconds float64 // estimated time, from similar records; 0 if there are none

	full   *Cell // cell whose curve this refit is a point of; nil for a fit of its own
	noData bool  // done, but cannot be run again because its data is missing
}

// Setup is what the repeats of a cell have in common.
type Setup struct {
	Rows *rows.Selection
	Cost float64 // multiplications of a fit, for shares and forecasts

	varied     []string          // options that the grid varies
	classifier method.Classifier // with these options
}

// Title returns the name of the cell on the terminal, with its grid point and its variants.
func (c *Cell) Title() string {
	text := c.Name(c.varied...)
	if len(c.Variants) > 0 {
		text += " (" + strings.Join(c.Variants, ", ") + ")"
	}
	return text
}

// add adds the cells of a data set.
func (b *builder) add(d spec.Dataset, src rows.Source, ds *data.Dataset) {
	r, repeats := rows.Select(d, src, len(ds.Splits))
	r.Digest = ds.Digest
	train, ok := b.fits(d, ds, r, repeats)
	if !ok {
		return
	}
	b.noticeData(d, ds)
	b.describe(d, ds)
	b.noticeTable(d, ds, r)
	b.noticeFigures(d, ds)
	s := sizeOf(ds, train)
	told := map[string]bool{}
	for _, c := range b.cells(d, r, repeats) {
		if m := b.plan.Spec.Called(c.Label); m.MostRows > 0 && train > m.MostRows {
			b.plan.limited = append(b.plan.limited, fmt.Sprintf("method %q is left out of data set %s, which has %d training rows: most_rows = %d", c.Label, d.Name, train, m.MostRows))
			continue
		}
		if c.Cost == 0 {
			c.Cost = cost(c.classifier, c.Options, s)
		}
		if ds.Kind == data.Multiclass && !told[c.Label] {
			told[c.Label] = b.noticeManyClasses(c, s.Classes)
		}
		b.see(c)
		switch {
		case b.keeps(c):
			b.plan.Cells = append(b.plan.Cells, c)
		case role.Of[c.Method] == role.Imported:
			b.plan.leftOut = append(b.plan.leftOut, c)
		}
	}
}

// describe adds what a user's own table looks like.
func (b *builder) describe(d spec.Dataset, ds *data.Dataset) {
	switch {
	case ds.Summary != nil:
		b.plan.Tables = append(b.plan.Tables, Table{Dataset: d.Name, Summary: ds.Summary})
	case d.File != "" && ds.Kind == data.Multilabel:
		sizes := fmt.Sprintf("%s, %s, %s", wording.Plural(ds.Len(), "row"), wording.Plural(ds.Dim(), "attribute"), wording.Plural(len(ds.ClassNames), "label"))
		b.plan.Tables = append(b.plan.Tables, Table{Dataset: d.Name, Sizes: sizes})
		b.notice(d, ds.Notes...)
	}
}

// see notes that the plan has a cell's record, and the cell's values of the filter's keys.
func (b *builder) see(c *Cell) {
	for _, condition := range b.only {
		key := condition.Key
		if value, ok := valueOf(c.Cell, key); ok && !slices.Contains(b.plan.values[key], value) {
			b.plan.values[key] = append(b.plan.values[key], value)
		}
	}
	if n, ok := b.plan.records.Index(c.ID); ok {
		b.seen[n] = true
	}
}

// keeps says whether the filter keeps a cell, and removes the variants that the
// filter leaves out. A refit is kept if the cell whose curve it is for is kept.
func (b *builder) keeps(c *Cell) bool {
	had := len(c.Variants)
	c.Variants = slices.DeleteFunc(c.Variants, func(name string) bool { return !b.only.allows(spec.VariantKey, name) })
	of := c.Cell
	if c.full != nil {
		of = c.full.Cell
	}
	return b.only.leaves(of) && (had == 0 || len(c.Variants) > 0)
}

// fits checks that a data set suits the specification. It returns the number of
// training rows, and false if the data set cannot be split.
func (b *builder) fits(d spec.Dataset, ds *data.Dataset, r rows.Selection, repeats int) (train int, ok bool) {
	s := b.plan.Spec
	if most, text := r.Differ(ds); most > 0 && repeats > most {
		b.problem(s.WhereStated(d, "repeats"), "%s, but %d repeats were requested", text, repeats)
		return 0, false
	}
	if seeds := mostSeeds(s, d); seeds > 1 && repeats > 1 {
		b.problem(s.WhereStated(d, "seeds"), "%d seeds are for one split, but data set %s has %d repeats: remove one of the two, or state seeds only under the other data sets", seeds, d.Name, repeats)
		return 0, false
	}
	split, err := r.Cut(ds, s.Seed, 0)
	if err != nil {
		b.problem(s.WhereStated(d, "split"), "%v", err)
		return 0, false
	}
	if s.Map && ds.Kind == data.Multilabel {
		b.problem(s.WhereDataset(d, "name"), "map: a map shows one class at each point, but rows of data set %s have any number of labels", d.Name)
	} else if s.Map && ds.Dim() != record.MapAttributes {
		b.problem(s.WhereDataset(d, "name"), "map: a map needs %d attributes, but data set %s has %d", record.MapAttributes, d.Name, ds.Dim())
	}
	for _, m := range s.Methods {
		if !methods.Registry[m.Name].Does(ds.Kind) {
			of := "classes"
			if ds.Kind == data.Multilabel {
				of = "labels"
			}
			b.problem(s.WhereMethod(m), "method %q does not support data set %s, which is %s with %d %s; methods that do: %s",
				m.Name, d.Name, ds.Kind, len(ds.ClassNames), of, strings.Join(methods.For(ds.Kind), ", "))
		}
	}
	b.checkScaling(d, ds)
	b.noticeExcesses(d, ds, split.Train.Len())
	return split.Train.Len(), true
}

// checkScaling notes the methods that scale their inputs in a way that the data set, or its
// map, does not allow.
func (b *builder) checkScaling(d spec.Dataset, ds *data.Dataset) {
	_, sparse := ds.Table.(data.Sparse)
	noted := map[string]bool{}
	for _, u := range b.setups(d) {
		if noted[u.method.Label] || role.Of[u.method.Name] == role.Imported || !methods.Registry[u.method.Name].Does(ds.Kind) {
			continue
		}
		at := b.plan.Spec.WhereMethod(u.method)
		switch {
		case sparse && u.options.Standardise():
			b.problem(at, "method %q would standardise data set %s, which is sparse: this would lose the zeros, and the memory and time that they save; "+
				"say standardise = false, and normalise = true to scale each row to unit length", u.method.Label, d.Name)
		case b.plan.Spec.Map && u.options.Normalise():
			b.problem(at, "map: rows of unit length lie on a circle, which a map cannot show; say normalise = false for method %q", u.method.Label)
		default:
			continue
		}
		noted[u.method.Label] = true
	}
}

// addRecorded adds the cells of a data set that is no longer available: those
// that have records, made on the data of the latest record.
func (b *builder) addRecorded(d spec.Dataset, src rows.Source) {
	known := b.recorded[d.Name]
	r, repeats := rows.Select(d, src, known.splits)
	r.Digest = known.digest
	for _, c := range b.cells(d, r, repeats) {
		if b.plan.records.IsOK(c.ID) && b.keeps(c) {
			c.noData = true
			b.plan.Cells = append(b.plan.Cells, c)
		}
	}
}

// cells returns the cells of a data set, each once per label. Grid points or
// variants may coincide if a profile sets an option, or if a method lacks the
// options of the grid.
func (b *builder) cells(d spec.Dataset, r rows.Selection, repeats int) []*Cell {
	var out []*Cell
	templates := b.templates(d, r)
	one := repeats == 1 // one split, perhaps with several seeds
	if one {
		repeats = mostSeeds(b.plan.Spec, d)
	}
	for repeat := range repeats {
		listed := map[string]*Cell{}
		var full *Cell
		for _, t := range templates {
			if n := t.variant.Repeats; n > 0 && !one && repeat >= n || one && repeat >= d.SeedsOf(t.variant) {
				continue
			}
			c := t.cell(repeat, one && repeat > 0)
			if id, ok := b.plan.records.Intern(c.ID); ok {
				c.ID = id // one text for both: there may be a million
			}
			key := c.ID + c.Label
			first := listed[key] == nil
			if first {
				listed[key] = c
				out = append(out, c)
			}
			c = listed[key]
			c.add(t.variant.Name)
			switch {
			case t.refit == "":
				c.Refit, c.full, full = "", nil, c
			case first:
				c.Refit, c.full = t.refit, full
				fallthrough
			default:
				full.addRefit(c.ID)
			}
		}
	}
	return out
}

// template is what the cells of a setup are made from, one for each repeat.
type template struct {
	setup
	common *Setup
	first  record.Cell
	id     func(repeat int) string
}

// templates returns the templates of a data set.
func (b *builder) templates(d spec.Dataset, r rows.Selection) []template {
	s := b.plan.Spec
	varied := s.Varied()
	var out []template
	for _, u := range b.setups(d) {
		first := record.Cell{
			Experiment: s.Records, Profile: s.Profile, Dataset: d.Name,
			Method: u.method.Name, Label: u.method.Label, Options: u.options, Seed: s.Seed, Clock: s.Clock(), KernelOf: u.kernel,
		}
		common := &Setup{Rows: &r, varied: u.title(varied), classifier: u.classifier}
		out = append(out, template{setup: u, common: common, first: first, id: identities(first, r)})
	}
	return out
}

// cell returns the cell of a repeat. Repeats on the same rows as the first differ in their seeds.
func (t template) cell(repeat int, sameRows bool) *Cell {
	c := &Cell{Setup: t.common, Planned: &record.Planned{Cell: t.first}}
	c.Repeat = repeat
	if c.SameRows = sameRows; sameRows {
		c.ID = hash(identifying(c.Cell, *t.common.Rows))
	} else {
		c.ID = t.id(repeat)
	}
	return c
}

// mostSeeds returns the largest number of seeds that any variant has on a data set.
func mostSeeds(s *spec.Spec, d spec.Dataset) int {
	most := d.SeedsOf(spec.Variant{})
	for _, v := range s.Variants {
		most = max(most, d.SeedsOf(v))
	}
	return most
}

// addRefit notes that a cell is a point of this one's curve.
func (c *Cell) addRefit(id string) {
	if !slices.Contains(c.Refits, id) {
		c.Refits = append(c.Refits, id)
	}
}

// add notes that a variant has the cell.
func (c *Cell) add(variant string) {
	if variant != "" && !slices.Contains(c.Variants, variant) {
		c.Variants = append(c.Variants, variant)
	}
}
