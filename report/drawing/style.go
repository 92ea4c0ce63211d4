package drawing

import (
	"cmp"
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

// Style is the colour and dashes of a series.
type Style struct {
	Color  color.NRGBA
	Dashes []vg.Length
}

// methodStyles is the style of each method of the registry.
var methodStyles = map[string]Style{
	"xgpc":     {Blue, Solid},
	"svgp":     {Orange, Dashed},
	"kl":       {Indigo, Solid},
	"logistic": {Black, Dashed},
	"gibbs":    {Grey, Solid},
	"exact":    {Black, Solid},
	"ep":       {Vermilion, Solid},
	"sep":      {Green, DashDot},
	"gfitc":    {Purple, LongDash},
	"vi":       {SkyBlue, Dotted},
	"ep-fitc":  {Wine, Dotted},
	"mfsp":     {Green, Solid},
	"scmgpc":   {Blue, LongDash},
	"ep-full":  {Grey, DashDot},
	"svi-mgpc": {SkyBlue, Solid},

	"mlgpf":        {Purple, Solid},
	"label-prior":  {Grey, Dotted},
	"logistic-ova": {Black, Dashed},
	"majority":     {Grey, Dotted},

	"xgpc-corrected": {Vermilion, LongDash},
	"dirichlet":      {Wine, Solid},
	"dirichlet-full": {Wine, DashDot},
	"laplace-fitc":   {Indigo, Dotted},
	"laplace-full":   {Indigo, DashDot},
}

// spare are the styles of series that have none of their own. None of them is black, which is a baseline's.
var spare = []Style{
	{Blue, Solid}, {Orange, Dashed}, {Green, DashDot}, {Vermilion, Dotted}, {Purple, LongDash}, {SkyBlue, Solid}, {Grey, Solid},
	{Blue, Dashed}, {Orange, Solid}, {Green, Solid}, {Vermilion, Dashed}, {Purple, Dotted}, {SkyBlue, DashDot}, {Grey, Dotted},
	{Indigo, DashDot}, {Wine, Solid},
}

// OfMethod returns the style of a method, by its name in the registry.
func OfMethod(name string) (style Style, ok bool) {
	style, ok = methodStyles[name]
	return style, ok
}

// Assign gives each name a spare style that is not in use, of a colour that is not if there is one, and then of dashes
// that are not: the first from a place on that depends on the name alone.
func Assign(out map[string]Style, names []string) {
	for _, name := range slices.Sorted(slices.Values(names)) {
		h := fnv.New32a()
		h.Write([]byte(name))
		start := int(h.Sum32() % uint32(len(spare)))
		used := slices.Collect(maps.Values(out))
		out[name] = slices.MinFunc(slices.Concat(spare[start:], spare[:start]), func(a, b Style) int {
			return cmp.Compare(a.likeness(used), b.likeness(used))
		})
	}
}

// likeness is 3 where one of some styles is the same, 2 where one has the colour, 1 where one has the dashes, else 0.
func (s Style) likeness(styles []Style) (most int) {
	for _, o := range styles {
		same := 0
		if s.Color == o.Color {
			same = 2
		}
		if slices.Equal(s.Dashes, o.Dashes) {
			same++
		}
		most = max(most, same)
	}
	return most
}

// Equal says whether two series have the same style.
func (s Style) Equal(o Style) bool { return s.Color == o.Color && slices.Equal(s.Dashes, o.Dashes) }

// Ordered gives the values of an option styles in their order; after the last comes the first again.
func Ordered(values []string) map[string]Style {
	out := map[string]Style{}
	for i, v := range values {
		out[v] = spare[i%len(spare)]
	}
	return out
}
