package drawing

import (
	"fmt"
	"testing"
)

// While there are dashes that no series has, series without a style of their own differ in dashes too, as grey print needs.
func TestAssignedDashesDiffer(t *testing.T) {
	for _, names := range [][]string{{"Derived, moments", "Derived, natural", "Printed, moments", "Printed, natural"}, {"sf-se", "f-se", "f-linear"}} {
		styles := map[string]Style{}
		Assign(styles, names)
		dashes, colours := map[string]bool{}, map[string]bool{}
		for _, s := range styles {
			dashes[fmt.Sprint(s.Dashes)], colours[fmt.Sprint(s.Color)] = true, true
		}
		if len(dashes) != len(names) || len(colours) != len(names) {
			t.Errorf("%d dashes and %d colours of %d series: %v", len(dashes), len(colours), len(names), styles)
		}
	}
}

// The methods that galyfajou2018 compares are drawn together, and differ in dashes.
func TestDashesOfSeveralClasses(t *testing.T) {
	seen := map[string]string{}
	for _, name := range []string{"scmgpc", "svi-mgpc", "sep"} {
		style, _ := OfMethod(name)
		dashes := fmt.Sprint(style.Dashes)
		if other := seen[dashes]; other != "" {
			t.Errorf("%s has the dashes of %s", name, other)
		}
		seen[dashes] = name
	}
}
