package metrics

// hammingLoss is the share of pairs of a row and a label with a probability on the wrong side of
// 1/2.
var hammingLoss = Kind{
	Metrics: []Metric{{Name: "hamming_loss", Title: "Hamming loss", Axis: "Hamming loss", Bounds: share, RowsSE: spreadIn("hamming_loss_sd")}},
	Of:      LabelSets, AllLabels: true, SD: true,
	Mean: func(r *Row) float64 {
		wrong := 0
		r.eachLabel(func(_ int, p float64, labelled bool) {
			if (p > 0.5) != labelled {
				wrong++
			}
		})
		return float64(wrong) / float64(len(r.P))
	},
}
