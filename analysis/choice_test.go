package analysis

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"gpcbench/analysis/statistics"
	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
	"gpcbench/harness/spec"
)

// tables is an experiment of tables of the user's own, with the NLL of each label in each of five
// repeats.
func tables(nll map[string][5]float64, method map[string]string, names ...string) *Experiment {
	in := Input{
		Spec:    &spec.Spec{Name: "e", Tables: []spec.Table{{Rows: "dataset", Columns: "label", Metrics: []string{"nll"}, Summary: "mean"}}},
		Records: map[string]record.Record{},
	}
	for _, name := range names {
		in.Spec.Datasets = append(in.Spec.Datasets, spec.Dataset{Name: name})
		in.Datasets = append(in.Datasets, record.Dataset{Name: name, Own: true, Rows: 100, ClassNames: []string{"no", "yes"}, ClassRows: []int{70, 30}})
	}
	for _, label := range []string{"A", "B", "Linear", "Shares", "New"} {
		if _, runs := method[label]; runs {
			in.Spec.Methods = append(in.Spec.Methods, spec.Method{Name: method[label], Label: label})
		}
		for _, name := range names {
			for repeat, v := range nll[label] {
				if _, runs := method[label]; !runs {
					continue
				}
				c := record.Cell{ID: name + label + string(rune('0'+repeat)), Dataset: name, Repeat: repeat, Method: method[label], Label: label}
				in.Cells = append(in.Cells, &record.Planned{Cell: c})
				in.Records[c.ID] = record.Record{Cell: c, Status: record.OK, Metrics: map[string]float64{"nll": v, "error": v / 4},
					Provenance: map[string]string{"train_rows": "80", "test_rows": "20"}}
			}
		}
	}
	return New(in)
}

// answered is one of one table.
func answered(nll map[string][5]float64, method map[string]string) *Experiment {
	return tables(nll, method, "my")
}

var (
	fiveRepeats = map[string][5]float64{
		"A": {0.200, 0.220, 0.210, 0.230, 0.240}, "B": {0.203, 0.219, 0.212, 0.229, 0.244},
		"Linear": {0.50, 0.52, 0.51, 0.53, 0.545}, "Shares": {0.61, 0.61, 0.62, 0.61, 0.60}, "New": {0.1, 0.2, 0.1, 0.2, 0.15},
	}
	fourMethods = map[string]string{"A": "xgpc", "B": "svgp", "Linear": "logistic", "Shares": "majority"}
)

// own is the choice on one table.
func own(t *testing.T, p *Experiment) Choice {
	t.Helper()
	choices, over := p.Choices()
	if len(choices) != 1 || over != nil {
		t.Fatalf("%d choices, %d over data sets", len(choices), len(over))
	}
	return choices[0]
}

// The best is the one of the lowest mean; floors stand last and are no rivals.
func TestChoiceOnOneTable(t *testing.T) {
	c := own(t, answered(fiveRepeats, fourMethods))
	if best := c.Best(); best.Label != "A" || math.Abs(best.Loss-0.22) > 1e-12 || c.Repeats != 5 || !c.Recommends() || !c.Complete() {
		t.Errorf("%+v", c)
	}
	if got := [][]string{c.Labels(AsGood), c.Labels(Worse), c.Labels(Undecided), c.Labels(Floor)}; fmt.Sprint(got) != "[[A B] [Linear] [] [Shares]]" {
		t.Errorf("%q", got)
	}
	less := func(b string) (d []float64) {
		for i, v := range fiveRepeats["Linear"] {
			d = append(d, v-fiveRepeats[b][i])
		}
		return d
	}
	inCommon := statistics.Design{Ratio: 20. / 80, Tested: 0.2, Trained: 0.8}.C() // B is the less likely of its two rivals
	if s := c.Standings[2]; s.Label != "Linear" {
		t.Errorf("%+v", s)
	} else {
		recordtest.Near(t, "P of Linear", s.P*1e9, 2e9*statistics.MeanInterval(less("B"), inCommon).Above())
		recordtest.Near(t, "mean difference", s.ToBest.Mean, 0.301)
	}
}

// without takes records out of an experiment: cells with a suffix "!" have failed, others are
// missing.
func without(p *Experiment, cells ...string) *Experiment {
	for _, id := range cells {
		if failed, ok := strings.CutSuffix(id, "!"); ok {
			r := p.Records["my"+failed]
			r.Status, r.Metrics = record.Failed, nil
			p.Records["my"+failed] = r
		} else {
			delete(p.Records, "my"+id)
		}
	}
	return p
}

// Means over different repeats are no comparison: B has not run the repeats that are hard, and
// would win.
func TestChoiceOverCommonRepeats(t *testing.T) {
	made := func() *Experiment {
		return answered(map[string][5]float64{
			"A": {0.20, 0.22, 0.21, 0.90, 0.94}, "B": {0.30, 0.31, 0.32, 0.99, 1.01}, "Linear": {0.50, 0.52, 0.51, 1.53, 1.545},
		}, map[string]string{"A": "xgpc", "B": "svgp", "Linear": "logistic"})
	}
	c := own(t, without(made(), "B3!", "B4"))
	if best := c.Best(); best.Label != "A" || math.Abs(best.Loss-0.21) > 1e-12 || c.Repeats != 3 || c.Planned != 5 || len(c.NotCompared) != 0 || c.Complete() {
		t.Errorf("%+v", c)
	}
	for what, of := range map[string]struct {
		gone    []string
		repeats int
		absent  []string
		alone   bool
	}{
		"less than half":             {[]string{"B2!", "B3!", "B4"}, 5, []string{"B"}, false},
		"none":                       {[]string{"B0!", "B1!", "B2!", "B3!", "B4!"}, 5, []string{"B"}, false},
		"one each":                   {[]string{"A1", "A2", "A3", "A4", "B1", "B2", "B3", "B4", "Linear1", "Linear2", "Linear3", "Linear4"}, 1, nil, false},
		"stopped in repeat 1":        {[]string{"A2", "A3", "A4", "B1", "B2", "B3", "B4", "Linear1", "Linear2", "Linear3", "Linear4"}, 1, nil, false},
		"two have two":               {[]string{"A2", "A3", "A4", "B2", "B3", "B4", "Linear1", "Linear2", "Linear3", "Linear4"}, 2, []string{"Linear"}, false},
		"too few in common":          {[]string{"A4", "B0", "B1", "Linear0", "Linear2", "Linear3!"}, 2, []string{"Linear"}, false},
		"none but one":               {[]string{"B0", "B1", "B2", "B3", "B4", "Linear0!", "Linear1!", "Linear2!", "Linear3!", "Linear4!"}, 5, []string{"B", "Linear"}, true},
		"one of one label, one half": {[]string{"B1!", "B2!", "B3!", "B4!"}, 5, []string{"B"}, false},
	} {
		c := own(t, without(made(), of.gone...))
		if c.Repeats != of.repeats || !slices.Equal(c.NotCompared, of.absent) || (len(c.Standings) == 1) != of.alone || c.Best().Label != "A" {
			t.Errorf("%s: %+v", what, c)
		}
	}
}

// A method whose differences are all the same is not tested, and one split tests nothing: that is
// lack of evidence.
func TestChoiceWithoutTests(t *testing.T) {
	p := answered(map[string][5]float64{"A": {0.25, 0.5, 0.25, 0.5, 0.75}, "B": {0.5, 0.75, 0.5, 0.75, 1}}, map[string]string{"A": "xgpc", "B": "svgp"})
	if c := own(t, p); !slices.Equal(c.Labels(Undecided), []string{"A", "B"}) {
		t.Errorf("%+v", c)
	}
	for id, r := range p.Records {
		if r.Repeat > 0 {
			delete(p.Records, id)
		}
	}
	if c := own(t, p); !slices.Equal(c.Labels(Undecided), []string{"A", "B"}) || !math.IsNaN(c.Best().P) {
		t.Errorf("%+v", c)
	}
}

// Rows of one split are paired where predictions were kept: the probability that B has of a row's class is 0.9 to
// 0.5 of A's.
func TestChoiceByRows(t *testing.T) {
	p := answered(map[string][5]float64{"A": {0.5}, "B": {0.9}}, map[string]string{"A": "xgpc", "B": "svgp"})
	for id, r := range p.Records {
		if r.Repeat > 0 {
			delete(p.Records, id)
			continue
		}
		r.Provenance = map[string]string{"train_rows": "80", "test_rows": "5"}
		p.Records[id] = r
	}
	p.OpenPredictions = func(cell string) (io.ReadCloser, string, error) {
		text := "row,class,p(no),p(yes)\n"
		for i, v := range []float64{0.9, 0.8, 0.7, 0.6, 0.5} {
			if strings.Contains(cell, "A") {
				v = 1
			}
			text += fmt.Sprintf("%d,yes,%g,%g\n", i, 1-0.8*v, 0.8*v)
		}
		return io.NopCloser(strings.NewReader(text)), cell, nil
	}
	c := own(t, p)
	if !slices.Equal(c.Labels(Worse), []string{"B"}) {
		t.Fatalf("%+v", c)
	}
	// scipy.stats.ttest_1samp(-log([.9, .8, .7, .6, .5]), 0, alternative="greater").pvalue
	recordtest.Near(t, "P of B", c.Standings[1].P, 0.011002087465097277)
}

// Where no method is better than the shares, none is to be taken.
func TestFloorsAreNotRecommended(t *testing.T) {
	c := own(t, answered(map[string][5]float64{"A": {0.7, 0.8, 0.7, 0.8, 0.7}, "Shares": {0.61, 0.61, 0.62, 0.61, 0.60}}, map[string]string{"A": "xgpc", "Shares": "majority"}))
	if c.Recommends() || c.Best().Stands == Floor || c.Best().AboveShares != 1 {
		t.Errorf("%+v", c)
	}
}

// manySets is an experiment of four methods on data sets of the catalogue: "good" is the best, "near" within
// 0.01 of it, "bad" worse by 0.1 or so, and worse than the shares on one.
func manySets(n int) *Experiment {
	in := Input{Spec: &spec.Spec{Name: "gpcbench/test", Profile: "paper", Advice: true, Methods: []spec.Method{
		{Name: "ep", Label: "good"}, {Name: "vi", Label: "near"}, {Name: "logistic", Label: "bad"}, {Name: "majority", Label: "Shares"},
	}}, Records: map[string]record.Record{}}
	for d := range n {
		name := fmt.Sprintf("d%d", d)
		in.Datasets = append(in.Datasets, record.Dataset{Name: name, Available: true})
		for i, m := range in.Spec.Methods {
			for repeat := range 2 {
				c := record.Cell{ID: fmt.Sprint(name, m.Label, repeat), Dataset: name, Label: m.Label, Method: m.Name, Repeat: repeat}
				nll := 0.3 + 0.05*float64(d) + []float64{0, 0.001 + 0.004*float64(d%3-1), 0.05 + 0.02*float64(d%5), 0.6 - 0.08*float64(d)}[i] + 0.01*float64(repeat)
				seconds := []float64{8, 4, 1, 1}[i]
				r := record.Record{Cell: c, Status: record.OK, Metrics: map[string]float64{"nll": nll, "error": nll / 3}}
				r.Trace = []record.Point{
					{Seconds: seconds / 2, Iteration: 1, Metrics: map[string]float64{"nll": 2 * nll}},
					{Seconds: seconds, Iteration: 2, Metrics: map[string]float64{"nll": 1.01 * nll}},
					{Seconds: 2 * seconds, Iteration: 4, Metrics: map[string]float64{"nll": nll}},
				}
				in.Cells, in.Records[c.ID] = append(in.Cells, &record.Planned{Cell: c}), r
			}
		}
	}
	return New(in)
}

// over is the choice over data sets.
func over(t *testing.T, p *Experiment) Choice {
	t.Helper()
	_, choices := p.Choices()
	if len(choices) != 1 {
		t.Fatalf("%d choices", len(choices))
	}
	return choices[0]
}

func TestChoiceOverSets(t *testing.T) {
	c := over(t, manySets(8))
	if !c.Recommends() || c.Best().Label != "good" || c.Best().Seconds != 8 || len(c.Sets) != 8 {
		t.Fatalf("%+v", c)
	}
	if got := [][]string{c.Labels(AsGood), c.Labels(Worse), c.Labels(Undecided), c.Labels(Floor)}; fmt.Sprint(got) != "[[good near] [bad] [] [Shares]]" {
		t.Errorf("%q", got)
	}
	bad := c.Standings[2]
	recordtest.Near(t, "P of bad, which is worse on all eight", bad.P, 1./256)
	recordtest.Near(t, "regret of bad", bad.Regret, 0.05+0.02*13/8+0.003*3/8) // near is the best on three
	if bad.AboveShares != 1 || c.Best().AboveShares != 0 {
		t.Errorf("%d and %d above the shares", bad.AboveShares, c.Best().AboveShares)
	}
}

// All numbers of a standing are of the repeats that all methods have: what one has run alone does not count.
func TestStandingOverCommonRepeats(t *testing.T) {
	p := manySets(8)
	for d := range 8 {
		id := fmt.Sprintf("d%dnear1", d)
		r := p.Records[id]
		r.Status, r.Metrics = record.Failed, nil
		p.Records[id] = r
	}
	for _, s := range over(t, New(p.Input)).Standings {
		if math.Abs(s.Secondary-s.Loss/3) > 1e-12 {
			t.Errorf("%s: error %.4f beside the loss %.4f, of which it is a third", s.Label, s.Secondary, s.Loss)
		}
	}
}

// What other programs read of a choice has lists, not null, where there is nothing.
func TestAdvice(t *testing.T) {
	for want, p := range map[string]*Experiment{
		`{"experiment":"e","data_sets":["d0","d1","d2","d3","d4","d5","d6","d7"],` +
			`"complete":true,"best":"good","as_good":["good","near"],"worse":["bad"],"undecided":[],"floor":["Shares"],"methods":null}`: manySets(8),
		`{"experiment":"e","data_sets":["d0"],"complete":true,"best":"","as_good":[],"worse":[],"undecided":[],"floor":["Shares"],"methods":null}`: manySets(1),
	} {
		a := over(t, p).Advice("e")
		methods, err := json.Marshal(a.Methods[len(a.Methods)-1])
		if tested := len(a.DataSets) >= FewestSets; err != nil ||
			strings.Contains(string(methods), `"p":null`) == tested ||
			!strings.HasPrefix(string(methods), `{"label":"Shares","stands":"floor","loss":0.`) {
			t.Errorf("%s, %v", methods, err)
		}
		a.Methods = nil
		if got, err := json.Marshal(a); string(got) != want || err != nil {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
}

// Advice on floors alone says nothing, and that every cell has a record where it is so.
func TestNoAdvice(t *testing.T) {
	p := tables(map[string][5]float64{"Shares": {1, 1, 1, 1, 1}}, map[string]string{"Shares": "majority"}, "d0", "d1")
	if _, over := p.Choices(); len(over) != 0 {
		t.Fatalf("shares alone have a choice: %+v", over)
	}
	if a := p.NoAdvice("e"); !a.Complete || a.Best != "" || len(a.Floor) != 1 {
		t.Errorf("all cells have a record: %+v", a)
	}
	delete(p.Records, p.Cells[0].ID)
	if a := New(p.Input).NoAdvice("e"); a.Complete {
		t.Errorf("a cell has no record: %+v", a)
	}
}

// Below eight data sets, and before all cells have a record, no method is recommended.
func TestNoWords(t *testing.T) {
	if c := over(t, manySets(7)); c.Recommends() || c.Best().Stands != "" {
		t.Errorf("%+v", c)
	}
	p := manySets(9)
	delete(p.Records, "d3near0")
	if c := over(t, p); c.Recommends() || c.Complete() || c.Done != c.Cells-1 || len(c.Sets) != 9 {
		t.Errorf("%+v", c)
	}
	delete(p.Records, "d3near1")
	if c := over(t, p); len(c.Sets) != 8 || slices.Contains(c.Sets, "d3") {
		t.Errorf("%v", c.Sets)
	}
	p.Labels = []string{"Shares"}
	if _, all := p.Choices(); all != nil {
		t.Errorf("%+v", all)
	}
}

// What a pair of methods comes to depends on these two and their data sets alone: another table or
// method changes nothing of it.
func TestPairsStandAlone(t *testing.T) {
	rows := func(p *Experiment, dataset string) map[string]Comparison {
		out := map[string]Comparison{}
		for _, c := range p.Pairwise() {
			if c.At["dataset"] == dataset {
				c.At = nil
				out[c.A+" "+c.B] = c
			}
		}
		return out
	}
	first := rows(answered(fiveRepeats, fourMethods), "my")
	if len(first) != 6 {
		t.Fatalf("%d pairs", len(first))
	}
	more := map[string]string{"A": "xgpc", "B": "svgp", "Linear": "logistic", "Shares": "majority", "New": "ep"}
	for what, p := range map[string]*Experiment{
		"another table":  tables(fiveRepeats, fourMethods, "my", "other"),
		"another method": answered(fiveRepeats, more),
	} {
		now := rows(p, "my")
		for pair, c := range first {
			if fmt.Sprint(now[pair]) != fmt.Sprint(c) {
				t.Errorf("with %s, %s: %+v, not %+v", what, pair, now[pair], c)
			}
		}
	}
	own, _ := tables(fiveRepeats, fourMethods, "my", "other").Choices()
	if alone, _ := answered(fiveRepeats, fourMethods).Choices(); fmt.Sprint(own[0].Standings) != fmt.Sprint(alone[0].Standings) {
		t.Errorf("another table changes the choice on one: %v, not %v", own[0].Standings, alone[0].Standings)
	}
	p := manySets(8)
	before := p.OverSets(nil)
	p.Labels = slices.DeleteFunc(p.Labels, func(label string) bool { return label == "near" })
	for _, c := range p.OverSets(nil) {
		if !slices.ContainsFunc(before, func(b Comparison) bool { return fmt.Sprint(b) == fmt.Sprint(c) }) {
			t.Errorf("without a method: %+v is not among %+v", c, before)
		}
	}
}
