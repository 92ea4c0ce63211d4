package page

import (
	"cmp"
	"fmt"
	"strings"

	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/figures"
)

// atAGlance writes the figure that a report on one table of no paper begins with.
func atAGlance(d *document.Document, c *Context) {
	if c.Published != nil || c.Spec.Advice {
		return
	}
	for _, fig := range figures.AtAGlance(c.Experiment) {
		d.Add(document.Image{Name: fig.Name, Drawing: fig.Drawing, Text: "All methods at a glance"})
		d.Paragraph("%s", strings.Join(fig.Words.Guide, " "))
	}
}

// drawings writes figures with their captions.
func drawings(d *document.Document, c *Context) {
	for i, f := range c.Spec.Figures {
		f.Title = figureTitle(f, i)
		if len(c.Figures[i]) == 0 {
			d.Paragraph("**%s** is not drawn: no cell has %s.", f.Title, figures.From(f))
			continue
		}
		figuresOf(d, c, f, c.Figures[i])
	}
}

// figureTitle is the title of a figure of the specification, from 0.
func figureTitle(f spec.Figure, number int) string {
	return cmp.Or(f.Title, fmt.Sprintf("Figure %d", number+1))
}

// figuresOf writes those of one figure of the specification.
func figuresOf(d *document.Document, c *Context, f spec.Figure, drawn []figures.Figure) {
	d.Heading(2, document.Escape(f.Title))
	if guide := figures.Guide(drawn); len(guide) > 0 {
		d.Paragraph("%s", strings.Join(guide, " "))
	}
	for _, fig := range drawn {
		name := c.Described(fig.At)
		if name != "" {
			d.Paragraph("**%s**", name)
		}
		d.Add(document.Image{Name: fig.Name, Drawing: fig.Drawing, Text: document.Escape(titled(f.Title, name))})
		if caption := fig.Words.Caption; caption != "" {
			d.Paragraph("%s", caption)
		}
		if t := fig.Words.Table; len(t.Rows) > 0 {
			d.Add(t)
		}
	}
	if f.Note != "" {
		d.Paragraph("%s", f.Note)
	}
}

// titled is the title of a section with the subject of one of its figures.
func titled(title, of string) string {
	if of == "" {
		return title
	}
	return title + ": " + of
}
