package schema

import (
	"maps"
	"slices"
	"strconv"
	"testing"

	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
	"gpcbench/data/read"
)

// texts is a reader of rows of fields.
type texts struct {
	names []string
	rows  [][]string
	next  int
}

func (t *texts) Header() ([]string, error) { return t.names, nil }
func (t *texts) Close() error              { return nil }

func (t *texts) Next() (*read.Record, error) {
	if t.next == len(t.rows) {
		return nil, nil
	}
	rec := &read.Record{Line: t.next + 2}
	for _, field := range t.rows[t.next] {
		rec.Fields = append(rec.Fields, []byte(field))
	}
	t.next++
	return rec, nil
}

// TestSchema infers a schema from a training and a test part and encodes their rows:
// levels are those of both parts, in the order of numbers where all are numbers, means
// are those of the training part.
func TestSchema(t *testing.T) {
	names := []string{"size", "colour", "month", "class"}
	parts := [][][]string{
		{{"1", "red", "10", "no"}, {"3", "blue", "9", "yes"}},
		{{"100", "green", "10.0", "yes"}, {"?", "", "", "no"}},
	}
	want := [][]float64{{1, 0, 0, 1, 0, 1, 0}, {3, 1, 0, 0, 1, 0, 0}, {100, 0, 1, 0, 0, 0, 1}, {2, .5, 0, .5, .5, .5, 0}}
	s := New("t", &catalogue.Format{Categorical: []string{"month"}, Missing: "mean", MissingAs: []string{"?"}})
	for i, rows := range parts {
		if err := s.Infer(&texts{names: names, rows: rows}, read.Part{Name: "part", Test: i == 1}, i); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Complete(); err != nil {
		t.Fatal(err)
	}
	if got := s.Attributes(); s.Dim() != len(got) || !slices.Equal(got, []string{"size", "colour=blue", "colour=green", "colour=red", "month=9", "month=10", "month=10.0"}) {
		t.Errorf("attributes %q", got)
	}
	classes, counts := s.Classes()
	if !slices.Equal(classes, []string{"no", "yes"}) || !slices.Equal(counts, []int{2, 2}) || s.Rows() != 4 || !slices.Equal(s.PartRows(), []int{2, 2}) {
		t.Errorf("classes %q of %d rows, parts of %d", classes, counts, s.PartRows())
	}
	x := make([]float64, s.Dim())
	for i, row := range slices.Concat(parts...) {
		rec, _ := (&texts{rows: [][]string{row}}).Next()
		class, use, err := s.Encode(x, rec, read.Part{})
		if err != nil || !use || classes[class] != row[3] || !slices.Equal(x, want[i]) {
			t.Errorf("row %d: %v of class %d, %v, %v", i, x, class, use, err)
		}
	}
}

// TestClasses: what a format says about classes.
func TestClasses(t *testing.T) {
	words, numbers := []string{"one.", "two.", "three."}, []string{"10", "9", "9.0", "-0"}
	for _, test := range []struct {
		labels  []string
		format  catalogue.Format
		names   []string
		class   map[string]int
		problem string
	}{
		{words, catalogue.Format{TrimLabel: "."}, []string{"one", "three", "two"}, map[string]int{"one.": 0, "three.": 1, "two.": 2}, ""},
		{numbers, catalogue.Format{}, []string{"0", "9", "10"}, map[string]int{"-0": 0, "9": 1, "9.0": 1, "10": 2}, ""},
		{numbers, catalogue.Format{Keep: []string{"9", "0.0"}}, []string{"0", "9"}, map[string]int{"-0": 0, "9": 1, "9.0": 1, "10": unused}, ""},
		{numbers, catalogue.Format{Merge: [][]string{{"10", "0"}}}, []string{"9", "10"}, map[string]int{"-0": 1, "9": 0, "9.0": 0, "10": 1}, ""},
		{numbers, catalogue.Format{Positive: []string{"9"}}, []string{"-1", "+1"}, map[string]int{"-0": 0, "9": 1, "9.0": 1, "10": 0}, ""},
		{numbers, catalogue.Format{Positive: []string{"9"}, Negative: []string{"10"}}, []string{"-1", "+1"}, map[string]int{"-0": unused, "9": 1, "9.0": 1, "10": 0}, ""},
		{numbers, catalogue.Format{Keep: []string{"11"}}, nil, nil, `keep lists the class "11", but no row has it; the classes are 0, 10, 9`},
		{numbers, catalogue.Format{Positive: []string{"9", "10", "0"}}, nil, nil, "positive lists all classes: 0, 10, 9"},
		{words[:1], catalogue.Format{}, nil, nil, "every row has the same label"},
	} {
		seen := make(map[string]*Label)
		for i, text := range test.labels {
			seen[text] = &Label{Text: text, Train: i, Test: 1}
		}
		c, err := makeClasses("t", seen, &test.format, false)
		datatest.CheckProblem(t, "classes", err, test.problem)
		if err == nil && (!slices.Equal(c.names, test.names) || !maps.Equal(c.class, test.class)) {
			t.Errorf("%+v: classes %q, %v", test.format, c.names, c.class)
		}
	}
}

// Of more different numbers than are kept, those in another writing are looked for where it matters: in a column
// that is all in quotes.
func TestTwinsBeyondTheMost(t *testing.T) {
	for _, quoted := range []bool{false, true} {
		c := &Column{}
		for i := range 2 * maxLevels {
			c.seeCell(strconv.Itoa(i), float64(i), quoted)
		}
		c.seeCell("1.0", 1, quoted)
		if want := map[bool]int{true: 1}[quoted]; c.Twins.Times != want || len(c.Values) != maxLevels {
			t.Errorf("quoted %v: %d numbers in another writing, not %d; %d are kept", quoted, c.Twins.Times, want, len(c.Values))
		}
	}
}

// A placeholder for a missing value is found at either end, with its first place, however often it occurs.
func TestPlaceholder(t *testing.T) {
	for _, c := range []struct {
		numbers []string
		want    string
		line    int
	}{
		{[]string{"5", "3", "-999", "4", "6", "7", "-999", "-999", "-999", "8"}, "-999", 3},
		{[]string{"999.0", "3", "4", "5", "6", "7", "8", "9"}, "999.0", 1},
		{[]string{"18", "30", "99", "44", "65", "51", "20", "33"}, "", 0},
		{[]string{"0", "999", "0", "999", "0", "999", "0", "999"}, "", 0},
		{[]string{"1", "2", "5000", "3", "4", "5", "6"}, "", 0},
	} {
		column := &Column{}
		for i, text := range c.numbers {
			v, _ := strconv.ParseFloat(text, 64)
			of := cell{field: []byte(text), value: v}
			column.seeNumber(&of, place{line: i + 1})
			column.inspect(&of, place{line: i + 1})
		}
		if text, at := column.placeholder(); text != c.want || at.Line != c.line {
			t.Errorf("%v: %q in line %d, want %q in line %d", c.numbers, text, at.Line, c.want, c.line)
		}
	}
}

// If more values are different than are kept, how many are is estimated, and whether any occurs twice is known.
func TestDistinct(t *testing.T) {
	const groups = maxLevels + maxLevels/2
	for _, c := range []struct {
		what string
		rows int
		see  func(c *Column, i int)
		want int
		all  bool
	}{
		{"numbers of groups", 2 * groups, func(c *Column, i int) { c.seeCell(strconv.Itoa(i%groups), float64(i%groups), false) }, groups, false},
		{"numbers of rows", groups, func(c *Column, i int) { c.seeCell(strconv.Itoa(i), float64(i), false) }, groups, false},
		{"few numbers", 60, func(c *Column, i int) { c.seeCell(strconv.Itoa(i%7), float64(i%7), false) }, 7, true},
		{"as many as are kept", 2 * maxLevels, func(c *Column, i int) { c.seeCell(strconv.Itoa(i/2), float64(i/2), false) }, maxLevels, false},
		{"measurements", groups, func(c *Column, i int) { c.seeCell(strconv.Itoa(i)+".5", float64(i)+0.5, false) }, 0, true},
		{"measurements, the first of them whole", groups, func(c *Column, i int) {
			v := float64(i)
			if i > maxLevels {
				v += 0.5
			}
			c.seeCell(strconv.FormatFloat(v, 'f', -1, 64), v, false)
		}, 0, true},
		{"texts of groups", 2 * groups, func(c *Column, i int) { c.seeText([]byte("p"+strconv.Itoa(i%groups)), place{}) }, groups, false},
		{"texts of rows", groups, func(c *Column, i int) { c.seeText([]byte("p"+strconv.Itoa(i)), place{}) }, groups, false},
		{"few texts", 60, func(c *Column, i int) { c.seeText([]byte("p"+strconv.Itoa(i%7)), place{}) }, 7, true},
		{"nothing", 0, nil, 0, true},
	} {
		column := &Column{}
		for i := range c.rows {
			c.see(column, i)
		}
		if n, all := column.distinct(); n != c.want || all != c.all {
			t.Errorf("%s: %d different, all counted %v; want %d, %v", c.what, n, all, c.want, c.all)
		}
	}
}

// seeCell counts a number of the column.
func (c *Column) seeCell(text string, value float64, quoted bool) {
	of := cell{field: []byte(text), value: value, quoted: quoted}
	c.seeNumber(&of, place{})
	c.inspect(&of, place{})
}
