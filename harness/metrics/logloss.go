package metrics

import "gpcbench/linalg/engine"

// logLoss is the mean over rows and labels of -log of the probability of the true outcome.
var logLoss = Kind{
	Metrics: []Metric{{Name: "log_loss", Title: "Test log loss (mean over rows and labels)", Axis: "Test log loss (nats)", Bounds: atLeast0, Traced: true, RowsSE: spreadIn("log_loss_sd")}},
	Of:      LabelSets, AllLabels: true, SD: true,
	Mean: func(r *Row) float64 {
		logs := make([]float64, len(r.P))
		r.eachLabel(func(k int, p float64, labelled bool) { logs[k], _ = truth(p, labelled) })
		engine.Log(logs, logs)
		sum := 0.0
		for _, v := range logs {
			sum -= v
		}
		return sum / float64(len(r.P))
	},
}
