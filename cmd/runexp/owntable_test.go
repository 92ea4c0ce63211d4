package main

import (
	"fmt"
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

// Tables as people have them: what is understood, what is refused and with which hint, and
// what runs with a notice.
func TestTablesAsPeopleHaveThem(t *testing.T) {
	sprintf := func(format string) func(int) string { return func(i int) string { return fmt.Sprintf(format, i) } }
	missing := func(text string, at int) string {
		return column(60, func(i int) string {
			if i == at {
				return text
			}
			return fmt.Sprint(i % 7)
		})
	}
	labels := func(f func(i int) string) string {
		return "a;b;class\n" + lines(120, func(i int) string { return fmt.Sprintf("%d;%d;%s", i*i%101, i*7%103, f(i)) })
	}
	const drop, categorical = `drop = ["b"]`, `categorical = ["b"]`
	for _, c := range []struct {
		what, table, keys string
		code              int
		words             []string
	}{
		// Decorated numbers.
		{"percent", column(60, sprintf("%d%%")), "", 0, []string{"5 cells"}},
		{"currency", column(60, sprintf("$%d.20")), "", 0, []string{"5 cells"}},
		{"some with a sign", column(60, func(i int) string { return []string{"$5", "6"}[i%2] }), "", 1, []string{`t.csv:3: column "b"`, `"6" stands in a column whose first number is "$5"`, categorical}},
		{"decimal commas", column(60, sprintf("%d,25")), "", 0, []string{"5 cells"}},
		{"decimal commas and thousands", column(60, sprintf("1.%03d,25")), "", 0, []string{"5 cells"}},
		{"commas in doubt", column(60, sprintf("1,%03d")), "", 1, []string{"t.csv: ", `decimal = ","`, `thousands = ","`}},
		{"thousands that are stated", column(60, sprintf("1,%03d")), `thousands = ","`, 0, []string{"5 cells"}},
		{"commas in a category", column(60, sprintf("1,%03d")), categorical, 0, []string{"5 cells"}},
		{"dates", column(60, func(i int) string { return fmt.Sprintf("2024-%02d-%02d", i%12+1, i%28+1) }), "", 1, []string{`t.csv: column "b"`, `"2024-12-24" look like dates`, drop, categorical}},
		{"dates dropped", column(60, func(i int) string { return fmt.Sprintf("2024-%02d-%02d", i%12+1, i%28+1) }), drop, 0, []string{"5 cells"}},
		{"times", column(60, func(i int) string { return fmt.Sprintf("%02d:30", i%24) }), "", 1, []string{`column "b"`, "look like times of day", drop}},
		{"hexadecimal", column(60, sprintf("0x%x")), "", 1, []string{`column "b"`, "look like hexadecimal numbers", drop}},
		{"identifiers", column(60, sprintf("u%d")), "", 1, []string{`column "b"`, "60 of 60 values are different", drop, categorical}},
		{"many texts", column(300, func(i int) string { return fmt.Sprint("u", i%140) }), "", 0, []string{`notice: t: column "b": each of very many texts becomes an attribute: there are 140`, drop, categorical}},
		{"identifiers as categories", column(60, sprintf("u%d")), categorical, 0, []string{"5 cells"}},

		// Columns and missing values.
		{"columns by number", column(60, sprintf("u%d")), "columns = [0]", 0, []string{"5 cells"}},
		{"no columns", column(60, sprintf("%d")), "columns = []", 2, []string{"s.toml:5:1: ", "and names none"}},
		{"drop by number", column(60, sprintf("u%d")), "drop = [-2]", 0, []string{"5 cells"}},
		{"a column without a name", strings.Replace(column(60, sprintf("%d")), "a;", ";", 1), "", 1, []string{"t.csv:1: column 0 has no name in the header", "drop = [0]"}},
		{"a column without a name dropped", strings.Replace(column(60, sprintf("%d")), "a;", ";", 1), "drop = [0]", 0, []string{"5 cells"}},
		{"drop and columns", column(60, sprintf("%d")), "columns = [0]\n" + drop, 2, []string{"s.toml:5:1: ", "say one of the two"}},
		{"drop of all", column(60, sprintf("%d")), `drop = ["a", "b"]`, 2, []string{"s.toml:5:1: ", "t.csv: no column is left beside the label's"}},
		{"drop of nothing", column(60, sprintf("%d")), `drop = ["z"]`, 2, []string{"s.toml:5:1: ", `no column "z"`}},
		{"drop of the label", column(60, sprintf("%d")), `drop = ["class"]`, 2, []string{"s.toml:5:1: ", "label column"}},
		{"drop of a category", column(60, sprintf("%d")), drop + "\n" + categorical, 2, []string{"s.toml:6:1: ", "left out"}},
		{"NA", missing("NA", 30), "", 1, []string{`t.csv:32: column "b"`, `missing ("NA")`, `missing = "drop-row" or "mean"`}},
		{"NA in the first row", missing("N/A", 0), "", 1, []string{`t.csv:2: column "b"`, `missing ("N/A")`, `missing = "drop-row" or "mean"`}},
		{"NA replaced", missing("None", 0), `missing = "mean"`, 0, []string{"5 cells"}},
		{"a text of one's own", missing("unknown", 30), "", 1, []string{`t.csv:32: column "b"`, `list "unknown" in also_missing`, categorical}},
		{"a text of one's own listed", missing("unknown", 30), "missing = \"mean\"\nmissing_values = [\"unknown\"]", 0, []string{"5 cells"}},
		{"a text of one's own listed beside the others", missing("unknown", 30), "missing = \"mean\"\nalso_missing = [\"unknown\"]", 0, []string{"5 cells"}},
		{"NA as a category", column(60, func(i int) string { return []string{"NA", "red"}[i%2] }), "", 1, []string{`column "b"`, "and in 29 rows more", "missing_values = []"}},
		{"NA said to be one", column(60, func(i int) string { return []string{"NA", "red"}[i%2] }), "missing_values = []", 0, []string{"5 cells"}},
		{"infinite", missing("inf", 30), `missing = "mean"`, 0, []string{"5 cells"}},
		{"overflow", missing("1e999", 30), `missing = "drop-row"`, 0, []string{"5 cells"}},
		{"infinite, and nothing says what to do", missing("inf", 30), "", 1, []string{`t.csv:32: column "b"`, `"inf" is beyond all numbers`}},
		{"separator", strings.ReplaceAll(column(60, sprintf("%d")), ";", "~"), `separator = "~"`, 0, []string{"5 cells"}},
		{"no separator", column(60, sprintf("%d")), `separator = "::"`, 2, []string{"s.toml:5:1: ", "one sign"}},
		{"no decimal", column(60, sprintf("%d")), `decimal = "_"`, 2, []string{"s.toml:5:1: ", `it is "." or ","`}},
		{"thousands as decimals", column(60, sprintf("%d")), `thousands = "."`, 2, []string{"s.toml:5:1: ", "say decimal too"}},

		// Labels.
		{"NA as a label", labels(func(i int) string { return []string{"NA", "x", "y", "x", "y"}[i%5] }), "", 0, []string{`notice: t: column "class": the row has no label ("NA"), and in 23 rows more (t.csv, line 2): such rows are left out`, "missing_values"}},
		{"rows without a label dropped", labels(func(i int) string { return []string{"NA", "x", "y", "x", "y"}[i%5] }), `missing = "drop-row"`, 0, []string{"5 cells"}},
		{"signs as labels", labels(func(i int) string { return []string{"-", "+"}[i%2] }), "", 0, []string{"5 cells"}},
		{"a dash among labels", labels(func(i int) string { return []string{"-", "x", "y"}[i%3] }), "", 1, []string{`t.csv:2: column "class"`, `also_missing = ["-"]`}},
		{"continuous labels", labels(func(i int) string { return fmt.Sprint(float64(i) / 8) }), "", 1, []string{`t.csv: column "class"`, "120 different labels in 120 rows", "a measurement rather than a class?"}},
		{"many classes", labels(func(i int) string { return fmt.Sprint("c", i%40) }), "", 1, []string{`t.csv: column "class"`, "40 different labels in 120 rows", "the right one?"}},
		{"many classes by request", labels(func(i int) string { return fmt.Sprint("c", i%30) }), `categorical = ["class"]`, 0, []string{"fewer rows than there are folds, 5", `"c0" with 4`, "and 20 more"}},
		{"a rare class", labels(func(i int) string { return []string{"x", "y"}[(i+3)/120] }), "", 0, []string{"fewer rows than there are folds, 5", `"y" with 3`, "5 cells"}},
		{"label from the end", column(60, sprintf("%d")), "label = -1", 0, []string{"5 cells"}},
		{"label by number", column(60, func(i int) string { return []string{"u", "v"}[i%2] }), "label = 1", 0, []string{"5 cells"}},

		// What runs with a notice.
		{"header of years", "2019;2020;2021\n" + lines(60, func(i int) string { return fmt.Sprintf("%d;%d;%d", i*i%17, i*7%31, i%2) }), "", 0, []string{"the first line, of years that follow each other, is read as a row", "header = true"}},
		{"header of numbers", "0;1;2\n" + lines(60, func(i int) string { return fmt.Sprintf("%d;%d;%d", i*i%17, i*7%31, i%2) }), "", 0, []string{"the first line, which counts its columns", "header = true"}},
		{"row numbers", "id;b;class\n" + lines(60, func(i int) string { return fmt.Sprintf("%d;%d;%d", i+1, i*7%31, i%2) }), "", 0, []string{`notice: t: column "id": the column numbers the rows`, `drop = ["id"]`}},
		{"duplicates", column(60, func(i int) string { return "1" }), "", 0, []string{"notice: t: ", "repeat an earlier one", `column "b": all values are the same`}},
		{"whole numbers of many digits", column(60, func(i int) string { return fmt.Sprint(1<<60 + 7*i) }), "", 0,
			[]string{`notice: t: column "b": the value "1152921504606846983" is read as 1152921504606846976`, ", and in 58 rows more (t.csv, line 3): ", `categorical = ["b"]`}},
		{"tiny numbers", column(60, func(i int) string { return fmt.Sprintf("%de-300", 1+i*7%31) }), "", 0,
			[]string{`notice: t: column "b": the values are so close together that they count as the same`, `drop = ["b"]`}},
	} {
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
