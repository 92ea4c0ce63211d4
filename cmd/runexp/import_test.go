package main

import (
	"compress/gzip"
	"fmt"
	"strings"
	"testing"
)

const foreignSpec = `[experiment]
split = { kind = "kfold", folds = 3, order = "contiguous" }
[[dataset]]
file = "t.csv"
[[method]]
name = "logistic"
label = "Linear"
[[method]]
name = "imported"
label = "Trees"
[[table]]
metric = ["error", "nll", "seconds"]
[[figure]]
kind = "trace"
y = "nll"
`

// foreign is a file of predictions for the folds of foreignSpec: each row has the probability
// 0.8 of its class.
func foreign(folds int) string { return foreignOf(folds, 0.8) }

// foreignOf is such a file with another probability.
func foreignOf(folds int, sure float64) string {
	var b strings.Builder
	b.WriteString("row,fold,p(yes),p(no),seconds\n")
	for i := range 20 * folds {
		p := 1 - sure
		if i%3 == 0 {
			p = sure
		}
		fmt.Fprintf(&b, "%d,%d,%.4g,%.4g,%d.5\n", i, i/20, p, 1-p, i/20)
	}
	return b.String()
}

// What another program predicts on our folds stands beside our methods.
func TestImport(t *testing.T) {
	b := newBench(t)
	b.fakeSlurm()
	b.write("s.toml", foreignSpec)
	b.want(0, []string{"folds/t-table.csv", "folds/t-splits.csv"}, "splits", "s.toml", "--out", "folds")
	if text := b.read("folds/t-splits.csv"); !strings.HasPrefix(text, "fold,part,row\n0,train,20\n") || strings.Count(text, "\n") != 1+3*60 || strings.Count(text, ",test,") != 60 {
		t.Errorf("splits:\n%.200s", text)
	}
	if text := b.read("folds/t-table.csv"); !strings.HasPrefix(text, "a,b,class\n0,0.5,yes\n") || strings.Count(text, "\n") != 61 {
		t.Errorf("table:\n%.200s", text)
	}
	b.want(0, []string{"6 cells, 0 were done before, 3 finished now", "3 cells belong to methods that are not run here: runexp import adds their predictions"}, "run", "s.toml")
	b.want(0, []string{
		"s, profile quick: nothing to submit: every cell that can be run is done, queued or running",
		"3 cells belong to methods that are not run here: runexp import adds their predictions",
	}, "submit", "s.toml", "--engine", "slurm")
	b.write("trees.csv", foreign(2))
	b.want(0, []string{"2 folds of Trees: in the records of s", "trees.csv has no prediction of t, Trees, repeat 2"}, "import", "s.toml", "--method", "Trees", "trees.csv")
	for _, r := range b.records("results", "s", "quick") {
		if r.Label != "Trees" {
			continue
		}
		if nll := r.Metrics["nll"]; r.Metrics["error"] != 0 || nll < 0.2231 || nll > 0.2232 || r.Timing.WallSeconds != float64(r.Repeat)+0.5 {
			t.Errorf("repeat %d: %v, %v s", r.Repeat, r.Metrics, r.Timing.WallSeconds)
		}
	}
	b.wantPredictions("results", "s", "quick", 2)
	b.want(2, []string{"t, Trees, repeat 0 already has a record", "give --replace to replace it"}, "import", "s.toml", "--method", "Trees", "trees.csv")
	b.write("last.csv", "row,fold,p(yes),p(no),second\n"+strings.Join(strings.SplitAfter(foreign(3), "\n")[41:], ""))
	if said := b.want(0, []string{
		"1 fold of Trees",
		`notice: last.csv: these columns are not read: ["second"]`,
	}, "import", "s.toml", "--method", "Trees", "last.csv").stderr; strings.Contains(said, "has no prediction") {
		t.Errorf("folds that have a record are told as lacking:\n%s", said)
	}
	if said := b.want(0, []string{"t: take Trees", "0.223"}, "report", "s.toml").stdout; strings.Contains(said, "runexp fit") {
		t.Errorf("the report says how to fit what was imported:\n%s", said)
	}
}

// Files of data sets have names of their own, and so has each column of a table.
func TestSplitsNamesAreDistinct(t *testing.T) {
	b := newBench(t)
	b.write("t.csv", strings.Replace(tableOf(60), "a,b,class", "class,b,kind", 1))
	b.write("s.toml", `[experiment]
split = { kind = "kfold", folds = 3 }
[[dataset]]
name = "a/b"
file = "t.csv"
[[dataset]]
name = "a-b"
file = "t.csv"
[[method]]
name = "logistic"
`)
	b.want(0, []string{"folds/a-b-table.csv", "folds/a-b-splits.csv", "folds/a-b-2-table.csv", "folds/a-b-2-splits.csv"}, "splits", "s.toml", "--out", "folds")
	if text := b.read("folds/a-b-table.csv"); !strings.HasPrefix(text, "class,b,class-2\n") {
		t.Errorf("table:\n%.200s", text)
	}
}

// A file that cannot be taken is reported with line and column, and leaves no record.
func TestImportRefuses(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", foreignSpec)
	whole := foreign(3)
	change := func(old, text string) string {
		if !strings.Contains(whole, old) {
			t.Fatalf("%q is not in the file", old)
		}
		return strings.Replace(whole, old, text, 1)
	}
	for _, c := range []struct {
		what, file, want string
	}{
		{
			what: "missing row",
			file: change("\n7,0,0.2,0.8,0.5", ""),
			want: "f.csv:2: fold 0 has no prediction of its test row 7",
		},
		{
			what: "row of another fold",
			file: change("\n7,0,0.2,0.8,0.5", "\n7,0,0.2,0.8,0.5\n33,0,0.2,0.8,0.5"),
			want: "f.csv:10: column row: fold 0 does not test row 33",
		},
		{
			what: "row of no fold",
			file: change("\n7,0,", "\n999,0,"),
			want: "f.csv:9: column row: fold 0 does not test row 999",
		},
		{
			what: "row twice",
			file: change("\n7,0,", "\n6,0,"),
			want: "f.csv:9: column row: row 6 of fold 0 is already in line 8",
		},
		{
			what: "sum",
			file: change("\n7,0,0.2,0.8", "\n7,0,0.3,0.8"),
			want: "f.csv:9: the probabilities sum to 1.1, not to 1",
		},
		{
			what: "no probability",
			file: change("\n7,0,0.2", "\n7,0,-0.2"),
			want: `f.csv:9: column p(yes): "-0.2" is not a probability`,
		},
		{
			what: "no column of a class",
			file: strings.NewReplacer("p(yes),", "", ",0.8,", ",", ",0.2,", ",").Replace(whole),
			want: `f.csv:1: there is no column p(yes); the classes are ["no" "yes"]`,
		},
		{
			what: "ARFF",
			file: "@relation p\n@attribute row numeric\n@data\n1\n",
			want: "f.csv: this is not a table with a header: write the predictions as CSV",
		},
		{
			what: "a probability of Go",
			file: change("\n7,0,0.2", "\n7,0,0_1.2"),
			want: `f.csv:9: column p(yes): "0_1.2" is not a probability`,
		},
		{
			what: "empty probability",
			file: change("\n7,0,0.2,0.8", "\n7,0,,1"),
			want: "f.csv:9: column p(yes): there is no probability",
		},
		{
			what: "unknown class",
			file: change("p(yes)", "p(yea)"),
			want: `f.csv:1: there is no column p(yes); the classes are ["no" "yes"]`,
		},
		{what: "no column", file: change("fold", "part"), want: "f.csv:1: there is no column fold"},
		{
			what: "no training time",
			file: change("\n7,0,0.2,0.8,0.5", "\n7,0,0.2,0.8,nan"),
			want: `f.csv:9: column seconds: "nan" is not a time in seconds such as 12.5; leave the field empty if it is not known`,
		},
		{
			what: "a hexadecimal training time",
			file: change("\n7,0,0.2,0.8,0.5", "\n7,0,0.2,0.8,0x1p3"),
			want: `f.csv:9: column seconds: "0x1p3" is not a time in seconds`,
		},
		{
			what: "a time and none",
			file: change("\n7,0,0.2,0.8,0.5", "\n7,0,0.2,0.8,"),
			want: "f.csv:9: column seconds: no time, but 0.5 in line 2",
		},
		{
			what: "fold that is not there",
			file: change("\n40,2,", "\n40,3,"),
			want: "f.csv:42: s has no fold 3 for Trees; runexp splits writes the folds that exist",
		},
		{what: "further fold", file: whole + "0,3,0.5,0.5,1\n", want: "f.csv:62: s has no fold 3 for Trees"},
		{
			what: "CPU times differ",
			file: strings.Replace(strings.NewReplacer("seconds\n", "seconds,cpu_seconds\n", ".5\n", ".5,5\n").Replace(whole), "\n7,0,0.2,0.8,0.5,5", "\n7,0,0.2,0.8,0.5,7", 1),
			want: "f.csv:9: column cpu_seconds: 7, but 5 in line 2",
		},
		{
			what: "seconds differ",
			file: change("\n7,0,0.2,0.8,0.5", "\n7,0,0.2,0.8,0.6"),
			want: "f.csv:9: column seconds: 0.6, but 0.5 in line 2",
		},
		{
			what: "data set that is not there",
			file: strings.Replace(strings.NewReplacer("row,", "dataset,row,", "\n", "\nt,").Replace(strings.TrimSuffix(whole, "\n"))+"\n", "\nt,7,", "\nu,7,", 1),
			want: "f.csv:9: s has no fold 0 of data set u for Trees",
		},
		{
			what: "a data set's row",
			file: strings.NewReplacer("row,", "dataset,row,", "\n7,0,0.2,0.8,0.5", "", "\n", "\nt,").Replace(strings.TrimSuffix(whole, "\n")) + "\n",
			want: "f.csv:2: fold 0 of data set t has no prediction of its test row 7",
		},
		{
			what: "field missing",
			file: change("\n7,0,0.2,0.8,0.5", "\n7,0,0.2,0.8"),
			want: "f.csv:9: the row has 4 fields, but the first row has 5",
		},
		{
			what: "a column twice",
			file: change("row,fold", "row,row,fold"),
			want: `f.csv:1: the header has the column "row" twice`,
		},
		{
			what: "another version of the table",
			file: strings.NewReplacer("row,", "class,row,", "\n0,", "\nno,0,", "\n", "\n,").Replace(strings.TrimSuffix(whole, "\n")) + "\n",
			want: "f.csv:2: column class: row 0 has class \"yes\" here, but \"no\" in the table that was predicted",
		},
		{what: "empty", want: "f.csv: the file is empty"},
		{what: "nothing", file: "row,fold,p(yes),p(no),seconds\n", want: "f.csv: it has no row of any fold"},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := &bench{t: t, dir: b.dir}
			b.write("f.csv", c.file)
			b.want(1, []string{c.want}, "import", "s.toml", "--method", "Trees", "f.csv")
		})
	}
	b.write("f.csv", whole)
	b.want(2, []string{"--method Linear: the method \"logistic\" is run here"}, "import", "s.toml", "--method", "Linear", "f.csv")
	b.want(2, []string{"--method Tree: there is no such label; the labels of imported methods are Trees"}, "import", "s.toml", "--method", "Tree", "f.csv")
	b.want(2, []string{"import takes a SPEC, a file of predictions and the label of an imported method"}, "import", "s.toml", "f.csv")
	b.want(3, []string{"g.csv cannot be read"}, "import", "s.toml", "--method", "Trees", "g.csv")
	b.write("none.toml", oneMethod)
	b.want(2, []string{"none has no method to import"}, "import", "none.toml", "--method", "Trees", "f.csv")
	b.want(2, []string{"its predictions are imported"}, "fit", "s.toml", "--method", "Trees", "--out", "m.gpc")
	b.want(2, []string{"say which folder with --out"}, "splits", "s.toml")
	b.write("folds/t-splits.csv", "")
	b.want(2, []string{"folds/t-splits.csv exists already"}, "splits", "s.toml", "--out", "folds")
	b.want(1, []string{"s.toml is a file, but there are several splits"}, "splits", "s.toml", "--out", "s.toml")
	if n := len(b.records("results", "s", "quick")); n != 0 {
		t.Errorf("%d records of files that were refused", n)
	}
}

// Files of predictions are separated and packed as tables are.
func TestImportReadsWhatTablesAre(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", foreignSpec)
	var packed strings.Builder
	z := gzip.NewWriter(&packed)
	z.Write([]byte(foreign(3)))
	z.Close()
	for name, text := range map[string]string{
		"semicolons.csv": strings.ReplaceAll(foreign(3), ",", ";"),
		"sep.csv":        "sep=;\n" + strings.ReplaceAll(foreign(3), ",", ";"),
		"tabs.tsv":       strings.ReplaceAll(foreign(3), ",", "\t"),
		"packed.csv.gz":  packed.String(),
		"numbered.csv":   strings.NewReplacer("row,", `"",row,`, "\n", "\n1,").Replace(strings.TrimSuffix(foreign(3), "\n")),
	} {
		b.write(name, text)
		b.want(0, []string{"3 folds of Trees"}, "import", "s.toml", "--method", "Trees", "--results", name+"-results", name)
	}
}

// A training time that is not known is left out or empty, and a report has none then.
func TestImportWithoutTimes(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", foreignSpec)
	for name, seconds := range map[string]string{"no column": "", "empty": ","} {
		header := strings.NewReplacer(",seconds\n", "\n").Replace
		if seconds != "" {
			header = func(text string) string { return text }
		}
		b.write("f.csv", header(strings.NewReplacer(",0.5\n", seconds+"\n", ",1.5\n", seconds+"\n", ",2.5\n", seconds+"\n").Replace(foreign(3))))
		b.want(0, []string{"3 folds of Trees"}, "import", "s.toml", "--method", "Trees", "--results", name, "f.csv")
		for _, r := range b.records(name, "s", "quick") {
			if r.Timing.WallSeconds != 0 || len(r.Trace) != 0 || r.Metrics["nll"] == 0 {
				t.Errorf("%s: %v s, %v", name, r.Timing.WallSeconds, r.Trace)
			}
		}
		b.want(0, []string{"no training time came with them", "n/a"}, "report", "s.toml", "--results", name)
	}
}

// Of a whole file what --only leaves is taken, and the rest passed over.
func TestImportOfASelection(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", foreignSpec)
	b.write("f.csv", foreign(3))
	b.write("first.csv", foreign(1))
	of := func(file string, only ...string) []string {
		return append([]string{"import", "s.toml", "--method", "Trees", file, "--only"}, only...)
	}
	b.want(1, []string{"first.csv: it has no row of a fold that --only selects"}, of("first.csv", "repeat=1")...)
	b.want(2, []string{"import: --only selects no cell of Trees"}, of("f.csv", "label=Linear")...)
	b.want(0, []string{"1 fold of Trees"}, of("f.csv", "repeat=1")...)
	if records := b.records("results", "s", "quick"); len(records) != 1 || records[0].Repeat != 1 {
		t.Errorf("%d records", len(records))
	}
	b.write("f.csv", foreign(4))
	b.want(1, []string{"f.csv:62: s has no fold 3 for Trees"}, of("f.csv", "repeat=2")...)
}

// Predictions that do not say of which of several data sets they are cannot be taken for one's.
func TestImportOfNoDataset(t *testing.T) {
	b := newBench(t)
	b.write("u.csv", b.read("t.csv"))
	b.write("s.toml", strings.Replace(foreignSpec, "[[method]]", "[[dataset]]\nfile = \"u.csv\"\n[[method]]", 1))
	b.write("f.csv", foreign(3))
	b.want(1, []string{"f.csv:2: s has several data sets for Trees: name the data set of each row in a column dataset"}, "import", "s.toml", "--method", "Trees", "f.csv")
	b.write("f.csv", strings.NewReplacer("row,", "dataset,row,", "\n", "\nu,").Replace(strings.TrimSuffix(foreign(3), "\n"))+"\n")
	b.want(0, []string{"3 folds of Trees", "no prediction of t, Trees, repeat 0"}, "import", "s.toml", "--method", "Trees", "f.csv")
}

// With --replace the new predictions stand in the place of the old ones, in records and beside them.
func TestImportReplaces(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", foreignSpec)
	b.write("f.csv", foreign(3))
	b.want(0, []string{"3 folds of Trees"}, "import", "s.toml", "--method", "Trees", "f.csv")
	b.write("g.csv", foreignOf(2, 0.6))
	b.want(0, []string{"2 folds of Trees"}, "import", "s.toml", "--method", "Trees", "g.csv", "--replace")
	records := b.records("results", "s", "quick")
	if len(records) != 3 {
		t.Fatalf("%d records of 3 cells", len(records))
	}
	for _, r := range records {
		if old := r.Metrics["nll"] < 0.3; old != (r.Repeat == 2) {
			t.Errorf("repeat %d: NLL %v", r.Repeat, r.Metrics["nll"])
		}
	}
	b.want(0, []string{"Trees"}, "report", "s.toml")
	b.write("broken.csv", strings.Replace(foreign(3), "\n7,0,0.2", "\n7,0,0.3", 1))
	b.want(1, []string{"broken.csv:9"}, "import", "s.toml", "--method", "Trees", "broken.csv", "--replace")
	if n := len(b.records("results", "s", "quick")); n != 3 {
		t.Errorf("%d records after a file that was refused", n)
	}
}

// Two labels may be of one program: their records are two.
func TestImportOfOneSourceTwice(t *testing.T) {
	b := newBench(t)
	imported := func(label string) string {
		return "[[method]]\nname = \"imported\"\nlabel = \"" + label + "\"\noptions = { source = \"program 1.0\" }\n"
	}
	head := strings.Replace(foreignSpec[:strings.Index(foreignSpec, "[[method]]\nname = \"imported\"")], "logistic", "majority", 1)
	b.write("s.toml", head+imported("A")+imported("B"))
	b.write("a.csv", foreign(3))
	b.write("b.csv", foreignOf(3, 0.6))
	b.want(0, []string{"3 folds of A"}, "import", "s.toml", "--method", "A", "a.csv")
	b.want(0, []string{"3 folds of B"}, "import", "s.toml", "--method", "B", "b.csv")
	for _, r := range b.records("results", "s", "quick") {
		if sure := r.Metrics["nll"] < 0.3; sure != (r.Label == "A") || r.Options["source"] != "program 1.0 ("+r.Label+")" {
			t.Errorf("%s: NLL %v, %v", r.Label, r.Metrics["nll"], r.Options)
		}
	}
	b.write("s.toml", head+imported("B")+imported("A"))
	b.want(0, []string{"0.223"}, "report", "s.toml")
	if n := len(b.records("results", "s", "quick")); n != 6 {
		t.Errorf("%d records of two labels", n)
	}
}

// Where rows of the file were left out, their numbers in the file are told, and may come back.
func TestImportByRowsOfTheFile(t *testing.T) {
	b := newBench(t)
	lines := strings.SplitAfter(tableOf(60), "\n")
	b.write("t.csv", lines[0]+",1,yes\n"+strings.Join(lines[1:11], "")+",2,no\n"+strings.Join(lines[11:], ""))
	b.write("s.toml", strings.Replace(foreignSpec, "file = \"t.csv\"", "file = \"t.csv\"\nmissing = \"drop-row\"", 1))
	b.want(0, nil, "splits", "s.toml", "--out", "folds")
	if text := b.read("folds/t-splits.csv"); !strings.HasPrefix(text, "fold,part,row,original\n0,train,20,22\n") || !strings.Contains(text, "\n0,test,9,10\n0,test,10,12\n") {
		t.Errorf("splits:\n%.300s", text)
	}
	var f strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(foreign(3), "\n"), "\n") {
		_, rest, _ := strings.Cut(line, ",")
		at := fmt.Sprint(i + 1)
		switch {
		case i == 0:
			at = "original"
		case i <= 10:
			at = fmt.Sprint(i)
		}
		f.WriteString(at + "," + rest + "\n")
	}
	b.write("f.csv", f.String())
	b.want(0, []string{"3 folds of Trees"}, "import", "s.toml", "--method", "Trees", "f.csv")
	for _, r := range b.records("results", "s", "quick") {
		if nll := r.Metrics["nll"]; nll < 0.2231 || nll > 0.2232 {
			t.Errorf("repeat %d: NLL %v", r.Repeat, nll)
		}
	}
	b.write("g.csv", strings.Replace(f.String(), "\n12,0,", "\n11,0,", 1))
	b.want(1, []string{"g.csv:12: column original: this row of the file does not exist, or is left out here"}, "import", "s.toml", "--method", "Trees", "g.csv", "--replace")
}
