package loader

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
	"gpcbench/data/schema"
	"gpcbench/data/tablefile"
)

// grown is a text of a first line and n rows, each made by row.
func grown(first string, n int, row func(i int) string) string {
	var b strings.Builder
	b.WriteString(first)
	for i := range n {
		b.WriteString(row(i) + "\n")
	}
	return b.String()
}

// remarksOn are the findings on a column and on the table, with their advice.
func remarksOn(s *data.Summary, column string) (out []string) {
	for _, r := range s.Remarks {
		out = append(out, r.String())
	}
	for _, c := range s.Columns {
		if c.Name != column {
			continue
		}
		for _, r := range c.Remarks {
			out = append(out, r.String())
		}
	}
	return out
}

// Tables that are easily read as something else: what becomes of them, and what is said.
func TestWhatIsRead(t *testing.T) {
	class := func(i int) string { return []string{"p", "q"}[i%2] }
	codes := func(codes ...string) func(i int) string {
		return func(i int) string { return fmt.Sprintf("%s,%d.5,%s", codes[i%len(codes)], i*i%17, class(i)) }
	}
	arff := func(values string) string {
		return "@relation r\n@attribute z " + values + "\n@attribute x numeric\n@attribute y {p,q}\n@data\n"
	}
	for _, c := range []struct {
		what, text string
		own        catalogue.UserTable
		attributes []string
		classes    []string // nil: p and q
		column     string
		said       []string // of the column and the table
	}{
		{"long codes", grown("z,x,y\n", 40, codes("9007199254740992", "9007199254740993")), catalogue.UserTable{Categorical: []string{"z"}},
			[]string{"z=9007199254740992", "z=9007199254740993", "x"}, nil, "z", []string{"the column alone tells the classes apart (AUC 1.000)"}},
		{"codes with a 0 and without", grown("z,x,y\n", 40, codes("02134", "2134")), catalogue.UserTable{Categorical: []string{"z"}},
			[]string{"z=02134", "z=2134", "x"}, nil, "z", []string{`the levels "02134" and "2134" are one number, and levels of their own: write both alike if they mean the same`}},
		{"versions", grown("z,x,y\n", 40, codes("1.1", "1.10", "1.2")), catalogue.UserTable{Categorical: []string{"z"}}, []string{"z=1.1", "z=1.10", "z=1.2", "x"}, nil, "z", nil},
		{"codes among numbers", grown("z,x,y\n", 40, codes("02134", "00501", "10115")), catalogue.UserTable{}, []string{"z", "x"}, nil, "z",
			[]string{`the value "02134" begins with a 0, and is read as 2134, and in 26 rows more: categorical = ["z"] keeps them as they are written`}},
		{"quoted codes", grown("z,x,y\n", 40, codes(`"250.0"`, `"250.00"`, `"251.1"`)), catalogue.UserTable{}, []string{"z", "x"}, nil, "z",
			[]string{`numbers such as "250.0" are in quotes: categorical = ["z"] keeps them as they are written if they are codes`}},
		{"commas that need quotes", grown("z,x,y\n", 40, codes(`"2,036,770"`, `"5,418,378"`, `"1,100,000"`)), catalogue.UserTable{}, []string{"z", "x"}, nil, "z", nil},
		{"decimal commas that need quotes", grown("z,x,y\n", 40, func(i int) string { return fmt.Sprintf(`"-%d,%d6",%d,%s`, i%7, i%9, i*i%17, class(i)) }),
			catalogue.UserTable{}, []string{"z", "x"}, nil, "z", nil},
		{"all in quotes, of which some need them", grown("z,x,y\n", 40, func(i int) string { return fmt.Sprintf(`"2,%03d,770","%d","%s"`, i, i*i%17, class(i)) }),
			catalogue.UserTable{}, []string{"z", "x"}, nil, "x", nil},
		{"one number in two ways", grown("z,x,y\n", 40, codes("250.0", "250.00", "251.1")), catalogue.UserTable{}, []string{"z", "x"}, nil, "z",
			[]string{`the values "250.0" and "250.00" are read as one number`}},
		{"long codes among numbers", grown("z,x,y\n", 40, codes("9007199254740992", "9007199254740993")), catalogue.UserTable{}, []string{"z", "x"}, nil, "z",
			[]string{`the value "9007199254740993" is read as 9007199254740992`, `categorical = ["z"] tells them apart`}},
		{"nominal codes", grown(arff("{1,2,3}"), 60, codes("1", "2", "3")), catalogue.UserTable{}, []string{"z=1", "z=2", "z=3", "x"}, nil, "z", nil},
		{"nominal codes with zeros", grown(arff("{01,1,001}"), 60, codes("01", "1", "001")), catalogue.UserTable{}, []string{"z=001", "z=01", "z=1", "x"}, nil, "z", nil},
		{"nominal, categorical", grown(arff("{01,1,001}"), 60, codes("01", "1", "001")), catalogue.UserTable{Categorical: []string{"z"}}, []string{"z=001", "z=01", "z=1", "x"}, nil, "z", nil},
		{"a string of digits", grown(arff("string"), 60, codes("1", "2", "3")), catalogue.UserTable{}, []string{"z=1", "z=2", "z=3", "x"}, nil, "z", nil},
		{"nominal classes", grown("@relation r\n@attribute x numeric\n@attribute y {1.1,1.10,1.2}\n@data\n", 60, func(i int) string { return fmt.Sprintf("%d,%s", i*i%17, []string{"1.1", "1.10", "1.2"}[i%3]) }),
			catalogue.UserTable{}, []string{"x"}, []string{"1.1", "1.10", "1.2"}, "y", nil},
		{"classes of one number", grown("x,y\n", 60, func(i int) string { return fmt.Sprintf("%d,%s", i*i%17, []string{"1", "1.0", "2"}[i%3]) }),
			catalogue.UserTable{}, []string{"x"}, []string{"1", "2"}, "y", []string{`the labels "1" and "1.0" are one number, and one class: categorical = ["y"] says that they are two`}},
		{"classes of one number, declared", grown("x,y\n", 60, func(i int) string { return fmt.Sprintf("%d,%s", i*i%17, []string{"1", "1.0", "2"}[i%3]) }),
			catalogue.UserTable{Categorical: []string{"y"}}, []string{"x"}, []string{"1", "1.0", "2"}, "y", nil},
		{"classes with underscores", grown("x,y\n", 60, func(i int) string { return fmt.Sprintf("%d,%s", i*i%17, []string{"1_1", "11", "2_0"}[i%3]) }),
			catalogue.UserTable{}, []string{"x"}, []string{"11", "1_1", "2_0"}, "y", nil},
		{"wells as classes", grown("x,y\n", 60, func(i int) string { return fmt.Sprintf("%d,%s", i*i%17, []string{"1E1", "1E2", "2E1"}[i%3]) }),
			catalogue.UserTable{}, []string{"x"}, []string{"1E1", "2E1", "1E2"}, "y", nil},
		{"wells", grown("z,x,y\n", 60, codes("5_4", "1_2", "0x1p3")), catalogue.UserTable{}, []string{"z=0x1p3", "z=1_2", "z=5_4", "x"}, nil, "z", nil},
		{"minuses of Unicode", grown("z,x,y\n", 60, codes("\u22123.94", "4.70", "-1")), catalogue.UserTable{}, []string{"z", "x"}, nil, "z", nil},
		{"minuses of Unicode before a sign", grown("z,x,y\n", 60, codes("\u2212$3", "$4")), catalogue.UserTable{}, []string{"z", "x"}, nil, "z", nil},
		{"None among texts", grown("z,x,y\n", 60, codes("None", "Some", "Often")), catalogue.UserTable{}, []string{"z=None", "z=Often", "z=Some", "x"}, nil, "z",
			[]string{`"None" is a level, and in 19 rows more: missing_values says which texts stand for a missing value`}},
		{"None among texts, mean", grown("z,x,y\n", 60, codes("None", "Some", "Often")), catalogue.UserTable{Missing: "mean"}, []string{"z=None", "z=Often", "z=Some", "x"}, nil, "z", nil},
		{"None as the user says", grown("z,x,y\n", 60, codes("None", "Some", "Often")), catalogue.UserTable{Missing: "mean", MissingValues: []string{"None"}}, []string{"z=Often", "z=Some", "x"}, nil, "z", nil},
		{"None among numbers", grown("z,x,y\n", 60, codes("None", "1", "2")), catalogue.UserTable{Missing: "mean"}, []string{"z", "x"}, nil, "z", nil},
		{"None among codes", grown("z,x,y\n", 60, codes("None", "1", "2")), catalogue.UserTable{Missing: "mean", Categorical: []string{"z"}}, []string{"z=1", "z=2", "x"}, nil, "z", nil},
		{"a dash and a plus", grown("z,x,y\n", 60, codes("-", "+")), catalogue.UserTable{Missing: "mean"}, []string{"z=+", "z=-", "x"}, nil, "z", []string{`"-" is a level`}},
		{"a missing label", grown("z,x,y\n", 60, func(i int) string {
			return fmt.Sprintf("%d,%s,%s", i%7, []string{"", "2"}[min(i%9, 1)], []string{class(i), "NA"}[i/59])
		}),
			catalogue.UserTable{Missing: "mean"}, []string{"z", "x"}, nil, "y", []string{`the row has no label ("NA"): such rows are left out`}},
		{"an identity", grown("id,x,y\n", 120, func(i int) string { return fmt.Sprintf("%d,%d,%s", i/3+1, i*i%17, class(i*i%7)) }), catalogue.UserTable{}, []string{"id", "x"}, nil, "id",
			[]string{`it looks like an identity that repeats: 40 different values in 120 rows: split = { kind = "group", column = "id" } keeps rows of one on one side, drop = ["id"] leaves it out`}},
		{"codes of kinds", grown("type_id,x,y\n", 600, func(i int) string { return fmt.Sprintf("%d,%d,%s", i*i%11, i*i%17, class(i*i%7)) }), catalogue.UserTable{}, []string{"type_id", "x"}, nil, "type_id", nil},
		{"a weight", grown("z,x,Freq,y\n", 60, func(i int) string { return fmt.Sprintf("%d,%d,%d,%s", i%3, i%5, i*i%41, class(i*i%7)) }), catalogue.UserTable{}, []string{"z", "x", "Freq"}, nil, "Freq",
			[]string{"it looks like the number of rows that a row stands for"}},
		{"days without dashes", grown("d,x,y\n", 60, func(i int) string { return fmt.Sprintf("202401%02d,%d,%s", i*7%30+1, i*i%17, class(i)) }), catalogue.UserTable{}, []string{"d", "x"}, nil, "d",
			[]string{`values such as "20240101" look like dates: they are used as numbers; drop = ["d"]`}},
		{"classes that look alike", grown("x,y\n", 60, func(i int) string { return fmt.Sprintf("%d,%s", i*i%17, []string{"caf\u00e9", "cafe\u0301"}[i%2]) }), catalogue.UserTable{}, []string{"x"},
			[]string{"cafe\u0301", "caf\u00e9"}, "y", []string{"look alike, and are two classes"}},
		{"classes that differ in capitals", grown("x,y\n", 60, func(i int) string { return fmt.Sprintf("%d,%s", i*i%17, []string{"no", "No", "yes"}[i%3]) }), catalogue.UserTable{}, []string{"x"},
			[]string{"No", "no", "yes"}, "y", []string{`"No" and "no" differ in capitals alone, and are two classes`}},
		{"a class called NA", grown("x,y\n", 60, func(i int) string { return fmt.Sprintf("%d,%s", i*i%17, []string{"NA", "EU", "AS"}[i%3]) }), catalogue.UserTable{}, []string{"x"},
			[]string{"AS", "EU"}, "y", []string{`the row has no label ("NA"), and in 19 rows more`, "if it is a class, say with missing_values"}},
		{"numbers with a unit", grown("z,x,y\n", 60, func(i int) string { return fmt.Sprintf("%d.5 kg,%d,%s", i%7, i*i%17, class(i)) }), catalogue.UserTable{},
			[]string{"z=0.5 kg", "z=1.5 kg", "z=2.5 kg", "z=3.5 kg", "z=4.5 kg", "z=5.5 kg", "z=6.5 kg", "x"}, nil, "z", []string{`all 7 levels are numbers with " kg" behind them`}},
		{"levels that look alike", grown("z,x,y\n", 60, codes("caf\u00e9", "cafe\u0301")), catalogue.UserTable{}, []string{"z=cafe\u0301", "z=caf\u00e9", "x"}, nil, "z", []string{"look alike, and are two levels"}},
		{"a point between thousands", grown("z;x;y\n", 260, func(i int) string {
			return fmt.Sprintf("%s;%d;%s", []string{fmt.Sprint(i % 900), "1.234"}[i/250], i*i%17, class(i))
		}),
			catalogue.UserTable{}, []string{"z", "x"}, nil, "z", []string{`the value "1.234" is read as 1.234 among whole numbers, and in 9 rows more: decimal = "," and thousands = "." say`}},
		{"a row far out", grown("z,x,y\n", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{fmt.Sprintf("0.%02d", i*37%60), "1e8"}[i/59], i*i%17, class(i))
		}),
			catalogue.UserTable{}, []string{"z", "x"}, nil, "z", []string{"the value 1e+08 is far from all others, whose standard deviation is 0.1"}},
		{"a column that decides", grown("z,x,y\n", 60, func(i int) string { return fmt.Sprintf("%d.%d,%d,%s", i%2*50+i*7%49, i%10, i*i%17, class(i)) }),
			catalogue.UserTable{}, []string{"z", "x"}, nil, "z", []string{`the column alone tells the classes apart (AUC 1.000): leave it out if it is known only once the class is, drop = ["z"]`}},
		{"a class of a point", grown("z,x,y\n", 60, func(i int) string { return fmt.Sprintf("%d,%d,%s", i%7, i*i%17, []string{"p", "q", "."}[i%3]) }),
			catalogue.UserTable{}, []string{"z", "x"}, []string{".", "p", "q"}, "y", []string{`"." is a class, of 20 rows: if it stands for a missing label, also_missing = ["."] leaves these rows out`}},
		{"names like numbers", grown("id2,x1,x2,y\n", 60, func(i int) string { return fmt.Sprintf("%d,1,%d.5,%s", i%3, i*i%17, class(i)) }), catalogue.UserTable{}, []string{"id2", "x1", "x2"}, nil, "x1",
			[]string{`the column tells nothing, drop = ["x1"]`}},
	} {
		t.Run(c.what, func(t *testing.T) {
			c.own.File = datatest.Write(t, "t.csv", c.text)
			ds, err := loadFile(c.own, "")
			if err != nil {
				t.Fatal(err)
			}
			if c.classes == nil {
				c.classes = []string{"p", "q"}
			}
			if !slices.Equal(ds.Attributes, c.attributes) || !slices.Equal(ds.ClassNames, c.classes) {
				t.Errorf("attributes %q, classes %q", ds.Attributes, ds.ClassNames)
			}
			remarks := remarksOn(ds.Summary, c.column)
			for _, want := range c.said {
				if !slices.ContainsFunc(remarks, func(r string) bool { return strings.Contains(r, want) }) {
					t.Errorf("%q is not said: %q", want, remarks)
				}
			}
			if len(c.said) == 0 {
				for _, r := range remarks {
					if strings.Contains(r, "identity") || strings.Contains(r, "quotes") {
						t.Errorf("%s", r)
					}
				}
			}
		})
	}
}

// A table of which earlier programs made other rows is another table; one that is read as before
// is the same.
func TestWhatIsReadOtherwiseIsInTheDigest(t *testing.T) {
	word := "z,x,y\nNone,1,p\nSome,2,q\nMost,3,p\n"
	for _, c := range []struct {
		what, text string
		own        catalogue.UserTable
		another    bool
	}{
		{"levels", "z,x,y\nb,1,p\na,2,q\n", catalogue.UserTable{}, false},
		{"levels that are numbers", "z,x,y\n10,1,p\n9,2,q\n", catalogue.UserTable{Categorical: []string{"z"}}, false},
		{"levels of one number", "z,x,y\n02,1,p\n2,2,q\n", catalogue.UserTable{Categorical: []string{"z"}}, true},
		{"long levels", "z,x,y\n9007199254740992,1,p\n9007199254740993,2,q\n", catalogue.UserTable{Categorical: []string{"z"}}, true},
		{"nominal words", "@relation r\n@attribute z {a,b}\n@attribute y {p,q}\n@data\na,p\nb,q\n", catalogue.UserTable{}, false},
		{"nominal numbers", "@relation r\n@attribute z {1,2}\n@attribute y {p,q}\n@data\n1,p\n2,q\n", catalogue.UserTable{}, true},
		{"nominal numbers, categorical", "@relation r\n@attribute z {1,2}\n@attribute y {p,q}\n@data\n1,p\n2,q\n", catalogue.UserTable{Categorical: []string{"z"}}, false},
		{"nominal classes", "@relation r\n@attribute x numeric\n@attribute y {1,2}\n@data\n1,1\n2,2\n", catalogue.UserTable{}, false},
		{"nominal classes of one number", "@relation r\n@attribute x numeric\n@attribute y {1.1,1.10,2}\n@data\n1,1.1\n2,1.10\n3,2\n", catalogue.UserTable{}, true},
		{"a word", word, catalogue.UserTable{Missing: "mean"}, true},
		{"a word that the user lists", word, catalogue.UserTable{Missing: "mean", MissingValues: []string{"None"}}, false},
		{"groups", "z,x,y\n2,1,p\n3,2,q\n", catalogue.UserTable{GroupColumn: "z"}, false},
		{"levels that Go alone takes for numbers", "z,x,y\n1_1,1,p\n1_2,2,q\n", catalogue.UserTable{}, true},
		{"such levels, declared", "z,x,y\n1_1,1,p\n1_2,2,q\n", catalogue.UserTable{Categorical: []string{"z"}}, false},
		{"such classes", "x,y\n1,1_1\n2,1_2\n", catalogue.UserTable{}, true},
		{"wells as classes", "x,y\n1,1E1\n2,1E2\n", catalogue.UserTable{}, true},
		{"minuses of Unicode", "z,x,y\n\u22121,1,p\n2,2,q\n", catalogue.UserTable{}, true},
		{"minuses of Unicode, declared", "z,x,y\n\u22121,1,p\n2,2,q\n", catalogue.UserTable{Categorical: []string{"z"}}, false},
		{"groups of one number", "z,x,y\n2,1,p\n2.0,2,q\n", catalogue.UserTable{GroupColumn: "z"}, true},
	} {
		c.own.File = datatest.Write(t, "t.csv", c.text)
		ds, err := loadFile(c.own, "")
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		s, err := fileSource(c.own)
		if err != nil {
			t.Fatal(err)
		}
		if before, err := s.Digest(tablefile.Cache{}); err != nil || (before != ds.Digest) != c.another {
			t.Errorf("%s: digest %s, before %s; %v", c.what, ds.Digest, before, err)
		}
	}
}

// A model knows the levels that training had, as they are written.
func TestNewRowsOfCodes(t *testing.T) {
	csv, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "t.csv", "zip,x,y\n02134,1,p\n2134,2,q\n"), Categorical: []string{"zip"}})
	if err != nil {
		t.Fatal(err)
	}
	arff, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "t.arff", "@relation r\n@attribute z {1,2,3}\n@attribute x numeric\n@attribute y {p,q}\n@data\n1,1,p\n2,2,q\n")})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text    string
		e       *schema.Encoding
		problem string // empty: there is none
	}{
		{"zip,x\n02134,0\n2134,0\n", csv, ""},
		{"zip,x\n002134,0\n", csv, `new.csv:2: column "zip": "002134" is a category that the model has not seen; it knows ["02134" "2134"]; write "02134" if it is the same`},
		{"zip,x\n9,0\n", csv, `"9" is a category that the model has not seen; it knows ["02134" "2134"]`},
		{"z,x\n2,0.5\n", arff, ""},
		{"z,x\n99,0.1\n", arff, `new.csv:2: column "z": "99" is a category that the model has not seen; it knows ["1" "2"]`},
		{"z,x\n2.5,0.1\n", arff, `"2.5" is a category that the model has not seen`},
	} {
		_, _, err := inputsOf(datatest.Write(t, "new.csv", c.text), c.e)
		datatest.CheckProblem(t, c.text, err, c.problem)
	}
	rows, err := OpenNewRows(datatest.Write(t, "new.csv", "zip,x\n002134,5\n2134,6\n"), csv)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	rows.MarkUnseen = true
	table, _, err := rows.Next(5)
	if err != nil {
		t.Fatal(err)
	}
	x, _ := datatest.All(table)
	if !slices.EqualFunc(x, [][]float64{{0, 0, 5}, {0, 1, 6}}, slices.Equal) || !slices.EqualFunc(rows.Unseen(), [][]string{{"zip"}, nil}, slices.Equal) {
		t.Errorf("rows %v, of columns that have unseen categories %q", x, rows.Unseen())
	}
}

// A column that only the test file has is 0 in training, as in a9a's smaller parts.
func TestColumnOfTestRowsAlone(t *testing.T) {
	own := catalogue.UserTable{File: datatest.Write(t, "train.txt", "+1 1:1 3:2\n-1 2:1\n"), TestFile: datatest.Write(t, "test.txt", "+1 1:1 5:7\n-1 4:nan\n")}
	own.Missing = "mean"
	ds, err := loadFile(own, "")
	if err != nil {
		t.Fatal(err)
	}
	x, _ := datatest.All(ds)
	if !slices.EqualFunc(x, [][]float64{{1, 0, 2, 0, 0}, {0, 1, 0, 0, 0}, {1, 0, 0, 0, 7}, {0, 0, 0, 0, 0}}, slices.Equal) {
		t.Errorf("rows %v", x)
	}
	if r := ds.Summary.Columns[4].Remarks; ds.Summary.Columns[4].Key != "5" || len(r) != 1 || r[0].String() != "no training row has a value: it is 0 in all of them, and tells nothing" {
		t.Errorf("column %s: %v", ds.Summary.Columns[4].Key, r)
	}
}
