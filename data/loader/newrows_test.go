package loader

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
	"gpcbench/data/schema"
)

// inputsOf reads all rows of a file, three at a time.
func inputsOf(path string, e *schema.Encoding) (x [][]float64, missing []bool, err error) {
	rows, err := OpenNewRows(path, e)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for {
		t, lacking, err := rows.Next(3)
		if t == nil || err != nil {
			return x, missing, err
		}
		block, _ := data.NewExamples(t, data.All(t.Len()), nil).ReadAll()
		for i := range t.Len() {
			x = append(x, block.RawRowView(i))
		}
		missing = append(missing, lacking...)
	}
}

// trainedOn returns a table and how its columns become attributes.
func trainedOn(t *testing.T, table catalogue.UserTable) (*data.Dataset, *schema.Encoding) {
	t.Helper()
	ds, err := loadFile(table, "")
	if err != nil {
		t.Fatal(err)
	}
	e, err := Encoding(table)
	if err != nil {
		t.Fatal(err)
	}
	return ds, e
}

// Rows that come later have the inputs that the table's own rows have.
func TestNewRowsAreEncodedAsTheTable(t *testing.T) {
	header := true
	for what, c := range map[string]struct {
		own  catalogue.UserTable
		text string
	}{
		"levels":                {catalogue.UserTable{}, irisLike + "0.5,blue,b\n"},
		"no header":             {catalogue.UserTable{}, "1,u,a\n2,v,b\n3,u,b\n4,w,a\n"},
		"label first":           {catalogue.UserTable{LabelNumber: number(0)}, "b,1.5\na,2.5\nb,3.5\n"},
		"numbers as categories": {catalogue.UserTable{Categorical: []string{"z"}}, "z,c\n10,a\n9,b\n10.0,b\n+9,a\n"},
		"numbers among texts":   {catalogue.UserTable{Categorical: []string{"z"}, Header: &header}, "z,c\n10,a\nx,b\n10.0,b\n"},
		"percent":               {catalogue.UserTable{}, "a,b,c\n5%,1,u\n7.5%,2,v\n9%,2,v\n"},
		"amounts":               {catalogue.UserTable{Units: []string{"k", "M"}}, "a,b,c\n950,€5M,u\n1.2k,€0,v\n-2M,€3.5k,v\n"},
		"decimal commas":        {catalogue.UserTable{}, "a;b;c\n5,25;1;u\n7,5;2;v\n9,0;2;v\n"},
		"means":                 {catalogue.UserTable{Missing: "mean"}, "n,u,c\n1,u,a\n2,,b\n,v,b\n4,v,a\n5,v,a\n"},
		"LIBSVM":                {catalogue.UserTable{}, "1 1:0.5 3:2\n-1 2:1\n1 3:4\n"},
		"LIBSVM, means":         {catalogue.UserTable{Missing: "mean"}, "1 1:0.5 3:nan\n-1 2:inf\n1 3:4\n"},
		"LIBSVM from 0":         {catalogue.UserTable{}, "1 0:0.5 2:2\n-1 1:1\n1 2:4\n"},
		"ARFF":                  {catalogue.UserTable{}, "@relation r\n@attribute n numeric\n@attribute c {u,v}\n@attribute y {a,b}\n@data\n1,v,a\n2,u,b\n"},
	} {
		t.Run(what, func(t *testing.T) {
			c.own.File = datatest.Write(t, "t.txt", c.text)
			ds, e := trainedOn(t, c.own)
			x, _, err := inputsOf(c.own.File, e)
			if err != nil || len(x) != ds.Len() || e.Dim() != ds.Dim() {
				t.Fatalf("%d rows of %d inputs, want %d of %d; %v", len(x), e.Dim(), ds.Len(), ds.Dim(), err)
			}
			want, _ := data.NewExamples(ds, data.All(ds.Len()), nil).ReadAll()
			for i := range x {
				if !mat.Equal(mat.NewVecDense(ds.Dim(), x[i]), want.RowView(i)) {
					t.Errorf("row %d: %v, want %v", i, x[i], mat.Formatted(want.RowView(i).T()))
				}
			}
			_, classes := data.NewExamples(ds, data.All(ds.Len()), nil).ReadAll()
			if got := classesOf(t, c.own.File, e, "", ds.ClassNames); !slices.Equal(got, classes) {
				t.Errorf("classes %v, want %v", got, classes)
			}
		})
	}
}

// Amounts behind numbers multiply them, beside a currency too.
func TestAmounts(t *testing.T) {
	ds, _ := trainedOn(t, catalogue.UserTable{Units: []string{"k", "M"}, File: datatest.Write(t, "t.csv", "a,b,c\n950,€5M,u\n1.2k,€0,v\n-2M,€3.5k,v\n")})
	got, _ := data.NewExamples(ds, data.All(3), nil).ReadAll()
	if want := mat.NewDense(3, 2, []float64{950, 5e6, 1200, 0, -2e6, 3500}); !mat.Equal(got, want) {
		t.Errorf("%v, want %v", mat.Formatted(got), mat.Formatted(want))
	}
}

// classesOf reads the classes of all rows of a file, three at a time.
func classesOf(t *testing.T, path string, e *schema.Encoding, label string, names []string) (classes []int) {
	t.Helper()
	rows, err := OpenNewRows(path, e)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	rows.ReadLabels(label, names)
	for {
		block, _, err := rows.Next(3)
		if err != nil {
			t.Fatal(err)
		}
		if block == nil {
			return classes
		}
		_, y := data.NewExamples(block, data.All(block.Len()), nil).ReadAll()
		classes = append(classes, y...)
	}
}

// Labels of rows that come later are compared as those of the table were: as numbers or as texts, by
// the rules that made classes of them.
func TestNewLabels(t *testing.T) {
	for what, c := range map[string]struct {
		own        catalogue.UserTable
		table, new string
		want       []int
	}{
		"equal numbers":     {catalogue.UserTable{}, "x,y\n1,1\n2,2\n3,1\n", "y,x\n1.0,5\n+2,6\n,7\nnan,8\n", []int{0, 1, -1, -1}},
		"codes":             {catalogue.UserTable{}, "x,y\n1,01\n2,2\n3,01\n", "x,y\n5,01\n6,2\n", []int{0, 1}},
		"underscores":       {catalogue.UserTable{}, "x,y\n1,1_1\n2,11\n3,2_0\n", "y,x\n11,5\n1_1,6\n2_0,7\n", []int{0, 1, 2}},
		"wells":             {catalogue.UserTable{}, "x,y\n1,1E1\n2,1E2\n3,2E1\n", "y,x\n2E1,5\n1E2,6\n", []int{1, 2}},
		"two of several":    {catalogue.UserTable{Positive: []string{"c"}}, "x,y\n1,a\n2,b\n3,c\n", "x,y\n5,c\n6,a\n7,b\n", []int{1, 0, 0}},
		"numbers, positive": {catalogue.UserTable{Positive: []string{"3"}}, "x,y\n1,1\n2,2\n3,3\n", "x,y\n5,3.0\n6,1\n", []int{1, 0}},
	} {
		c.own.File = datatest.Write(t, "t.csv", c.table)
		ds, e := trainedOn(t, c.own)
		if got := classesOf(t, datatest.Write(t, "new.csv", c.new), e, "", ds.ClassNames); !slices.Equal(got, c.want) {
			t.Errorf("%s: classes %v, want %v", what, got, c.want)
		}
	}
}

// Columns are matched by name, whatever their order and what else there is.
func TestNewRowsByName(t *testing.T) {
	e, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "t.csv", irisLike)})
	if err != nil {
		t.Fatal(err)
	}
	x, _, err := inputsOf(datatest.Write(t, "new.csv", "id;colour;sepal\n7;red;4.5\n8;blue;5.5\n"), e)
	if err != nil || len(x) != 2 || x[0][0] != 4.5 || x[0][2] != 1 || x[1][1] != 1 {
		t.Errorf("%v, %v", x, err)
	}
	unnamed, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "u.csv", "b,1,5\na,2,6\nb,3,7\n"), LabelNumber: number(0)})
	if err != nil {
		t.Fatal(err)
	}
	x, _, err = inputsOf(datatest.Write(t, "bare.csv", "8,9\n"), unnamed)
	if err != nil || len(x) != 1 || x[0][0] != 8 || x[0][1] != 9 {
		t.Errorf("without the label: %v, %v", x, err)
	}
}

// A name that stands twice is the column at its place, and that of the labels too.
func TestNewRowsOfRepeatedNames(t *testing.T) {
	const table = "y,x,x,y\n9,1,5,a\n8,2,6,b\n7,3,7,a\n"
	own := catalogue.UserTable{File: datatest.Write(t, "t.csv", table), Drop: []string{"0", "2"}, LabelNumber: number(3)}
	ds, e := trainedOn(t, own)
	x, _, err := inputsOf(own.File, e)
	if err != nil || len(x) != 3 || len(x[0]) != 1 || x[1][0] != 2 {
		t.Errorf("%v, %v", x, err)
	}
	if got := classesOf(t, own.File, e, "", ds.ClassNames); !slices.Equal(got, []int{0, 1, 0}) {
		t.Errorf("classes %v", got)
	}
	rows, err := OpenNewRows(own.File, e)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	rows.ReadLabels("y", ds.ClassNames)
	if _, _, err := rows.Next(1); err == nil || !strings.Contains(err.Error(), `the column "y" twice: give --label with its number`) {
		t.Errorf("a label's column that is named twice: %v", err)
	}
}

// Rows of a table of the catalogue that runexp table wrote are known by its names, the class beside them.
func TestNewRowsOfAWrittenTable(t *testing.T) {
	e := schema.NumericEncoding(data.AttributeNames(2))
	for _, text := range []string{"x0,x1,class\n1,2,a\n3,4,b\n", "class,x1,x0\na,2,1\nb,4,3\n"} {
		file := datatest.Write(t, "t.csv", text)
		if x, _, err := inputsOf(file, e); err != nil || len(x) != 2 || x[1][0] != 3 || x[1][1] != 4 {
			t.Errorf("%q: %v, %v", text, x, err)
		}
		if got := classesOf(t, file, e, "class", []string{"a", "b"}); !slices.Equal(got, []int{0, 1}) {
			t.Errorf("%q: classes %v", text, got)
		}
	}
}

// encodingOfText is that of a table of LIBSVM.
func encodingOfText(t *testing.T, table string) *schema.Encoding {
	t.Helper()
	e, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "t.txt", table)})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Columns of LIBSVM files are counted as in the table, whether a new row has the first one or not.
func TestNewRowsCountColumnsAsTheTable(t *testing.T) {
	for table, rows := range map[string]string{"1 0:5 2:2\n2 1:1\n": "0 1:7 2:8\n", "1 1:5 3:2\n2 2:1\n": "0 2:7 3:8\n"} {
		e := encodingOfText(t, table)
		x, _, err := inputsOf(datatest.Write(t, "new.txt", rows), e)
		if err != nil || len(x) != 1 || !slices.Equal(x[0], []float64{0, 7, 8}) {
			t.Errorf("%q after %q: %v, %v", rows, table, x, err)
		}
	}
}

// Rows of LIBSVM may be without labels.
func TestNewRowsWithoutLabels(t *testing.T) {
	for table, rows := range map[string]string{"1 0:5 2:2\n2 1:1\n": "1:7 2:8\n0:1\n", "1 1:5 3:2\n2 2:1\n": "2:7 3:8 # new\n1:1\n"} {
		e := encodingOfText(t, table)
		x, _, err := inputsOf(datatest.Write(t, "new.txt", rows), e)
		if err != nil || len(x) != 2 || !slices.Equal(x[0], []float64{0, 7, 8}) || !slices.Equal(x[1], []float64{1, 0, 0}) {
			t.Errorf("%q after %q: %v, %v", rows, table, x, err)
		}
		// A column that no training row has tells nothing.
		x, _, err = inputsOf(datatest.Write(t, "new.txt", "2:7 4:8\n"), e)
		if err != nil || len(x) != 1 || len(x[0]) != 3 {
			t.Errorf("%q, a column more: %v, %v", table, x, err)
		}
	}
}

// Columns behind the last of training are left out and counted, and told where that is asked for, as the
// file counts them.
func TestNewRowsTellColumnsOfLIBSVM(t *testing.T) {
	type rows interface {
		Next(limit int) (data.Table, []bool, error)
		Unseen() [][]string
		Ignored() int
	}
	classes, err := OpenNewRows(datatest.Write(t, "new.txt", "1:1 2:7\n2:7 4:8 9:1\n"), encodingOfText(t, "1 1:5 3:2\n2 2:1\n"))
	if err != nil {
		t.Fatal(err)
	}
	e := schema.NumericEncoding([]string{"0", "1", "2"})
	sets, err := OpenNewLabelRows(datatest.Write(t, "sets.txt", "0 1:1 2:7\n0,1 2:7 4:8 9:1\n"), e, 2, true, true)
	if err != nil {
		t.Fatal(err)
	}
	classes.MarkUnseen = true
	for what, r := range map[string]rows{"classes": classes, "label sets": sets} {
		table, _, err := r.Next(10)
		if err != nil || table.Len() != 2 || r.Ignored() != 2 || fmt.Sprint(r.Unseen()) != "[[] [4 9]]" {
			t.Errorf("%s: %v, %d left out, %v", what, err, r.Ignored(), r.Unseen())
		}
	}
}

// Where training left rows with a missing value out, new ones cannot be predicted.
func TestNewRowsOfLIBSVMWithMissingValues(t *testing.T) {
	e, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "t.txt", "1 1:5 2:nan\n1 1:6 2:3\n0 2:1\n"), Missing: "drop-row"})
	if err != nil {
		t.Fatal(err)
	}
	_, missing, err := inputsOf(datatest.Write(t, "new.txt", "1:7 2:8\n1:nan\n2:-inf\n"), e)
	if err != nil || !slices.Equal(missing, []bool{false, true, true}) {
		t.Errorf("%v, %v", missing, err)
	}
}

func TestNewRowsThatCannotBe(t *testing.T) {
	named, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "t.csv", irisLike)})
	if err != nil {
		t.Fatal(err)
	}
	unnamed, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "u.csv", "b,1,5\na,2,6\nb,3,7\n"), LabelNumber: number(0)})
	if err != nil {
		t.Fatal(err)
	}
	libsvm, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "l.txt", "1 1:0.5 3:2\n-1 2:1\n1 3:4\n")})
	if err != nil {
		t.Fatal(err)
	}
	commas, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "c.txt", "1,5;2;u\n2,5;3;v\n"), Decimal: ","})
	if err != nil {
		t.Fatal(err)
	}
	german, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "g.csv", "a;b;c\n1.500,25;1;u\n7,5;2;v\n9,0;2;v\n")})
	if err != nil {
		t.Fatal(err)
	}
	twice, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "w.csv", "x,x,y\n1,5,a\n2,6,b\n3,7,a\n"), Drop: []string{"1"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, text string
		e          *schema.Encoding
		want       string
	}{
		{
			what: "missing column",
			text: "sepal,color\n1,red\n",
			e:    named,
			want: `new.txt: the model needs the column "colour", but the file has only ["sepal" "color"]`,
		},
		{
			what: "names in other capitals",
			text: "Sepal,COLOUR\n1,red\n",
			e:    named,
			want: `but the file has only ["Sepal" "COLOUR"]; capitals count: write "sepal" in the place of "Sepal"`,
		},
		{
			what: "many other columns",
			text: strings.Repeat("a,", 2000) + "z\n" + strings.Repeat("1,", 2000) + "2\n",
			e:    named,
			want: `"a" "a" "a"] and 1991 more`,
		},
		{what: "no header", text: "1,red\n", e: named, want: `the model needs the columns "sepal", "colour"`},
		{
			what: "unknown category",
			text: "sepal,colour\n1,red\n2,green\n",
			e:    named,
			want: `new.txt:3: column "colour": "green" is a category that was not in the training data; known are ["blue" "red"]`,
		},
		{
			what: "text for a number",
			text: "sepal,colour\nlong,red\n",
			e:    named,
			want: `new.txt:2: column "sepal": "long" is not a number`,
		},
		{
			what: "an underscore in a number",
			text: "sepal,colour\n1_5,red\n",
			e:    named,
			want: `new.txt:2: column "sepal": "1_5" is not a number`,
		},
		{
			what: "a hexadecimal number",
			text: "sepal,colour\n0x1p3,red\n",
			e:    named,
			want: `new.txt:2: column "sepal": "0x1p3" is not a number`,
		},
		{
			what: "no value",
			text: "sepal,colour\n,red\n",
			e:    named,
			want: `new.txt:2: column "sepal": the value is missing (""), but the model was trained without missing values: fill it in, or fit a model with missing = "mean"`,
		},
		{
			what: "infinite",
			text: "sepal,colour\n1e999,red\n",
			e:    named,
			want: `new.txt:2: column "sepal": "1e999" is beyond the range of a float64`,
		},
		{
			what: "huge",
			text: "sepal,colour\n-1e308,red\n",
			e:    named,
			want: `new.txt:2: column "sepal": "-1e308" is so large that its square may be beyond the range of a float64`,
		},
		{
			what: "huge in LIBSVM",
			text: "1 2:1e308\n",
			e:    libsvm,
			want: "new.txt:1: the value in column 2 is so large that its square may be beyond the range of a float64",
		},
		{
			what: "percent",
			text: "sepal,colour\n7%,red\n",
			e:    named,
			want: `new.txt:2: column "sepal": "7%" has a unit sign, but the numbers that the model was trained on have none`,
		},
		{what: "empty file", e: named, want: "the file is empty"},
		{
			what: "fields",
			text: "1,2,3,4\n",
			e:    unnamed,
			want: "the rows have 4 fields, but the model was trained on 3 fields a row, without column names",
		},
		{
			what: "points for commas",
			text: "1.5;2\n",
			e:    commas,
			want: `new.txt:1: column 0 (from 0): "1.5" is not a number: the model was trained on a table with decimal commas`,
		},
		{
			what: "a comma between thousands",
			text: "sepal;colour\n1,500;red\n",
			e:    named,
			want: `"1,500" is not a number: the model was trained on a table without thousands separators; for decimals write a point`,
		},
		{
			what: "commas for points",
			text: "sepal;colour\n1,5;red\n",
			e:    named,
			want: `new.txt:2: column "sepal": "1,5" is not a number: the model was trained on a table with decimal points`,
		},
		{what: "LIBSVM for columns", text: "1 1:3\n", e: named, want: "this is a LIBSVM file"},
		{
			what: "commas between fields",
			text: "1.500,2.250\n",
			e:    german,
			want: `commas separate its fields, but the model was trained on decimal commas`,
		},
		{
			what: "a name twice",
			text: "x,z,x,w\n1,2,3,4\n",
			e:    twice,
			want: `the header has the column "x" twice: remove all but one of them; the model was trained on column 0 (from 0) of 3 columns`,
		},
		{
			what: "a column 0",
			text: "1 2:4\n1 0:3\n",
			e:    libsvm,
			want: "a row has a value in column 0, but the model was trained on columns that are counted from 1",
		},
		{what: "column 0 for columns", text: "1 0:3\n", e: named, want: "this is a LIBSVM file"},
	} {
		_, _, err := inputsOf(datatest.Write(t, "new.txt", c.text), c.e)
		var content *data.ContentError
		if !errors.As(err, &content) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.what, err, c.want)
		}
	}
	var gone *data.UnavailableError
	if _, _, err := inputsOf(t.TempDir()+"/none.csv", named); !errors.As(err, &gone) {
		t.Errorf("no file: %v", err)
	}
}

// The file that a model was trained on can be predicted, though its columns are told apart by
// what the specification says of them.
func TestNewRowsOfTheTable(t *testing.T) {
	for what, c := range map[string]struct {
		own  catalogue.UserTable
		text string
	}{
		"columns without a name":    {catalogue.UserTable{Drop: []string{"0"}}, ",a,c\n0,1.5,u\n1,2.5,v\n"},
		"numbers that are not used": {catalogue.UserTable{Drop: []string{"price"}}, "price;a;c\n1,234;1.5;u\n2,345;2.5;v\n"},
		"a separator of its own":    {catalogue.UserTable{Separator: "~"}, "a~b b~c\n1.5~1~u\n2.5~2~v\n"},
		"names as of no header":     {catalogue.UserTable{}, "x0,x1\n1.5,u\n2.5,v\n"},
		"the separator is stated":   {catalogue.UserTable{}, "sep=;\na;c\n1.5;u\n2.5;v\n"},
	} {
		t.Run(what, func(t *testing.T) {
			c.own.File = datatest.Write(t, "t.csv", c.text)
			ds, e := trainedOn(t, c.own)
			want, _ := datatest.All(ds)
			x, _, err := inputsOf(c.own.File, e)
			if err != nil || !slices.EqualFunc(x, want, slices.Equal) {
				t.Errorf("inputs %v (error %v), want %v", x, err, want)
			}
		})
	}
}

// A file of one column is one whatever blanks are in its name.
func TestNewRowsOfOneColumn(t *testing.T) {
	e, err := Encoding(catalogue.UserTable{File: datatest.Write(t, "t.csv", "length cm,c\n1.5,u\n2.5,v\n")})
	if err != nil {
		t.Fatal(err)
	}
	x, _, err := inputsOf(datatest.Write(t, "new.csv", "length cm\n1.5\n"), e)
	if err != nil || len(x) != 1 || x[0][0] != 1.5 {
		t.Errorf("inputs %v, error %v", x, err)
	}
}
