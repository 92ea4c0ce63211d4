package format

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"

	"gpcbench/report/document"
	"gpcbench/wording"
)

// The forest plot of claims has a row for each claim, with its value and 95% interval relative to the
// threshold. Each row has its own scale, so that one picture can show both seconds and NLLs. The
// threshold is in the middle of the row, and the side where the claim is true is at its right.

// outcomeSigns show outcomes of claims where there is room only for a sign: as a character, the one that looks like
// [dotOf], in ASCII, and by the number of a terminal colour.
var outcomeSigns = map[string]struct {
	mark, ascii rune
	colour      int
}{
	wording.Holds: {'●', '+', 34}, wording.HoldsFew: {'◆', '+', 34}, wording.MetByAny: {'◇', 'o', 34},
	wording.HoldsInPart: {'◐', '~', 36}, wording.DoesNotHold: {'✗', 'x', 31}, wording.CannotTell: {'○', '?', 90},
}

// forestStyle is the style of a picture in a file, which sets its own background since pages may have any.
const forestStyle = `text{font:12px "Liberation Sans",Arial,Helvetica,sans-serif;fill:#1c1c1c}
.title{font-size:15px;font-weight:700}.small{font-size:11px;fill:#555}.word{font-weight:700}
.zone{fill:#e9eef3}.tick{stroke:#555;stroke-width:1.2;fill:none}.line{stroke:#dfdfdc}
.ci{stroke-width:2.4;fill:none}.range{stroke-dasharray:3 2}.dot{stroke-width:1.6}
.holds .ci,.holds .dot,.met-by-any-method .ci,.met-by-any-method .dot{stroke:#0060a0;fill:#0060a0}.holds .word,.met-by-any-method .word{fill:#0060a0}
.holds-in-part .ci,.holds-in-part .dot{stroke:#3f93cf;fill:#3f93cf}.holds-in-part .word{fill:#1f7ab8}
.does-not-hold .ci,.does-not-hold .dot{stroke:#c04a00;fill:#c04a00}.does-not-hold .word{fill:#b04300}
.cannot-tell .ci,.cannot-tell .dot{stroke:#7d7d7d;fill:#7d7d7d}.cannot-tell .word{fill:#666}
.dot.open{fill:#fff}.cross{stroke-width:2.6;stroke-linecap:round}
`

// scaleOf draws the value and interval of a claim into a box with the threshold in its middle: only the
// picture, without its frame.
func scaleOf(c document.Claim, x, y, width, height float64) string {
	var w strings.Builder
	middle, half, line := x+width/2, width/2-6, y+height/2
	fmt.Fprintf(&w, `<rect class="zone" x="%.4g" y="%.4g" width="%.4g" height="%.4g"/><path class="tick" d="M%.4g %.4gv%.4g"/>`, middle, y, width/2, height, middle, y, height)
	s := c.Main().Scale
	if s == nil {
		return w.String()
	}
	if s.Low != nil && s.High != nil {
		class := "ci"
		if c.Main().Few {
			class = "ci range"
		}
		fmt.Fprintf(&w, `<path class="%s" d="M%.4g %.4gH%.4g"/>`, class, middle+*s.Low*half, line, middle+*s.High*half)
		w.WriteString(arrows(c.Main(), middle, half, line))
	}
	w.WriteString(dotOf(c.Outcome, middle+s.Value*half, line, min(5, height/2-0.5)))
	return w.String()
}

// arrows are at the ends of an interval that has none there.
func arrows(r document.Reading, middle, half, y float64) string {
	if !strings.Contains(r.Interval, "∞") {
		return ""
	}
	out := ""
	if *r.Scale.Low == -1 {
		out = fmt.Sprintf(`<path class="ci" d="M%.4g %.4gl-5 3l5 3"/>`, middle-half+2, y-3)
	}
	if *r.Scale.High == 1 {
		out += fmt.Sprintf(`<path class="ci" d="M%.4g %.4gl5 3l-5 3"/>`, middle+half-2, y-3)
	}
	return out
}

// dotOf is the sign of an outcome, told by its shape as by its colour.
func dotOf(outcome string, x, y, r float64) string {
	switch outcome {
	case wording.Holds:
		return fmt.Sprintf(`<circle class="dot" cx="%.4g" cy="%.4g" r="%.4g"/>`, x, y, r)
	case wording.HoldsFew, wording.MetByAny:
		class := "dot"
		if outcome == wording.MetByAny {
			class = "dot open"
		}
		return fmt.Sprintf(`<path class="%s" d="M%.4g %.4gl%[4]g %[4]gl-%[4]g %[4]gl-%[4]g -%[4]gz"/>`, class, x, y-r, r)
	case wording.HoldsInPart:
		return fmt.Sprintf(`<circle class="dot open" cx="%.4g" cy="%.4g" r="%.4g"/><path class="dot" d="M%[1]g %.4[4]ga%[3]g %[3]g 0 0 1 0 %.4[5]gz"/>`, x, y, r, y-r, 2*r)
	case wording.DoesNotHold:
		return fmt.Sprintf(`<path class="dot cross" d="M%.4g %.4gl%.4[3]g %.4[3]gm0 -%.4[3]gl-%.4[3]g %.4[3]g"/>`, x-r*0.8, y-r*0.8, 1.6*r)
	}
	return fmt.Sprintf(`<circle class="dot open" cx="%.4g" cy="%.4g" r="%.4g"/>`, x, y, r)
}

// rowScale is the picture of a claim in a row of the page.
func rowScale(c document.Claim) template.HTML {
	return template.HTML(`<svg class="scale" viewBox="0 0 170 20" width="170" height="20" role="img" aria-label="` + html.EscapeString(c.Outcome) + `">` + scaleOf(c, 0, 1, 170, 18) + `</svg>`)
}

// outcomeSign is the sign of an outcome in a key.
func outcomeSign(outcome string) template.HTML {
	return template.HTML(`<svg width="12" height="12" aria-hidden="true">` + dotOf(outcome, 6, 6, 4.5) + `</svg>`)
}

// smallScale is the picture of a claim among many, without words.
func smallScale(c document.Claim) template.HTML {
	return template.HTML(`<svg class="` + className(c.Outcome) + `" viewBox="0 0 120 11" width="120" height="11" aria-hidden="true">` + scaleOf(c, 0, 0, 120, 10) + `</svg>`)
}

// picture is an SVG that grows downwards.
type picture struct {
	bytes.Buffer
	y float64
}

// text writes lines of at most so many columns, and moves below them.
func (p *picture) text(class, text string, x, step float64, columns int) {
	for _, line := range Fold(text, columns) {
		p.y += step
		fmt.Fprintf(p, `<text class="%s" x="%.4g" y="%.4g">%s</text>`+"\n", class, x, p.y, html.EscapeString(line))
	}
}

// file puts the picture on a ground.
func (p *picture) file(width float64) []byte {
	return fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]g %.4[2]g" width="%[1]g" height="%.4[2]g">
<style>%[3]s</style>
<rect width="100%%" height="100%%" rx="6" fill="#fff"/>
%[4]s</svg>
`, width, p.y+10, forestStyle, p.String())
}

// Sizes of pictures in a column of a README.
const (
	forestWidth = 800
	scaleAt     = 372 // where scales begin in a row
	scaleWidth  = 168
	wordsAt     = scaleAt + scaleWidth + 14
	claimWidth  = 62 // columns of a sentence
)

// Forest draws the claims of a paper, a row each.
func Forest(v PaperView) []byte {
	var p picture
	p.y = 8
	p.text("title", v.Title, 12, 16, 90)
	p.text("", v.Sentence, 12, 16, 128)
	p.y += 22
	fmt.Fprintf(&p, `<text class="small" x="12" y="%.4[1]g">The paper says</text><text class="small" x="%[2]d" y="%.4[1]g" text-anchor="end">not so ◂</text><text class="small" x="%[3]d" y="%.4[1]g">▸ as claimed</text><text class="small" x="%[4]d" y="%.4[1]g">ours, 95%% interval; claimed</text>`+"\n",
		p.y, scaleAt+scaleWidth/2-4, scaleAt+scaleWidth/2+4, wordsAt)
	p.y += 6
	for _, c := range v.Claims {
		lines := Fold(c.Says, claimWidth)
		height := float64(6 + 14*max(2, len(lines)))
		fmt.Fprintf(&p, `<g class="%s"><path class="line" d="M12 %.4gH788"/>`+"\n", className(c.Outcome), p.y)
		for i, line := range lines {
			fmt.Fprintf(&p, `<text x="12" y="%.4g">%s</text>`, p.y+15+14*float64(i), html.EscapeString(line))
		}
		p.WriteString(scaleOf(c, scaleAt, p.y+2, scaleWidth, height-4))
		fmt.Fprintf(&p, `<text class="word" x="%d" y="%.4g">%s</text><text class="small" x="%[1]d" y="%.4[4]g">%[5]s</text></g>`+"\n",
			wordsAt, p.y+15, html.EscapeString(c.Outcome+c.Parts()), p.y+29, html.EscapeString(wording.Shortened(inNumbers(c), 42)))
		p.y += height
	}
	return p.file(forestWidth)
}

// inNumbers is the value of a claim with its interval, and the claimed range.
func inNumbers(c document.Claim) string {
	r := c.Main()
	if r.Ours == "" {
		return r.Why
	}
	interval := r.Interval
	if interval != "" && r.Few {
		interval += " (not 95%)"
	}
	return strings.TrimSpace(r.Ours+" "+interval) + "; " + r.Claimed
}

// columnHead writes how many claims of a column have which outcome, each behind its sign.
func (p *picture) columnHead(claims []document.Claim, x, y float64) {
	counts := byOutcome(claims)
	for _, outcome := range wording.Outcomes {
		if n := counts[outcome]; n > 0 {
			fmt.Fprintf(p, `<g class="%s">%s<text class="small" x="%.4g" y="%.4g">%d</text></g>`+"\n", className(outcome), dotOf(outcome, x+5, y, 4), x+12, y+4, n)
			x += 30
		}
	}
}

// Forests draws all papers at a glance: a sentence each, beside their claims without words.
func Forests(all []PaperView) []byte {
	const (
		columns, rowHeight  = 3, 11.0
		left, width, beside = 352.0, 136.0, 8.0
	)
	var p picture
	p.y = 12
	x := 12.0
	for _, outcome := range wording.Outcomes {
		fmt.Fprintf(&p, `<g class="%s">%s<text class="small" x="%.4g" y="%.4g">%s</text></g>`+"\n", className(outcome), dotOf(outcome, x+5, p.y+6, 5), x+15, p.y+10, html.EscapeString(outcome))
		x += 30 + 5.6*float64(len(outcome))
	}
	p.y += 13
	p.text("small", "A line is a claim: its 95% interval and the threshold (vertical line). A dashed line is a range of another kind. The side where the claim is true is shaded. Each claim has its own scale.", 12, 13, 140)
	p.y += 8
	for _, v := range all {
		if len(v.Claims) == 0 {
			continue
		}
		fmt.Fprintf(&p, `<path class="line" d="M12 %.4gH788"/>`+"\n", p.y)
		p.y += 4
		top := p.y
		p.text("title", v.Title, 12, 17, 90)
		p.text("", v.Sentence, 12, 15.5, 54)
		p.text("small", wording.Capital(v.Standing())+".", 12, 15, 62)
		rows := (len(v.Claims) + columns - 1) / columns
		for i, column := range slices.Collect(slices.Chunk(v.Claims, rows)) {
			p.columnHead(column, left+float64(i)*(width+beside), top+6)
		}
		top += 12
		for i, c := range v.Claims {
			fmt.Fprintf(&p, `<g class="%s">%s</g>`+"\n", className(c.Outcome), scaleOf(c, left+float64(i/rows)*(width+beside), top+5+float64(i%rows)*rowHeight, width, rowHeight-1))
		}
		p.y = max(p.y+8, top+10+float64(rows)*rowHeight)
	}
	return p.file(forestWidth)
}
