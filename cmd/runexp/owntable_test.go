package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// column is a table of n rows with a number, a column of f(i), and a class; fields are
// between semicolons.
func column(n int, f func(i int) string) string {
	var b strings.Builder
	b.WriteString("a;b;class\n")
	for i := range n {
		fmt.Fprintf(&b, "%d;%s;%s\n", i*i%17, f(i), []string{"no", "yes"}[i%3%2])
	}
	return b.String()
}

// lines are n lines.
func lines(n int, f func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(f(i) + "\n")
	}
	return b.String()
}

// formatted writes the number of a row in a format.
func formatted(format string) func(int) string {
	return func(i int) string { return fmt.Sprintf(format, i) }
}

// missingAt is a table with a text in column b of one row, and numbers in the others.
func missingAt(text string, at int) string {
	return column(60, func(i int) string {
		if i == at {
			return text
		}
		return fmt.Sprint(i % 7)
	})
}

// labelled is a table with labels of its own.
func labelled(f func(i int) string) string {
	return "a;b;class\n" + lines(120, func(i int) string { return fmt.Sprintf("%d;%d;%s", i*i%101, i*7%103, f(i)) })
}

// dropB and categoricalB are what to say of column b.
const (
	dropB        = `drop = ["b"]`
	categoricalB = `categorical = ["b"]`
)

// ownTableCase is a table, the keys of its [[dataset]], and what comes of it.
type ownTableCase struct {
	what, table, keys string
	code              int
	words             []string
}

// tablesOfNumbers have decorated numbers, and texts in place of numbers.
var tablesOfNumbers = []ownTableCase{
	{
		what:  "percent",
		table: column(60, formatted("%d%%")),
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "currency",
		table: column(60, formatted("$%d.20")),
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "some with a sign",
		table: column(60, func(i int) string { return []string{"$5", "6"}[i%2] }),
		code:  1,
		words: []string{`t.csv:3: column "b"`, `"6" is in a column whose first number is "$5"`, categoricalB},
	},
	{
		what:  "decimal commas",
		table: column(60, formatted("%d,25")),
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "decimal commas and thousands",
		table: column(60, formatted("1.%03d,25")),
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "commas in doubt",
		table: column(60, formatted("1,%03d")),
		code:  1,
		words: []string{"t.csv: ", `decimal = ","`, `thousands = ","`},
	},
	{
		what:  "thousands that are stated",
		table: column(60, formatted("1,%03d")),
		keys:  `thousands = ","`,
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "units that are not stated",
		table: column(60, formatted("%d kg")),
		code:  1,
		words: []string{"t.csv: ", `units = ["kg"] reads them as numbers`},
	},
	{
		what:  "units",
		table: column(60, formatted("%d kg")),
		keys:  `units = ["kg"]`,
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "units that are none",
		table: column(60, formatted("%d kg")),
		keys:  `units = ["1"]`,
		code:  2,
		words: []string{`units has "1"`, "with letters and without digits"},
	},
	{
		what:  "commas in a category",
		table: column(60, formatted("1,%03d")),
		keys:  categoricalB,
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "dates",
		table: column(60, func(i int) string { return fmt.Sprintf("2024-%02d-%02d", i%12+1, i%28+1) }),
		code:  1,
		words: []string{`t.csv: column "b"`, `"2024-12-24" look like dates`, dropB, categoricalB},
	},
	{
		what:  "dates dropped",
		table: column(60, func(i int) string { return fmt.Sprintf("2024-%02d-%02d", i%12+1, i%28+1) }),
		keys:  dropB,
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "times",
		table: column(60, func(i int) string { return fmt.Sprintf("%02d:30", i%24) }),
		code:  1,
		words: []string{`column "b"`, "look like times of day", dropB},
	},
	{
		what:  "hexadecimal",
		table: column(60, formatted("0x%x")),
		code:  1,
		words: []string{`column "b"`, "look like hexadecimal numbers", dropB},
	},
	{
		what:  "identifiers",
		table: column(60, formatted("u%d")),
		code:  1,
		words: []string{`column "b"`, "60 of 60 values are different", dropB, categoricalB},
	},
	{
		what:  "many texts",
		table: column(300, func(i int) string { return fmt.Sprint("u", i%140) }),
		code:  0,
		words: []string{
			`notice: t: column "b": each of its many texts becomes an attribute: there are 140`,
			dropB,
			categoricalB,
		},
	},
	{
		what:  "identifiers as categories",
		table: column(60, formatted("u%d")),
		keys:  categoricalB,
		code:  0,
		words: []string{"5 cells"},
	},
}

// tablesOfColumns are of columns that are left out, and of missing values.
var tablesOfColumns = []ownTableCase{
	{
		what:  "columns by number",
		table: column(60, formatted("u%d")),
		keys:  "columns = [0]",
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "no columns",
		table: column(60, formatted("%d")),
		keys:  "columns = []",
		code:  2,
		words: []string{"s.toml:5:1: ", "but is empty"},
	},
	{
		what:  "drop by number",
		table: column(60, formatted("u%d")),
		keys:  "drop = [-2]",
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "a column without a name",
		table: strings.Replace(column(60, formatted("%d")), "a;", ";", 1),
		code:  1,
		words: []string{"t.csv:1: column 0 has no name in the header", "drop = [0]"},
	},
	{
		what:  "a column without a name dropped",
		table: strings.Replace(column(60, formatted("%d")), "a;", ";", 1),
		keys:  "drop = [0]",
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "drop and columns",
		table: column(60, formatted("%d")),
		keys:  "columns = [0]\n" + dropB,
		code:  2,
		words: []string{"s.toml:5:1: ", "state only one of them"},
	},
	{
		what:  "drop of all",
		table: column(60, formatted("%d")),
		keys:  `drop = ["a", "b"]`,
		code:  2,
		words: []string{"s.toml:5:1: ", "t.csv: no column is left besides the label"},
	},
	{
		what:  "drop of nothing",
		table: column(60, formatted("%d")),
		keys:  `drop = ["z"]`,
		code:  2,
		words: []string{"s.toml:5:1: ", `no column "z"`},
	},
	{
		what:  "drop of the label",
		table: column(60, formatted("%d")),
		keys:  `drop = ["class"]`,
		code:  2,
		words: []string{"s.toml:5:1: ", "label column"},
	},
	{
		what:  "drop of a category",
		table: column(60, formatted("%d")),
		keys:  dropB + "\n" + categoricalB,
		code:  2,
		words: []string{"s.toml:6:1: ", "left out"},
	},
	{
		what:  "NA",
		table: missingAt("NA", 30),
		code:  1,
		words: []string{`t.csv:32: column "b"`, `missing ("NA")`, `missing = "drop-row" or "mean"`},
	},
	{
		what:  "NA in the first row",
		table: missingAt("N/A", 0),
		code:  1,
		words: []string{`t.csv:2: column "b"`, `missing ("N/A")`, `missing = "drop-row" or "mean"`},
	},
	{
		what:  "NA replaced",
		table: missingAt("None", 0),
		keys:  `missing = "mean"`,
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "a text of one's own",
		table: missingAt("unknown", 30),
		code:  1,
		words: []string{`t.csv:32: column "b"`, `list "unknown" in also_missing`, categoricalB},
	},
	{
		what:  "a text of one's own listed",
		table: missingAt("unknown", 30),
		keys:  "missing = \"mean\"\nmissing_values = [\"unknown\"]",
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "a text of one's own listed beside the others",
		table: missingAt("unknown", 30),
		keys:  "missing = \"mean\"\nalso_missing = [\"unknown\"]",
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "NA as a category",
		table: column(60, func(i int) string { return []string{"NA", "red"}[i%2] }),
		code:  1,
		words: []string{`column "b"`, "and in 29 rows more", "missing_values = []"},
	},
	{
		what:  "NA said to be one",
		table: column(60, func(i int) string { return []string{"NA", "red"}[i%2] }),
		keys:  "missing_values = []",
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "infinite",
		table: missingAt("inf", 30),
		keys:  `missing = "mean"`,
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "overflow",
		table: missingAt("1e999", 30),
		keys:  `missing = "drop-row"`,
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "infinite, and nothing says what to do",
		table: missingAt("inf", 30),
		code:  1,
		words: []string{`t.csv:32: column "b"`, `"inf" is beyond the range of a float64`},
	},
	{
		what:  "separator",
		table: strings.ReplaceAll(column(60, formatted("%d")), ";", "~"),
		keys:  `separator = "~"`,
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "no separator",
		table: column(60, formatted("%d")),
		keys:  `separator = "::"`,
		code:  2,
		words: []string{"s.toml:5:1: ", "one character"},
	},
	{
		what:  "no decimal",
		table: column(60, formatted("%d")),
		keys:  `decimal = "_"`,
		code:  2,
		words: []string{"s.toml:5:1: ", `it must be "." or ","`},
	},
	{
		what:  "thousands as decimals",
		table: column(60, formatted("%d")),
		keys:  `thousands = "."`,
		code:  2,
		words: []string{"s.toml:5:1: ", "say decimal too"},
	},
}

// tablesOfLabels have labels that may not be meant.
var tablesOfLabels = []ownTableCase{
	{
		what:  "NA as a label",
		table: labelled(func(i int) string { return []string{"NA", "x", "y", "x", "y"}[i%5] }),
		code:  0,
		words: []string{
			`notice: t: column "class": the row has no label ("NA"), and in 23 rows more (t.csv, line 2): such rows are left out`,
			"missing_values",
		},
	},
	{
		what:  "rows without a label dropped",
		table: labelled(func(i int) string { return []string{"NA", "x", "y", "x", "y"}[i%5] }),
		keys:  `missing = "drop-row"`,
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "signs as labels",
		table: labelled(func(i int) string { return []string{"-", "+"}[i%2] }),
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "a dash among labels",
		table: labelled(func(i int) string { return []string{"-", "x", "y"}[i%3] }),
		code:  1,
		words: []string{`t.csv:2: column "class"`, `also_missing = ["-"]`},
	},
	{
		what:  "continuous labels",
		table: labelled(func(i int) string { return fmt.Sprint(float64(i) / 8) }),
		code:  1,
		words: []string{
			`t.csv: column "class"`,
			"120 different labels in 120 rows",
			"a measurement rather than a class?",
		},
	},
	{
		what:  "many classes",
		table: labelled(func(i int) string { return fmt.Sprint("c", i%40) }),
		code:  1,
		words: []string{`t.csv: column "class"`, "40 different labels in 120 rows", "the right one?"},
	},
	{
		what:  "many classes by request",
		table: labelled(func(i int) string { return fmt.Sprint("c", i%30) }),
		keys:  `categorical = ["class"]`,
		code:  0,
		words: []string{"fewer rows than the 5 folds", `"c0" with 4`, "and 20 more"},
	},
	{
		what:  "a rare class",
		table: labelled(func(i int) string { return []string{"x", "y"}[(i+3)/120] }),
		code:  0,
		words: []string{"fewer rows than the 5 folds", `"y" with 3`, "5 cells"},
	},
	{
		what:  "label from the end",
		table: column(60, formatted("%d")),
		keys:  "label = -1",
		code:  0,
		words: []string{"5 cells"},
	},
	{
		what:  "label by number",
		table: column(60, func(i int) string { return []string{"u", "v"}[i%2] }),
		keys:  "label = 1",
		code:  0,
		words: []string{"5 cells"},
	},
}

// tablesWithNotices run with a notice.
var tablesWithNotices = []ownTableCase{
	{
		what:  "header of years",
		table: "2019;2020;2021\n" + lines(60, func(i int) string { return fmt.Sprintf("%d;%d;%d", i*i%17, i*7%31, i%2) }),
		code:  0,
		words: []string{"the first line, of consecutive years, is read as a row", "header = true"},
	},
	{
		what:  "header of numbers",
		table: "0;1;2\n" + lines(60, func(i int) string { return fmt.Sprintf("%d;%d;%d", i*i%17, i*7%31, i%2) }),
		code:  0,
		words: []string{"the first line, which counts the columns", "header = true"},
	},
	{
		what:  "row numbers",
		table: "id;b;class\n" + lines(60, func(i int) string { return fmt.Sprintf("%d;%d;%d", i+1, i*7%31, i%2) }),
		code:  0,
		words: []string{`notice: t: column "id": the column numbers the rows`, `drop = ["id"]`},
	},
	{
		what:  "duplicates",
		table: column(60, func(i int) string { return "1" }),
		code:  0,
		words: []string{"notice: t: ", "repeat an earlier one", `column "b": all values are the same`},
	},
	{
		what:  "whole numbers of many digits",
		table: column(60, func(i int) string { return fmt.Sprint(1<<60 + 7*i) }),
		code:  0,
		words: []string{
			`notice: t: column "b": the value "1152921504606846983" is read as 1152921504606846976`,
			", and in 58 rows more (t.csv, line 3): ",
			`categorical = ["b"]`,
		},
	},
	{
		what:  "tiny numbers",
		table: column(60, func(i int) string { return fmt.Sprintf("%de-300", 1+i*7%31) }),
		code:  0,
		words: []string{
			`notice: t: column "b": the values are so close together that they count as the same`,
			`drop = ["b"]`,
		},
	},
}

// Tables as people have them: what is understood, what is refused and with which hint, and
// what runs with a notice.
func TestTablesAsPeopleHaveThem(t *testing.T) {
	for _, c := range slices.Concat(
		tablesOfNumbers,
		tablesOfColumns,
		tablesOfLabels,
		tablesWithNotices,
	) {
		t.Run(c.what, func(t *testing.T) {
			b := newBench(t)
			b.write("t.csv", c.table)
			b.write("s.toml", with(t, `"t.csv"`, "\"t.csv\"\n"+c.keys))
			b.want(c.code, c.words, "plan", "s.toml")
			if c.code != 0 {
				b.want(c.code, c.words, "run", "s.toml")
				if n := b.lines("results", "s", "quick"); n != 0 {
					t.Errorf("%d cells were run", n)
				}
			}
		})
	}
}

// What is understood runs: a percentage is one attribute.
func TestPercentagesAreNumbers(t *testing.T) {
	b := newBench(t)
	b.write("t.csv", column(60, func(i int) string { return fmt.Sprintf("%d.5%%", i) }))
	b.write("s.toml", oneMethod)
	b.want(0, []string{"5 finished now"}, "run", "s.toml")
	b.want(0, nil, "report", "s.toml")
	if text := b.read("results/report/s/quick/report.md"); !strings.Contains(text, "| t (t.csv) | 60 | 2 | 2 |") {
		t.Errorf("the report does not say that there are two attributes:\n%s", text)
	}
}
