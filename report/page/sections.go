package page

import (
	"gpcbench/report/document"
)

// Section is a part of a report: what the records say on one matter.
type Section struct {
	Name    string
	Heading document.Marked // empty where it has none, or several of its own
	// Write adds the section to a document, nothing where there is nothing to say.
	Write func(d *document.Document, c *Context)
}

// Sections are all sections, in the order in which they are read.
var Sections = []Section{
	{Name: "claims", Heading: "Does it hold?", Write: claims},
	{Name: "no claims", Write: noClaims},
	{Name: "answers", Heading: "Which method for this table", Write: answers},
	{Name: "at a glance", Write: atAGlance},
	{Name: "imports", Write: imports},
	{Name: "programs", Write: programs},
	{Name: "advice", Write: advice},
	{Name: "by time", Heading: "What to take in so much time", Write: byTime},
	{Name: "by table", Heading: "What to take for which table", Write: byTable},
	{Name: "tested advice", Heading: "What advice is worth", Write: testedAdvice},
	{Name: "counts", Write: counts},
	{Name: "convergence", Write: convergence},
	{Name: "not reached", Write: notReached},
	{Name: "evidence not reached", Write: uncertainEvidence},
	{Name: "ruled out", Write: ruledOut},
	{Name: "busy machine", Write: busyMachine},
	{Name: "waiting", Write: waiting},
	{Name: "tables", Write: tables},
	{Name: "figures", Write: drawings},
	{Name: "comparisons", Write: inFirstVariant(
		Section{Name: "distance", Write: distance},
		Section{Name: "pairwise", Heading: "Pairwise comparison over repeats", Write: pairwise},
		Section{Name: "time to a target", Heading: "Time to a target", Write: timeToTarget},
	)},
	{Name: "set-up", Heading: "Set-up", Write: setUp},
	{Name: "loads", Heading: "Wall time over CPU time", Write: loads},
	{Name: "failures", Heading: "Failures", Write: failures},
	{Name: "missing maps", Heading: "Maps", Write: missingMaps},
	{Name: "data", Heading: "Data", Write: dataSets},
	{Name: "provenance", Heading: "Provenance", Write: provenance},
	{Name: "reproduction", Heading: "How to reproduce", Write: reproduction},
}

// Write makes a report from its sections.
func Write(c *Context) document.Document {
	var d document.Document
	d.Heading(1, document.Escape(c.Title))
	for _, s := range Sections {
		d.Add(s.blocks(c)...)
	}
	return d
}

// blocks returns the content of a section below its heading.
func (s Section) blocks(c *Context) []document.Block {
	var said, d document.Document
	s.Write(&said, c)
	if s.Heading != "" && len(said.Blocks) > 0 {
		d.Heading(2, s.Heading)
	}
	d.Add(said.Blocks...)
	return d.Blocks
}

// inFirstVariant joins sections that compare methods. If there are variants, they compare within the first one only.
func inFirstVariant(sections ...Section) func(d *document.Document, c *Context) {
	return func(d *document.Document, c *Context) {
		first := *c
		first.Experiment = c.First()
		var said []document.Block
		for _, s := range sections {
			said = append(said, s.blocks(&first)...)
		}
		if len(c.Variants) > 1 && len(said) > 0 {
			d.Paragraph("**Methods are compared** in one variant only, “%s”:", c.VariantTitle(c.Variants[0]))
		}
		d.Add(said...)
	}
}
