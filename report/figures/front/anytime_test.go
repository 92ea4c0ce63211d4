package front

import (
	"fmt"
	"math"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
)

// withShares is an experiment of three methods and the classes' shares on six data sets.
func withShares() *analysis.Experiment {
	in := analysis.Input{Spec: &spec.Spec{Methods: []spec.Method{
		{Name: "ep", Label: "good"}, {Name: "vi", Label: "near"}, {Name: "logistic", Label: "bad"}, {Name: "majority", Label: "Shares"},
	}}, Records: map[string]record.Record{}}
	for d := range 6 {
		name := fmt.Sprintf("d%d", d)
		in.Datasets = append(in.Datasets, record.Dataset{Name: name, Available: true})
		for i, m := range in.Spec.Methods {
			for repeat := range 2 {
				c := record.Cell{ID: fmt.Sprint(name, m.Label, repeat), Dataset: name, Label: m.Label, Method: m.Name, Repeat: repeat}
				nll, seconds := []float64{0.25, 0.5, 0.75, 1}[i], []float64{8, 4, 1, 1}[i]
				r := record.Record{Cell: c, Status: record.OK, Metrics: map[string]float64{"nll": nll}}
				for k, times := range []float64{2, 1.01, 1} {
					r.Trace = append(r.Trace, record.Point{Seconds: seconds * []float64{0.5, 1, 2}[k], Iteration: k + 1, Metrics: map[string]float64{"nll": times * nll}})
				}
				in.Cells, in.Records[c.ID] = append(in.Cells, record.Planned{Cell: c}), r
			}
		}
	}
	return analysis.New(in)
}

func TestAnytime(t *testing.T) {
	p := withShares()
	a, ok := newAnytime(p, nil, "seconds")
	if !ok || len(a.sets) != 6 || len(a.curves) != 3 {
		t.Fatalf("%v %+v", ok, a.sets)
	}
	// "bad" begins at 0.5 s, "good" ends at 16 s.
	good := a.curves[0]
	if n := len(good.X); math.Abs(good.X[0]-0.5) > 1e-9 || math.Abs(good.X[n-1]-16) > 1e-9 {
		t.Errorf("from %g to %g s", good.X[0], good.X[n-1])
	}
	for i, x := range good.X {
		want := 1.0
		switch {
		case x >= 16:
			want = 0.25
		case x >= 8:
			want = 0.2525
		case x >= 4:
			want = 0.5
		}
		if math.Abs(good.Y[i]-want) > 1e-12 {
			t.Errorf("%g of the shares' NLL left at %g s, want %g", good.Y[i], x, want)
		}
		if least := min(a.curves[0].Y[i], a.curves[1].Y[i], a.curves[2].Y[i]); a.front.Y[i] != least {
			t.Errorf("the front at %g s is %g, not %g", x, a.front.Y[i], least)
		}
	}
	p.Spec.Methods = p.Spec.Methods[:3]
	if _, ok := newAnytime(p, nil, "seconds"); ok {
		t.Error("there are no shares to compare with")
	}
	p = withShares()
	p.Labels = []string{"Shares"}
	if _, ok := newAnytime(p, nil, "seconds"); ok {
		t.Error("there are no methods to draw")
	}
}
