package statistics

import (
	"math"
	"testing"
)

// near holds a number to what another program has of it.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %.12g, want %.12g", what, got, want)
	}
}

// SciPy 1.10: stats.binomtest(k, n).proportion_ci(0.95, "exact") and "wilson".
func TestIntervalsOfShares(t *testing.T) {
	for _, c := range []struct{ k, n, exactLow, exactHigh, wilsonLow, wilsonHigh float64 }{
		{0, 40, 0, 0.08809730287880335, 0, 0.08762160119728662},
		{3, 40, 0.015742179851041527, 0.20386474873289898, 0.025836025774588198, 0.19864233524310543},
		{40, 40, 0.9119026971211966, 1, 0.9123783988027133, 1},
		{137, 1000, 0.11628168943360062, 0.15988096510537628, 0.11707313063299474, 0.1597050960275183},
	} {
		low, high := ClopperPearson(c.k, c.n, Level)
		near(t, "low after Clopper and Pearson", low, c.exactLow, 1e-9)
		near(t, "high after Clopper and Pearson", high, c.exactHigh, 1e-9)
		low, high = Wilson(c.k, c.n, Level)
		near(t, "low after Wilson", low, c.wilsonLow, 1e-12)
		near(t, "high after Wilson", high, c.wilsonHigh, 1e-12)
	}
	// R 4.2: the further end of binom.test(k, n)$conf.int from k/n, over qnorm(.975).
	near(t, "further standard error of 0 of 40", FurtherSE(0, 40), 0.044948429447532030, 1e-9)
	near(t, "further standard error of 20 of 100", FurtherSE(20, 100), 0.046859375893165141, 1e-9)
	near(t, "further standard error of 377 of 10000", FurtherSE(377, 10000), 0.0020001604214206696, 1e-9)
}

// R: d <- (b-c)/(n+2); sqrt((b+c+1) - (b-c)^2/(n+2))/(n+2) with b = 9, c = 3, n = 200.
func TestPairedShares(t *testing.T) {
	d, se := PairedShares(9, 3, 200)
	near(t, "difference", d, 0.02970297029702970, 1e-15)
	near(t, "standard error", se, 0.01772649317805343, 1e-15)
}
