package main

import (
	"fmt"
	"strings"
	"testing"
)

// grown is a CSV with a header and n rows, each made by row.
func grown(header string, n int, row func(i int) string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for i := range n {
		b.WriteString(row(i) + "\n")
	}
	return b.String()
}

// What init drafts for a table can be run, whatever the table has.
func TestInitDraftsWhatRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	class := func(i int) string { return []string{"no", "yes"}[i*i%3%2] }
	for _, c := range []struct {
		what, table string
		said        []string // on the terminal
		drafted     []string // in the specification
	}{
		{"plain", tableOf(60), []string{"60 rows, 3 columns", "2 classes: no 40 (66.7%), yes 20 (33.3%)", `column "a": numbers`}, []string{`name = "xgpc"`, `name = "svgp"`, `kernel = "se-ard"`, "label = \"SVGPC (one lengthscale)\"\noptions = { inducing = 20, kernel = \"se\" }", "inducing = 20", "inner_folds = 5", `name = "majority"`, "folds = 10, stratify = true"}},
		{"many rows", grown("a,b,class", 5001, func(i int) string { return fmt.Sprintf("%d,%d,%s", i%7, i%11, class(i)) }),
			[]string{"split: 10 folds, each with the classes' shares; the profile quick runs three of the splits"}, []string{"label = \"X-GPC\"\noptions = { inducing = 210, kernel = \"se-ard\" }\n\n[[method]]\nname = \"svgp\"", "[profile.quick]\nrepeats = 3\n"}},
		{"three classes", grown("a,b,kind", 90, func(i int) string { return fmt.Sprintf("%d,%d,%c", i%7, i%11, 'p'+i%3) }), []string{"3 classes: p 30"}, []string{`name = "scmgpc"`, `update = "joint"`, "gain next to nothing.\n[[method]]\nname = \"svi-mgpc\"\n", ", iterations = 1000 }\n"}},
		{"label first", grown("class,a,b", 60, func(i int) string { return fmt.Sprintf("%s,%d,%d", class(i), i%7, i%11) }), []string{`column "class": the label`}, []string{`label = "class"`}},
		{"a number of the row", grown("id,a,class", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s", i, i%7, class(i)) }), []string{"the column numbers the rows", `left out: id (the column numbers the rows`}, []string{`drop = ["id"]`}},
		{"an index without a name beside columns that are called as numbers", grown(",0,1,2", 60, func(i int) string { return fmt.Sprintf("%d,%d,%d,%s", i, i%7, i%11, class(i)) }), []string{"60 rows, 4 columns", `column "0": numbers`}, []string{"drop = [-4]\n"}},
		{"a name twice beside a column of its number", grown("a,a,1,class", 60, func(i int) string { return fmt.Sprintf("%d,%d,%d,%s", i%5, i%7, i%11, class(i)) }), []string{`column "1": numbers`}, []string{"drop = [-3]\n"}},
		{"a few numbers of eighteen digits", grown("machine,a,class", 60, func(i int) string { return fmt.Sprintf("40000000000000000%d,%d,%s", 1+i%4, i%7, class(i)) }), []string{"categories: machine (the value"}, []string{`categorical = ["machine"]`}},
		{"many of them", grown("order,a,class", 60, func(i int) string { return fmt.Sprintf("4%017d,%d,%s", i*i*7919*10007, i%7, class(i)) }), []string{"left out: order (the value"}, []string{`drop = ["order"]`}},
		{"a word among numbers beside a level None", grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%s,%s", []string{fmt.Sprint(i % 7), "unknown"}[i/58], []string{"None", "Some", "Often"}[i%3], class(i))
		}), []string{`"None" is a level`}, []string{"\nalso_missing = [\"unknown\"]\nmissing = "}},
		{"a class None beside a level -", grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%s,%s", i%11, []string{"-", "+", "o"}[i%3], []string{"None", "Mild"}[i%2])
		}), []string{"a category of 3 levels"}, []string{`"NULL", "?"]`}},
		{"a rate of which one has no sign", grown("rate,b,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{fmt.Sprint(i%9) + ".5%", "7"}[i/59], i%7, class(i))
		}), []string{"left out: rate (the value"}, []string{`drop = ["rate"]`}},
		{"a last row without a label", grown("a,b,class", 60, func(i int) string {
			return []string{fmt.Sprintf("%d,%d,%s", i%5, i%7, class(i)), "Total,,"}[i/59]
		}), []string{`column "a": numbers, 5 different`, "1 row without one left out"}, []string{"\nfile = \"my.csv\"\n\n# A lengthscale for each"}},
		{"labels of which one is not seen to differ", grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s%s", i%5, i%7, class(i), []string{"", "\u200b"}[i/40])
		}), []string{`the labels "no" and "no\u200b" look alike`}, nil},
		{"tabs that a first line states", "sep=\t\n" + strings.ReplaceAll(tableOf(60), ",", "\t"), []string{"60 rows, 3 columns"}, nil},
		{"names of rows", grown("name,a,class", 60, func(i int) string { return fmt.Sprintf("n%d,%d,%s", i, i%7, class(i)) }), []string{"60 of 60 values are different"}, []string{`drop = ["name"]`}},
		{"missing values", grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("%s,%d,%s", []string{"NA", "3", "4"}[i%3], i%7, class(i)) }), []string{"20 values missing", "missing values are the mean of their column"}, []string{`missing = "mean"`}},
		{"infinite values", grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%s,%s", i%5, []string{fmt.Sprint(i % 7), "Inf"}[i/58], class(i))
		}),
			[]string{"2 values missing", "beyond all numbers"}, []string{`missing = "mean"`}},
		{"infected", grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("%s,%d,%s", []string{"Ctrl", "Inf"}[i%2], i%7, class(i)) }), nil, []string{`categorical = ["a"]`}},
		{"infinite alone", grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("inf,%d,%s", i%7, class(i)) }), nil, []string{`drop = ["a"]`}},
		{"infinite in LIBSVM", lines(60, func(i int) string { return fmt.Sprintf("%d 0:%d 2:%s", i%2, i, []string{"3", "4", "inf"}[i/29]) }), nil, []string{`missing = "mean"`}},
		{"missing labels", grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{class(i), ""}[i/58]) }), []string{`column "class": the label, 2 rows without one left out`}, []string{"\nfile = \"my.csv\"\n\n# A lengthscale for each"}},
		{"groups", visits(60), []string{"split: rows of one patient stay together, in 5 folds"}, []string{`split = { kind = "group", column = "patient", folds = 5 }`, `drop = ["day"]`}},
		{"a group of most rows", grown("patient,a,class", 200, func(i int) string { return fmt.Sprintf("p%d,%d,%s", max(0, i-179)%10, i%7, class(i)) }), []string{"rows of one patient stay together"}, []string{"inducing = 18,"}},
		{"few groups", grown("patient,a,class", 60, func(i int) string { return fmt.Sprintf("p%d,%d,%s", i/30, i%7, class(i)) }),
			[]string{"split: 10 folds, each with the classes' shares; rows of one patient may be on both sides"},
			[]string{"\nsplit = { kind = \"kfold\", folds = 10, stratify = true }\n", "which makes 2 repeats and tells little apart:\n# split = { kind = \"group\", column = \"patient\", folds = 2 }\n"}},
		{"groups not of all", grown("patient,a,class", 60, func(i int) string { return fmt.Sprintf("%s,%d,%s", []string{"", "p", "q"}[i%3], i%7, class(i)) }), []string{"split: 10 folds, each with the classes' shares; rows of one patient may be on both sides: the column lacks 20 values"},
			[]string{"# \"patient\": it says which rows belong together, but not of all\ndrop = [\"patient\"]",
				"# Rows of one patient may be on both sides: the column lacks 20 values.\n# With missing = \"drop-row\", which leaves rows without a value out:\n# split = { kind = \"group\", column = \"patient\", folds = 2 }\n"}},
		{"groups of one, not of all", grown("patient,a,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{fmt.Sprint(i * 17 % 61), ""}[i/58], i%7, class(i))
		}),
			[]string{"split: 10 folds, each with the classes' shares\n"}, []string{"but none do\ndrop = [\"patient\"]"}},
		{"groups of one", grown("patient,a,class", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s", i*17%61, i%7, class(i)) }), nil, []string{"# \"patient\": it says which rows belong together, but none do\ndrop = [\"patient\"]"}},
		{"days that are none", strings.ReplaceAll(strings.ReplaceAll(visits(60), "patient", "ward"), "2024-01-28", "2024-02-31"),
			[]string{"shares; rows are not in the order of day: not all its values are dates such as 2024-01-31"}, []string{`drop = ["day"]`, `kind = "kfold"`, "# Rows are not in the order of day: not all its values are dates such as 2024-01-31.\n"}},
		{"days not of all", strings.Replace(strings.ReplaceAll(visits(60), "patient", "ward"), "2024-01-01", "", 1),
			[]string{"shares; rows are not in the order of day: the column lacks 1 value"},
			[]string{`drop = ["day"]`, "# Rows are not in the order of day: the column lacks 1 value.\n# With missing = \"drop-row\", which leaves rows without a value out:\n# split = { kind = \"time\", column = \"day\", folds = 5 }\n"}},
		{"names to be quoted", grown(`a,"b\`+"\a\n"+`",class`, 60, func(i int) string {
			return fmt.Sprintf("%d,7,\"%s\n[[method]]\nname = \"\"gibbs\"\"\n\"", i%7, class(i))
		}), []string{`"no\n[[method]]\nname = \"gibbs\""`}, []string{"drop = [1]"}},
		{"dates", strings.ReplaceAll(visits(60), "patient", "ward"), []string{"split: in the order of day, rows are tested after those trained on"}, []string{`split = { kind = "time", column = "day", folds = 5 }`}},
		{"mixed", grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("%s,%d,%s", []string{"low", "3", "4"}[i%3], i%7, class(i)) }), nil, []string{`categorical = ["a"]`}},
		{"a word in a column of numbers", grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{fmt.Sprint(i % 9), "unknown"}[i/59], i%7, class(i))
		}), nil, []string{`also_missing = ["unknown"]`, `missing = "mean"`}},
		{"a class called None", grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{"None", "Apnea", "NA"}[min(2, i%2+i/59*2)])
		}), []string{"2 classes: Apnea 29", "None 30"},
			[]string{`# "None" is not among them: it is a class here`, `missing_values = ["NA", "N/A", "#N/A", "<NA>", "n/a", "NaN", "null", "NULL", "?", "-"]`}},
		{"labels that are not available", grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{"NA", "yes", "no"}[i%3])
		}), []string{"2 classes: no 20 (50%), yes 20 (50%)"}, []string{"\nfile = \"my.csv\"\n\n# A lengthscale for each"}},
		{"a class called None, and numbers that are missing by that word", grown("a,b,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{fmt.Sprint(i % 5), "None"}[i/50], i%7, []string{"None", "yes", "no"}[i%3])
		}), []string{"2 classes: no 20 (50%), yes 20 (50%)"}, []string{`"null", "NULL", "None", "?", "-"]`, `missing = "mean"`}},
		{"an identity", grown("id,a,class", 120, func(i int) string { return fmt.Sprintf("%d,%d,%s", i/3+1, i%7, class(i)) }),
			[]string{`column "id": numbers, 40 different; it looks like an identity that repeats`, "split: rows of one id stay together, in 5 folds"}, []string{`split = { kind = "group", column = "id", folds = 5 }`}},
		{"an identity that hardly repeats", grown("ID,a,class", 120, func(i int) string { return fmt.Sprintf("%d,%d,%s", 1000+i*37%113, i%7, class(i)) }), nil,
			[]string{`split = { kind = "group", column = "ID", folds = 5 }`}},
		{"two identities", grown("child,subject_id,a,class", 120, func(i int) string { return fmt.Sprintf("c%d,%d,%d,%s", i/3, 7*(i/6), i%7, class(i)) }), nil,
			[]string{`split = { kind = "group", column = "child", folds = 5 }`, "# \"subject_id\": it looks like an identity that repeats\ndrop = [\"subject_id\"]"}},
		{"codes", grown("zip,a,class", 60, func(i int) string { return fmt.Sprintf("0%d134,%d,%s", i%4, i%7, class(i)) }), []string{`the value "00134" begins with a 0`, "categories: zip ("}, []string{`categorical = ["zip"]`}},
		{"codes that name rows", grown("code,a,class", 60, func(i int) string { return fmt.Sprintf("0%d,%d,%s", 100+i*7%60, i%7, class(i)) }), nil, []string{`drop = ["code"]`}},
		{"None among texts", grown("often,a,class", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{"None", "Some", "Much"}[i%3], i%7, class(i))
		}),
			[]string{`column "often": a category of 3 levels; "None" is a level`}, []string{"\nfile = \"my.csv\"\n\n# A lengthscale for each"}},
		{"counts", grown("class,age,sex,n", 60, func(i int) string { return fmt.Sprintf("%s,%d,%d,%d", class(i), i%5, i%3, i*i%41) }),
			[]string{"the number of rows that a row stands for", `label: column "class": it is called class, it has 2 levels`}, []string{"# \"n\": it looks like the number of rows that a row stands for\ndrop = [\"n\"]"}},
		{"days without dashes", grown("day,a,class", 60, func(i int) string { return fmt.Sprintf("202401%02d,%d,%s", 1+i*7%30, i%7, class(i)) }),
			[]string{"split: in the order of day"}, []string{`split = { kind = "time", column = "day", folds = 5 }`}},
		{"names like numbers", grown("x1,x2,x3,y", 60, func(i int) string { return fmt.Sprintf("%d,5,%d,%s", i%5, i%7, class(i)) }), []string{`column "x2": numbers, 1 different; all values are the same`}, []string{`drop = ["x2"]`}},
		{"a measurement called an index", grown("refractive_index,b,class", 60, func(i int) string { return fmt.Sprintf("%g,%d,%s", 1.5+float64(i*i%61)/100, i%7, class(i)) }), nil, []string{"\nfile = \"my.csv\"\n\n# A lengthscale for each"}},
		{"a column without a name", grown(",a,b,class", 60, func(i int) string { return fmt.Sprintf("%d,%d,%d,%s", i, i%5, i%7, class(i)) }), []string{"column 0: not used"}, []string{"# 0: it has no name\ndrop = [0]"}},
		{"a comma at the end of each line", grown("a,b,class,", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s,", i%5, i%7, class(i)) }),
			[]string{`column "class": the label`, "column 3: not used"}, []string{`label = "class"`, "# 3: it has no name\ndrop = [3]"}},
		{"two columns of one name", grown("a,a,b,class", 60, func(i int) string { return fmt.Sprintf("%d,%d,%d,%s", i%5, i%7, i%11, class(i)) }),
			[]string{"column 1: not used"}, []string{"# 1: another column has its name\ndrop = [1]\n"}},
		{"three columns of the label's name", grown("class,class,a,class", 60, func(i int) string { return fmt.Sprintf("%d,%d,%d,%s", i%5, i%7, i%11, class(i)) }),
			[]string{`column "class": the label`}, []string{"# 1: another column has its name\ndrop = [0, 1]\n"}},
		{"huge numbers", grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("%de300,%d,%s", i%5, i%7, class(i)) }),
			[]string{`the value "1e300" is so large`}, []string{`drop = ["a"]`}},
		{"decimal commas", grown("a;b;class", 60, func(i int) string { return fmt.Sprintf("0,%03d;%d;%s", i, i%7, class(i)) }), []string{"numbers are written as in 1234,5"}, []string{`decimal = ","`}},
		{"numbers in two ways", grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("0.%03d,\"%d,%d\",%s", i, i%7, i%5, class(i)) }), []string{"look like numbers with a comma"}, []string{`drop = ["b"]`}},
		{"rare class", grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{"no", "yes"}[i/57]) }), nil, []string{"folds = 10, stratify = true"}},
		{"constant", grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("1,%d,%s", i%7, class(i)) }), nil, []string{`drop = ["a"]`}},
		{"tiny numbers", grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("%de-300,%d,%s", i%9, i%7, class(i)) }), []string{"count as the same"}, []string{`drop = ["a"]`}},
		{"whole numbers of many digits", grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s", 1<<60+7*(i*7%60), i%7, class(i)) }),
			[]string{`is read as 1152921504606846976`}, []string{"# column \"a\": numbers, 3 different; the value \"11529"}},
		{"LIBSVM", lines(60, func(i int) string { return fmt.Sprintf("%d 0:%d 2:%d", i%2, i, i*i%7) }), []string{"60 rows, 3 columns", "column 2: numbers"}, nil},
		{"no header", grown("5,4,0", 60, func(i int) string { return fmt.Sprintf("%d,%d,%d", i%5, i%7, i%2) }), []string{"61 rows"}, nil},
		{"a first line of numbers above texts", grown("1,2,3", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s", i%5, i%7, class(i)) }),
			[]string{"the first line, which counts its columns, is read as a row: say header = true if it names the columns, or header = false"}, []string{"# the first line, which counts its columns, is read as a row: say header = true"}},
		{"a class of one row", grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{"no", "yes"}[i/59]) }),
			[]string{"remark: a class has a single row: every repeat trains on it, and none tests it"}, []string{"repeats = 10", `split = { kind = "holdout", train = 0.8, stratify = true }`}},
		{"groups of a class", grown("patient,a,class", 60, func(i int) string { return fmt.Sprintf("p%d,%d,%s", i/6, i%7, []string{"no", "yes"}[i/54]) }),
			[]string{`remark: column "patient" is left out: a split by it has training rows that the methods cannot learn from`}, []string{`drop = ["patient"]`, "folds = 10, stratify = true"}},
		{"a large group", grown("patient,a,class", 60, func(i int) string { return fmt.Sprintf("p%d,%d,%s", max(0, i-50), i%7, class(min(i, 51))) }),
			[]string{`remark: column "patient" is left out`}, []string{`drop = ["patient"]`}},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := newBench(t)
			b.write("my.csv", c.table)
			b.want(0, append(c.said, "specification: my.toml"), "init", "my.csv")
			text := b.read("my.toml")
			for _, want := range c.drafted {
				if !strings.Contains(text, want) {
					t.Errorf("%q is not in the specification:\n%s", want, text)
				}
			}
			b.want(0, []string{" 0 failed"}, "run", "my.toml", "--only", "method=majority")
		})
	}
}

// Labels of the column that is asked for are classes though they are many.
func TestInitOfManyClasses(t *testing.T) {
	b := newBench(t)
	for name, label := range map[string]func(i int) string{
		"text":    func(i int) string { return fmt.Sprint("c", i%25) },
		"numbers": func(i int) string { return fmt.Sprint(i % 25) },
	} {
		b.write(name+".csv", grown("a,b,class", 100, func(i int) string { return fmt.Sprintf("%d,%d,%s", i%7, i%11, label(i)) }))
		b.want(1, []string{"25 different labels in 100 rows", "Say --label with another one, or with this one if it is"}, "init", name+".csv")
		b.want(0, []string{`column "class": there are 25 different labels in 100 rows`, "all of them are classes, since --label names the column"}, "init", name+".csv", "--label", "class")
		if text := b.read(name + ".toml"); !strings.Contains(text, "since --label names the column\ncategorical = [\"class\"]\n") {
			t.Errorf("the specification does not say that all labels are classes:\n%s", text)
		}
		b.want(0, []string{" 0 failed"}, "run", name+".toml", "--only", "method=majority")
	}
}

// visits is a CSV of n rows of patients who come several times.
func visits(n int) string {
	return grown("patient,day,dose,ill", n, func(i int) string {
		return fmt.Sprintf("p%d,2024-01-%02d,%d.5,%s", i%12, 1+i*5%28, i%9, []string{"no", "yes"}[i*i%5%2])
	})
}

// What speaks for a column as the label's is weighed and said; where no column is clearly it, init
// asks.
func TestInitFindsTheLabel(t *testing.T) {
	b := newBench(t)
	ill := func(i int) int { return i * i % 3 % 2 }
	for at, c := range []struct {
		header string
		row    func(i int) string
		code   int
		said   string
	}{
		{"a,b,kind", func(i int) string { return fmt.Sprintf("%d,%d,%d", i%7, i%11, ill(i)) }, 0, `label: column "kind": it is the last, it has 2 levels`},
		{"a,status,age", func(i int) string { return fmt.Sprintf("%d,%d,%d", i%11, ill(i), i*i%79) }, 0, `label: column "status": it is called status, it has 2 levels`},
		{"ill,age,number,start", func(i int) string { return fmt.Sprintf("%d,%d,%d,%d", ill(i), i*i%79, i%7, i%16) }, 2,
			"my2.csv: no column is clearly the one of the classes: say --label with its name or number; it may be\n  \"ill\": it has 2 levels\n  \"number\": it has 7 levels\n  \"start\": it is the last\n"},
		{"class,sex,survived,Freq", func(i int) string { return fmt.Sprintf("%d,%d,%d,%d", i%7, ill(i), ill(i+1), i*i%79) }, 2,
			"  \"class\": it is called class, it has 7 levels\n  \"survived\": it is called survived, it has 2 levels\n  \"sex\": it has 2 levels\n"},
		{"a,b,c", func(i int) string { return fmt.Sprintf("%d.5,%d.25,%d.5", i*i%79, i%16, i) }, 2, "no column is clearly the one of the classes"},
	} {
		table := fmt.Sprintf("my%d.csv", at)
		b.write(table, grown(c.header, 80, c.row))
		b.want(c.code, []string{c.said}, "init", table)
	}
}

func TestInitRefuses(t *testing.T) {
	b := newBench(t)
	b.write("price.csv", grown("a,b,price", 60, func(i int) string { return fmt.Sprintf("%d,%d,%d.25", i%5, i%7, i*i) }))
	b.want(2, []string{"price.csv: no column is clearly the one of the classes: say --label with its name or number; it may be\n  \"a\": it has 5 levels\n  \"b\": it has 7 levels\n  \"price\": it is the last"}, "init", "price.csv")
	b.write("target.csv", strings.Replace(b.read("price.csv"), "price", "target", 1))
	b.want(1, []string{`target.csv: column "target": there are 60 different labels in 60 rows`, "Say --label with another one"}, "init", "target.csv")
	b.want(0, []string{`column "a": the label`}, "init", "price.csv", "--label", "a", "-o", "a.toml")
	b.write("one.csv", grown("a,b,class", 20, func(i int) string { return fmt.Sprintf("%d,%d,no", i%5, i%7) }))
	b.want(1, []string{"there is nothing to tell apart"}, "init", "one.csv")
	b.write("unlabelled.csv", grown("a,b,class", 20, func(i int) string { return fmt.Sprintf("%d,%d,", i%5, i%7) }))
	b.want(1, []string{"unlabelled.csv", "no row has a label"}, "init", "unlabelled.csv", "--label", "class")
	b.write("ids.csv", grown("id,name,class", 60, func(i int) string { return fmt.Sprintf("%d,n%d,%s", i, i, []string{"no", "yes"}[i%2]) }))
	b.want(1, []string{`ids.csv: there is no column to learn from: "id" (the column numbers the rows), "name" (60 of 60 values are different`}, "init", "ids.csv")
	b.write("two.csv", "a,class\n0,no\n1,yes\n")
	b.write("measured.csv", grown("a,b,price", 60, func(i int) string { return fmt.Sprintf("%d,%d,%d.25", i%5, i%7, i*i) }))
	b.want(1, []string{"measured.csv: no specification for it can be run: measured, repeat 0: none of the", "measurements are not predicted: write the range"}, "init", "measured.csv", "--label", "price")
	b.write("flat.csv", grown("a,b,price", 60, func(i int) string { return fmt.Sprintf("3,5,%d.25", i*i) }))
	if o := b.want(1, []string{"flat.csv: there is no column to learn from"}, "init", "flat.csv", "--label", "price"); strings.Contains(o.stderr, "measurements") {
		t.Errorf("what is wrong are the attributes:\n%s", o.stderr)
	}
	b.want(1, []string{"two.csv: no specification for it can be run: two, repeat 0: none of the 1 training rows is of class"}, "init", "two.csv")
	b.write("inf.csv", grown("a,b,class", 60, func(i int) string {
		return fmt.Sprintf("%d,%s,%s", i%5, []string{"1", "Inf"}[i/59], []string{"no", "yes"}[i%2])
	}))
	b.write("inf.toml", strings.Replace(oneMethod, "t.csv", "inf.csv", 1))
	b.want(1, []string{`inf.csv:61: column "b": the value "Inf" is beyond all numbers: correct it, or say missing = "drop-row" or "mean", with which it counts as missing`}, "plan", "inf.toml")
	b.write("nameless.csv", grown("a,b,", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{"no", "yes"}[i%3/2]) }))
	b.want(1, []string{"nameless.csv: column 2, the last, has no name: give it one, or say --label"}, "init", "nameless.csv")
	b.want(0, []string{"column 2: the label"}, "init", "nameless.csv", "--label", "2")
	b.want(0, []string{"cells"}, "plan", "nameless.toml")
	b.write("dash.csv", grown("a,b,class", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{"-", "pos"}[i%3/2]) }))
	b.want(1, []string{`dash.csv: column "class": the label "-" may stand for a missing value: say --label with this column if it is a class`}, "init", "dash.csv")
	b.want(0, []string{"2 classes: - 40"}, "init", "dash.csv", "--label", "class")
	b.want(0, []string{"cells"}, "plan", "dash.toml")
	b.write("texts.csv", grown("sort,class", 5, func(i int) string { return fmt.Sprintf("s%d,%s", i, fmt.Sprint("k", i)) }))
	b.want(1, []string{"name the label's column (--label), if the first line has it"}, "init", "texts.csv")
	b.write("header.csv", "a,b,class\n")
	b.want(1, []string{"header.csv: the file has no rows"}, "init", "header.csv")
	b.want(2, []string{"a.toml is there already"}, "init", "t.csv", "-o", "a.toml")
	b.want(2, []string{`no column "klass"`}, "init", "t.csv", "--label", "klass")
	b.want(3, []string{"none.csv cannot be read"}, "init", "none.csv")
	b.want(2, []string{"init: one table"}, "init")
	b.write("huge.txt", lines(60, func(i int) string { return fmt.Sprintf("%d 0:%d 2:%s", i%2, i, []string{"3", "4", "1e300"}[i/29]) }))
	if said := b.want(1, []string{`huge.txt:59: column 2`, `the value "1e+300" is so large`}, "init", "huge.txt").stderr; strings.Contains(said, b.dir) {
		t.Errorf("the table is not called as it was given:\n%s", said)
	}
	b.write("sets.txt", "0,1 0:1 2:3\n1 1:3\n0,2 3:4\n")
	b.want(2, []string{"sets.txt: each row has any number of labels"}, "init", "sets.txt", "--label", "a")
	b.want(0, []string{"3 rows, 4 attributes, 3 labels"}, "init", "sets.txt")
	b.want(0, []string{"sets, profile quick: 12 cells"}, "plan", "sets.toml")
}

// An experiment that cannot be called as its file gets another name, and names of files are
// quoted where a shell would read them otherwise.
func TestInitNames(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ table, name, word string }{{"report.csv", "report-table", "report.toml"}, {"quickstart.csv", "quickstart-table", "quickstart.toml"}, {"my table.csv", "my table", "'my table.toml'"},
		{"what?.csv", "what_", "'what?.toml'"}, {"a:b.csv", "a_b", "a:b.toml"}, {".hidden.csv", "hidden", ".hidden.toml"}, {".report.csv", "report-table", ".report.toml"}} {
		b.write(c.table, tableOf(60))
		b.want(0, []string{fmt.Sprintf("then: runexp run %s --results out && runexp report %s --results out\n", c.word, c.word)}, "init", c.table)
		b.want(0, []string{c.name + ", profile quick: 60 cells"}, "plan", strings.Trim(c.word, "'"))
	}
}

// Splits that go by a column run.
func TestRunSplitsByAColumn(t *testing.T) {
	b := newBench(t)
	b.write("visits.csv", visits(60))
	spec := `[[dataset]]
file = "visits.csv"
drop = ["day"]
split = { kind = "group", column = "patient", folds = 3 }
[[method]]
name = "majority"
`
	b.write("group.toml", spec)
	b.want(0, []string{"3 finished now"}, "run", "group.toml")
	b.write("number.toml", strings.Replace(spec, `column = "patient"`, "column = 0", 1))
	b.want(0, []string{"3 finished now"}, "run", "number.toml")
	b.write("time.toml", strings.Replace(strings.Replace(spec, `"group", column = "patient"`, `"time", column = "day"`, 1), `["day"]`, `["patient"]`, 1))
	b.want(0, []string{"3 finished now"}, "run", "time.toml")
	b.write("visits.csv", strings.Replace(visits(60), "p3,", ",", 1))
	b.want(1, []string{`visits.csv:5: column "patient": the value is missing ("")`, `missing = "drop-row" leaves such rows out`}, "run", "group.toml")
	b.write("dropped.toml", strings.Replace(spec, `drop = ["day"]`, "drop = [\"day\", \"patient\"]\nmissing = \"drop-row\"", 1))
	b.want(0, []string{"3 finished now"}, "run", "dropped.toml")
	b.write("visits.csv", strings.Replace(visits(60), "2024-01-01", "2024-01-32", 1))
	b.want(1, []string{`visits.csv:2: column "day": the split is in the order of time, and "2024-01-32" is neither`}, "run", "time.toml")
	b.write("visits.csv", visits(60))
	b.write("many.toml", strings.Replace(spec, "folds = 3 }", "folds = 13 }", 1))
	b.want(2, []string{"many.toml:4:1: ", "13 folds of 12 groups"}, "run", "many.toml")
	b.write("none.toml", strings.Replace(spec, `"patient"`, `"client"`, 1))
	b.want(2, []string{"none.toml:4:1: ", `there is no column "client"`}, "run", "none.toml")
}
