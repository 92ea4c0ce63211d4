package replication_test

import (
	"math"
	"strings"
	"testing"

	"gpcbench/harness/record/recordtest"
	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
)

func TestPublished(t *testing.T) {
	tables, err := replication.ParsePublished("published.toml", []byte(reporttest.PublishedSource))
	if err != nil {
		t.Fatal(err)
	}
	table := tables["table1"]
	if table == nil || len(table.Values) != 10 || table.Repeats != 10 || table.Spread != "sd" {
		t.Fatalf("%+v", table)
	}
	v, ok := table.Find(map[string]string{"dataset": "diabetis", "label": "SVGPC", "inducing": "100"}, "nll")
	if !ok || v.Value != "0.63" || v.Spread != "0.01" {
		t.Errorf("found %+v, %v", v, ok)
	}
	recordtest.Near(t, "se", table.SE(v), 0.01/math.Sqrt(10))
	if _, ok := table.Find(map[string]string{"dataset": "diabetis", "label": "Linear"}, "nll"); ok {
		t.Error("found a value that is not there")
	}
	if v, ok := table.Find(map[string]string{"dataset": "a9a", "label": "SVGPC"}, "nll"); !ok || v.Value != "Large" {
		t.Errorf("a word: %+v, %v", v, ok)
	}
}

// A table that states its decimals has them where fewer digits are printed, too.
func TestPublishedDecimals(t *testing.T) {
	const decimals = "repeats = 10\ndecimals = { error = 2, nll = 3 }"
	tables, err := replication.ParsePublished("published.toml", []byte(strings.Replace(reporttest.PublishedSource, "repeats = 10", decimals, 1)))
	if err != nil {
		t.Fatal(err)
	}
	for metric, want := range map[string]float64{"error": 0.01, "nll": 0.001, "seconds": 0.1} {
		recordtest.Near(t, metric, tables["table1"].Unit(replication.PublishedValue{Metric: metric, Value: "0.2"}), want)
	}
}

// Damage is reported.
func TestDamagedPublished(t *testing.T) {
	good := reporttest.PublishedSource
	for _, c := range []struct{ name, old, new, want string }{
		{"not TOML", `title = "Table 1"`, `title = Table 1`, "published.toml: toml: line 3"},
		{"wrong type", `repeats = 10`, `repeats = "ten"`, "published.toml"},
		{"unknown key", `repeats = 10`, "repeats = 10\nrepeat = 3", `published.toml: unknown key "table1.repeat"`},
		{"short row", `["diabetis", "SVGPC", "error", "0.20", "0.01"]`, `["diabetis", "SVGPC", "error", "0.20"]`, "published.toml: table table1, value 2 has 4 fields"},
	} {
		src := strings.Replace(good, c.old, c.new, 1)
		if src == good {
			t.Fatalf("%s: nothing replaced", c.name)
		}
		_, err := replication.ParsePublished("published.toml", []byte(src))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// FuzzPublished has short seeds: whatever covers new code is made shorter before anything else is
// tried, which takes the square of its length.
func FuzzPublished(f *testing.F) {
	for _, values := range []string{
		`["a", "X", "error", "0.23", "0.07"], ["a", "Y", "error", "0.20", "0.01"]`,
		`["a", "X", "nll", "Large", ""]`,
		`["a", "X", "nll", "0.05", "0.01"]`,
		`["a", "X", "seconds", "8.8", "0.1"]`,
	} {
		f.Add("[t]\ntitle = \"T\"\nspread = \"sd\"\nrepeats = 10\ncolumns = [\"dataset\", \"label\", \"metric\", \"value\", \"spread\"]\nvalues = [" + values + "]\n")
	}
	f.Add("[a]\nvalues = [[]]\ncolumns = [\"dataset\"]")
	f.Fuzz(func(t *testing.T, src string) {
		tables, err := replication.ParsePublished("published.toml", []byte(src))
		if err != nil {
			return
		}
		for _, table := range tables {
			for _, v := range table.Values {
				if se := table.SE(v); math.IsNaN(se) || se < 0 {
					t.Errorf("standard error %g of %+v", se, v)
				}
			}
			table.Impossible()
		}
	})
}
