package main

import (
	"fmt"
	"slices"
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
		t.Skip("takes a quarter of a minute")
	}
	for _, c := range slices.Concat(
		draftsOfFormats,
		draftsOfColumns,
		draftsOfNumbers,
		draftsOfMissing,
		draftsOfLabels,
		draftsOfGroups,
		draftsOfDays,
	) {
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
			b.want(0, []string{" 0 failed"}, "run", "my.toml", "--only", "method=majority", "--only", "repeat=0")
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
		asked := []string{
			"25 different labels in 100 rows",
			"Say --label with another one, or with this one if it is",
		}
		if name == "numbers" {
			asked = append(asked, "Only classes are predicted, not measurements: replace each value by its range")
		}
		b.want(1, asked, "init", name+".csv")
		b.want(0, []string{
			`column "class": there are 25 different labels in 100 rows`,
			"each of them is a class, since --label names the column",
		}, "init", name+".csv", "--label", "class")
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
		{
			header: "a,b,kind",
			row:    func(i int) string { return fmt.Sprintf("%d,%d,%d", i%7, i%11, ill(i)) },
			code:   0,
			said:   `label: column "kind": it is the last, it has 2 levels`,
		},
		{
			header: "a,status,age",
			row:    func(i int) string { return fmt.Sprintf("%d,%d,%d", i%11, ill(i), i*i%79) },
			code:   0,
			said:   `label: column "status": it is called status, it has 2 levels`,
		},
		{
			header: "ill,age,number,start",
			row:    func(i int) string { return fmt.Sprintf("%d,%d,%d,%d", ill(i), i*i%79, i%7, i%16) },
			code:   2,
			said: "my2.csv: no column is clearly the label: give its name or number with --label; it may be\n" +
				"  \"ill\": it has 2 levels\n  \"number\": it has 7 levels\n  \"start\": it is the last\n",
		},
		{
			header: "class,sex,survived,Freq",
			row:    func(i int) string { return fmt.Sprintf("%d,%d,%d,%d", i%7, ill(i), ill(i+1), i*i%79) },
			code:   2,
			said:   "  \"class\": it is called class, it has 7 levels\n  \"survived\": it is called survived, it has 2 levels\n  \"sex\": it has 2 levels\n",
		},
		{
			header: "a,b,c",
			row:    func(i int) string { return fmt.Sprintf("%d.5,%d.25,%d.5", i*i%79, i%16, i) },
			code:   2,
			said:   "no column is clearly the label",
		},
	} {
		table := fmt.Sprintf("my%d.csv", at)
		b.write(table, grown(c.header, 80, c.row))
		b.want(c.code, []string{c.said}, "init", table)
	}
}

// Where the label is not clear, init asks for it, and refuses what cannot be it.
func TestInitAsksForTheLabel(t *testing.T) {
	b := newBench(t)
	b.write("price.csv", grown("a,b,price", 60, func(i int) string { return fmt.Sprintf("%d,%d,%d.25", i%5, i%7, i*i) }))
	b.want(2, []string{
		"price.csv: no column is clearly the label: give its name or number with --label; it may be\n" +
			"  \"a\": it has 5 levels\n  \"b\": it has 7 levels\n  \"price\": it is the last",
	}, "init", "price.csv")
	b.write("target.csv", strings.Replace(b.read("price.csv"), "price", "target", 1))
	b.want(1, []string{
		`target.csv: column "target": there are 60 different labels in 60 rows`,
		"Say --label with another one",
	}, "init", "target.csv")
	b.want(0, []string{`column "a": the label`}, "init", "price.csv", "--label", "a", "-o", "a.toml")
	b.write("nameless.csv", grown("a,b,", 60, func(i int) string {
		return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{"no", "yes"}[i%3/2])
	}))
	b.want(1, []string{"nameless.csv: column 2, the last, has no name: give it one, or say --label"}, "init", "nameless.csv")
	b.want(0, []string{"column 2: the label"}, "init", "nameless.csv", "--label", "2")
	b.want(0, []string{"cells"}, "plan", "nameless.toml")
	b.write("comma.csv", grown("a,diagnosis,b,", 60, func(i int) string {
		return fmt.Sprintf("%d,%s,%d,", i%5, []string{"B", "M"}[i%3/2], i*i)
	}))
	b.want(0, []string{`label: column "diagnosis": it is called diagnosis`, "left out: column 3 (it has no name)"}, "init", "comma.csv")
	b.write("word.csv", grown("is_churn,a,region", 60, func(i int) string { return fmt.Sprintf("%d,%d,r%d", i%3/2, i*i, i%4) }))
	b.want(2, []string{
		"word.csv: no column is clearly the label",
		`"is_churn": its name has the word churn, it has 2 levels`,
	}, "init", "word.csv")
	b.write("dash.csv", grown("a,b,class", 60, func(i int) string {
		return fmt.Sprintf("%d,%d,%s", i%5, i%7, []string{"-", "pos"}[i%3/2])
	}))
	b.want(1, []string{
		`dash.csv: column "class": the label "-" may stand for a missing value: say --label with this column if it is a class`,
	}, "init", "dash.csv")
	b.want(0, []string{"2 classes: - 40"}, "init", "dash.csv", "--label", "class")
	b.want(0, []string{"cells"}, "plan", "dash.toml")
	b.write("texts.csv", grown("sort,class", 5, func(i int) string { return fmt.Sprintf("s%d,%s", i, fmt.Sprint("k", i)) }))
	b.want(1, []string{"name the label's column (--label), if the first line has it"}, "init", "texts.csv")
	b.want(2, []string{"a.toml exists already"}, "init", "t.csv", "-o", "a.toml")
	b.want(2, []string{`no column "klass"`}, "init", "t.csv", "--label", "klass")
	b.want(2, []string{`no column "Clas"; did you mean class?; the columns are`}, "init", "t.csv", "--label", "Clas")
	b.write("sets.txt", "0,1 0:1 2:3\n1 1:3\n0,2 3:4\n")
	b.want(2, []string{"sets.txt: each row has any number of labels"}, "init", "sets.txt", "--label", "a")
	b.want(0, []string{"3 rows, 4 attributes, 3 labels"}, "init", "sets.txt")
	b.want(0, []string{"sets, profile quick: 12 cells"}, "plan", "sets.toml")
}

// Tables from which nothing can be learnt are refused.
func TestInitRefusesWhatTeachesNothing(t *testing.T) {
	b := newBench(t)
	b.write("one.csv", grown("a,b,class", 20, func(i int) string { return fmt.Sprintf("%d,%d,no", i%5, i%7) }))
	b.want(1, []string{"there is nothing to classify"}, "init", "one.csv")
	b.write("unlabelled.csv", grown("a,b,class", 20, func(i int) string { return fmt.Sprintf("%d,%d,", i%5, i%7) }))
	b.want(1, []string{"unlabelled.csv", "no row has a label"}, "init", "unlabelled.csv", "--label", "class")
	b.write("ids.csv", grown("id,name,class", 60, func(i int) string {
		return fmt.Sprintf("%d,n%d,%s", i, i, []string{"no", "yes"}[i%2])
	}))
	b.want(1, []string{
		`ids.csv: there is no column to learn from: "id" (the column numbers the rows), "name" (60 of 60 values are different`,
	}, "init", "ids.csv")
	b.write("two.csv", "a,class\n0,no\n1,yes\n")
	b.write("measured.csv", grown("a,b,price", 60, func(i int) string { return fmt.Sprintf("%d,%d,%d.25", i%5, i%7, i*i) }))
	b.want(1, []string{
		"measured.csv: no specification for it can be run: measured, repeat 0: none of the",
		"Only classes are predicted, not measurements: replace each value by its range",
	}, "init", "measured.csv", "--label", "price")
	b.write("flat.csv", grown("a,b,price", 60, func(i int) string { return fmt.Sprintf("3,5,%d.25", i*i) }))
	flat := b.want(1, []string{"flat.csv: there is no column to learn from"}, "init", "flat.csv", "--label", "price")
	if strings.Contains(flat.stderr, "measurements") {
		t.Errorf("what is wrong are the attributes:\n%s", flat.stderr)
	}
	b.want(1, []string{
		"two.csv: no specification for it can be run: two, repeat 0: none of the 1 training rows is of class",
	}, "init", "two.csv")
	b.write("inf.csv", grown("a,b,class", 60, func(i int) string {
		return fmt.Sprintf("%d,%s,%s", i%5, []string{"1", "Inf"}[i/59], []string{"no", "yes"}[i%2])
	}))
	b.write("inf.toml", strings.Replace(oneMethod, "t.csv", "inf.csv", 1))
	b.want(1, []string{
		`inf.csv:61: column "b": the value "Inf" is beyond the range of a float64: correct it, or say missing = "drop-row" or "mean" to treat it as missing`,
	}, "plan", "inf.toml")
	b.write("huge.txt", lines(60, func(i int) string {
		return fmt.Sprintf("%d 0:%d 2:%s", i%2, i, []string{"3", "4", "1e300"}[i/29])
	}))
	huge := b.want(1, []string{`huge.txt:59: column 2`, `the value "1e+300" is so large`}, "init", "huge.txt")
	if strings.Contains(huge.stderr, b.dir) {
		t.Errorf("the table is not called as it was given:\n%s", huge.stderr)
	}
}

func TestInitRefusesFiles(t *testing.T) {
	b := newBench(t)
	b.write("header.csv", "a,b,class\n")
	b.want(1, []string{"header.csv: the file has no rows"}, "init", "header.csv")
	b.want(3, []string{"none.csv cannot be read"}, "init", "none.csv")
	b.want(2, []string{"init takes one table"}, "init")
	b.want(2, []string{"write it to a file first, such as cat > my.csv"}, "init", "-")
}

// An experiment that cannot be called as its file gets another name, and names of files are
// quoted where a shell would read them otherwise.
func TestInitNames(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ table, name, word string }{
		{table: "report.csv", name: "report-table", word: "report.toml"},
		{table: "quickstart.csv", name: "quickstart-table", word: "quickstart.toml"},
		{table: "my table.csv", name: "my table", word: "'my table.toml'"},
		{table: "what?.csv", name: "what_", word: "'what?.toml'"},
		{table: "a:b.csv", name: "a_b", word: "a:b.toml"},
		{table: ".hidden.csv", name: "hidden", word: ".hidden.toml"},
		{table: ".report.csv", name: "report-table", word: ".report.toml"},
	} {
		b.write(c.table, tableOf(60))
		b.want(0, []string{
			fmt.Sprintf("then: runexp run %s --results out && runexp report %s --results out\n", c.word, c.word),
		}, "init", c.table)
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
	b.want(1, []string{
		`visits.csv:5: column "patient": the value is missing ("")`,
		`missing = "drop-row" leaves such rows out`,
	}, "run", "group.toml")
	b.write("dropped.toml", strings.Replace(spec, `drop = ["day"]`, "drop = [\"day\", \"patient\"]\nmissing = \"drop-row\"", 1))
	b.want(0, []string{"3 finished now"}, "run", "dropped.toml")
	b.write("visits.csv", strings.Replace(visits(60), "2024-01-01", "2024-01-32", 1))
	b.want(1, []string{
		`visits.csv:2: column "day": rows are split in the order of time, but "2024-01-32" is neither`,
	}, "run", "time.toml")
	b.write("visits.csv", visits(60))
	b.write("many.toml", strings.Replace(spec, "folds = 3 }", "folds = 13 }", 1))
	b.want(2, []string{"many.toml:4:1: ", "13 folds of 12 groups"}, "run", "many.toml")
	b.write("none.toml", strings.Replace(spec, `"patient"`, `"client"`, 1))
	b.want(2, []string{"none.toml:4:1: ", `there is no column "client"`}, "run", "none.toml")
}
