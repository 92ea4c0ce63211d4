package generate

import (
	"math"
	"math/rand/v2"
)

// higgsAttributes are the names of HIGGS's 28 attributes: momenta and angles of
// a lepton and four jets, the missing energy, and seven masses computed from them.
var higgsAttributes = []string{
	"lepton pT", "lepton eta", "lepton phi",
	"missing energy magnitude", "missing energy phi",
	"jet 1 pt", "jet 1 eta", "jet 1 phi", "jet 1 b-tag",
	"jet 2 pt", "jet 2 eta", "jet 2 phi", "jet 2 b-tag",
	"jet 3 pt", "jet 3 eta", "jet 3 phi", "jet 3 b-tag",
	"jet 4 pt", "jet 4 eta", "jet 4 phi", "jet 4 b-tag",
	"m_jj", "m_jjj", "m_lv", "m_jlv", "m_bb", "m_wbb", "m_wwbb",
}

// massless is a massless particle, given by its transverse momentum, its pseudorapidity and its
// azimuth.
type massless struct{ pt, eta, phi float64 }

// mass returns the invariant mass of particles, from m^2 = sum over pairs of 2 pt_i pt_j
// (cosh(eta_i - eta_j) - cos(phi_i - phi_j)).
func mass(particles ...massless) float64 {
	square := 0.0
	for i, a := range particles {
		for _, b := range particles[:i] {
			square += 2 * a.pt * b.pt * (math.Cosh(a.eta-b.eta) - math.Cos(a.phi-b.phi))
		}
	}
	return math.Sqrt(square)
}

// higgsLike draws a row into x, length 28, and returns its class. Every value is
// rounded to float32, like those of HIGGS, so that a table has the same rows
// whether its file stores float32 or float64.
func higgsLike(x []float64, rng *rand.Rand) int {
	draw := func() massless {
		return massless{pt: math.Exp(0.5*rng.NormFloat64() - 0.125), eta: rng.NormFloat64(), phi: math.Pi * (2*rng.Float64() - 1)}
	}
	lepton, missing := draw(), draw()
	missing.eta = 0 // only the transverse part is known
	x[0], x[1], x[2], x[3], x[4] = lepton.pt, lepton.eta, lepton.phi, missing.pt, missing.phi
	var jet [4]massless
	tags := 0.0
	for i := range jet {
		jet[i] = draw()
		tag := max(0, rng.IntN(4)-1) // no tag for two jets in four
		x[5+4*i], x[6+4*i], x[7+4*i], x[8+4*i] = jet[i].pt, jet[i].eta, jet[i].phi, 1.0865*float64(tag)
		tags += float64(tag)
	}
	x[21] = mass(jet[2], jet[3])
	x[22] = mass(jet[1], jet[2], jet[3])
	x[23] = mass(lepton, missing)
	x[24] = mass(jet[3], lepton, missing)
	x[25] = mass(jet[0], jet[1])
	x[26] = mass(jet[:]...)
	x[27] = mass(lepton, missing, jet[0], jet[1], jet[2], jet[3])
	for j, v := range x {
		x[j] = float64(float32(v))
	}
	if rng.Float64() < 1/(1+math.Exp(-higgsLogit(x))) {
		return 1
	}
	return 0
}

// higgsLogit returns the log odds of the second class given a row: a linear trend, and a peak of
// the second class in two of the masses.
func higgsLogit(x []float64) float64 {
	tags := (x[8] + x[12] + x[16] + x[20]) / 1.0865
	bb, jj := math.Log(x[25]), math.Log(x[21])
	return 0.5*(tags-3) - 0.9*(math.Log(x[27])-2) + 3*math.Exp(-2*(bb-0.6)*(bb-0.6)) + 3*math.Exp(-2*(jj-0.6)*(jj-0.6)) - 3.7
}
