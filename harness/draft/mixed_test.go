package draft

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpcbench/data/datatest"
)

// looksLike is a table of n rows with a column of f(i), a number and a class.
func looksLike(n int, f func(i int) string) string {
	var b strings.Builder
	b.WriteString("t;b;class\n")
	for i := range n {
		fmt.Fprintf(&b, "%s;%d;%s\n", f(i), i*i%17, []string{"no", "yes"}[i%3%2])
	}
	return b.String()
}

// draftOf looks at a table and drafts its specification.
func draftOf(t *testing.T, table string) Draft {
	t.Helper()
	looked, err := Look(datatest.Write(t, "t.csv", table), "class")
	if err != nil {
		t.Fatal(err)
	}
	drafts, err := Specifications(looked.Said, looked.Summary)
	if err != nil {
		t.Fatal(err)
	}
	return drafts[0]
}

// every is what a column of numbers has in every twentieth row in place of its number.
func every(texts ...string) func(i int) string {
	return func(i int) string {
		if i%20 == 7 {
			return texts[i/20%len(texts)]
		}
		return fmt.Sprintf("%d.%02d", i%7, i*37%100)
	}
}

// A column whose numbers are written unlike those of the others is left out, and it is said what to do.
func TestNumbersInTwoWays(t *testing.T) {
	const want = `left out: t (values such as "6,25" look like numbers with a comma or another sign: write all numbers of the table the same way)`
	table := strings.ReplaceAll(looksLike(60, func(i int) string { return fmt.Sprintf("%d,25", i%7) }), ";", ".5;")
	table = strings.ReplaceAll(strings.ReplaceAll(table, ",25.5;", ",25;"), "t.5;b.5;", "t;b;")
	if done := draftOf(t, table).Done; !slices.Equal(done, []string{want}) {
		t.Errorf("%q, want %q", done, want)
	}
}

// Numbers with a unit are numbers, and the specification has the units. A few sizes are levels.
func TestUnits(t *testing.T) {
	of := draftOf(t, looksLike(60, func(i int) string { return fmt.Sprintf("%d,%d kg", i%7, i%10) }))
	if text := of.Text(30); !strings.Contains(text, "\ndecimal = \",\"\nunits = [\"kg\"]\n") || len(of.Done) > 0 {
		t.Errorf("it is said %q, and the specification is\n%s", of.Done, text)
	}
	for what, written := range map[string]func(int) string{
		"sizes":     func(i int) string { return fmt.Sprintf("%d GB", 4<<(i%3)) },
		"two units": func(i int) string { return fmt.Sprintf("%d %s", i%7, []string{"kg", "lb"}[i%2]) },
		"doubts":    func(i int) string { return fmt.Sprintf("1,%03d kg", i*37%1000) },
	} {
		if text := draftOf(t, looksLike(60, written)).Text(30); strings.Contains(text, "units") {
			t.Errorf("%s: the specification is\n%s", what, text)
		}
	}
}

// Columns whose commas may stand before decimals or between thousands are left out, and the specification
// has both keys as comments.
func TestUnclearNumbers(t *testing.T) {
	of := draftOf(t, looksLike(60, func(i int) string { return fmt.Sprintf("%d,%03d", 10+i%80, i*37%1000) }))
	const done = `left out: column "t" (values such as "10,000" have a decimal or a thousands separator, and nothing shows which: the specification has keys for both)`
	if !slices.Equal(of.Done, []string{done}) {
		t.Errorf("%q, want %q", of.Done, done)
	}
	const keys = "\n# For values such as \"10,000\", set one of these and remove their columns from drop.\n# decimal = \",\"\n# thousands = \",\"\n"
	if text := of.Text(30); !strings.Contains(text, keys) || !strings.Contains(text, `drop = ["t"]`) {
		t.Errorf("the specification is\n%s", text)
	}
	_, err := Look(datatest.Write(t, "t.csv", strings.NewReplacer("no", "1,500", "yes", "2,500").Replace(looksLike(60, strconv.Itoa))), "class")
	if err == nil || !strings.Contains(err.Error(), "write the values without the sign") {
		t.Errorf("a label in doubt: %v", err)
	}
}

// Decimal commas below whole numbers are found out from all rows, where the other columns allow it.
func TestLateDecimals(t *testing.T) {
	late := looksLike(500, func(i int) string { return fmt.Sprint(i*37%101) + strings.Repeat(",5", i/250) })
	if text := draftOf(t, late).Text(100); !strings.Contains(text, "\ndecimal = \",\"\n") || strings.Contains(text, "drop") || strings.Contains(text, "categorical") {
		t.Errorf("the specification is\n%s", text)
	}
	points := draftOf(t, strings.NewReplacer(";no", ".5;no", ";yes", ".5;yes").Replace(late))
	const want = `(250 of 500 values are numbers): decimal = "," reads them as numbers, but not those of all other columns: write all the same way)`
	if done := points.Done; len(done) != 1 || !strings.HasPrefix(done[0], "left out: t (the text ") || !strings.HasSuffix(done[0], want) {
		t.Errorf("%q, want %q", done, want)
	}
}

// A row of units is no row of a class, and its texts stand for no missing value.
func TestRowOfUnits(t *testing.T) {
	table := strings.Replace(looksLike(60, strconv.Itoa), "\n", "\ncm;kg;unit\n", 1)
	_, err := Look(datatest.Write(t, "t.csv", table), "class")
	if err == nil || !strings.Contains(err.Error(), `t.csv:2: column "t": the first row has the text "cm", as other columns have texts, but all rows below it have numbers: remove the row`) {
		t.Errorf("%v", err)
	}
	again := strings.Replace(looksLike(60, strconv.Itoa), "t;b;class\n", "size;size;label\nt;b;class\n", 1)
	if _, err := Look(datatest.Write(t, "t.csv", again), "label"); err == nil || !strings.Contains(err.Error(), `t.csv:2: column "size": the first row has the text "t"`) {
		t.Errorf("a second line of names: %v", err)
	}
}

// Why a column is the label's counts a word that is a class after all.
func TestWhyLabelCountsAllClasses(t *testing.T) {
	var b strings.Builder
	b.WriteString("t;b;class\n")
	for i := range 60 {
		fmt.Fprintf(&b, "%d.5;%d;%s\n", i*7%11, i%5, []string{"mild", "bad", "None"}[i%3])
	}
	looked, err := Look(datatest.Write(t, "t.csv", b.String()), "")
	if err != nil {
		t.Fatal(err)
	}
	if want := "it is called class, it is the last, it has 3 levels"; looked.WhyLabel != want || len(looked.Summary.Classes) != 3 {
		t.Errorf("%q with %d classes, want %q", looked.WhyLabel, len(looked.Summary.Classes), want)
	}
}

// What becomes of a column of numbers and texts, and that it is said.
func TestMixedColumns(t *testing.T) {
	const leftOut = `left out: t (the text %q is in a column that has numbers in earlier rows (285 of 300 values are numbers): write all its values as numbers)`
	for what, c := range map[string]struct {
		cell func(i int) string
		done []string
	}{
		"below a limit":          {every("<0.1"), []string{fmt.Sprintf(leftOut, "<0.1")}},
		"above a limit":          {every("> 100"), []string{fmt.Sprintf(leftOut, "> 100")}},
		"with a unit":            {every("5 mg"), []string{fmt.Sprintf(leftOut, "5 mg")}},
		"a ratio":                {every("1/2"), []string{fmt.Sprintf(leftOut, "1/2")}},
		"in brackets":            {every("(5.2)"), []string{fmt.Sprintf(leftOut, "(5.2)")}},
		"half a number":          {every("5e"), []string{fmt.Sprintf(leftOut, "5e")}},
		"a limit after words":    {every("n.a.", "<0.1"), []string{fmt.Sprintf(leftOut, "<0.1")}},
		"words":                  {every("unknown", "n.a."), []string{`missing values are replaced by the mean of their column: t (15; "n.a." in 7, "unknown" in 8)`}},
		"four words":             {every("a", "b", "c", "d"), []string{`missing values are replaced by the mean of their column: t (15; "a" in 4, "b" in 4, "c" in 4, "d" in 3)`}},
		"a known word":           {every("n/a"), []string{`missing values are replaced by the mean of their column: t (15; "n/a" in 15)`}},
		"a word and a known":     {every("n/a", "unknown"), []string{`missing values are replaced by the mean of their column: t (15; "n/a" in 8, "unknown" in 7)`}},
		"a word that is a class": {every("yes"), []string{`left out: t ("yes" stands for a missing value there, and is a class)`}},
		"few values": {func(i int) string { return []string{"1", "2", "3", "4+"}[i%4] },
			[]string{`categories: t (the text "4+" is in a column that has numbers in earlier rows (225 of 300 values are numbers))`}},
		"codes": {func(i int) string { return []string{"A", "B", ""}[i%3] + fmt.Sprint(i%15) },
			[]string{`categories: t (the number 2 is in a column that has texts in earlier rows, first "A0" (100 of 300 values are numbers))`}},
		"many codes": {func(i int) string { return []string{"A", "B", ""}[i%3] + fmt.Sprint(i%60) },
			[]string{`left out: t (the number 2 is in a column that has texts in earlier rows, first "A0" (100 of 300 values are numbers), and 60 are different)`}},
	} {
		if done := draftOf(t, looksLike(300, c.cell)).Done; !slices.Equal(done, c.done) {
			t.Errorf("%s: %q, want %q", what, done, c.done)
		}
	}
}

// Missing values of a column that is left out are not told as filled in, and the specification says nothing about them.
func TestMissingValuesOfColumnsLeftOut(t *testing.T) {
	for what, value := range map[string]func(i int) string{
		"no values": func(int) string { return "" },
		"names":     func(i int) string { return []string{"", fmt.Sprintf("n%d", i)}[min(i%7, 1)] },
	} {
		of := draftOf(t, looksLike(60, value))
		if said := strings.Join(of.Done, "; "); !strings.HasPrefix(said, "left out: t") || strings.Contains(said, "missing values") {
			t.Errorf("%s: %q", what, of.Done)
		}
		if text := of.Text(30); strings.Contains(text, "\nmissing = ") {
			t.Errorf("%s: %s", what, text)
		}
	}
}
