package loader

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
	"gpcbench/data/tablefile"
)

const irisLike = "sepal,colour,species\n1.5,red,b\n2.5,blue,a\n3.5,red,b\n"

// loadFile is Cache.File without progress.
func loadFile(own catalogue.UserTable, cacheDir string) (*data.Dataset, error) {
	return Cache{Dir: cacheDir}.File(context.Background(), own)
}

// number is the number of a label column.
func number(n int) *int { return &n }

func TestLoadFile(t *testing.T) {
	header, none := true, false
	for _, test := range []struct {
		name, content string
		o             catalogue.UserTable
		classes       []string
		attributes    []string
		x             [][]float64
		y             []int
	}{
		{"header and one-hot", irisLike, catalogue.UserTable{}, []string{"a", "b"}, []string{"sepal", "colour=blue", "colour=red"},
			[][]float64{{1.5, 0, 1}, {2.5, 1, 0}, {3.5, 0, 1}}, []int{1, 0, 1}},
		{"label by name", irisLike, catalogue.UserTable{Label: "colour"}, []string{"blue", "red"}, []string{"sepal", "species=a", "species=b"},
			[][]float64{{1.5, 0, 1}, {2.5, 1, 0}, {3.5, 0, 1}}, []int{1, 0, 1}},
		{"label by number", irisLike, catalogue.UserTable{Label: "1"}, []string{"blue", "red"}, []string{"sepal", "species=a", "species=b"},
			[][]float64{{1.5, 0, 1}, {2.5, 1, 0}, {3.5, 0, 1}}, []int{1, 0, 1}},
		{"label by number beside names that are numbers", "2,1,0\n1.5,red,b\n2.5,blue,a\n", catalogue.UserTable{LabelNumber: number(1), Header: &header}, []string{"blue", "red"}, []string{"2", "0=a", "0=b"},
			[][]float64{{1.5, 0, 1}, {2.5, 1, 0}}, []int{1, 0}},
		{"label by a name that is a number", "2,1,0\n1.5,red,b\n2.5,blue,a\n", catalogue.UserTable{Label: "0", Header: &header}, []string{"a", "b"}, []string{"2", "1=blue", "1=red"},
			[][]float64{{1.5, 0, 1}, {2.5, 1, 0}}, []int{1, 0}},
		{"label in column 0", "b,1.5\na,2.5\nb,3.5\n", catalogue.UserTable{LabelNumber: number(0)}, []string{"a", "b"}, []string{"x1"},
			[][]float64{{1.5}, {2.5}, {3.5}}, []int{1, 0, 1}},
		{"label in the last column but one", irisLike, catalogue.UserTable{LabelNumber: number(-2)}, []string{"blue", "red"}, []string{"sepal", "species=a", "species=b"},
			[][]float64{{1.5, 0, 1}, {2.5, 1, 0}, {3.5, 0, 1}}, []int{1, 0, 1}},
		{"numbers as classes", "1,10\n2,9\n3,10.0\n4,+9\n", catalogue.UserTable{}, []string{"9", "10"}, []string{"x0"},
			[][]float64{{1}, {2}, {3}, {4}}, []int{1, 0, 1, 0}},
		{"bytes as classes", "1,10\n2,9\n3,x\n", catalogue.UserTable{Header: &none}, []string{"10", "9", "x"}, []string{"x0"},
			[][]float64{{1}, {2}, {3}}, []int{0, 1, 2}},
		{"positive", "1,1\n2,2\n3,3\n", catalogue.UserTable{Positive: []string{"1.0"}}, []string{"-1", "+1"}, []string{"x0"},
			[][]float64{{1}, {2}, {3}}, []int{1, 0, 0}},
		{"categorical by request", "z,c\n10,a\n9,b\n10.0,b\n", catalogue.UserTable{Categorical: []string{"z"}}, []string{"a", "b"}, []string{"z=9", "z=10", "z=10.0"},
			[][]float64{{0, 1, 0}, {1, 0, 0}, {0, 0, 1}}, []int{0, 1, 1}},
		{"drop rows", "1,,a\n2,3,b\nnan,3,b\n4,NA,c\n5,6,a\n", catalogue.UserTable{Missing: "drop-row"}, []string{"a", "b"}, []string{"x0", "x1"},
			[][]float64{{2, 3}, {5, 6}}, []int{1, 0}},
		{"drop infinite", "1,inf,a\n2,3,b\n1e999,3,b\n5,6,a\n", catalogue.UserTable{Missing: "drop-row"}, []string{"a", "b"}, []string{"x0", "x1"},
			[][]float64{{2, 3}, {5, 6}}, []int{1, 0}},
		{"infinite, mean", "1,-inf,a\n2,3,b\n,5,b\n", catalogue.UserTable{Missing: "mean"}, []string{"a", "b"}, []string{"x0", "x1"},
			[][]float64{{1, 4}, {2, 3}, {1.5, 5}}, []int{0, 1, 1}},
		{"infinite level", "Inf,a\nCtrl,b\nInf,b\n", catalogue.UserTable{Missing: "mean", Categorical: []string{"0"}}, []string{"a", "b"}, []string{"x0=Ctrl", "x0=Inf"},
			[][]float64{{0, 1}, {1, 0}, {0, 1}}, []int{0, 1, 1}},
		{"mean", "1,,a\n2,3,b\n,5,b\n", catalogue.UserTable{Missing: "mean"}, []string{"a", "b"}, []string{"x0", "x1"},
			[][]float64{{1, 4}, {2, 3}, {1.5, 5}}, []int{0, 1, 1}},
		{"mean of levels", "1,u,a\n2,,b\n3,v,b\n4,v,a\n5,v,a\n", catalogue.UserTable{Missing: "mean"}, []string{"a", "b"}, []string{"x0", "x1=u", "x1=v"},
			[][]float64{{1, 1, 0}, {2, .25, .75}, {3, 0, 1}, {4, 0, 1}, {5, 0, 1}}, []int{0, 1, 1, 0, 0}},
		{"semicolons", "a;b\n1;x\n2;y\n", catalogue.UserTable{}, []string{"x", "y"}, []string{"a"}, [][]float64{{1}, {2}}, []int{0, 1}},
		{"tabs", "1\t0\n2\t1\n", catalogue.UserTable{}, []string{"0", "1"}, []string{"x0"}, [][]float64{{1}, {2}}, []int{0, 1}},
		{"blanks", "1  0\n 2 1\n", catalogue.UserTable{}, []string{"0", "1"}, []string{"x0"}, [][]float64{{1}, {2}}, []int{0, 1}},
		{"header said", "10,20\n1,0\n2,1\n", catalogue.UserTable{Header: &header}, []string{"0", "1"}, []string{"10"}, [][]float64{{1}, {2}}, []int{0, 1}},
		{"header with a number", "1,2,class\n1,2,0\n1,2,1\n", catalogue.UserTable{}, []string{"0", "1"}, []string{"1", "2"}, [][]float64{{1, 2}, {1, 2}}, []int{0, 1}},
		{"a column called last", "last,class\n1,u\n2,v\n", catalogue.UserTable{}, []string{"u", "v"}, []string{"last"}, [][]float64{{1}, {2}}, []int{0, 1}},
		{"codes as classes", "1,02\n2,01\n3,2\n", catalogue.UserTable{}, []string{"01", "02", "2"}, []string{"x0"}, [][]float64{{1}, {2}, {3}}, []int{1, 0, 2}},
		{"numbers beyond float64 as classes", "1,9007199254740993\n2,9007199254740992\n", catalogue.UserTable{}, []string{"9007199254740992", "9007199254740993"}, []string{"x0"}, [][]float64{{1}, {2}}, []int{1, 0}},
		{"separator stated in the file", "sep=;\na;b;c\n1,5;2;u\n2,5;3;v\n", catalogue.UserTable{}, []string{"u", "v"}, []string{"a", "b"}, [][]float64{{1.5, 2}, {2.5, 3}}, []int{0, 1}},
		{"columns without a name, and called alike, that are not used", ",a,a,c\n1,2,3,u\n2,3,4,v\n", catalogue.UserTable{Drop: []string{"0", "2"}}, []string{"u", "v"}, []string{"a"}, [][]float64{{2}, {3}}, []int{0, 1}},
		{"ARFF", "@relation r\n@attribute a real\n@attribute c {n,y}\n@data\n1,y\n2,n\n", catalogue.UserTable{}, []string{"n", "y"}, []string{"a"}, [][]float64{{1}, {2}}, []int{1, 0}},
	} {
		test.o.File = datatest.Write(t, "my table.csv.gz", test.content)
		ds, err := loadFile(test.o, "")
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		x, y := datatest.All(ds)
		if !slices.EqualFunc(x, test.x, slices.Equal) || !slices.Equal(y, test.y) || !slices.Equal(ds.ClassNames, test.classes) || !slices.Equal(ds.Attributes, test.attributes) {
			t.Errorf("%s: x %v, y %v, classes %q, attributes %q", test.name, x, y, ds.ClassNames, ds.Attributes)
		}
		if ds.Name != "my table" || (ds.Kind == data.Binary) != (len(test.classes) == 2) {
			t.Errorf("%s: name %q, kind %s", test.name, ds.Name, ds.Kind)
		}
	}
}

func TestLoadFileErrors(t *testing.T) {
	const content, unavailable, request = "content", "unavailable", "request"
	none := false
	for _, test := range []struct {
		name, text string
		o          catalogue.UserTable
		kind       string
		problem    string
	}{
		{"empty", "", catalogue.UserTable{}, content, "the file is empty"},
		{"blank", "\n \n", catalogue.UserTable{}, content, "the file is empty"},
		{"header only", "a,b\n", catalogue.UserTable{}, content, "the file has no rows"},
		{"ragged", "a,b\n1,2\n1,2,3\n", catalogue.UserTable{}, content, ":3: the row has 3 fields, the first has 2 fields, between commas"},
		{"a remark first", "# made by me\nx,y\n1,u\n2,v\n", catalogue.UserTable{}, content, ":2: the row has 1 field, the first has 4 fields, between blanks. Line 1 begins with #: take it out if it is a remark"},
		{"a remark with a comma", "\n% x, y\na,b,y\n1,2,u\n", catalogue.UserTable{}, content, ":3: the row has 3 fields, the first has 2 fields, between commas. Line 2 begins with %: take it out"},
		{"ragged between bars", "a|b\n" + strings.Repeat("1|2\n", 10) + "1|2|3\n", catalogue.UserTable{}, content, `the first has 2 fields, between "|"`},
		{"mixed, text later", "a,b\n1,x\n2,y\nred,x\n", catalogue.UserTable{}, content, `:4: column "a": the text "red" stands in a column that has numbers`},
		{"mixed, decimal commas later", "a;b\n" + strings.Repeat("1;x\n2;y\n", 120) + "3,5;x\n", catalogue.UserTable{}, content,
			`:242: column "a": the text "3,5" stands in a column that has numbers in the rows before (240 of 241 values are numbers): decimal = "," reads all its values as numbers`},
		{"mixed, number later", "a,b,c\nred,1,x\n2,1,y\n", catalogue.UserTable{}, content, `:3: column "a": the number 2 stands in a column that has texts`},
		{"header denied", "a,b\n1,x\n2,y\n", catalogue.UserTable{Header: &none}, content, ":2: column 0 (from 0): the number 1 stands below a text: say header = true"},
		{"missing", "1,2\n,3\n", catalogue.UserTable{}, content, ":2: column 0 (from 0): the value is missing"},
		{"NaN", "1,2\nNaN,3\n", catalogue.UserTable{}, content, ":2: column 0 (from 0): the value is missing"},
		{"Inf", "1,2\n1e999,3\n", catalogue.UserTable{}, content, ":2: column 0 (from 0): the value \"1e999\" is beyond all numbers"},
		{"Inf among texts", "a,b,c\nCtrl,1,x\nInf,2,y\n", catalogue.UserTable{Missing: "drop-row"}, content, `:3: column "a": the value "Inf" is beyond all numbers: say categorical = ["a"] if it is a category`},
		{"Inf alone", "a,b,c\n1,inf,0\n2,-inf,1\n", catalogue.UserTable{Missing: "mean"}, content, `column "b": there is no value`},
		{"a class called None", "1,yes\n3,None\n4,no\n", catalogue.UserTable{}, content, ":2: column 1 (from 0): the row has no label (\"None\"): such rows are left out; if it is a class, say with missing_values"},
		{"one label", "1,2\n3,nan\n", catalogue.UserTable{}, content, "every row has the same label"},
		{"one class", "1,2\n3,2\n", catalogue.UserTable{}, content, "every row has the same label"},
		{"one column", "a\nb\na\n", catalogue.UserTable{Header: &none}, content, "no column beside the label"},
		{"all missing", "a,b,c\n1,,0\n2,,1\n", catalogue.UserTable{Missing: "mean"}, content, `column "b": there is no value`},
		{"nothing left", "a,b,c\n1,,0\n2,,1\n", catalogue.UserTable{Missing: "drop-row"}, content, "no row is left"},
		{"header in doubt", "1.5,2,class\n1,2,0\n1,2,1\n", catalogue.UserTable{}, content, "does the line name the columns?"},
		{"texts in doubt", "p,q\nr,s\nt,u\n", catalogue.UserTable{}, content, "cannot tell whether the first line names the columns"},
		{"binary", "a\x00b,1\n", catalogue.UserTable{}, content, "not a text file"},
		{"UTF-16", "\xff\xfe1\x00", catalogue.UserTable{}, content, "UTF-16"},
		{"Latin-1", "a,y\n1,u\n2,caf\xe9\n", catalogue.UserTable{}, content, ":3: the text is not UTF-8: save it as UTF-8"},
		{"Latin-1 far down", "a,y\n" + strings.Repeat("1,u\n2,v\n", 300) + "3,caf\xe9\n", catalogue.UserTable{}, content, ":602: the text is not UTF-8"},
		{"Latin-1 in quotes", "a,y\n" + strings.Repeat("1,u\n2,v\n", 300) + "3,\"caf\n\xe9\"\n", catalogue.UserTable{}, content, ":603: the text is not UTF-8"},
		{"Latin-1 in LIBSVM", "u 1:2\ncaf\xe9 1:3\n", catalogue.UserTable{}, content, ":2: the text is not UTF-8"},
		{"Latin-1 in ARFF", "@relation r\n@attribute gr\xf6\xdfe numeric\n@attribute y {a,b}\n@data\n1,a\n", catalogue.UserTable{}, content, ":2: the text is not UTF-8"},
		{"Latin-1 in XC", "2 2 2\n0 0:1\n1 1:1 \xe9\n", catalogue.UserTable{Task: "multilabel"}, content, ":3: the text is not UTF-8"},
		{"cut gzip", "\x1f\x8b\x08", catalogue.UserTable{}, content, "the packed file is cut short: get it again"},
		{"cut zip", "PK\x03\x04junk", catalogue.UserTable{}, content, "zip"},
		{"no such label", "a,b\n1,2\n3,4\n", catalogue.UserTable{Label: "species"}, request, `there is no column "species"`},
		{"no such column of many", "a,b,c,d,e,f,g,h,i,j,k,l\n1,2,3,4,5,6,7,8,9,10,11,12\n", catalogue.UserTable{Label: "m"}, request, `"j"] and 2 more, numbered from 0`},
		{"no such number", "a,b\n1,2\n3,4\n", catalogue.UserTable{Label: "2"}, request, `there is no column "2"`},
		{"number too large", "a,b\n1,2\n3,4\n", catalogue.UserTable{LabelNumber: number(2)}, request, "label = 2: there is no such column; the 2 columns have the numbers 0 to 1 or, from the end, -1 to -2"},
		{"number too small", "a,b\n1,2\n3,4\n", catalogue.UserTable{LabelNumber: number(-3)}, request, "label = -3: there is no such column"},
		{"number in LIBSVM", "1 1:2 2:3\n0 1:3 2:4\n", catalogue.UserTable{LabelNumber: number(0)}, request, "in a LIBSVM file the label comes first"},
		{"no such category", "a,b\n1,2\n3,4\n", catalogue.UserTable{Categorical: []string{"z"}}, request, `categorical: there is no column "z"`},
		{"no such positive", "1,2\n3,4\n", catalogue.UserTable{Positive: []string{"7"}}, request, `positive lists the class "7", which no row has; the classes are 2, 4`},
		{"all positive", "1,2\n3,4\n", catalogue.UserTable{Positive: []string{"2", "4"}}, request, "positive lists every class"},
		{"bad missing", "1,2\n3,4\n", catalogue.UserTable{Missing: "median"}, request, "drop-row or mean"},
	} {
		test.o.File = datatest.Write(t, "t.csv", test.text)
		_, err := loadFile(test.o, "")
		datatest.CheckProblem(t, test.name, err, test.problem)
		if kind := errorKind(err); kind != test.kind {
			t.Errorf("%s: error of kind %s (%v)", test.name, kind, err)
		}
	}
	_, err := loadFile(catalogue.UserTable{File: t.TempDir() + "/absent.csv"}, "")
	if errorKind(err) != unavailable || !strings.Contains(err.Error(), "absent.csv cannot be read: no such file") {
		t.Errorf("absent file: %v", err)
	}
	if _, err := loadFile(catalogue.UserTable{File: t.TempDir()}, ""); errorKind(err) != unavailable {
		t.Errorf("folder: %v", err)
	}
}

func errorKind(err error) string {
	var content *data.ContentError
	var unavailable *data.UnavailableError
	var request *data.RequestError
	switch {
	case errors.As(err, &content):
		return "content"
	case errors.As(err, &unavailable):
		return "unavailable"
	case errors.As(err, &request):
		return "request"
	}
	return "other"
}

// A row of units below the header is told as one.
func TestRowOfUnits(t *testing.T) {
	const told = `own.csv:2: column "x": the text "cm" stands in the first row, as texts do in other columns, and numbers alone below it: take the row out of the file if it has the units`
	for name, c := range map[string]struct{ first, problem string }{
		"units":          {"cm,kg,unit", told},
		"of two of them": {"cm,,unit,cm", told},
		"one text":       {"cm,5,p", `:3: column "x": the number 1.5 stands in a column that has texts in the rows before`},
		"without label":  {"cm,kg,", ""},
	} {
		header := "x,y,class"
		rows := "1.5,2,p\n2.5,3,q\n3.5,4,p\n"
		if strings.Count(c.first, ",") == 3 {
			header, rows = "x,y,class,z", "1.5,2,p,1\n2.5,3,q,2\n3.5,4,p,3\n"
		}
		_, err := loadFile(catalogue.UserTable{File: datatest.Write(t, "own.csv", header+"\n"+c.first+"\n"+rows), Label: "class", Missing: "mean"}, "")
		datatest.CheckProblem(t, name, err, c.problem)
	}
}

// A 0 needs no sign among percentages or prices: it is the same number in every unit.
func TestBareZeroAmongSigns(t *testing.T) {
	for name, c := range map[string]struct {
		x       [4]string
		problem string
	}{
		"among":     {[4]string{"12%", "0", "3%", "0%"}, ""},
		"first":     {[4]string{"0", "0", "12%", "3%"}, ""},
		"prices":    {[4]string{"$5", "-$2", "0", "$7.5"}, ""},
		"another":   {[4]string{"0", "12%", "3", "4%"}, `own.csv:4: column "x": the value "3" stands in a column whose first number is "12%"`},
		"two signs": {[4]string{"0", "12%", "$3", "4%"}, `the value "$3" stands in a column whose first number is "12%"`},
		"none":      {[4]string{"0", "12", "3", "4%"}, `the value "4%" stands in a column whose first number is "12"`},
	} {
		ds, err := loadFile(catalogue.UserTable{File: datatest.Write(t, "own.csv", fmt.Sprintf("x,class\n%s,p\n%s,q\n%s,p\n%s,q\n", c.x[0], c.x[1], c.x[2], c.x[3]))}, "")
		datatest.CheckProblem(t, name, err, c.problem)
		if err == nil && len(ds.Summary.Columns[0].Remarks) > 0 {
			t.Errorf("%s: %v", name, ds.Summary.Columns[0].Remarks)
		}
	}
}

// No-break blanks around a field do not count, as they do not in quotes and at the ends of a line. Earlier
// programs kept them: the table is another one.
func TestNoBreakBlanks(t *testing.T) {
	plain := "k,x,colour,class\n1,1.5,red,p\n2,-2.5,blue,q\n3,,red,p\n4,7,blue,q\n"
	for name, replacer := range map[string]*strings.Replacer{
		"before":  strings.NewReplacer("1.5", "\u00a01.5", "7", "\u202f7"),
		"behind":  strings.NewReplacer("-2.5", "-2.5\u00a0", "1.5", "1.5\u202f"),
		"nothing": strings.NewReplacer("3,,", "3,\u00a0,"),
		"a level": strings.NewReplacer("1.5,red", "1.5,red\u00a0"),
		"a name":  strings.NewReplacer("x,colour", "\u00a0x\u00a0,colour", "1.5", "1.5\u00a0"),
	} {
		want, err := loadFile(catalogue.UserTable{File: datatest.Write(t, "plain.csv", plain), Missing: "mean"}, "")
		if err != nil {
			t.Fatal(err)
		}
		got, err := loadFile(catalogue.UserTable{File: datatest.Write(t, "own.csv", replacer.Replace(plain)), Missing: "mean"}, "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		x, y := datatest.All(got)
		wantX, wantY := datatest.All(want)
		if !slices.EqualFunc(x, wantX, slices.Equal) || !slices.Equal(y, wantY) || !slices.Equal(got.Attributes, want.Attributes) {
			t.Errorf("%s: rows %v of %q, want %v of %q", name, x, got.Attributes, wantX, want.Attributes)
		}
		if len(got.Summary.Remarks) > 0 {
			t.Errorf("%s: %v", name, got.Summary.Remarks)
		}
	}
	arff := datatest.Write(t, "own.arff", "@relation r\n@attribute x real\n@attribute class {p,q}\n@data\n\u00a01.5,p\n2\u202f,q\n")
	ds, err := loadFile(catalogue.UserTable{File: arff}, "")
	if err != nil {
		t.Fatal(err)
	}
	if x, _ := datatest.All(ds); !slices.EqualFunc(x, [][]float64{{1.5}, {2}}, slices.Equal) {
		t.Errorf("of ARFF: rows %v", x)
	}
}

// A table with blanks that earlier programs kept in a text has another digest than theirs.
func TestNoBreakBlanksChangeTheDigest(t *testing.T) {
	own := catalogue.UserTable{File: datatest.Write(t, "own.csv", "x,colour,class\n1,\u00a0red,p\n2,blue,q\n")}
	ds, err := loadFile(own, "")
	if err != nil {
		t.Fatal(err)
	}
	s, err := fileSource(own)
	if err != nil {
		t.Fatal(err)
	}
	if before, err := s.Digest(tablefile.Cache{}); err != nil || ds.Digest == before {
		t.Errorf("the digest is that of before, %s (%v)", before, err)
	}
}

// A test file whose decimals stand behind another sign than those of the training file is told so, whatever the
// specification says.
func TestTestFileOfOtherDecimals(t *testing.T) {
	rows := func(sign string) string { return strings.ReplaceAll("x;class\n1.5;p\n20.25;q\n3.5;p\n", ".", sign) }
	point, comma := datatest.Write(t, "point.csv", rows(".")), datatest.Write(t, "comma.csv", rows(","))
	for name, c := range map[string]struct {
		own     catalogue.UserTable
		problem string
	}{
		"a comma":         {catalogue.UserTable{File: point, TestFile: comma}, `comma.csv:2: column "x": the text "1,5" stands in a column that has numbers in the rows before (3 of 6 values are numbers): "1,5" is a number with "," before decimals, and the numbers of the table have "." there: write all alike, or say categorical = ["x"] if it is a category`},
		"a point":         {catalogue.UserTable{File: comma, TestFile: point}, `"1.5" is a number with "." before decimals, and the numbers of the table have "," there`},
		"a comma is said": {catalogue.UserTable{File: point, TestFile: comma, Decimal: ","}, `"1.5" is a number with "." before decimals, and the numbers of the table have "," there`},
		"thousands":       {catalogue.UserTable{File: point, TestFile: datatest.Write(t, "thousands.csv", strings.ReplaceAll(rows("."), "20.25", "1 500 000"))}, `thousands = " " reads all its values as numbers`},
		"both alike":      {catalogue.UserTable{File: comma, TestFile: comma}, ""},
	} {
		_, err := loadFile(c.own, "")
		datatest.CheckProblem(t, name, err, c.problem)
		if err != nil && strings.Contains(err.Error(), "also_missing") {
			t.Errorf("%s: a number does not stand for a missing value: %v", name, err)
		}
	}
}

func TestTestFile(t *testing.T) {
	load := func(train, test string, o catalogue.UserTable) (*data.Dataset, error) {
		o.File, o.TestFile = datatest.Write(t, "train.csv", train), datatest.Write(t, "test.csv", test)
		return loadFile(o, "")
	}
	// Levels are those of both files, the mean is the training file's.
	ds, err := load("a,b,c\n1,u,0\n3,v,1\n", "a,b,c\n100,w,1\n,u,0\n", catalogue.UserTable{Missing: "mean"})
	if err != nil {
		t.Fatal(err)
	}
	x, y := datatest.All(ds)
	if want := [][]float64{{1, 1, 0, 0}, {3, 0, 1, 0}, {100, 0, 0, 1}, {2, 1, 0, 0}}; !slices.EqualFunc(x, want, slices.Equal) || !slices.Equal(y, []int{0, 1, 1, 0}) {
		t.Errorf("rows %v, classes %v", x, y)
	}
	if len(ds.Splits) != 1 || ds.Splits[0].Train != (data.Range{From: 0, To: 2}) || ds.Splits[0].Test != (data.Range{From: 2, To: 4}) {
		t.Errorf("splits %v", ds.Splits)
	}
	for _, test := range []struct{ name, train, test, problem string }{
		{"unseen label", "1,0\n2,1\n", "1,0\n3,2\n", `test.csv:2: the label "2" is in no row of the training file`},
		{"other width", "1,0\n2,1\n", "1,2,0\n", "test.csv:1: the row has 3 fields, the rows of the first file have 2"},
		{"other names", "a,b\n1,0\n2,1\n", "a,c\n1,0\n", "test.csv: its columns are not those"},
		{"other header", "a,b\n1,0\n2,1\n", "1,0\n", "test.csv:1: one of the two files"},
		{"other separator", "1,0\n2,1\n", "1;0\n", "test.csv: it is a table with semicolons between fields, and "},
		{"other kind", "1 1:2\n0 1:1\n", "1,0\n", "test.csv: it is a table with commas between fields, and "},
		{"text for a number", "1,0\n2,1\n", "red,0\n", "test.csv:1: column 0"},
		{"empty", "1,0\n2,1\n", "", "test.csv: the file is empty"},
	} {
		_, err := load(test.train, test.test, catalogue.UserTable{})
		datatest.CheckProblem(t, test.name, err, test.problem)
	}
	if _, err := load("1,0\n2,1\n", "3,1.0\n", catalogue.UserTable{}); err != nil {
		t.Errorf("a label equal as a number: %v", err)
	}
}

// TestDroppedRowsAreTold: rows without a label and rows without a value are counted, in both files.
func TestDroppedRowsAreTold(t *testing.T) {
	file := datatest.Write(t, "train.csv", "a,b,c\n1,,u\n2,3,v\n3,4,\n4,NA,u\n5,6,u\n")
	test := datatest.Write(t, "test.csv", "a,b,c\n1,2,u\n?,2,v\n3,4,v\n")
	label := datatest.Write(t, "label.csv", "a,b,c\n1,2,u\n2,3,NA\n3,4,v\n")
	one := datatest.Write(t, "one.csv", "a,b,c\n1,2,u\n2,,v\n3,4,v\n")
	whole := datatest.Write(t, "whole.csv", "a,b,c\n1,2,u\n2,3,v\n")
	for _, c := range []struct {
		own  catalogue.UserTable
		want string
		rows []int
	}{
		{catalogue.UserTable{File: label}, "Of 3 rows 1 is left out, for lack of a label.", []int{0, 2}},
		{catalogue.UserTable{File: one, Missing: "drop-row"}, "Of 3 rows 1 is left out, for lack of a label or of a value.", []int{0, 2}},
		{catalogue.UserTable{File: file, Missing: "drop-row"}, "Of 5 rows 3 are left out, for lack of a label or of a value.", []int{1, 4}},
		{catalogue.UserTable{File: file, TestFile: test, Missing: "drop-row"}, "Of 8 rows 4 are left out, for lack of a label or of a value.", []int{1, 4, 0, 2}},
	} {
		ds, err := loadFile(c.own, "")
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(ds.Notes, c.want) {
			t.Errorf("notes %q, want %q", ds.Notes, c.want)
		}
		if got, err := ds.FileRows(); err != nil || !slices.Equal(got, c.rows) {
			t.Errorf("rows %v of the file are used, want %v; %v", got, c.rows, err)
		}
	}
	if ds, err := loadFile(catalogue.UserTable{File: whole, Missing: "drop-row"}, ""); err != nil || len(ds.Notes) > 0 || ds.FileRows != nil {
		t.Errorf("nothing left out: %+v, %v", ds, err)
	}
}
