package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// with replaces a part of the one-method specification.
func with(t *testing.T, old, text string) string {
	t.Helper()
	if !strings.Contains(oneMethod, old) {
		t.Fatalf("%q is not in the specification", old)
	}
	return strings.Replace(oneMethod, old, text, 1)
}

// What is wrong with a specification is reported with file, line and column, and
// nothing is run.
func TestBadSpecifications(t *testing.T) {
	b := newBench(t)
	b.write("three.csv", strings.ReplaceAll(tableOf(60), "2.5,no", "2.5,maybe"))
	for _, c := range []struct {
		what, spec string
		words      []string
	}{
		{
			what:  "unknown key",
			spec:  with(t, "[[dataset]]", "sead = 1\n[[dataset]]"),
			words: []string{"s.toml:3:1: ", `no key "sead"; did you mean seed?`},
		},
		{
			what:  "unknown table",
			spec:  oneMethod + "[[tabel]]\n",
			words: []string{"s.toml:7:1: ", "did you mean table?"},
		},
		{
			what:  "unknown profile",
			spec:  oneMethod + "[profile.fast]\nrepeats = 1\n",
			words: []string{"s.toml:7:1: ", `"fast"`},
		},
		{
			what:  "key twice",
			spec:  oneMethod + "name = \"xgpc\"\n",
			words: []string{"s.toml:7:", "the key method.name occurs twice, first at line 6"},
		},
		{
			what:  "number with a point",
			spec:  with(t, "[[dataset]]", "seed = 3.0\n[[dataset]]"),
			words: []string{"s.toml:3:1: seed: want a whole number, got 3.0"},
		},
		{
			what:  "wrong type",
			spec:  with(t, "[[dataset]]", "seed = \"one\"\n[[dataset]]"),
			words: []string{"s.toml:3:1: seed: want a whole number, got \"one\""},
		},
		{
			what:  "wrong type of an option",
			spec:  oneMethod + `options = { iterations = "many" }`,
			words: []string{"s.toml:7:13: ", `"iterations"`, `got "many"`},
		},
		{
			what:  "unknown method",
			spec:  with(t, "logistic", "logistik"),
			words: []string{"s.toml:6:1: ", `no method "logistik"`, "xgpc"},
		},
		{
			what:  "unknown option",
			spec:  oneMethod + `options = { iteration = 3 }`,
			words: []string{"s.toml:7:13: ", "did you mean iterations?"},
		},
		{
			what:  "impossible option",
			spec:  oneMethod + `options = { c = -1.0 }`,
			words: []string{"s.toml:7:13: ", `"c": must be greater than 0, got -1`},
		},
		{
			what:  "unknown option of all",
			spec:  with(t, "[[dataset]]", "options = { inducin = 3 }\n[[dataset]]"),
			words: []string{"s.toml:3:13: ", "inducin"},
		},
		{
			what:  "data set twice",
			spec:  oneMethod + "[[dataset]]\nfile = \"t.csv\"\n",
			words: []string{"s.toml:7:1: ", `two data sets called "t"`},
		},
		{
			what:  "method twice",
			spec:  oneMethod + "[[method]]\nname = \"logistic\"\n",
			words: []string{"s.toml:7:1: ", `two methods called "logistic"`},
		},
		{
			what:  "one fold",
			spec:  with(t, "folds = 5", "folds = 1"),
			words: []string{"s.toml:2:27: folds must be at least 2"},
		},
		{
			what:  "more folds than rows",
			spec:  with(t, "folds = 5", "folds = 61"),
			words: []string{"s.toml:2:1: ", "61 folds of 60 rows"},
		},
		{
			what:  "no published split",
			spec:  with(t, `"kfold", folds = 5`, `"published"`),
			words: []string{"s.toml:2:1: ", "no published split"},
		},
		{
			what:  "unknown metric",
			spec:  oneMethod + "[[table]]\nmetric = \"eror\"\n",
			words: []string{"s.toml:8:1: ", "did you mean error?"},
		},
		{
			what:  "unknown data set",
			spec:  with(t, `file = "t.csv"`, `name = "diabetes"`),
			words: []string{"s.toml:4:1: ", "did you mean diabetis?"},
		},
		{
			what:  "unknown label column",
			spec:  with(t, `"t.csv"`, "\"t.csv\"\nlabel = \"klass\""),
			words: []string{"s.toml:5:1: ", "t.csv", `no column "klass"`, "class"},
		},
		{
			what:  "unknown class",
			spec:  with(t, `"t.csv"`, "\"t.csv\"\npositive = [\"maybe\"]"),
			words: []string{"s.toml:5:1: ", `"maybe"`, "no, yes"},
		},
		{
			what:  "unknown categorical",
			spec:  with(t, `"t.csv"`, "\"t.csv\"\ncategorical = [\"z\"]"),
			words: []string{"s.toml:5:1: ", `no column "z"`},
		},
		{
			what:  "binary method on three classes",
			spec:  with(t, `"t.csv"`, `"three.csv"`) + "[[method]]\nname = \"xgpc\"\n",
			words: []string{"s.toml:8:1: ", `"xgpc" does not support`, "methods that do: ", "logistic"},
		},
		{
			what:  "split and test file",
			spec:  with(t, `"t.csv"`, "\"t.csv\"\ntest_file = \"t.csv\"\nsplit = { kind = \"holdout\", train = 0.5 }"),
			words: []string{"s.toml:5:1: ", "test_file"},
		},
		{
			what:  "several at once",
			spec:  strings.Replace(with(t, "[[dataset]]", "sead = 1\n[[dataset]]"), `"t.csv"`, `"t.csv"`+"\nlabels = 3", 1),
			words: []string{"s.toml:3:1: ", "s.toml:6:1: "},
		},
		{what: "no TOML", spec: "hello world\n", words: []string{"s.toml:1:"}},
		{what: "empty", words: []string{"s.toml:1:1: ", "[[dataset]]", "[[method]]"}},
		{what: "no text", spec: "\xff\xfe\x00", words: []string{"s.toml:1:1: ", "UTF-8"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := &bench{t: t, dir: b.dir}
			b.write("s.toml", c.spec)
			for _, verb := range []string{"run", "plan", "report", "check"} {
				b.want(2, c.words, verb, "s.toml")
			}
		})
	}
	if _, err := os.Stat(b.path("results")); err == nil {
		t.Error("a specification that is wrong made a results folder")
	}
}

// A table's content is checked before any cell runs, that of a good table
// beside it too.
func TestBadTables(t *testing.T) {
	lines := strings.SplitAfter(tableOf(60), "\n")
	inserted := func(line string) string { // as line 21
		return strings.Join(lines[:20], "") + line + "\n" + strings.Join(lines[20:], "")
	}
	for _, c := range []struct {
		what, table string
		code        int
		words       []string
	}{
		{what: "missing", code: 3, words: []string{"s.toml:", "bad.csv", "no such file"}},
		{what: "empty", table: "\x00", code: 1, words: []string{"bad.csv", "the file is empty"}},
		{what: "blank", table: "\n\n", code: 1, words: []string{"bad.csv", "the file is empty"}},
		{what: "header alone", table: lines[0], code: 1, words: []string{"bad.csv", "no rows"}},
		{what: "no text", table: "\x00\x01\x02", code: 1, words: []string{"bad.csv", "not a text file"}},
		{what: "short row", table: inserted("1,2"), code: 1, words: []string{"bad.csv:21: ", "2 fields", "3 fields"}},
		{
			what:  "long row",
			table: inserted("1,2,no,4"),
			code:  1,
			words: []string{"bad.csv:21: ", "4 fields", "3 fields"},
		},
		{
			what:  "text for a number",
			table: inserted("1,two,no"),
			code:  1,
			words: []string{"bad.csv:21: ", `column "b"`, `"two"`},
		},
		{
			what:  "NaN",
			table: inserted("1,NaN,no"),
			code:  1,
			words: []string{"bad.csv:21: ", `column "b"`, "NaN", "drop-row"},
		},
		{
			what:  "Inf",
			table: inserted("-Inf,1,no"),
			code:  1,
			words: []string{"bad.csv:21: ", `column "a"`, "-Inf", "beyond the range of a float64", `missing = "drop-row"`},
		},
		{
			what:  "no float",
			table: inserted("1e999,1,no"),
			code:  1,
			words: []string{"bad.csv:21: ", `column "a"`, "1e999"},
		},
		{
			what:  "missing value",
			table: inserted(",1,no"),
			code:  1,
			words: []string{"bad.csv:21: ", `column "a"`, "missing"},
		},
		{
			what:  "commas that may be decimal",
			table: strings.NewReplacer(",0.5", ";7,500", ",", ";", ".5", ",500").Replace(tableOf(60)),
			code:  1,
			words: []string{"bad.csv", `,500"`, `decimal = ","`, `thousands = ","`},
		},
		{
			what:  "old line ends",
			table: strings.ReplaceAll(tableOf(60), "\n", "\r"),
			code:  1,
			words: []string{"bad.csv:1: ", "carriage returns"},
		},
		{
			what:  "one class",
			table: strings.ReplaceAll(tableOf(60), "yes", "no"),
			code:  1,
			words: []string{"bad.csv", `the same label, "no",`},
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := newBench(t)
			b.write("s.toml", oneMethod+"[[dataset]]\nfile = \"bad.csv\"\n")
			switch c.table {
			case "":
			case "\x00":
				b.write("bad.csv", "")
			default:
				b.write("bad.csv", c.table)
			}
			for _, verb := range []string{"run", "plan"} {
				b.want(c.code, c.words, verb, "s.toml")
			}
			if n := b.lines("results", "s", "quick"); n != 0 {
				t.Errorf("%d cells were run", n)
			}
		})
	}
}

// A class that a training fold lacks is a failed cell; the others finish, and
// stay finished.
func TestClassAbsentFromATrainingFold(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", with(t, "folds = 5", `folds = 5, order = "contiguous"`)+`
[[method]]
name = "xgpc"
options = { iterations = 3, inducing = 5 }
[[method]]
name = "svgp"
options = { iterations = 3, inducing = 5 }
`)
	lines := strings.SplitAfter(tableOf(60), "\n")
	for i := 1; i <= 60; i++ {
		lines[i] = strings.Replace(lines[i], "yes", "no", 1)
		if i > 57 {
			lines[i] = strings.Replace(lines[i], "no", "yes", 1)
		}
	}
	b.write("t.csv", strings.Join(lines, ""))
	b.want(1, []string{`t, logistic, repeat 4: FAILED: none of the 48 training rows is of class "yes"`, "12 finished now, 3 failed", "3 cells failed"}, "run", "s.toml")
	b.want(1, []string{"12 were done before, 0 finished now, 3 failed"}, "run", "s.toml")
	b.want(0, []string{
		"12 of 15 cells done, 3 failed",
		`failed: t, logistic, repeat 4: none of the 48 training rows is of class "yes"`,
		"; 2 cells more failed, listed in the report",
	}, "report", "s.toml")
	b.want(1, []string{"0 of 3 cells done, 3 failed", "all 3 reported cells failed; the section Failures of the report says why"}, "report", "s.toml", "--only", "repeat=4")
}

func TestConstantColumn(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod+`
[[method]]
name = "xgpc"
options = { iterations = 5, inducing = 5, kernel = "se-ard" }
[[method]]
name = "svgp"
options = { iterations = 5, inducing = 5, kernel = "se-ard" }
`)
	lines := strings.SplitAfter(tableOf(60), "\n")
	for i := 1; i <= 60; i++ {
		_, rest, _ := strings.Cut(lines[i], ",")
		lines[i] = "7," + rest
	}
	b.write("t.csv", strings.Join(lines, ""))
	b.want(0, []string{"15 finished now, 0 failed"}, "run", "s.toml")
}

// Values whose squares are no numbers are told by line and column before anything runs; a draft
// leaves their column out.
func TestHugeValues(t *testing.T) {
	b := newBench(t)
	lines := strings.SplitAfter(tableOf(60), "\n")
	for i := 1; i <= 60; i++ {
		_, rest, _ := strings.Cut(lines[i], ",")
		lines[i] = strconv.Itoa(i%7-3) + "e200," + rest
	}
	b.write("t.csv", strings.Join(lines, ""))
	b.write("s.toml", oneMethod)
	says := []string{
		`t.csv:2: column "a": the value "-2e200" is so large that its square may be beyond the range of a float64, and in 50 rows more: ` +
			`divide the column by a power of ten, or drop = ["a"] leaves it out`,
	}
	for _, verb := range []string{"plan", "run"} {
		b.want(1, says, verb, "s.toml")
	}
	b.want(0, []string{`the value "-2e200" is so large that its square may be beyond the range of a float64`}, "init", "t.csv", "-o", "i.toml")
	if draft := b.read("i.toml"); !strings.Contains(draft, `drop = ["a"]`) {
		t.Errorf("the draft has the column of huge values:\n%s", draft)
	}
	b.write("s.toml", with(t, `file = "t.csv"`, "file = \"t.csv\"\ndrop = [\"a\"]"))
	b.want(0, []string{"0 failed"}, "run", "s.toml")
}

// A test table must have the training table's columns and labels.
func TestBadTestFiles(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", "[[dataset]]\nfile = \"t.csv\"\ntest_file = \"test.csv\"\n[[method]]\nname = \"logistic\"\n")
	for _, c := range []struct {
		what, table string
		code        int
		words       []string
	}{
		{"missing", "", 3, []string{"s.toml:3:1: ", "test.csv", "no such file"}},
		{"good", tableOf(20), 0, []string{"1 finished now"}},
		{"other order", "b,a,class\n1,2,no\n", 1, []string{"test.csv", `["b" "a" "class"]`, `["a" "b" "class"]`}},
		{"more columns", "a,b,c,class\n1,2,3,no\n", 1, []string{"test.csv", `"c"`}},
		{"unseen label", tableOf(20) + "1,2,maybe\n", 1, []string{"test.csv:22: ", `"maybe"`, "training file"}},
		{"no header", "1,2,no\n2,3,yes\n", 1, []string{"test.csv:1: ", "header"}},
	} {
		if c.table != "" {
			b.write("test.csv", c.table)
		}
		b.want(c.code, c.words, "run", "s.toml")
	}
}

// A folder that cannot be written is reported before any cell runs. A path below a
// file is one for every user.
func TestUnwritableResults(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	o := b.want(1, []string{"records cannot be written", "t.csv"}, "run", "s.toml", "--results", "t.csv/results")
	if strings.Count(o.stderr, "runexp: ") != 1 {
		t.Errorf("said more than once:\n%s", o.stderr)
	}
	b.write("file/s/quick", "")
	o = b.want(1, []string{"file/s/quick: records cannot be written or read there, because it is a file"}, "plan", "s.toml", "--results", "file")
	if strings.Contains(o.stderr, "queued or running") {
		t.Errorf("what was submitted is not known:\n%s", o.stderr)
	}
	if o = b.want(1, nil, "verify", "s.toml", "--results", "file"); strings.Count(o.stderr, "it is a file") != 1 {
		t.Errorf("not said once:\n%s", o.stderr)
	}
	b.want(1, []string{"kept verdicts cannot be read from t.csv/verdicts.json: "}, "check", "s.toml", "--results", "t.csv")
	if err := os.Symlink("nowhere", b.path("link")); err == nil {
		b.want(1, []string{"records cannot be written to link/s/quick, because a link on its path leads nowhere; give another folder"}, "run", "s.toml", "--results", "link")
	}
	if runtime.GOOS == "linux" {
		b.want(1, []string{"records cannot be written", "/proc/results"}, "run", "s.toml", "--results", "/proc/results")
	}
	long := strings.Repeat("x", 300) // a folder that not even root can read
	o = b.want(1, []string{
		long + "/s/quick: its records cannot be read: file name too long; make the folder readable, or give another one with --results",
	}, "report", "s.toml", "--results", long)
	if strings.Contains(o.stderr, "holds no records") {
		t.Errorf("what cannot be read may hold records:\n%s", o.stderr)
	}
	b.want(0, nil, "run", "s.toml")
	b.want(1, []string{"t.csv"}, "report", "s.toml", "--out", "t.csv/report")
	if n := b.lines("results", "s", "quick"); n != 5 {
		t.Errorf("%d records, want 5", n)
	}
}

// A damaged journal is reported with file and line, and every whole record counts.
func TestDamagedJournal(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	b.want(0, nil, "run", "s.toml")
	files, err := filepath.Glob(b.path("results/s/quick/*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatalf("journals: %v, %v", files, err)
	}
	name := filepath.Base(files[0])
	journal := b.read("results/s/quick/" + name)
	lines := strings.SplitAfter(journal, "\n")

	// The third record is overwritten in its middle.
	damaged := strings.Join(lines[:2], "") + lines[2][:len(lines[2])/2] + "####\n" + strings.Join(lines[3:], "")
	b.write("results/s/quick/"+name, damaged)
	warned := []string{name + ":3: damaged journal"}
	b.want(1, append(warned, "t logistic 5 4 0 0 1"), "plan", "s.toml")
	b.want(1, append(warned, "4 of 5 cells done"), "report", "s.toml")
	b.want(1, append(warned, "4 were done before, 1 finished now"), "run", "s.toml")
	b.want(1, append(warned, "5 were done before, 0 finished now"), "run", "s.toml")
	if b.read("results/s/quick/"+name) != damaged {
		t.Error("a journal of another run was written to")
	}
	b.write("results/s/quick/"+name, strings.Join(lines[:2], "")+strings.Join(lines[3:], "")) // as the message says
	b.want(0, []string{"5 were done before, 0 finished now"}, "run", "s.toml")

	// Two journals that contradict each other are reported with both places.
	other := regexp.MustCompile(`"nll":[0-9.]+`).ReplaceAllString(unsealed(lines[1]), `"nll":7`)
	other = strings.Replace(other, `"engine":"gonum"`, `"engine":"portable"`, 1)
	b.write("results/s/quick/zzz.jsonl", other)
	b.want(1, []string{name + ":2 and ", "zzz.jsonl:1 are records of one cell with different results", "5 of 5 cells done"}, "report", "s.toml")
	b.write("results/s/quick/zzz.jsonl", lines[1])
	b.want(0, []string{"5 of 5 cells done"}, "report", "s.toml")

	// A torn last line is what a kill leaves behind, and no damage.
	b.write("torn/s/quick/"+name, strings.Join(lines[:4], "")+lines[4][:len(lines[4])/2])
	o := b.want(0, []string{"4 were done before, 1 finished now"}, "run", "s.toml", "--results", "torn")
	if strings.Contains(o.stderr, "damaged") {
		t.Errorf("a torn last line is called damage:\n%s", o.stderr)
	}
}
