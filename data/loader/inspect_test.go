package loader

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
)

// TestInspect: a table that is refused for many reasons, and what its summary says.
func TestInspect(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,when,name,size,price,colour,same,class\n")
	for i := range 40 {
		size, class := fmt.Sprint(i%7), []string{"no", "yes"}[i%2]
		if i == 5 {
			size = "NA"
		}
		if i == 39 {
			class = ""
		}
		fmt.Fprintf(&text, "%d,2024-01-%02d,n%d,%s,$%d,%s,1,%s\n", i+1, i%28+1, i, size, i*i, []string{"red", "blue"}[i%2], class)
	}
	table := catalogue.UserTable{File: datatest.Write(t, "t.csv", text.String()), Drop: []string{"same"}}
	s, err := Inspect(table)
	if err != nil {
		t.Fatal(err)
	}
	want := []data.ColumnSummary{
		{Name: "id", Kind: data.NumberColumn, Distinct: 39, Counted: true, Whole: true},
		{Name: "when", Kind: data.CategoryColumn, Levels: 28, Distinct: 28, Counted: true, Dates: true},
		{Name: "name", Kind: data.CategoryColumn, Levels: 39, Distinct: 39, Counted: true},
		{Name: "size", Kind: data.NumberColumn, Missing: 1, Blanks: []data.ClassCount{{Name: "NA", Rows: 1}}, Distinct: 7, Counted: true, Whole: true},
		{Name: "price", Kind: data.NumberColumn, Sign: "$", Distinct: 39, Counted: true, Whole: true},
		{Name: "colour", Kind: data.CategoryColumn, Levels: 2, Distinct: 2, Counted: true},
		{Name: "same", Kind: data.UnusedColumn},
		{Name: "class", Kind: data.LabelColumn, Missing: 1, Distinct: 2, Counted: true, Texts: true},
	}
	remarks := [][]data.Suspicion{{data.SuspectRowNumber}, {data.SuspectDate}, {data.SuspectIdentifier}, {data.SuspectMissing}, nil, {data.SuspectDecisive}, nil, {data.SuspectMissing}}
	for j, c := range s.Columns {
		var found []data.Suspicion
		for _, r := range c.Remarks {
			found = append(found, r.What)
		}
		if !slices.Equal(found, remarks[j]) {
			t.Errorf("column %s: remarks %q, want %q", c.Name, found, remarks[j])
		}
		if key := fmt.Sprintf("%q", c.Name); c.Key != key {
			t.Errorf("key %s, want %s", c.Key, key)
		}
		if c.Remarks, c.Key = nil, ""; fmt.Sprint(c) != fmt.Sprint(want[j]) {
			t.Errorf("column %+v, want %+v", c, want[j])
		}
	}
	if s.Rows != 39 || s.Label != 7 || s.Duplicates != 0 || s.Compared != 39 || !slices.Equal(s.Classes, []data.ClassCount{{Name: "no", Rows: 20}, {Name: "yes", Rows: 19}}) {
		t.Errorf("%d rows, label %d, duplicates %d of %d, classes %v", s.Rows, s.Label, s.Duplicates, s.Compared, s.Classes)
	}
	// What it is refused for is reported at once.
	_, err = loadFile(table, "")
	for _, problem := range []string{`column "when": values such as "2024-01-28" look like dates`, `column "name": 39 of 39 values are different`, `t.csv:7: column "size": the value is missing`} {
		if err == nil || !strings.Contains(err.Error(), problem) {
			t.Errorf("%v does not tell %s", err, problem)
		}
	}
}

// The summary of a table that is used comes with it, from the cache too.
func TestSummaryIsKept(t *testing.T) {
	table := catalogue.UserTable{File: datatest.Write(t, "t.csv", "a,b,c\n"+strings.Repeat("1,x,0\n2,y,1\n", 10))}
	dir := t.TempDir()
	for range 2 {
		ds, err := loadFile(table, dir)
		if err != nil {
			t.Fatal(err)
		}
		if s := ds.Summary; s == nil || s.Duplicates != 18 || len(s.Columns) != 3 || len(s.Remarks) != 1 || s.Remarks[0].What != data.SuspectDuplicated {
			t.Errorf("summary %+v", s)
		}
	}
}

// Messages show a missing value of an ARFF file as the file writes it. That it is missing is not up to the specification.
func TestMissingValuesOfARFFAreShown(t *testing.T) {
	for what, row := range map[string]string{"a row": "?,?,?\n", "a sparse row": "{0 ?, 1 ?, 2 ?}\n"} {
		table := catalogue.UserTable{File: datatest.Write(t, "t.arff", arffOf("{u,v}")+"u,1,p\nv,2,q\nu,?,p\n?,3,q\n"+row)}
		s, err := Inspect(table)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range s.Columns {
			want := `the value is missing ("?"): say missing = "drop-row" or "mean"`
			if c.Kind == data.LabelColumn {
				want = `the row has no label ("?"): such rows are left out`
			}
			if len(c.Remarks) == 0 || c.Remarks[0].String() != want {
				t.Errorf("%s: column %s: remarks %q, want %q", what, c.Name, c.Remarks, want)
			}
		}
	}
}

// A free text may be a page long: messages show its beginning.
func TestLongTextsAreShortened(t *testing.T) {
	page := strings.Repeat("a long review ", 400)
	numbered := func(i int) string { return fmt.Sprintf("%s%d", page, i) }
	for what, row := range map[string]func(i int) string{
		"texts that differ": func(i int) string { return fmt.Sprintf("%s,%d,%s", numbered(i), i%7, pOrQ(i)) },
		"a text in numbers": func(i int) string { return fmt.Sprintf("%s,%d,%s", []string{"3", numbered(i)}[i/59], i%7, pOrQ(i)) },
		"texts in numbers":  func(i int) string { return fmt.Sprintf("%s,%d,%s", []string{numbered(i), "3"}[i%2], i%7, pOrQ(i)) },
		"capitals": func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{page, strings.ToUpper(page)}[i%2], i%7, pOrQ(i))
		},
		"labels that differ": func(i int) string { return fmt.Sprintf("%d,%d,%s", i%5, i%7, numbered(i)) },
	} {
		s, err := Inspect(catalogue.UserTable{File: datatest.Write(t, "t.csv", grown("z,x,y\n", 60, row))})
		if err != nil {
			t.Fatal(err)
		}
		remarks := slices.Concat(remarksOn(s, "z"), remarksOn(s, "y"))
		if said := strings.Join(remarks, "; "); !strings.Contains(strings.ToLower(said), "long review") || len(said) > 1000 {
			t.Errorf("%s: %.1000s", what, said)
		}
	}
	e, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "t.csv", "z,x,y\nu,1,p\nv,2,q\n"+page+",3,p\n")})
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{"u," + page, numbered(1) + ",1"} {
		_, _, err := inputsOf(datatest.Write(t, "new.csv", "z,x\n"+row+"\n"), e)
		if err == nil || len(err.Error()) > 500 {
			t.Errorf("%.1000v", err)
		}
	}
}
