package analysis

import "math"

// Noise is how far a sampler's estimates are from what they estimate.
type Noise struct {
	At            Coordinates
	Repeats, Rows int
	RHat, ESS     float64    // worst over repeats; NaN if unknown
	OfDeltas      [3]float64 // what it adds to the distance, by quantity; NaN if unknown
}

// Noises returns the Monte Carlo errors of the reference, where it is a
// sampler. An estimate with a standard error s is sqrt(2/pi) s from the truth
// on average, and so much from what a method without any error says.
func (p *Experiment) Noises() []Noise {
	var out []Noise
	for _, at := range Combinations(p.Rest("label")) {
		n := Noise{At: p.Several(at).With("dataset", at["dataset"]), RHat: math.NaN(), ESS: math.NaN()}
		var total [3]float64
		var count [3]int
		for _, r := range p.Group(at.With("label", p.Spec.Reference)).OK {
			m, ok := p.Matches[r.ID]
			if !ok || m.Own.errors[0] == nil {
				continue
			}
			n.Repeats++
			n.Rows += len(m.Own.rows)
			if v, ok := r.Metrics["rhat"]; ok && !(v <= n.RHat) {
				n.RHat = v
			}
			if v, ok := r.Metrics["ess"]; ok && !(v >= n.ESS) {
				n.ESS = v
			}
			for k, columns := range m.Own.errors {
				for _, values := range columns {
					total[k] += sum(values)
					count[k] += len(values)
				}
			}
		}
		if n.Repeats == 0 {
			continue
		}
		for k := range total {
			n.OfDeltas[k] = math.Sqrt(2/math.Pi) * total[k] / float64(count[k])
		}
		out = append(out, n)
	}
	return out
}

// SeveralFunctions says whether a model that was compared has several latent functions.
func (p *Experiment) SeveralFunctions() bool {
	for _, m := range p.Matches {
		if len(m.Own.mean) > 1 {
			return true
		}
	}
	return false
}
