package drawing

import (
	"hash/fnv"
	"image/color"
	"maps"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Dashes in points; nil is solid. They tell curves apart in grey print.
var (
	Solid    []vg.Length
	Dashed   = []vg.Length{5, 2}
	Dotted   = []vg.Length{1.2, 1.8}
	DashDot  = []vg.Length{6, 2, 1.2, 2}
	LongDash = []vg.Length{9, 3}
)

// Style is how a series looks.
type Style struct {
	Color  color.NRGBA
	Dashes []vg.Length
}

// methodStyles is the look of each method of the registry.
var methodStyles = map[string]Style{
	"xgpc":     {Blue, Solid},
	"svgp":     {Orange, Dashed},
	"kl":       {Orange, Solid},
	"logistic": {Black, Dashed},
	"gibbs":    {Grey, Solid},
	"ep":       {Vermilion, Solid},
	"sep":      {Green, DashDot},
	"gfitc":    {Purple, LongDash},
	"vi":       {SkyBlue, Dotted},
	"ep-fitc":  {Vermilion, Dotted},
	"mfsp":     {Green, Solid},
	"scmgpc":   {Blue, DashDot},
	"ep-full":  {Grey, DashDot},
	"svi-mgpc": {SkyBlue, Solid},

	"mlgpf":        {Purple, Solid},
	"label-prior":  {Grey, Dotted},
	"logistic-ova": {Black, Dashed},
	"majority":     {Grey, Dotted},

	"xgpc-corrected": {Vermilion, LongDash},
}

// spare are the looks of series that have none of their own. None of them is
// black, which is a baseline's.
var spare = []Style{
	{Blue, Solid}, {Orange, Dashed}, {Green, DashDot}, {Vermilion, Dotted}, {Purple, LongDash}, {SkyBlue, Solid}, {Grey, Solid},
	{Blue, Dashed}, {Orange, Solid}, {Green, Solid}, {Vermilion, Dashed}, {Purple, Dotted}, {SkyBlue, DashDot}, {Grey, Dotted},
}

// OfMethod returns the look of a method, by its name in the registry.
func OfMethod(name string) (look Style, ok bool) {
	look, ok = methodStyles[name]
	return look, ok
}

// Assign gives each name a spare look whose colour is not used yet; when all colours are,
// one that is solid where its colour's others are dashed, or dashed where they are solid, for
// two kinds of dashes are hard to tell apart; and else one of other dashes.
func Assign(out map[string]Style, names []string) {
	looks := slices.Collect(maps.Values(out))
	for _, name := range slices.Sorted(slices.Values(names)) {
		h := fnv.New32a()
		h.Write([]byte(name))
		start := int(h.Sum32() % uint32(len(spare)))
		look := spare[start]
		for _, free := range []func(Style) bool{
			func(s Style) bool {
				return !slices.ContainsFunc(looks, func(o Style) bool { return o.Color == s.Color })
			},
			func(s Style) bool {
				return !slices.ContainsFunc(looks, func(o Style) bool {
					return o.Color == s.Color && (len(o.Dashes) == 0) == (len(s.Dashes) == 0)
				})
			},
			func(s Style) bool { return !slices.ContainsFunc(looks, s.Equal) },
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
func firstFree(start int, free func(Style) bool) (look Style, ok bool) {
	for i := range spare {
		if s := spare[(start+i)%len(spare)]; free(s) {
			return s, true
		}
	}
	return Style{}, false
}

// Equal says whether two series would look the same.
func (s Style) Equal(o Style) bool { return s.Color == o.Color && slices.Equal(s.Dashes, o.Dashes) }

// Numbered is the i-th spare look, from 0 on; after the last comes the first again.
func Numbered(i int) Style { return spare[i%len(spare)] }

// Ordered gives the values of an option looks in their order.
func Ordered(values []string) map[string]Style {
	out := map[string]Style{}
	for i, v := range values {
		out[v] = Numbered(i)
	}
	return out
}
