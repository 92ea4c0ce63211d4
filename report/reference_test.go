package report

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// against is an experiment of two approximations of a sampler and a linear
// method without a latent function, on one data set with two repeats of eight
// test rows. files are the predictions by cell.
func against() (in Input, files map[string]string) {
	s := &spec.Spec{
		Name: "paper2020/truth", Profile: "paper", Title: "Distance to the truth", Reference: "Gibbs",
		Datasets: []spec.Dataset{{Name: "d", Split: spec.Split{Kind: "holdout", Train: 0.5}}},
		Methods: []spec.Method{
			{Name: "xgpc", Label: "X-GPC"}, {Name: "xgpc-corrected", Label: "Corrected"}, {Name: "logistic", Label: "Linear"}, {Name: "gibbs", Label: "Gibbs"},
		},
		Tables: []spec.Table{{
			Title: "Table 1", Rows: "dataset", Columns: "label", Metrics: []string{"delta_mean", "delta_variance", "delta_probability", "nll"},
			Summary: "mean", Published: "table1",
		}},
		Figures: []spec.Figure{{Title: "Against the truth", Kind: "scatter", Summary: "mean", Panels: "dataset", Series: "label"}},
	}
	in = Input{
		Spec: s, Records: map[string]record.Record{}, Published: []byte(truthSource), PublishedPath: "paper2020/published.toml",
		Command: "runexp run paper2020/truth --profile paper",
	}
	files = map[string]string{}
	in.Predictions = func(cell string) (io.ReadCloser, error) {
		if text, ok := files[cell]; ok {
			return io.NopCloser(strings.NewReader(text)), nil
		}
		return nil, fmt.Errorf("%s: %w", cell, fs.ErrNotExist)
	}
	for repeat := range 2 {
		for _, m := range s.Methods {
			c := record.Cell{
				ID: fmt.Sprintf("%s-%d", m.Label, repeat), Experiment: s.Name, Profile: s.Profile, Dataset: "d", Repeat: repeat,
				Method: m.Name, Label: m.Label, Options: map[string]any{},
			}
			r := record.Record{V: 1, Cell: c, Status: record.OK, Metrics: map[string]float64{"nll": 0.5}, Provenance: map[string]string{"test_rows": "8"}}
			if m.Name == "gibbs" {
				r.Metrics["rhat"], r.Metrics["ess"] = 1.002, 900-100*float64(repeat)
			}
			in.Cells, in.Records[c.ID] = append(in.Cells, record.Planned{Cell: c}), r
			files[c.ID] = kept(m.Name, repeat)
		}
	}
	return in, files
}

// off is how far a method's latent mean, latent variance and probability are
// from the sampler's in the first repeat, up at one row and down at the next;
// in the second it is half as much again.
var off = map[string][3]float64{"xgpc": {0.1, -0.05, 0.02}, "xgpc-corrected": {-0.02, 0.01, -0.004}, "gibbs": {}, "logistic": {0, 0, 0.1}}

// kept is a file of predictions.
func kept(name string, repeat int) string {
	var b strings.Builder
	b.WriteString("row,class,p(no),p(yes)")
	if name != "logistic" {
		b.WriteString(",latent mean,latent variance")
	}
	if name == "gibbs" {
		b.WriteString(",mcse mean,mcse variance,mcse probability")
	}
	for i := range 8 {
		d := off[name]
		for k := range d {
			d[k] *= (1 + 0.5*float64(repeat)) * float64(1-2*(i%2))
		}
		f := float64(i)/2 - 1.75 + 0.1*float64(repeat)
		p := 1/(1+math.Exp(-f))*0.8 + 0.05 + d[2]
		fmt.Fprintf(&b, "\n%d,%s,%v,%v", 10*repeat+i, []string{"no", "yes"}[i%2], 1-p, p)
		if name != "logistic" {
			fmt.Fprintf(&b, ",%v,%v", f+d[0], 1+f*f/4+d[1])
		}
		if name == "gibbs" {
			fmt.Fprintf(&b, ",0.01,0.02,%v", 0.001*float64(1+repeat))
		}
	}
	return b.String() + "\n"
}

const truthSource = `
[table1]
title = "Table 1"
spread = ""
repeats = 1
no_verdict = "the paper does not state its split"
columns = ["dataset", "label", "metric", "value", "spread"]
values = [
  ["d", "X-GPC", "delta_mean", "0.103", ""],
  ["d", "Corrected", "delta_mean", "0.033", ""],
  ["d", "Gibbs", "delta_mean", "0", ""],
  ["d", "X-GPC", "nll", "0.347", ""],
]
`

func TestReferenceGolden(t *testing.T) {
	in, _ := against()
	for _, f := range build(t, in).Files {
		switch filepath.Ext(f.Path) {
		case ".md", ".csv", ".svg":
			golden(t, "reference/"+f.Path, f.Content)
		}
	}
}

// Distances are means over the rows of a repeat, and do not end up in the
// records that the caller has.
func TestDistances(t *testing.T) {
	in, _ := against()
	p := newProject(in)
	for cell, want := range map[string][3]float64{
		"X-GPC-0": {0.1, 0.05, 0.02}, "X-GPC-1": {0.15, 0.075, 0.03}, "Corrected-1": {0.03, 0.015, 0.006}, "Gibbs-0": {0, 0, 0},
		"Linear-0": {math.NaN(), math.NaN(), 0.1},
	} {
		for k, q := range quantities {
			got, ok := p.Records[cell].Metrics[q.metric]
			if ok == math.IsNaN(want[k]) || ok && math.Abs(got-want[k]) > 1e-12 {
				t.Errorf("%s of %s: %v, %v, want %v", q.metric, cell, got, ok, want[k])
			}
		}
		if _, ok := in.Records[cell].Metrics["delta_mean"]; ok {
			t.Errorf("%s: the caller's record was changed", cell)
		}
	}
	if len(p.gaps) > 0 {
		t.Errorf("gaps %v", p.gaps)
	}
	n := p.noises()
	if len(n) != 1 || n[0].repeats != 2 || n[0].rows != 16 || n[0].rhat != 1.002 || n[0].ess != 800 {
		t.Fatalf("%+v", n)
	}
	for k, want := range []float64{0.01, 0.02, 0.0015} {
		near(t, "noise of "+quantities[k].metric, n[0].ofDeltas[k], math.Sqrt(2/math.Pi)*want)
	}
	c := p.closers()
	if len(c) != 3 || c[0].rows != [3]int{16, 16, 16} || c[0].nearer != [3]int{} || c[1].rows != [3]int{0, 0, 16} || c[1].nearer != [3]int{0, 0, 16} {
		t.Errorf("%+v", c)
	}
}

// Of three classes all probabilities count alike.
func TestDistanceOfThreeClasses(t *testing.T) {
	m := match{
		&predictions{rows: []string{"1", "2"}, probabilities: [][]float64{{0.1, 0.5}, {0.2, 0.5}, {0.7, 0}}},
		&predictions{rows: []string{"1", "2"}, probabilities: [][]float64{{0.4, 0.5}, {0.2, 0.2}, {0.4, 0.3}}},
	}
	for _, d := range m.distances(quantities[2]) {
		near(t, "distance", d, 0.2)
	}
}

// What cannot be compared is named with its reason, and the rest is compared.
// Of a latent function a class the distance is the mean over them; of other numbers of
// functions there is none.
func TestDistanceOfSeveralFunctions(t *testing.T) {
	read := func(text string) *predictions {
		p, err := readPredictions(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	const head = "row,class,p(a),p(b),p(c)"
	three := read(head + ",latent mean(a),latent mean(b),latent mean(c),mcse mean(a),mcse mean(b),mcse mean(c)\n0,a,1,0,0,1,2,3,.1,.2,.3\n1,b,0,1,0,4,5,6,.4,.5,.6\n")
	other := read(head + ",latent mean(a),latent mean(b),latent mean(c)\n0,a,1,0,0,1,2,0\n1,b,0,1,0,4,2,0\n")
	one := read(head + ",latent mean\n0,a,1,0,0,1\n1,b,0,1,0,4\n")
	if got := (match{three, other}).distances(quantities[0]); !slices.Equal(got, []float64{1, 3}) {
		t.Errorf("distances %v, want 1 and 3", got)
	}
	if got := (match{three, one}).distances(quantities[0]); got != nil {
		t.Errorf("three functions and one are at distances %v", got)
	}
	if got := fmt.Sprint(three.errors[0]); got != "[[0.1 0.4] [0.2 0.5] [0.3 0.6]]" {
		t.Errorf("standard errors %s", got)
	}
}

func TestNotCompared(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(in *Input, files map[string]string)
		says  string
		left  []string // cells with a distance
	}{
		"a missing file": {
			func(_ *Input, files map[string]string) { delete(files, "X-GPC-1") },
			"Not compared: d, X-GPC, repeat 1: its predictions were not kept.\n\nThis command makes predictions that are missing:\n\n    runexp run paper2020/truth --profile paper\n",
			[]string{"Corrected-0", "Corrected-1", "X-GPC-0"},
		},
		"no predictions of the reference": {
			func(_ *Input, files map[string]string) { delete(files, "Gibbs-0") },
			"Not compared: d, X-GPC, repeat 0; d, Corrected, repeat 0; d, Linear, repeat 0: the reference's predictions were not kept.",
			[]string{"Corrected-1", "X-GPC-1"},
		},
		"no predictions at all": {
			func(in *Input, _ map[string]string) { in.Predictions = nil },
			"d, X-GPC, repeat 0; d, Corrected, repeat 0; d, Linear, repeat 0; d, Gibbs, repeat 0; d, X-GPC, repeat 1 and 3 more: its predictions were not kept.",
			nil,
		},
		"a missing row": {
			func(_ *Input, files map[string]string) {
				text := files["X-GPC-0"]
				files["X-GPC-0"] = text[:strings.LastIndex(strings.TrimSpace(text), "\n")+1]
			},
			"d, X-GPC, repeat 0: its predictions are not on the reference's rows: 7 test rows against 8.",
			[]string{"Corrected-0", "Corrected-1", "X-GPC-1"},
		},
		"another row": {
			func(_ *Input, files map[string]string) {
				files["X-GPC-0"] = strings.Replace(files["X-GPC-0"], "\n3,yes", "\n4,yes", 1)
			},
			"not on the reference's rows: test row 4 is row 4 of class yes against row 3 of class yes.",
			[]string{"Corrected-0", "Corrected-1", "X-GPC-1"},
		},
		"a third class": {
			func(_ *Input, files map[string]string) {
				files["X-GPC-0"] = strings.ReplaceAll(files["X-GPC-0"], "\n3,yes", "\n3,maybe")
			},
			"test row 4 is row 3 of class maybe against row 3 of class yes.",
			[]string{"Corrected-0", "Corrected-1", "X-GPC-1"},
		},
		"not a number": {
			func(_ *Input, files map[string]string) {
				files["X-GPC-0"] = strings.Replace(files["X-GPC-0"], "\n3,yes,0", "\n3,yes,x", 1)
			},
			"its predictions cannot be read: row 4: p(no) is",
			[]string{"Corrected-0", "Corrected-1", "X-GPC-1"},
		},
		"NaN": {
			func(_ *Input, files map[string]string) {
				lines := strings.SplitAfter(files["X-GPC-0"], "\n")
				lines[4] = "3,yes,NaN" + strings.Repeat(",1", strings.Count(lines[4], ",")-2) + "\n"
				files["X-GPC-0"] = strings.Join(lines, "")
			},
			"its predictions cannot be read: row 4: p(no) is \"NaN\", which is not a number.",
			[]string{"Corrected-0", "Corrected-1", "X-GPC-1"},
		},
		"an empty file": {
			func(_ *Input, files map[string]string) { files["X-GPC-0"] = "" },
			"its predictions cannot be read: there are no rows.",
			[]string{"Corrected-0", "Corrected-1", "X-GPC-1"},
		},
		"a file that cannot be opened": {
			func(in *Input, _ map[string]string) {
				in.Predictions = func(string) (io.ReadCloser, error) { return nil, errors.New("disk on fire") }
			},
			"its predictions cannot be read: disk on fire.", nil,
		},
		"a failed reference": {
			func(in *Input, _ map[string]string) {
				r := in.Records["Gibbs-0"]
				r.Status = record.Failed
				in.Records["Gibbs-0"] = r
			},
			"d, Linear, repeat 0: the reference Gibbs has no result there.",
			[]string{"Corrected-1", "X-GPC-1"},
		},
		"a selection without the reference": {
			func(in *Input, _ map[string]string) {
				in.Cells = slices.DeleteFunc(in.Cells, func(c record.Planned) bool { return c.Label == "Gibbs" })
			},
			"there is no cell of the reference Gibbs beside it.", nil,
		},
	} {
		in, files := against()
		c.spoil(&in, files)
		r := build(t, in)
		if text := string(r.Files[0].Content); !strings.Contains(text, c.says) {
			t.Errorf("%s: the report does not say %q:\n%s", name, c.says, text)
		}
		p := newProject(in)
		var left []string
		for _, cell := range p.Cells {
			if _, ok := p.Records[cell.ID].Metrics["delta_mean"]; ok && cell.Label != "Gibbs" {
				left = append(left, cell.ID)
			}
		}
		if slices.Sort(left); !slices.Equal(left, c.left) {
			t.Errorf("%s: distances of %v, want %v", name, left, c.left)
		}
	}
}

// On a grid a cell is compared with the reference at the same point, or with
// the only one there is.
func TestPartnerOnAGrid(t *testing.T) {
	cell := func(id, label string, options map[string]any) record.Planned {
		return record.Planned{Cell: record.Cell{ID: id, Dataset: "d", Label: label, Method: label, Options: options}}
	}
	s := &spec.Spec{
		Reference: "Truth", Methods: []spec.Method{{Name: "a", Label: "A"}, {Name: "t", Label: "Truth"}},
		Datasets: []spec.Dataset{{Name: "d"}}, Grid: []spec.Axis{{Option: "variance", Values: []any{1.0, 2.0}}, {Option: "batch", Values: []any{10.0}}},
	}
	several := Input{Spec: s, Records: map[string]record.Record{}, Cells: []record.Planned{
		cell("a1", "A", map[string]any{"variance": 1.0, "batch": 10.0}), cell("a2", "A", map[string]any{"variance": 2.0, "batch": 10.0}),
		cell("a3", "A", map[string]any{}), cell("t1", "Truth", map[string]any{"variance": 1.0}), cell("t2", "Truth", map[string]any{"variance": 2.0}),
	}}
	for _, c := range several.Cells {
		several.Records[c.ID] = record.Record{Cell: c.Cell, Status: record.OK}
	}
	p := newProject(several)
	for i, want := range []string{"t1", "t2", "", "t1", "t2"} {
		got, err := p.partner(p.Cells[i])
		if got.ID != want || (err == nil) != (want != "") {
			t.Errorf("partner of %s is %q, want %q: %v", p.Cells[i].ID, got.ID, want, err)
		}
	}
	p.Cells = p.Cells[:4]
	if got, err := p.partner(p.Cells[1]); got.ID != "t1" || err != nil {
		t.Errorf("the only reference: %q, %v", got.ID, err)
	}
}

// A run that has not converged is named above everything that is made of it.
func TestNotConvergedIsSaid(t *testing.T) {
	in, _ := against()
	r := in.Records["Gibbs-1"]
	r.Events = map[string]int{"not converged": 3}
	in.Records[r.ID] = r
	report := build(t, in)
	text := string(report.Files[0].Content)
	const says = "d, Gibbs: 1 of 2 runs, up to 3 latent values. It is the reference: what is said of the others' distance to it is not to be relied on"
	if at := strings.Index(text, says); at < 0 || at > strings.Index(text, "## Table 1") {
		t.Errorf("no warning above the tables:\n%s", text)
	}
	if !slices.Contains(report.notes, "not converged: "+says) {
		t.Errorf("the terminal is told %q", report.notes)
	}
	in, _ = against()
	if text := build(t, in).Files[0].Content; strings.Contains(string(text), "Not converged") {
		t.Error("a warning without a reason")
	}
}

// Many rows are drawn thinly.
func TestScatterIsThinned(t *testing.T) {
	in, files := against()
	for cell, text := range files {
		head, rows, _ := strings.Cut(text, "\n")
		files[cell] = head + "\n" + strings.Repeat(rows, 100)
	}
	p := newProject(in)
	g := p.group(coordinates{"dataset": "d", "label": "X-GPC"})
	if n := len(p.points(quantities[0], g)); n != 1600 {
		t.Fatalf("%d points", n)
	}
	if n := len(everyOf(p.points(quantities[0], g), 2)); n != 800 {
		t.Errorf("%d of 1600 points are every second", n)
	}
	_, said := p.scatterFigure(in.Spec.Figures[0], coordinates{"dataset": "d"})
	if !strings.Contains(strings.Join(said.guide, " "), "more than 1000 rows") {
		t.Errorf("guide %q", said.guide)
	}
}
