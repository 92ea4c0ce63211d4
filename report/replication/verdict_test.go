package replication

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/data/split"
	"gpcbench/harness/record"
	"gpcbench/harness/record/recordtest"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/wording"
)

// one is an experiment with a single cell of a table: label M on data set d,
// with the given records, compared with one published value.
func one(profile, metric string, divided split.Spec, values []float64, failed int, published PublishedValue) (*Experiment, *PublishedTable, Verdict) {
	in := Input{Input: analysis.Input{
		Spec: &spec.Spec{
			Name: "p/t", Profile: profile, Datasets: []spec.Dataset{{Name: "d", Split: divided}}, Methods: []spec.Method{{Name: "m", Label: "M"}},
		},
		Records: map[string]record.Record{},
	}}
	for i := range len(values) + failed {
		c := record.Cell{ID: fmt.Sprint(i), Dataset: "d", Label: "M", Method: "m", Repeat: i}
		r := record.Record{Cell: c, Status: record.Failed, Error: "no"}
		if i < len(values) {
			r.Status, r.Metrics = record.OK, map[string]float64{metric: values[i]}
			r.Timing.WallSeconds = values[i]
			r.Provenance = map[string]string{"test_rows": "100"}
		}
		in.Cells = append(in.Cells, &record.Planned{Cell: c})
		in.Records[c.ID] = r
	}
	p := New(in)
	t := &PublishedTable{Name: "table", Spread: "sd", Repeats: 10, Values: []PublishedValue{published}}
	g := p.Group(analysis.Coordinates{"dataset": "d", "label": "M"})
	return p, t, p.judge(t, published, g, metric, analysis.Summarise(g.OK, metric, "mean"))
}

// around returns ten values with a mean and a standard deviation.
func tenAround(mean, sd float64) []float64 {
	x := make([]float64, 10)
	for i := range x {
		x[i] = mean + sd*math.Sqrt(0.9)*float64(2*(i%2)-1)
	}
	return x
}

func TestVerdict(t *testing.T) {
	kfold := split.Spec{Kind: "kfold", Folds: 10}
	fixedSplit := split.Spec{Kind: "published"}
	value := func(v, spread string) PublishedValue {
		return PublishedValue{At: map[string]string{"dataset": "d", "label": "M"}, Value: v, Spread: spread}
	}
	for _, c := range []struct {
		name, profile, metric string
		split                 split.Spec
		values                []float64
		failed                int
		published             PublishedValue
		want                  string
	}{
		// se 0, 0: half a unit decides, the edge included
		{"half a unit", "paper", "error", kfold, tenAround(0.235, 0), 0, value("0.23", "0.00"), wording.Reproduced},
		{"beyond half a unit", "paper", "error", kfold, tenAround(0.2351, 0), 0, value("0.23", "0.00"), wording.Worse},
		{"half a unit below", "paper", "error", kfold, tenAround(0.225, 0), 0, value("0.23", ""), wording.Reproduced},
		{"better", "paper", "error", kfold, tenAround(0.2249, 0), 0, value("0.23", ""), wording.Better},
		{"coarse digits", "paper", "error", kfold, tenAround(0.249, 0), 0, value("0.2", ""), wording.Reproduced},
		// tolerance 2 sqrt(0.03^2 + 0.04^2) + 0.005 = 0.105
		{"both errors", "paper", "nll", kfold, tenAround(0.6245, 0.03*math.Sqrt(10)), 0, value("0.53", fmt.Sprint(0.04*math.Sqrt(10))), wording.Reproduced},
		{"beyond both", "paper", "nll", kfold, tenAround(0.6355, 0.03*math.Sqrt(10)), 0, value("0.53", fmt.Sprint(0.04*math.Sqrt(10))), wording.Worse},
		// a fifth of 0.52 is 0.104
		{"more than a fifth", "paper", "nll", kfold, tenAround(0.52, 0.03*math.Sqrt(10)), 0, value("0.52", fmt.Sprint(0.04*math.Sqrt(10))), wording.TooNoisy},
		{"worse beyond a tolerance that tells nothing", "paper", "nll", kfold, tenAround(0.6255, 0.03*math.Sqrt(10)), 0, value("0.52", fmt.Sprint(0.04*math.Sqrt(10))), wording.Worse},
		// tolerance 2 * 0.0075 + 0.005 = 0.02, two units
		{"two units", "paper", "error", kfold, tenAround(0.03, 0.0075*math.Sqrt(10)), 0, value("0.02", ""), wording.Reproduced},
		{"more than two units", "paper", "error", kfold, tenAround(0.03, 0.0076*math.Sqrt(10)), 0, value("0.02", ""), wording.TooNoisy},
		{"more is better", "paper", "auc", kfold, tenAround(0.9, 0), 0, value("0.80", ""), wording.Better},
		{"less is worse", "paper", "auc", kfold, tenAround(0.7, 0), 0, value("0.80", ""), wording.Worse},
		{"nine repeats", "paper", "error", kfold, tenAround(0.23, 0)[:9], 0, value("0.23", ""), wording.Preliminary},
		{"a failure makes nine", "paper", "error", kfold, tenAround(0.23, 0)[:9], 1, value("0.23", ""), wording.FailedCell},
		{"ten and a failure", "paper", "error", kfold, tenAround(0.23, 0), 1, value("0.23", ""), wording.Reproduced},
		{"all failed", "paper", "error", kfold, nil, 10, value("0.23", ""), wording.FailedCell},
		{"quick profile", "quick", "error", kfold, tenAround(0.23, 0), 0, value("0.23", ""), wording.Preliminary},
		{"not run", "paper", "error", kfold, nil, 0, value("0.23", ""), wording.NotRun},
		{"one fold", "paper", "error", kfold, []float64{0.23}, 0, value("0.23", ""), wording.Preliminary},
		// binomial se sqrt(0.2 * 0.8 / 100) = 0.04, so the tolerance is 0.085
		{"one published split", "paper", "error", fixedSplit, []float64{0.2}, 0, value("0.28", ""), wording.TooNoisy},
		{"one published split, off", "paper", "error", fixedSplit, []float64{0.2}, 0, value("0.30", ""), wording.Better},
		// further end after Clopper and Pearson 0.2918: tolerance 2 * 0.0469 + 0.005 = 0.0987
		{"one published split, within by the corrected se alone", "paper", "error", fixedSplit, []float64{0.2}, 0, value("0.29", ""), wording.TooNoisy},
		{"no errors", "paper", "error", fixedSplit, []float64{0}, 0, value("0.02", ""), wording.TooNoisy},
		{"one split, no se", "paper", "brier", fixedSplit, []float64{0.2}, 0, value("0.29", ""), wording.Preliminary},
		{"a word", "paper", "nll", kfold, tenAround(0.23, 0), 0, value("Large", ""), wording.Better},
		{"time", "paper", "seconds", kfold, tenAround(3, 0), 0, value("6", ""), ""},
	} {
		_, _, v := one(c.profile, c.metric, c.split, c.values, c.failed, c.published)
		if v.Verdict != c.want {
			t.Errorf("%s: got %q (%s), want %q", c.name, v.Verdict, v.Note, c.want)
		}
		if c.name == "ten and a failure" && v.Note == "" {
			t.Errorf("%s: nothing is said of the failure", c.name)
		}
		if c.name == "time" && (v.Ratio == nil || *v.Ratio != 0.5) {
			t.Errorf("time: ratio %v, want 0.5", v.Ratio)
		}
	}
}

// A single repeat that is selected of ten published splits is one of too few, however far from the paper's number.
func TestVerdictOfOneOfManyPublishedSplits(t *testing.T) {
	published := PublishedValue{At: map[string]string{"dataset": "d", "label": "M"}, Value: "0.30"}
	for repeats, want := range map[int]string{0: wording.Better, 1: wording.Better, 10: wording.Preliminary} {
		p, table, _ := one("paper", "error", split.Spec{Kind: "published"}, []float64{0.2}, 0, published)
		p.Spec.Datasets[0].Repeats = repeats
		g := p.Group(published.At)
		if v := p.judge(table, published, g, "error", analysis.Summarise(g.OK, "error", "mean")); v.Verdict != want {
			t.Errorf("repeats = %d: got %q (%s), want %q", repeats, v.Verdict, v.Note, want)
		}
	}
}

// A word that published.toml explains stands for every number above its threshold.
func TestVerdictOnWords(t *testing.T) {
	large := PublishedValue{At: map[string]string{"dataset": "d", "label": "M"}, Metric: "nll", Value: "Large"}
	for ours, want := range map[float64]string{0.70: wording.Reproduced, 25: wording.Reproduced, 0.69: wording.Better} {
		p, table, _ := one("paper", "nll", split.Spec{Kind: "kfold"}, tenAround(ours, 0), 0, large)
		table.Words = map[string]float64{"Large": math.Ln2}
		g := p.Group(large.At)
		if v := p.judge(table, large, g, "nll", analysis.Summarise(g.OK, "nll", "median")); v.Verdict != want || v.Tolerance != nil {
			t.Errorf("ours %v: %+v, want %s", ours, v, want)
		}
	}
}

// Of one split a number is reproduced by three seeds, whose standard deviation is in the tolerance twice:
// in the mean of ours, and in the paper's one.
func TestVerdictOfSeeds(t *testing.T) {
	published := PublishedValue{At: map[string]string{"dataset": "d", "label": "M"}, Metric: "error", Value: "0.60"}
	fixedSplit := split.Spec{Kind: "published"}
	for values, want := range map[[3]float64]string{
		{0.58, 0.60, 0.62}: wording.Reproduced,
		{0.58, 0.62}:       wording.TooNoisy,
		{0.60}:             wording.TooNoisy,
		{0.90}:             wording.Worse,
		{0.90, 0.30, 0.95}: wording.TooNoisy,
	} {
		x := slices.DeleteFunc(values[:], func(v float64) bool { return v == 0 })
		p, table, _ := one("paper", "error", fixedSplit, x, 0, published)
		for i := 1; i < len(p.Cells); i++ {
			r := p.Records[p.Cells[i].ID]
			p.Cells[i].SameRows, r.SameRows = true, true
			p.Records[p.Cells[i].ID] = r
		}
		g := p.GroupOfSeeds(published.At)
		s := analysis.Summarise(g.OK, "error", "mean")
		v := p.judge(table, published, g, "error", s)
		if v.Verdict != want || v.Repeats != len(x) || g.Splits != 1 {
			t.Errorf("%v: %s (%s) of %d, want %s", x, v.Verdict, v.Note, v.Repeats, want)
		}
		if want == wording.Reproduced { // R: binom.test(60, 100)$conf.int, sd(c(.58, .60, .62))
			recordtest.Near(t, "tolerance", *v.Tolerance, 0.1196096012039466)
		}
		if own := p.Group(published.At); own.Planned != 1 || len(own.OK) != 1 {
			t.Errorf("%v: methods would be compared over %d seeds", x, len(own.OK))
		}
	}
}

func TestVerdictOnData(t *testing.T) {
	published := PublishedValue{At: map[string]string{"dataset": "d", "label": "M"}, Value: "0.23"}
	p, table, _ := one("paper", "error", split.Spec{Kind: "kfold"}, tenAround(0.23, 0), 0, published)
	p.Datasets[0] = record.Dataset{Name: "d", Available: true, Differs: "20 attributes"}
	g := p.Group(analysis.Coordinates{"dataset": "d", "label": "M"})
	if v := p.judge(table, published, g, "error", analysis.Summarise(g.OK, "error", "mean")); v.Verdict != wording.DataDiffers || !v.Within() {
		t.Errorf("other data: %+v", v)
	}
	p.Datasets[0] = record.Dataset{Name: "d", Available: true, Assumed: "class 1 against the rest"}
	if v := p.judge(table, published, g, "error", analysis.Summarise(g.OK, "error", "mean")); v.Verdict != wording.TaskAssumed || v.Note != "class 1 against the rest" || !v.Within() {
		t.Errorf("an assumed task: %+v", v)
	}
	p.Datasets[0] = record.Dataset{Name: "d", Missing: "no file"}
	if v := p.judge(table, published, analysis.Group{At: g.At}, "error", analysis.Summarise(nil, "error", "mean")); v.Verdict != wording.NoData || v.Note != "no file" {
		t.Errorf("no data: %+v", v)
	}
}

func TestImpossible(t *testing.T) {
	at := func(d string) map[string]string { return map[string]string{"dataset": d, "label": "M"} }
	table := &PublishedTable{Values: []PublishedValue{
		{at("certain"), "error", "0.36", ""}, {at("certain"), "nll", "0.05", ""},
		{at("rounding"), "error", "0.02", ""}, {at("rounding"), "nll", "0.01", ""},
		{at("possible"), "error", "0.17", ""}, {at("possible"), "nll", "0.16", ""},
		{at("alone"), "nll", "0.00", ""},
		{at("word"), "error", "0.3", ""}, {at("word"), "nll", "Large", ""},
	}}
	got := table.Impossible()
	if len(got) != 2 || !strings.Contains(got[0], "certain") || strings.Contains(got[0], "rounding") || !strings.Contains(got[1], "within the rounding") {
		t.Errorf("%q", got)
	}
}

func TestCheck(t *testing.T) {
	verdict := func(dataset, verdict string) Verdict {
		return Verdict{Experiment: "e", Profile: "paper", Table: "t", At: map[string]string{"dataset": dataset}, Metric: "error", Verdict: verdict, Published: "0.2"}
	}
	kept := []Verdict{
		verdict("same", wording.Reproduced), verdict("up", wording.Worse), verdict("down", wording.Better), verdict("gone", wording.Reproduced), verdict("lost", wording.Better),
		verdict("never", wording.NotRun), verdict("sideways", wording.Better), verdict("coarser", wording.Reproduced), verdict("noisy", wording.TooNoisy),
	}
	now := []Verdict{
		verdict("same", wording.Reproduced), verdict("up", wording.Better), verdict("down", wording.Worse), verdict("gone", wording.NotRun),
		verdict("never", wording.Worse), verdict("sideways", wording.Reproduced), verdict("coarser", wording.TooNoisy), verdict("noisy", wording.Worse),
	}
	regressions, err := Check(kept, now)
	if len(regressions) != 2 || !strings.Contains(regressions[0], "down") || !strings.Contains(regressions[1], "noisy, error was too noisy and is now worse") {
		t.Errorf("regressions %v", regressions)
	}
	if _, ok := errors.AsType[*MissingError](err); !ok || strings.Count(err.Error(), "cannot be compared") != 2 {
		t.Errorf("missing: %v", err)
	}
	if regressions, err := Check(kept, kept); len(regressions) > 0 || err != nil {
		t.Errorf("with itself: %v, %v", regressions, err)
	}

	path := filepath.Join(t.TempDir(), "results", "verdicts.json")
	claims := []KeptClaim{{Experiment: "e", Profile: "paper", Claim: "c", Outcome: wording.Holds, History: []document.Dated{{Since: "2026-11-26", Outcome: wording.Holds}}}}
	if err := WriteVerdicts(path, Kept{}.With(now, claims)); err != nil {
		t.Fatal(err)
	}
	back, err := ReadVerdicts(path)
	if err != nil || len(back.Verdicts) != len(now) || back.Verdicts[0].At["dataset"] != "coarser" || !reflect.DeepEqual(back.Claims, claims) {
		t.Errorf("read back %+v, %v", back, err)
	}
}

// A claim keeps its outcomes with the day on which each was first kept, as long as they change.
func TestHistory(t *testing.T) {
	claim := func(outcome string) KeptClaim {
		return KeptClaim{Experiment: "e", Profile: "paper", Claim: "c", As: "first", Outcome: outcome}
	}
	var k Kept
	for _, day := range []struct{ day, outcome string }{
		{"2026-11-22", wording.CannotTell}, {"2026-11-23", wording.CannotTell}, {"2026-11-24", wording.Holds}, {"2026-11-25", wording.CannotTell},
	} {
		now := claim(day.outcome)
		now.History = k.History(now, day.day)
		other := now
		other.As, other.History = "second", []document.Dated{{Since: "2026-01-01", Outcome: wording.DoesNotHold}}
		k = Kept{Claims: []KeptClaim{other, now}}
	}
	want := []document.Dated{{Since: "2026-11-22", Outcome: wording.CannotTell}, {Since: "2026-11-24", Outcome: wording.Holds}, {Since: "2026-11-25", Outcome: wording.CannotTell}}
	if got := k.History(claim(wording.CannotTell), ""); !slices.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
	if got := k.History(claim(wording.DoesNotHold), ""); !slices.Equal(got, append(want, document.Dated{Outcome: wording.DoesNotHold})) {
		t.Errorf("with another outcome %v", got)
	}
}

// What is kept of other experiments and profiles stays, and of those that are checked what is
// now takes its place.
func TestKeptApart(t *testing.T) {
	k := Kept{
		Verdicts: []Verdict{{Experiment: "b", Profile: "paper"}, {Experiment: "a", Profile: "quick"}, {Experiment: "a", Profile: "paper"}},
		Claims:   []KeptClaim{{Experiment: "a", Profile: "paper", Claim: "gone"}, {Experiment: "b", Profile: "paper", Claim: "c"}},
	}
	in, rest := k.Apart(func(experiment, profile string) bool { return experiment == "a" && profile == "paper" })
	if len(in.Verdicts) != 1 || in.Verdicts[0].Experiment != "a" || len(in.Claims) != 1 || in.Claims[0].Claim != "gone" {
		t.Errorf("in: %+v", in)
	}
	now := rest.With([]Verdict{{Experiment: "a", Profile: "paper", Verdict: wording.Worse}}, nil)
	if len(now.Verdicts) != 3 || now.Verdicts[0].Verdict != wording.Worse || len(now.Claims) != 1 || now.Claims[0].Claim != "c" {
		t.Errorf("now: %+v", now)
	}
}

func TestCheckClaims(t *testing.T) {
	claim := func(name, outcome string) KeptClaim {
		return KeptClaim{Experiment: "e", Profile: "paper", Claim: name, Outcome: outcome}
	}
	lacking := claim("lacking", wording.CannotTell)
	lacking.Lacks = "no records of e"
	kept := []KeptClaim{
		claim("same", wording.Holds), claim("up", wording.HoldsInPart), claim("down", wording.Holds), claim("down again", wording.HoldsInPart), claim("open", wording.Holds),
		claim("gone", wording.Holds), claim("lacking", wording.Holds), claim("never", wording.DoesNotHold), claim("gone, too", wording.CannotTell),
	}
	now := []KeptClaim{
		claim("same", wording.Holds),
		claim("up", wording.Holds),
		claim("down", wording.HoldsInPart),
		claim("down again", wording.DoesNotHold),
		claim("open", wording.CannotTell),
		lacking,
		claim("never", wording.CannotTell),
	}
	got, missing := Check(kept, now)
	want := []string{
		"e [paper]: claim down: holds, and now holds in part", "e [paper]: claim down again: holds in part, and now does not hold",
		"e [paper]: claim open: holds, and now cannot tell",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	const lost = "e [paper]: claim gone: holds, and cannot be compared: published.toml has no such claim or reading any more: `runexp check --update` keeps what there is\n" +
		"e [paper]: claim lacking: holds, and cannot be compared: no records of e"
	if missing == nil || missing.Error() != lost {
		t.Errorf("missing: %v", missing)
	}
	if counts := CountClaims(now); len(counts) != 4 ||
		counts[0] != (document.Count{Verdict: wording.Holds, Numbers: 2}) ||
		counts[3] != (document.Count{Verdict: wording.CannotTell, Numbers: 3}) {
		t.Errorf("counts %+v", counts)
	}
}
