package statistics

import "testing"

// R 4: the corrected parts, and the mean of (p - y)^2 over a hundred rows that have the confidence of their bin.
func TestBrier(t *testing.T) {
	b := NewBrier([]Bin{{20, 0.55, 0.5}, {30, 0.7, 0.8}, {}, {50, 0.95, 0.9}})
	near(t, "reliability", b.Reliability, -0.00045511870810029716, 1e-15)
	near(t, "resolution", b.Resolution, 0.01937063886765728188, 1e-15)
	near(t, "uncertainty", b.Uncertainty, 0.16757575757575757236, 1e-15)
	near(t, "score", b.Score(), 0.14775, 1e-15)
}
