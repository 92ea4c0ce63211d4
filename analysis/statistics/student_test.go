package statistics

import "testing"

// SciPy 1.10: stats.t.ppf(p, nu), 2 * stats.t.sf(2.5, 9) and stats.norm.ppf(0.975).
func TestStudent(t *testing.T) {
	for _, c := range []struct{ p, nu, want float64 }{
		{0.975, 4, 2.7764451051977987}, {0.975, 9, 2.2621571627409915}, {0.95, 1, 6.313751514800932}, {0.6, 19, 0.25692282036340636},
	} {
		near(t, "quantile", StudentQuantile(c.p, c.nu), c.want, 1e-8)
	}
	near(t, "two-sided p", studentP(-2.5, 9), 0.03386182768298571, 1e-12)
	near(t, "normal quantile", NormalQuantile(0.975), 1.959963984540054, 1e-12)
}
