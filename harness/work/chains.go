package work

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpcbench/gp/mcmc"
	"gpcbench/methods/method"
)

// chains returns how well a sampler's chains agree on the log loss -log p(y | x, draw) of the test
// row on which they agree least, rhat_rows, and the Monte Carlo standard error of the NLL, mcse_nll;
// nothing where chains are shorter than mcmc.MinDraws. The NLL of an average over draws,
// -log mean p_s, has to first order the error of the mean of p_s / mean p, which is averaged over rows
// before it is judged, since rows share their draws.
func (t *testSet) chains(model method.Chained) map[string]float64 {
	var relative []float64 // by draw: the sum over rows of p_s / mean p
	out := map[string]float64{}
	worst := 0.0
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
				of[s] = -math.Log(p)
			}
			worst = max(worst, mcmc.Summarise(mcmc.ByChain(of, model.Chains())).RHat)
		}
	})
	if len(relative)/model.Chains() < mcmc.MinDraws {
		return out
	}
	for name, v := range map[string]float64{
		"rhat_rows": worst,
		"mcse_nll":  mcmc.Summarise(mcmc.ByChain(relative, model.Chains())).MCSEMean / float64(t.rows.Len()),
	} {
		if !math.IsInf(v, 0) && !math.IsNaN(v) {
			out[name] = v
		}
	}
	return out
}
