package spec

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpcbench/data/split"
)

var update = flag.Bool("update", false, "write the golden files anew")

// kinds are a figure along an option and one that needs a reference.
var kinds = []FigureKind{
	{Name: "curve", Read: func(t *FigureTable, f *Figure) { f.X, f.Y = t.Dimension("x", "inducing"), t.Metrics("y") }},
	{Name: "pairs", Read: func(t *FigureTable, _ *Figure) { t.NeedReference() }},
}

// Each testdata/bad/*.toml has its messages in a .golden file beside it.
func TestParseSaysWhatIsWrongAndWhere(t *testing.T) {
	files, err := filepath.Glob("testdata/bad/*.toml")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Parse(src, filepath.Base(file), "quick", kinds)
		var wrong *Error
		if !errors.As(err, &wrong) || s != nil {
			t.Errorf("%s: %v, want an *Error", file, err)
			continue
		}
		golden := strings.TrimSuffix(file, ".toml") + ".golden"
		if *update {
			if err := os.WriteFile(golden, []byte(err.Error()+"\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got := wrong.Error() + "\n"; got != string(want) {
			t.Errorf("%s:\n%s\nwant:\n%s", file, got, want)
		}
	}
}

const full = `
[experiment]
name = "paper/table"
title = "T"
seed = 7
repeats = 20
split = { kind = "holdout", train = 0.9, stratify = true, distinct = true }
timing = "exclusive"
options = { inducing = 100, batch = 50, iterations = 1000 }
notes = ["one"]

[[dataset]]
name = "glass"
published = "Glass"
split = { kind = "published" }
options = { batch = 0 }
max_test = 10
repeats = 5

[[dataset]]
file = "my.csv.gz"
positive = ["a"]
missing = "mean"
header = false

[[method]]
name = "sep"
label = "SEP"
published = "SEP-GPC"
options = { inducing = "all", kernel = "se-ard" }

[[method]]
name = "ep"

[grid]
inducing = ["5%", 10]
learn = [["kernel"], []]

[[table]]
metric = "error"

[[table]]
rows = "inducing"
metric = ["nll", "seconds"]
at_seconds = 10
published = "times"
readings = { nll_median = "nll" }

[[figure]]
kind = "curve"
y = ["nll"]

[profile.quick]
repeats = 3
timing = "shared"
datasets = ["glass"]
methods = ["SEP"]
options = { iterations = 60 }

[profile.quick.dataset.glass]
max_train = 100
max_test = 4
options = { iterations = 30 }

[profile.quick.method.SEP]
options = { iterations = 40, batch = 7 }

[profile.smoke]
grid = { inducing = [3] }
split = { kind = "kfold" }
`

func parseFull(t *testing.T, profile string) *Spec {
	t.Helper()
	s, err := Parse([]byte(full), "some/dir/x.toml", profile, kinds)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParsePaper(t *testing.T) {
	s := parseFull(t, "paper")
	if s.Name != "paper/table" || s.Dir != filepath.FromSlash("some/dir") || s.Seed != 7 || s.Timing != "exclusive" || len(s.Methods) != 2 {
		t.Errorf("%+v", s)
	}
	glass, file := s.Datasets[0], s.Datasets[1]
	if s.Methods[0].Published != "SEP-GPC" || s.Methods[1].Published != "" {
		t.Errorf("%+v", s.Methods)
	}
	if glass.Published != "Glass" || glass.Split.Kind != "published" || glass.Repeats != 5 || glass.MaxTest != 10 {
		t.Errorf("%+v", glass)
	}
	if file.Name != "my" || file.Split != (split.Spec{Kind: "holdout", Train: 0.9, Stratify: true, Distinct: true}) || file.Repeats != 20 || *file.Header {
		t.Errorf("%+v", file)
	}
	if want := []Axis{{"inducing", []any{"5%", int64(10)}}, {"learn", []any{[]any{"kernel"}, []any{}}}}; !reflect.DeepEqual(s.Grid, want) {
		t.Errorf("grid %v", s.Grid)
	}
	want := []Table{
		{Rows: "dataset", Columns: "label", Metrics: []string{"error"}, Summary: "mean"},
		{Rows: "inducing", Columns: "label", Metrics: []string{"nll", "seconds"}, Summary: "mean", AtSeconds: 10, Published: "times", PublishedMetrics: map[string]string{"nll_median": "nll"}},
	}
	if !reflect.DeepEqual(s.Tables, want) {
		t.Errorf("tables %+v", s.Tables)
	}
	if want := []Figure{{Kind: "curve", X: "inducing", Y: []string{"nll"}, Panels: "dataset", Series: "label", Layout: []Dimension{{Key: "x", Value: "inducing"}}}}; !reflect.DeepEqual(s.Figures, want) {
		t.Errorf("figures %+v", s.Figures)
	}
}

// A table that names no metric, as the reference page says, shows error and NLL.
func TestTableHasDefaults(t *testing.T) {
	s, err := Parse([]byte("[[dataset]]\nname = \"glass\"\n[[method]]\nname = \"ep\"\n[[table]]\n"), "x.toml", Quick, kinds)
	if err != nil {
		t.Fatal(err)
	}
	if want := []Table{{Rows: "dataset", Columns: "label", Summary: "mean"}}; !reflect.DeepEqual(s.Tables, want) {
		t.Errorf("tables %+v", s.Tables)
	}
}

// A label column is named by a text, and numbered by an integer.
func TestLabelColumn(t *testing.T) {
	parse := func(label string) (Dataset, error) {
		s, err := Parse([]byte("[[dataset]]\nfile = \"t.csv\"\nlabel = "+label+"\n[[method]]\nname = \"ep\"\n"), "x.toml", Quick, kinds)
		if err != nil {
			return Dataset{}, err
		}
		return s.Datasets[0], nil
	}
	if d, err := parse(`"3"`); err != nil || d.Label != "3" || d.LabelNumber != nil {
		t.Errorf("a text: %+v, %v", d, err)
	}
	for _, want := range []int{3, 0, -1} {
		if d, err := parse(fmt.Sprint(want)); err != nil || d.Label != "" || d.LabelNumber == nil || *d.LabelNumber != want {
			t.Errorf("%d: %+v, %v", want, d, err)
		}
	}
	for label, says := range map[string]string{
		"3.0": "x.toml:3:1: label: want the name of a column or its number, got 3", "[1]": "want the name of a column or its number, got [1]",
		"99999999999": "label: no table has a column 99999999999", `""`: "label is empty",
	} {
		if _, err := parse(label); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", label, err)
		}
	}
}

// values drops where settings stand.
func values(points []settings) []map[string]any {
	var out []map[string]any
	for _, p := range points {
		plain := map[string]any{}
		for key, v := range p {
			plain[key] = v.Value
		}
		out = append(out, plain)
	}
	return out
}

func TestSettingsOverrideOneAnother(t *testing.T) {
	s := parseFull(t, "paper")
	got := values(s.Settings(s.Datasets[0], s.Methods[0], Variant{}))
	if len(got) != 4 {
		t.Fatal(got)
	}
	want := map[string]any{"inducing": "5%", "learn": []any{}, "batch": int64(0), "iterations": int64(1000), "kernel": "se-ard"}
	if !reflect.DeepEqual(got[1], want) {
		t.Errorf("%v, want %v", got[1], want)
	}
	if first := s.Settings(s.Datasets[0], s.Methods[0], Variant{})[0]["inducing"].Where; first.Line != 36 || first.Column != 13 {
		t.Errorf("the grid's value stands at %v", first)
	}
	s = parseFull(t, "quick")
	if len(s.Datasets) != 1 || len(s.Methods) != 1 || s.Datasets[0].Repeats != 3 || s.Datasets[0].MaxTrain != 100 || s.Datasets[0].MaxTest != 4 || s.Timing != "shared" {
		t.Errorf("%+v", s)
	}
	if !slices.Equal(s.MethodNames(), []string{"ep", "sep"}) {
		t.Errorf("%v", s.MethodNames())
	}
	quick := s.Settings(s.Datasets[0], s.Methods[0], Variant{})[0]
	if quick["iterations"].Value != int64(30) || quick["batch"].Value != int64(7) || !quick["batch"].Own || quick["iterations"].Own {
		t.Errorf("%v", quick)
	}
	s = parseFull(t, "smoke")
	if got := s.Settings(s.Datasets[1], s.Methods[1], Variant{}); len(got) != 1 || got[0]["inducing"].Value != int64(3) {
		t.Errorf("%v", got)
	}
	if got := s.Datasets[0].Split; got != (split.Spec{Kind: "kfold", Folds: 10, Order: "shuffled"}) {
		t.Errorf("%v", got)
	}
}

func TestAnUndefinedProfileChangesNothing(t *testing.T) {
	src := []byte("[[dataset]]\nname = 'glass'\n[[method]]\nname = 'ep'\n")
	paper, err := Parse(src, "x.toml", "paper", kinds)
	if err != nil {
		t.Fatal(err)
	}
	quick, err := Parse(src, "x.toml", "quick", kinds)
	if err != nil {
		t.Fatal(err)
	}
	quick.Profile = paper.Profile
	if !reflect.DeepEqual(paper, quick) {
		t.Errorf("%+v\n%+v", paper, quick)
	}
}

// A profile may leave methods out, but for the reference.
func TestReference(t *testing.T) {
	const text = `
[experiment]
name = "paper/figure"
records = "paper/table"
reference = "Gibbs"
[[dataset]]
name = "glass"
[[method]]
name = "gibbs"
label = "Gibbs"
[[method]]
name = "xgpc"
[[table]]
metric = ["delta_mean", "delta_variance", "delta_probability"]
[[figure]]
kind = "pairs"
[profile.quick]
methods = ["Gibbs"]
`
	s, err := Parse([]byte(text), "x.toml", "quick", kinds)
	if err != nil {
		t.Fatal(err)
	}
	if s.Reference != "Gibbs" || s.Name != "paper/figure" || s.Records != "paper/table" || s.Figures[0].Panels != "dataset" {
		t.Errorf("%+v", s)
	}
	if s, err = Parse([]byte("[experiment]\nname = 'a'\n[[dataset]]\nname = 'glass'\n[[method]]\nname = 'ep'\n"), "x.toml", "quick", kinds); err != nil || s.Records != "a" || s.Reference != "" {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestNameOfABuiltIn(t *testing.T) {
	s, err := Parse([]byte("[[dataset]]\nname = 'glass'\n[[method]]\nname = 'ep'\n"), BuiltIn+"a/b", "paper", kinds)
	if err != nil || s.Name != "a/b" || s.Dir != "" {
		t.Errorf("%+v, %v", s, err)
	}
}

// The name of the file, where no other is given, is checked as a given one is.
func TestNameOfAFile(t *testing.T) {
	const text = "[[dataset]]\nname = 'glass'\n[[method]]\nname = 'ep'\n"
	for _, file := range []string{"...toml", ".toml", " a.toml", strings.Repeat("a", 240) + ".toml"} {
		if _, err := Parse([]byte(text), file, "paper", kinds); err == nil || !strings.HasPrefix(err.Error(), file+":1:1: the experiment is called ") {
			t.Errorf("%q: %v", file, err)
		}
		if _, err := Parse([]byte("[experiment]\nname = 'e'\n"+text), file, "paper", kinds); err != nil {
			t.Errorf("%q, with a name: %v", file, err)
		}
	}
}

// ownTable has the keys that say how the text of a table is to be read.
const ownTable = "[[dataset]]\nfile = 'a.csv'\nlabel = -1\ndrop = ['id', 2, -3]\nmissing_values = ['', 'x']\nseparator = '|'\ndecimal = ','\nthousands = '.'\n[[method]]\nname = 'ep'\n"

func TestKeysOfATable(t *testing.T) {
	s, err := Parse([]byte(ownTable), "x.toml", "quick", kinds)
	if err != nil {
		t.Fatal(err)
	}
	d := s.Datasets[0]
	if *d.LabelNumber != -1 || !slices.Equal(d.Drop, []string{"id", "2", "-3"}) || d.Columns != nil || !slices.Equal(d.MissingValues, []string{"", "x"}) ||
		d.Separator != "|" || d.Decimal != "," || d.Thousands != "." {
		t.Errorf("%+v", d.UserTable)
	}
	if s, err = Parse([]byte(strings.Replace(ownTable, "missing_values = ['', 'x']", "missing_values = []", 1)), "x.toml", "quick", kinds); err != nil || s.Datasets[0].MissingValues == nil {
		t.Errorf("an empty list passes for none: %v", err)
	}
}

// Whatever the text, there is a specification or an error with places in the
// file, and no panic.
//
// The seeds are short: whatever covers new code is made shorter before anything else is tried,
// which takes the square of its length.
func FuzzParse(f *testing.F) {
	const smallest = "[[dataset]]\nfile = 'a.csv'\n[[method]]\nname = 'ep'\n"
	addTables := func(src string) {
		for _, table := range strings.Split(src, "\n\n") {
			f.Add(table)
			f.Add(smallest + table)
		}
	}
	addTables(full)
	addTables(ownTable)
	for _, split := range []string{"kind = 'group', column = 'p', folds = 3", "kind = 'time', column = 'when'", "kind = 'holdout', train = 0.9, stratify = true", "kind = 'kfold', folds = 3, order = 'contiguous'", "kind = 'published'"} {
		f.Add(strings.Replace(smallest, "\n", "\nsplit = { "+split+" }\n", 1))
	}
	files, _ := filepath.Glob("testdata/bad/*.toml")
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		addTables(string(src))
	}
	f.Add("a = 1\nb = \"c\\")
	f.Add("a.'b.c'.\"d\\u0041\" = [ { x = '''\n''''' }, [1,\n2] ] # ]\n")
	f.Fuzz(func(t *testing.T, src string) {
		s, err := Parse([]byte(src), "x.toml", "quick", kinds)
		var wrong *Error
		if (s == nil) == (err == nil) || err != nil && !errors.As(err, &wrong) {
			t.Fatalf("%v, %v", s, err)
		}
		if err == nil {
			return
		}
		lines := strings.Count(src, "\n") + 1
		for _, p := range wrong.Problems {
			if p.Line < 1 || p.Line > lines+1 || p.Column < 1 {
				t.Errorf("%v of %d lines", p, lines)
			}
		}
	})
}
