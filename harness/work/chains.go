package work

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/mcmc"
	"gpcbench/methods/method"
)

// chains returns how well a sampler's chains agree on the log loss -log p(y | x, draw) of the test
// row on which they agree least, rhat_rows, and the Monte Carlo standard error of the NLL, mcse_nll;
// nothing where chains are shorter than mcmc.MinDraws. The NLL of an average over draws,
// -log mean p_s, has to first order the error of the mean of p_s / mean p, which is averaged over rows
// before it is judged, since rows share their draws.
//
// A row of which a draw says p_s = 0 has no log loss there, and is judged by p_s. Its part of the NLL may rest on the
// few draws that do not say so, of which a standard error tells too little: where these are fewer than fewestDraws,
// (sum p_s)^2 / sum p_s^2 of Kish, there is no mcse_nll.
func (t *testSet) chains(model method.Chained) map[string]float64 {
	var relative []float64 // by draw: the sum over rows of p_s / mean p
	out := map[string]float64{}
	worst, rests := 0.0, true
	t.rows.ReadBlocks(predictBlock, func(_ int, x *mat.Dense, y []int) {
		rows := make([][]float64, len(y)) // of p_s
		model.Draws(x, func(p *mat.Dense) {
			for i, class := range y {
				rows[i] = append(rows[i], p.At(i, class))
			}
		})
		if relative == nil {
			relative = make([]float64, len(rows[0]))
		}
		for _, of := range rows {
			if len(of)/model.Chains() < mcmc.MinDraws {
				return
			}
			mean := 0.0
			for _, p := range of {
				mean += p / float64(len(of))
			}
			for s, p := range of {
				relative[s] += p / mean
			}
			if slices.Contains(of, 0) {
				rests = rests && effective(of) >= fewestDraws
			} else {
				for s, p := range of {
					of[s] = -math.Log(p)
				}
			}
			worst = max(worst, mcmc.Summarise(mcmc.ByChain(of, model.Chains())).RHat)
		}
	})
	if len(relative)/model.Chains() < mcmc.MinDraws {
		return out
	}
	told := map[string]float64{"rhat_rows": worst}
	if rests {
		told["mcse_nll"] = mcmc.Summarise(mcmc.ByChain(relative, model.Chains())).MCSEMean / float64(t.rows.Len())
	}
	for name, v := range told {
		if !math.IsInf(v, 0) && !math.IsNaN(v) {
			out[name] = v
		}
	}
	return out
}

// fewestDraws is how many draws a probability has to rest on for its standard error to be told.
const fewestDraws = 10

// effective returns the number of draws of weights p that count.
func effective(p []float64) float64 {
	sum, squares := 0.0, 0.0
	for _, v := range p {
		sum += v
		squares += v * v
	}
	return sum * sum / squares
}
