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

// Closer is how often one label is nearer to the reference than another.
type Closer struct {
	At     Coordinates
	A, B   string
	Rows   [3]int // by quantity; 0 where it cannot be said
	Nearer [3]int // rows at which a is nearer
	Tied   [3]int // rows at which both are as near
}

// Closers compares all pairs of labels at their test rows, over the repeats
// that both have.
func (p *Experiment) Closers() []Closer {
	var out []Closer
	for _, at := range Combinations(p.Rest("label")) {
		for i, a := range p.Labels {
			for _, b := range p.Labels[i+1:] {
				if a == p.Spec.Reference || b == p.Spec.Reference {
					continue
				}
				c := Closer{At: p.Several(at).With("dataset", at["dataset"]), A: a, B: b}
				others := map[int]Match{}
				for _, r := range p.Group(at.With("label", b)).OK {
					if m, ok := p.Matches[r.ID]; ok {
						others[r.Repeat] = m
					}
				}
				for _, r := range p.Group(at.With("label", a)).OK {
					m, ok := p.Matches[r.ID]
					if other, both := others[r.Repeat]; ok && both {
						c.add(m, other)
					}
				}
				if c.Rows != [3]int{} {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// add counts the rows of one repeat.
func (c *Closer) add(a, b Match) {
	for k, q := range Quantities {
		x, y := a.Distances(q), b.Distances(q)
		if x == nil || y == nil {
			continue
		}
		for i := range x {
			c.Rows[k]++
			switch {
			case x[i] < y[i]:
				c.Nearer[k]++
			case x[i] == y[i]:
				c.Tied[k]++
			}
		}
	}
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
