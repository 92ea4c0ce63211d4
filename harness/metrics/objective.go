package metrics

import "gpcbench/harness/record"

// objectives is the quantity that the fit maximises, at its end and at each point of the trace.
var objectives = Kind{Metrics: []Metric{
	{Name: "objective", Title: "Objective: log Z or a lower bound on it", Axis: "Objective (nats)", HigherIsBetter: true, Unranked: true, Objective: true, Bounds: anyNumber, Traced: true,
		ofRecord: lastObjective, ofPoint: objective},
}}

// lastObjective returns the objective at the end of the trace.
func lastObjective(r record.Record) (float64, bool) {
	v, ok := 0.0, false
	for p := range r.Points() {
		v, ok = objective(p)
	}
	return v, ok
}

func objective(p record.Point) (float64, bool) {
	if p.Objective == nil {
		return 0, false
	}
	return *p.Objective, true
}
