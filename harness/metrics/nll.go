package metrics

import (
	"math"
	"slices"

	"gpcbench/harness/record"
)

// nll is -log max(p_y, 1e-300) of the row's class y: its mean, median and standard deviation over rows.
var nll = Kind{Of: Classes, New: func(Set) Accumulator { return &logLosses{} }, Metrics: []Metric{
	{Name: "nll", Title: "Test NLL (mean over rows)", Axis: "Test NLL (nats)", Progress: "nll", Loss: true, Bounds: atLeast0, Traced: true, RowsSE: spreadIn("nll_sd"), Untrained: math.Log, AtRow: surprise},
	{Name: "nll_median", Title: "Test NLL (median over rows)", Axis: "Median test NLL (nats)", Bounds: atLeast0, Traced: true, Untrained: math.Log},
	{Name: "nll_sd", Title: "Standard deviation of the NLL over rows", Axis: "sd of NLL (nats)", Unranked: true, Bounds: atLeast0},
}}

type logLosses struct{ numbers }

func (l *logLosses) Add(r *Row) { l.add(surprise(r.P, r.Class)) }

// surprise returns the NLL of one row.
func surprise(probabilities []float64, class int) float64 {
	p := probabilities[class]
	if p < record.LeastProbability {
		p = record.LeastProbability
	}
	return -math.Log(p)
}

func (l *logLosses) Values(to map[string]float64) {
	to["nll"] = l.mean()
	if !l.forgotten {
		to["nll_sd"], to["nll_median"] = l.sd(), median(l.each)
	}
}

// median returns the middle value, or the mean of the middle two if their number
// is even. It sorts values.
func median(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	if n%2 == 1 {
		return values[n/2]
	}
	return (values[n/2-1] + values[n/2]) / 2
}

// spreadIn returns the standard error of a mean over rows whose standard
// deviation over rows is another metric of the record.
func spreadIn(sd string) func(value, n float64, r record.Record) (float64, bool) {
	return func(_, n float64, r record.Record) (float64, bool) {
		v, ok := r.Metrics[sd]
		return v / math.Sqrt(n), ok
	}
}
