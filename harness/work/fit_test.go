package work

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/data/schema"
	"gpcbench/harness/harnesstest"
	"gpcbench/harness/model"
	"gpcbench/harness/plan"
	"gpcbench/methods"
	"gpcbench/methods/command/commandtest"
	"gpcbench/methods/method"
	"gpcbench/methods/role"
)

// lightOptions make a fit short, for methods that have them.
var lightOptions = map[string]any{"inducing": 8, "iterations": 40, "batch": 20}

// fitSpec is a specification of one method on a file.
func fitSpec(name, dataset string) string {
	var options []string
	for _, o := range methods.Describe(name) {
		if v, ok := lightOptions[o.Name]; ok {
			options = append(options, fmt.Sprintf("%s = %v", o.Name, v))
		}
	}
	program := ""
	if role.Of[name] == role.Outside {
		run := commandtest.Run("")
		program = fmt.Sprintf("run = [%q, %q]\n", run[0], run[1])
		options = append(options, "standardise = false", `want = "table"`) // sparse rows, too
	}
	return fmt.Sprintf("[[dataset]]\nname = \"d\"\n%s\n[[method]]\nname = %q\nlabel = \"M\"\n%soptions = { %s }\n", dataset, name, program, strings.Join(options, ", "))
}

// tags is a file of n rows of label sets.
func tags(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d 4 3\n", n)
	for i := range n {
		fmt.Fprintf(&b, "%d %d:1 3:%d.5\n", i%3, i%3, i%7)
	}
	return b.String()
}

// A model that is fitted to all rows, saved and loaded predicts of these rows the same bits
// as a cell that is trained and tested on them, and has the same scores.
func TestFitPredictsWhatACellPredicts(t *testing.T) {
	f := harnesstest.NewFolder(t)
	files := map[data.Kind]string{
		data.Binary:     harnesstest.Write(t, f.Dir, "binary.csv", withSites(harnesstest.Table(60, "no", "yes"))),
		data.Multiclass: harnesstest.Write(t, f.Dir, "several.csv", withSites(harnesstest.Table(60, "p", "q", "r"))),
		data.Multilabel: harnesstest.Write(t, f.Dir, "tags.txt", tags(60)),
	}
	for _, name := range methods.Names() {
		if methods.Registry[name].Load == nil {
			continue // a method of the tests
		}
		for _, kind := range methods.Registry[name].Tasks {
			t.Run(fmt.Sprintf("%s/%s", name, kind), func(t *testing.T) {
				file := filepath.Base(files[kind])
				dataset := fmt.Sprintf("file = %q", file)
				if kind == data.Multilabel {
					dataset += "\ntask = \"multilabel\""
				}
				cell, scores := cellPredictions(t, f, fitSpec(name, dataset+fmt.Sprintf("\ntest_file = %q", file)))
				m, err := fitPlan(t, f.Plan(fitSpec(name, dataset)))
				if err != nil {
					t.Fatal(err)
				}
				back := saved(t, m.Model)
				compare(t, predictions60(t, back, files[kind]), cell)
				compareScores(t, back, files[kind], scores)
			})
		}
	}
}

// withSites adds a column of text to a table.
func withSites(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i := range lines {
		site := "site"
		if i > 0 {
			site = []string{"bog", "wood", "bog", "shore"}[i%4]
		}
		lines[i] = site + "," + lines[i]
	}
	return strings.Join(lines, "\n") + "\n"
}

// compareScores holds what a model scores on the rows of a file against the metrics of a record. The
// record has further ones, of the fit.
func compareScores(t *testing.T, m *model.Model, path string, want map[string]float64) {
	t.Helper()
	s, err := ScoreFile(t.Context(), m, path, "", false, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range s.Metrics {
		if w, ok := want[name]; !ok || v != w {
			t.Errorf("%s is %v, in the record %v (%v)", name, v, w, ok)
		}
	}
	for _, name := range []string{"error", "nll", "nll_median", "ece", "p_at_1", "psp_at_1", "log_loss", "auc", "auc_macro", "expected_nll"} {
		if _, ok := s.Metrics[name]; !ok {
			if _, wanted := want[name]; wanted {
				t.Errorf("the record has %s, the scores of the file have not", name)
			}
		}
	}
}

// cellPredictions runs the only cell of a specification and returns its predictions and metrics.
func cellPredictions(t *testing.T, f harnesstest.Folder, text string) ([][]string, map[string]float64) {
	t.Helper()
	c := f.Plan(text).Cells[0]
	file := filepath.Join(t.TempDir(), "predictions.csv")
	record := executed(t, Request{Cell: c.Cell, Rows: *c.Rows, Predictions: file})
	in, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	return readCSV(t, in), record.Metrics
}

// fitPlan fits the first cell of a plan on all rows.
func fitPlan(t *testing.T, p *plan.Plan) (*Fitted, error) {
	c := p.Cells[0]
	return Fit(t.Context(), c.Cell, *c.Rows, harnesstest.Loader(), "", "")
}

// saved returns a model as it comes back from its file.
func saved(t *testing.T, m *model.Model) *model.Model {
	t.Helper()
	var file bytes.Buffer
	if err := m.Save(&file); err != nil {
		t.Fatal(err)
	}
	back, err := model.Load(&file)
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range append([]*model.Model{back}, back.Members...) {
		if p, starting := of.Predictor.(method.Starting); starting {
			p.Allow(method.Outside{Folder: t.TempDir()})
			t.Cleanup(func() { p.Close() })
		}
	}
	return back
}

// predictions60 returns what a model predicts of a file of 60 rows.
func predictions60(t *testing.T, m *model.Model, path string) [][]string {
	t.Helper()
	var out bytes.Buffer
	n, err := PredictFile(t.Context(), m, path, false, &out)
	if n != (FileCounts{Rows: 60}) || err != nil {
		t.Fatalf("%+v, %v", n, err)
	}
	return readCSV(t, &out)
}

func readCSV(t *testing.T, r io.Reader) [][]string {
	t.Helper()
	lines, err := csv.NewReader(r).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// compare holds every column of got that want has too against it, row by row.
func compare(t *testing.T, got, want [][]string) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d lines, want %d", len(got), len(want))
	}
	shared := 0
	for j, name := range got[0] {
		for k, other := range want[0] {
			if name != other || name == "row" {
				continue
			}
			shared++
			for i := range got {
				if got[i][j] != want[i][k] {
					t.Fatalf("line %d, %s: %s, want %s", i, name, got[i][j], want[i][k])
				}
			}
		}
	}
	if shared < 2 {
		t.Errorf("the columns are %q and %q", got[0], want[0])
	}
}

// The mean of a program's model and another predicts the mean of both, with the rows that each takes: the program those
// of the table, the other standardised ones.
func TestMeanWithAProgram(t *testing.T) {
	f := harnesstest.NewFolder(t)
	file := harnesstest.Write(t, f.Dir, "several.csv", withSites(harnesstest.Table(60, "p", "q", "r")))
	var fits []*Fitted
	var each [][][]string
	for _, name := range []string{"command", "logistic"} {
		m, err := fitPlan(t, f.Plan(strings.Replace(fitSpec(name, `file = "several.csv"`), `"M"`, strconv.Quote(name), 1)))
		if err != nil {
			t.Fatal(err)
		}
		fits = append(fits, m)
		each = append(each, predictions60(t, saved(t, m.Model), file))
	}
	mean := MeanOf(fits)
	if mean.Label != "command + logistic" || !mean.StartsProgram() || mean.Seconds != max(fits[0].Seconds, fits[1].Seconds) {
		t.Errorf("%+v", mean)
	}
	got := predictions60(t, saved(t, mean.Model), file)
	if want := []string{"row", "predicted", "p(p)", "p(q)", "p(r)"}; !slices.Equal(got[0], want) {
		t.Fatalf("columns %q, want %q", got[0], want)
	}
	number := func(text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	for i, line := range got[1:] {
		for c := 2; c < 5; c++ {
			if a, b := number(each[0][i+1][c]), number(each[1][i+1][c]); math.Abs(number(line[c])-(a+b)/2) > 1e-15 || a == b {
				t.Errorf("row %d: %s of %g and %g", i, line[c], a, b)
			}
		}
	}
}

// A limit to the training rows is for the comparison: a model is of all rows.
func TestFitTakesAllRows(t *testing.T) {
	f := harnesstest.NewFolder(t)
	m, err := fitPlan(t, f.Plan(strings.Replace(fitSpec("logistic", `file = "two.csv"`), "[[method]]", "max_train = 10\n[[method]]", 1)))
	all, wantErr := fitPlan(t, f.Plan(fitSpec("logistic", `file = "two.csv"`)))
	if err != nil || wantErr != nil {
		t.Fatal(err, wantErr)
	}
	if m.Rows != all.Rows || m.Rows <= 10 {
		t.Errorf("trained on %d rows, without the limit on %d", m.Rows, all.Rows)
	}
}

// Rows that lack a value keep their line where such rows were left out in training.
func TestPredictRowsThatLackAValue(t *testing.T) {
	f := harnesstest.NewFolder(t)
	m, err := fitPlan(t, f.Plan(strings.Replace(fitSpec("logistic", `file = "two.csv"`), "[[method]]", "missing = \"drop-row\"\n[[method]]", 1)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	c, err := PredictFile(t.Context(), m.Model, harnesstest.Write(t, f.Dir, "new.csv", "b,a\n1.5,3\n,4\ninf,2\n2.5,1\n"), false, &out)
	lines := readCSV(t, &out)
	if err != nil || c != (FileCounts{Rows: 4, Lacking: 2}) || len(lines) != 5 || lines[2][0] != "1" || lines[2][1] != "" || lines[3][1] != "" || lines[4][1] == "" {
		t.Errorf("%+v, %v: %q", c, err, lines)
	}
}

// A row so far from the training rows that its probabilities are no numbers is told, and not given a class.
func TestPredictRowsWithoutProbabilities(t *testing.T) {
	f := harnesstest.NewFolder(t)
	m, err := fitPlan(t, f.Plan(fitSpec("logistic", `file = "two.csv"`)))
	if err != nil {
		t.Fatal(err)
	}
	m.Model.Predictor = harnesstest.Constant{math.NaN(), math.NaN()}
	_, err = PredictFile(t.Context(), m.Model, harnesstest.Write(t, f.Dir, "new.csv", "b,a\n1.5,3\n2.5,1\n"), false, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "row 0, counted from 0: the model has no probabilities") {
		t.Error(err)
	}
}

// heapWatch is a writer that keeps the most memory in use at any of its samples.
type heapWatch struct {
	written, sampled int
	most             uint64
}

func (h *heapWatch) Write(p []byte) (int, error) {
	if h.written += len(p); h.written-h.sampled > 1<<20 {
		h.sampled = h.written
		h.most = max(h.most, inUse())
	}
	return len(p), nil
}

// inUse is the memory of what can still be reached.
func inUse() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// Memory does not grow with the rows that are predicted: of 400,000 the inputs and
// probabilities alone would take 12 MB.
func TestPredictTakesRowsInBlocks(t *testing.T) {
	const rows = 400_000
	path := filepath.Join(t.TempDir(), "new.csv")
	if err := os.WriteFile(path, []byte("a,b\n"+strings.Repeat("1,2\n", rows)), 0o666); err != nil {
		t.Fatal(err)
	}
	m := &model.Model{Predictor: harnesstest.Constant{0.25, 0.75}, Header: model.Header{
		Kind: data.Binary, Classes: []string{"no", "yes"}, Encoding: schema.NumericEncoding([]string{"a", "b"}),
	}}
	before := inUse()
	var out heapWatch
	c, err := PredictFile(t.Context(), m, path, false, &out)
	if err != nil || c.Rows != rows || out.sampled == 0 {
		t.Fatalf("%d rows, %d bytes written, %v", c.Rows, out.written, err)
	}
	if more := int64(out.most) - int64(before); more > 4<<20 {
		t.Errorf("%d more bytes in use than before", more)
	}
}

// Where rows are too many, what needs each of them again is left out of the scores.
func TestScoresForget(t *testing.T) {
	m := &model.Model{Predictor: harnesstest.Constant{0.25, 0.75}, Header: model.Header{Kind: data.Binary, Classes: []string{"no", "yes"}}}
	s := newFileScorer(m)
	s.kept = mostKept - 3
	for y := range 2 {
		s.Rows++
		s.addClass([]float64{0.25, 0.75}, y)
		s.keep(2)
	}
	got, err := s.result("new.csv")
	if err != nil || !got.Forgotten || got.Metrics["error"] != 0.5 {
		t.Fatalf("%+v, %v", got, err)
	}
	if _, ok := got.Metrics["auc"]; ok {
		t.Error("the area under the curve is of rows that are forgotten")
	}
}
