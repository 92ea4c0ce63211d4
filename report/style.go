package report

import (
	"hash/fnv"
	"image/color"
	"maps"
	"slices"

	"gonum.org/v1/plot/vg"

	"gpcbench/harness/spec"
)

// The colours of Okabe and Ito (2008), which stay apart for the colour-blind,
// without their yellow, which is too light for a line on white paper.
var (
	black     = color.NRGBA{0, 0, 0, 255}
	orange    = color.NRGBA{230, 159, 0, 255}
	skyBlue   = color.NRGBA{86, 180, 233, 255}
	green     = color.NRGBA{0, 158, 115, 255}
	blue      = color.NRGBA{0, 114, 178, 255}
	vermilion = color.NRGBA{213, 94, 0, 255}
	purple    = color.NRGBA{204, 121, 167, 255}
	grey      = color.NRGBA{120, 120, 120, 255}
	veil      = color.NRGBA{255, 255, 255, 200} // behind words in a panel
)

// Dashes in points; nil is solid. They tell curves apart in grey print.
var (
	solid    []vg.Length
	dashed   = []vg.Length{5, 2}
	dotted   = []vg.Length{1.2, 1.8}
	dashDot  = []vg.Length{6, 2, 1.2, 2}
	longDash = []vg.Length{9, 3}
)

// style is how a series looks.
type style struct {
	color  color.NRGBA
	dashes []vg.Length
}

// methodStyles is the look of each method of the registry.
var methodStyles = map[string]style{
	"xgpc":     {blue, solid},
	"svgp":     {orange, dashed},
	"kl":       {orange, solid},
	"logistic": {black, dashed},
	"gibbs":    {grey, solid},
	"ep":       {vermilion, solid},
	"sep":      {green, dashDot},
	"gfitc":    {purple, longDash},
	"vi":       {skyBlue, dotted},
	"ep-fitc":  {vermilion, dotted},
	"mfsp":     {green, solid},
	"scmgpc":   {blue, dashDot},
	"ep-full":  {grey, dashDot},
	"svi-mgpc": {skyBlue, solid},

	"mlgpf":        {purple, solid},
	"label-prior":  {grey, dotted},
	"logistic-ova": {black, dashed},
	"majority":     {grey, dotted},

	"xgpc-corrected": {vermilion, longDash},
}

// spare are the looks of series that have none of their own. None of them is
// black, which is a baseline's.
var spare = []style{
	{blue, solid}, {orange, dashed}, {green, dashDot}, {vermilion, dotted}, {purple, longDash}, {skyBlue, solid}, {grey, solid},
	{blue, dashed}, {orange, solid}, {green, solid}, {vermilion, dashed}, {purple, dotted}, {skyBlue, dashDot}, {grey, dotted},
}

// stylesOf gives every label of an experiment its look: the first label of a method that of
// the method, the others ones that their hashes choose among the spare looks that are still
// free. It does not depend on which records there are.
func stylesOf(methods []spec.Method) map[string]style {
	out := map[string]style{}
	taken := map[string]bool{} // methods whose look a label has
	var others []string
	for _, m := range methods {
		if s, ok := methodStyles[m.Name]; ok && !taken[m.Name] {
			out[m.Label], taken[m.Name] = s, true
			continue
		}
		others = append(others, m.Label)
	}
	assign(out, others)
	return out
}

// assign gives each name a spare look whose colour is not used yet; when all colours are,
// one that is solid where its colour's others are dashed, or dashed where they are solid, for
// two kinds of dashes are hard to tell apart; and else one of other dashes.
func assign(out map[string]style, names []string) {
	looks := slices.Collect(maps.Values(out))
	for _, name := range slices.Sorted(slices.Values(names)) {
		h := fnv.New32a()
		h.Write([]byte(name))
		start := int(h.Sum32() % uint32(len(spare)))
		look := spare[start]
		for _, free := range []func(style) bool{
			func(s style) bool {
				return !slices.ContainsFunc(looks, func(o style) bool { return o.color == s.color })
			},
			func(s style) bool {
				return !slices.ContainsFunc(looks, func(o style) bool {
					return o.color == s.color && (len(o.dashes) == 0) == (len(s.dashes) == 0)
				})
			},
			func(s style) bool { return !slices.ContainsFunc(looks, s.equal) },
		} {
			if found, ok := firstFree(start, free); ok {
				look = found
				break
			}
		}
		looks = append(looks, look)
		out[name] = look
	}
}

// firstFree returns the first spare look from a number on, round to it, that is free.
func firstFree(start int, free func(style) bool) (look style, ok bool) {
	for i := range spare {
		if s := spare[(start+i)%len(spare)]; free(s) {
			return s, true
		}
	}
	return style{}, false
}

// equal says whether two series would look the same.
func (s style) equal(o style) bool { return s.color == o.color && slices.Equal(s.dashes, o.dashes) }

// ordered gives the values of an option looks in their order.
func ordered(values []string) map[string]style {
	out := map[string]style{}
	for i, v := range values {
		out[v] = spare[i%len(spare)]
	}
	return out
}

// pale is a colour for bands: mostly transparent, and black, which is a
// baseline's, the most.
func pale(c color.NRGBA) color.NRGBA {
	alpha := uint8(50)
	if c == black {
		alpha = 24
	}
	c.A = alpha
	return c
}
