package drawing

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// An SVG lies in a repository, and so it is small, and the same bytes where what can be seen is the
// same: gonum's is rewritten for that.

// dotted draws a filled circle as a line of no length with a round end: of these many are one path.
type dotted struct{ *vgsvg.Canvas }

// Marks that gonum writes of a round end, which it does not know, and what stands in their place.
const (
	roundOffset = 1
	roundMark   = "stroke-dashoffset:1"
	roundEnd    = "stroke-linecap:round"
)

// Fill draws an area.
func (c dotted) Fill(path vg.Path) {
	if len(path) < 2 || path[1].Type != vg.ArcComp || math.Abs(path[1].Angle) < 2*math.Pi {
		c.Canvas.Fill(path)
		return
	}
	var dot vg.Path
	dot.Move(path[1].Pos)
	dot.Line(path[1].Pos)
	c.Push()
	c.SetLineWidth(2 * path[1].Radius)
	c.SetLineDash(nil, roundOffset)
	c.Stroke(dot)
	c.Pop()
}

var (
	pathData  = regexp.MustCompile(` d="[^"]*"`)
	step      = regexp.MustCompile(`([ML])([^,]+),([^A-Z"]+)`)
	styles    = regexp.MustCompile(`\s+style="([^"]*)"`)
	pathLine  = regexp.MustCompile(`^<path d="([^"]*)" class="([^"]*)"/>$`)
	typeface  = "font-family:Liberation Sans;font-variant:normal;font-weight:normal;font-style:normal;"
	ourStyles = "text{font-family:Liberation Sans,Arial,Helvetica,sans-serif}path{stroke-linejoin:round}"
)

// smaller rounds the lines of an SVG to tenths of a point, gives every style a class, and joins lines of
// one style.
func smaller(svg []byte) []byte {
	svg = pathData.ReplaceAllFunc(svg, func(d []byte) []byte { return []byte(relative(string(d))) })
	classes, rules := map[string]string{}, ourStyles
	svg = styles.ReplaceAllFunc(svg, func(attribute []byte) []byte {
		style := string(styles.FindSubmatch(attribute)[1])
		if classes[style] == "" {
			classes[style] = fmt.Sprintf("s%d", len(classes))
			rules += fmt.Sprintf(".%s{%s}", classes[style], strings.Replace(strings.TrimPrefix(style, typeface), roundMark, roundEnd, 1))
		}
		return fmt.Appendf(nil, " class=%q", classes[style])
	})
	svg = bytes.Replace(svg, []byte("<g "), []byte("<style>"+rules+"</style>\n<g "), 1)
	outlines := map[string]bool{}
	for style, class := range classes {
		outlines[class] = strings.Contains(style, "fill:none") && !strings.Contains(style, "opacity")
	}
	return joined(svg, outlines)
}

// relative writes a path whose lines lead from point to point, in tenths; steps of none are left out, but
// for the first.
func relative(d string) string {
	x, y, first := 0, 0, false
	tenths := func(text string) int {
		v, _ := strconv.ParseFloat(text, 64) // gonum wrote it
		return int(math.Round(10 * v))
	}
	short := func(v int) string { return strconv.FormatFloat(float64(v)/10, 'f', -1, 64) }
	return step.ReplaceAllStringFunc(d, func(s string) string {
		part := step.FindStringSubmatch(s)
		toX, toY := tenths(part[2]), tenths(part[3])
		dx, dy := toX-x, toY-y
		x, y = toX, toY
		switch {
		case part[1] == "M":
			first = true
			return "M" + short(x) + "," + short(y)
		case dx == 0 && dy == 0 && !first:
			return ""
		}
		first = false
		return "l" + short(dx) + "," + short(dy)
	})
}

// joined makes one path of those that follow each other and have the same class of outlines.
func joined(svg []byte, outlines map[string]bool) []byte {
	var out bytes.Buffer
	class := "" // of the path that is open
	for line := range bytes.Lines(svg) {
		m := pathLine.FindSubmatch(bytes.TrimSuffix(line, []byte("\n")))
		if m != nil && class == string(m[2]) {
			out.Write(m[1])
			continue
		}
		if class != "" {
			fmt.Fprintf(&out, "\" class=%q/>\n", class)
			class = ""
		}
		if m != nil && outlines[string(m[2])] {
			class = string(m[2])
			fmt.Fprintf(&out, "<path d=\"%s", m[1])
			continue
		}
		out.Write(line)
	}
	return out.Bytes()
}
