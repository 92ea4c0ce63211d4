package figure

import (
	"strings"
	"testing"

	"gpcbench/harness/spec"
	"gpcbench/report/drawing"
)

// A label has one style in every experiment that has its method first, and no
// two labels of one experiment have the same.
func TestStyles(t *testing.T) {
	few := stylesOf([]spec.Method{{Name: "xgpc", Label: "X-GPC"}, {Name: "logistic", Label: "Linear"}})
	many := stylesOf([]spec.Method{{Name: "svgp", Label: "SVGPC"}, {Name: "logistic", Label: "Linear"}, {Name: "xgpc", Label: "X-GPC"}})
	if few["X-GPC"].Color != drawing.Blue || many["X-GPC"].Color != drawing.Blue || many["SVGPC"].Color != drawing.Orange || many["Linear"].Color != drawing.Black {
		t.Errorf("%v, %v", few, many)
	}
	var methods []spec.Method
	for i := range 6 {
		methods = append(methods, spec.Method{Name: "xgpc", Label: string(rune('A' + i))})
	}
	seen := map[string]bool{}
	for _, s := range stylesOf(append(methods, spec.Method{Name: "svgp", Label: "SVGPC"})) {
		key := string([]byte{s.Color.R, s.Color.G, s.Color.B})
		if seen[key] {
			t.Errorf("two of seven labels have the colour %v", s.Color)
		}
		seen[key] = true
	}
}

// The first label of a method keeps the method's style.
func TestStylesOfOneMethod(t *testing.T) {
	styles := stylesOf([]spec.Method{{Name: "scmgpc", Label: "SC"}, {Name: "scmgpc", Label: "SC (6)"}, {Name: "sep", Label: "SEP"}})
	sc, _ := drawing.OfMethod("scmgpc")
	sep, _ := drawing.OfMethod("sep")
	if !styles["SC"].Equal(sc) || !styles["SEP"].Equal(sep) || styles["SC (6)"].Color == styles["SC"].Color {
		t.Errorf("%v", styles)
	}
}

// Methods that share a colour do not share their dashes, as long as there are styles.
func TestStylesDiffer(t *testing.T) {
	var methods []spec.Method
	for _, name := range []string{"xgpc", "xgpc-corrected", "svgp", "svgp2", "svgp3", "mfsp", "ep-fitc", "ep", "sep", "gfitc", "vi", "scmgpc", "svi-mgpc", "logistic", "majority"} {
		methods = append(methods, spec.Method{Name: strings.TrimRight(name, "23"), Label: name})
	}
	styles := stylesOf(methods)
	for i, a := range methods {
		for _, b := range methods[:i] {
			if styles[a.Label].Equal(styles[b.Label]) {
				t.Errorf("%s has the style of %s", a.Label, b.Label)
			}
		}
	}
}

// A full model and a second likelihood have other colours than the sparse model that they stand beside.
func TestColoursOfOneFamily(t *testing.T) {
	styles := stylesOf([]spec.Method{{Name: "svgp", Label: "SVGPC"}, {Name: "svgp", Label: "SVGPC probit"}, {Name: "kl", Label: "KL"}})
	if a, b, c := styles["SVGPC"].Color, styles["SVGPC probit"].Color, styles["KL"].Color; a == b || a == c || b == c {
		t.Errorf("%v, %v, %v", a, b, c)
	}
}
