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

// pOrQ is the class of row i.
func pOrQ(i int) string { return []string{"p", "q"}[i%2] }

// rowsOf makes rows of one of some codes, a number and a class.
func rowsOf(codes ...string) func(i int) string {
	return func(i int) string { return fmt.Sprintf("%s,%d.5,%s", codes[i%len(codes)], i*i%17, pOrQ(i)) }
}

// inClasses makes rows of a number and one of some classes.
func inClasses(classes ...string) func(i int) string {
	return func(i int) string { return fmt.Sprintf("%d,%s", i*i%17, classes[i%len(classes)]) }
}

// arffOf is the header of an ARFF file whose attribute z has these values.
func arffOf(values string) string {
	return "@relation r\n@attribute z " + values + "\n@attribute x numeric\n@attribute y {p,q}\n@data\n"
}

// readCase is a table, what is said of it, and what becomes of it.
type readCase struct {
	what, text string
	own        catalogue.UserTable
	attributes []string
	classes    []string // nil: p and q
	column     string
	said       []string // of the column and the table
}

// readCases are tables that are easily read as something else.
var readCases = []readCase{
	{
		what:       "long codes",
		text:       grown("z,x,y\n", 40, rowsOf("9007199254740992", "9007199254740993")),
		own:        catalogue.UserTable{Categorical: []string{"z"}},
		attributes: []string{"z=9007199254740992", "z=9007199254740993", "x"},
		column:     "z",
		said:       []string{"the column alone tells the classes apart (AUC 1.000)"},
	},
	{
		what:       "codes with a 0 and without",
		text:       grown("z,x,y\n", 40, rowsOf("02134", "2134")),
		own:        catalogue.UserTable{Categorical: []string{"z"}},
		attributes: []string{"z=02134", "z=2134", "x"},
		column:     "z",
		said:       []string{`the levels "02134" and "2134" are the same number but two levels: write both in the same way if they mean the same`},
	},
	{
		what:       "versions",
		text:       grown("z,x,y\n", 40, rowsOf("1.1", "1.10", "1.2")),
		own:        catalogue.UserTable{Categorical: []string{"z"}},
		attributes: []string{"z=1.1", "z=1.10", "z=1.2", "x"},
		column:     "z",
	},
	{
		what:       "codes among numbers",
		text:       grown("z,x,y\n", 40, rowsOf("02134", "00501", "10115")),
		attributes: []string{"z", "x"},
		column:     "z",
		said:       []string{`the value "02134" begins with a 0 and is read as 2134, and in 26 rows more: if they are codes, categorical = ["z"] keeps them as written`},
	},
	{
		what:       "quoted codes",
		text:       grown("z,x,y\n", 40, rowsOf(`"250.0"`, `"250.00"`, `"251.1"`)),
		attributes: []string{"z", "x"},
		column:     "z",
		said:       []string{`numbers such as "250.0" are in quotes: if they are codes, categorical = ["z"] keeps them as written`},
	},
	{
		what:       "commas that need quotes",
		text:       grown("z,x,y\n", 40, rowsOf(`"2,036,770"`, `"5,418,378"`, `"1,100,000"`)),
		attributes: []string{"z", "x"},
		column:     "z",
	},
	{
		what: "decimal commas that need quotes",
		text: grown("z,x,y\n", 40, func(i int) string {
			return fmt.Sprintf(`"-%d,%d6",%d,%s`, i%7, i%9, i*i%17, pOrQ(i))
		}),
		attributes: []string{"z", "x"},
		column:     "z",
	},
	{
		what: "all in quotes, of which some need them",
		text: grown("z,x,y\n", 40, func(i int) string {
			return fmt.Sprintf(`"2,%03d,770","%d","%s"`, i, i*i%17, pOrQ(i))
		}),
		attributes: []string{"z", "x"},
		column:     "x",
	},
	{
		what:       "one number in two ways",
		text:       grown("z,x,y\n", 40, rowsOf("250.0", "250.00", "251.1")),
		attributes: []string{"z", "x"},
		column:     "z",
		said:       []string{`the values "250.0" and "250.00" are read as one number`},
	},
	{
		what:       "long codes among numbers",
		text:       grown("z,x,y\n", 40, rowsOf("9007199254740992", "9007199254740993")),
		attributes: []string{"z", "x"},
		column:     "z",
		said: []string{
			`the value "9007199254740993" is read as 9007199254740992`,
			`categorical = ["z"] keeps them distinct`,
		},
	},
	{
		what:       "nominal codes",
		text:       grown(arffOf("{1,2,3}"), 60, rowsOf("1", "2", "3")),
		attributes: []string{"z=1", "z=2", "z=3", "x"},
		column:     "z",
	},
	{
		what:       "nominal codes with zeros",
		text:       grown(arffOf("{01,1,001}"), 60, rowsOf("01", "1", "001")),
		attributes: []string{"z=001", "z=01", "z=1", "x"},
		column:     "z",
	},
	{
		what:       "nominal, categorical",
		text:       grown(arffOf("{01,1,001}"), 60, rowsOf("01", "1", "001")),
		own:        catalogue.UserTable{Categorical: []string{"z"}},
		attributes: []string{"z=001", "z=01", "z=1", "x"},
		column:     "z",
	},
	{
		what:       "a string of digits",
		text:       grown(arffOf("string"), 60, rowsOf("1", "2", "3")),
		attributes: []string{"z=1", "z=2", "z=3", "x"},
		column:     "z",
	},
	{
		what:       "nominal classes",
		text:       grown("@relation r\n@attribute x numeric\n@attribute y {1.1,1.10,1.2}\n@data\n", 60, inClasses("1.1", "1.10", "1.2")),
		attributes: []string{"x"},
		classes:    []string{"1.1", "1.10", "1.2"},
		column:     "y",
	},
	{
		what:       "classes of one number",
		text:       grown("x,y\n", 60, inClasses("1", "1.0", "2")),
		attributes: []string{"x"},
		classes:    []string{"1", "2"},
		column:     "y",
		said:       []string{`the labels "1" and "1.0" are the same number and one class: categorical = ["y"] makes them two classes`},
	},
	{
		what:       "classes of one number beside a word",
		text:       grown("x,y\n", 60, inClasses("1", "1.0", "w")),
		attributes: []string{"x"},
		classes:    []string{"1", "1.0", "w"},
		column:     "y",
		said:       []string{`the labels "1" and "1.0" are the same number but two classes: write both in the same way if they mean the same`},
	},
	{
		what:       "a class called inf",
		text:       grown("x,y\n", 60, inClasses("inf", "sup", "med")),
		attributes: []string{"x"},
		classes:    []string{"inf", "med", "sup"},
		column:     "y",
	},
	{
		what:       "an infinite label among numbers",
		text:       grown("x,y\n", 60, inClasses("0", "1", "inf")),
		attributes: []string{"x"},
		classes:    []string{"0", "1", "inf"},
		column:     "y",
		said:       []string{`"inf" is a class with 20 rows: if it stands for a missing label, also_missing = ["inf"] leaves these rows out`},
	},
	{
		what: "levels and classes of ARFF that read as no number",
		text: strings.Replace(arffOf("{inf,nan,sup}"), "{p,q}", "{nan,q}", 1) + grown("", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{"inf", "nan", "sup"}[i%3], i*i%17, []string{"nan", "q"}[i%2])
		}),
		attributes: []string{"z=inf", "z=nan", "z=sup", "x"},
		classes:    []string{"nan", "q"},
		column:     "z",
	},
	{
		what:       "points between thousands of most numbers",
		text:       grown("z,x,y\n", 60, rowsOf("1.250", "83", "6.080", "16.364", "870")),
		attributes: []string{"z", "x"},
		column:     "z",
		said:       []string{`the value "1.250" is read as 1.25 among whole numbers, and in 35 rows more: decimal = "," and thousands = "." make the point a thousands separator`},
	},
	{
		what:       "decimals of three digits beside larger whole numbers",
		text:       grown("z,x,y\n", 60, rowsOf("1.250", "1083", "6.080", "16.364", "870")),
		attributes: []string{"z", "x"},
		column:     "z",
	},
	{
		what:       "classes of one number, declared",
		text:       grown("x,y\n", 60, inClasses("1", "1.0", "2")),
		own:        catalogue.UserTable{Categorical: []string{"y"}},
		attributes: []string{"x"},
		classes:    []string{"1", "1.0", "2"},
		column:     "y",
	},
	{
		what:       "classes with underscores",
		text:       grown("x,y\n", 60, inClasses("1_1", "11", "2_0")),
		attributes: []string{"x"},
		classes:    []string{"11", "1_1", "2_0"},
		column:     "y",
	},
	{
		what:       "wells as classes",
		text:       grown("x,y\n", 60, inClasses("1E1", "1E2", "2E1")),
		attributes: []string{"x"},
		classes:    []string{"1E1", "2E1", "1E2"},
		column:     "y",
	},
	{
		what:       "wells",
		text:       grown("z,x,y\n", 60, rowsOf("5_4", "1_2", "0x1p3")),
		attributes: []string{"z=0x1p3", "z=1_2", "z=5_4", "x"},
		column:     "z",
	},
	{
		what:       "minuses of Unicode",
		text:       grown("z,x,y\n", 60, rowsOf("\u22123.94", "4.70", "-1")),
		attributes: []string{"z", "x"},
		column:     "z",
	},
	{
		what:       "minuses of Unicode before a sign",
		text:       grown("z,x,y\n", 60, rowsOf("\u2212$3", "$4")),
		attributes: []string{"z", "x"},
		column:     "z",
	},
	{
		what:       "None among texts",
		text:       grown("z,x,y\n", 60, rowsOf("None", "Some", "Often")),
		attributes: []string{"z=None", "z=Often", "z=Some", "x"},
		column:     "z",
		said:       []string{`"None" is a level, and in 19 rows more: if it stands for a missing value, list the texts that do in missing_values`},
	},
	{
		what:       "None among texts, mean",
		text:       grown("z,x,y\n", 60, rowsOf("None", "Some", "Often")),
		own:        catalogue.UserTable{Missing: "mean"},
		attributes: []string{"z=None", "z=Often", "z=Some", "x"},
		column:     "z",
	},
	{
		what:       "None as the user says",
		text:       grown("z,x,y\n", 60, rowsOf("None", "Some", "Often")),
		own:        catalogue.UserTable{Missing: "mean", MissingValues: []string{"None"}},
		attributes: []string{"z=Often", "z=Some", "x"},
		column:     "z",
	},
	{
		what:       "None among numbers",
		text:       grown("z,x,y\n", 60, rowsOf("None", "1", "2")),
		own:        catalogue.UserTable{Missing: "mean"},
		attributes: []string{"z", "x"},
		column:     "z",
	},
	{
		what:       "None among codes",
		text:       grown("z,x,y\n", 60, rowsOf("None", "1", "2")),
		own:        catalogue.UserTable{Missing: "mean", Categorical: []string{"z"}},
		attributes: []string{"z=1", "z=2", "x"},
		column:     "z",
	},
	{
		what:       "a dash and a plus",
		text:       grown("z,x,y\n", 60, rowsOf("-", "+")),
		own:        catalogue.UserTable{Missing: "mean"},
		attributes: []string{"z=+", "z=-", "x"},
		column:     "z",
		said:       []string{`"-" is a level`},
	},
	{
		what: "a missing label",
		text: grown("z,x,y\n", 60, func(i int) string {
			return fmt.Sprintf("%d,%s,%s", i%7, []string{"", "2"}[min(i%9, 1)], []string{pOrQ(i), "NA"}[i/59])
		}),
		own:        catalogue.UserTable{Missing: "mean"},
		attributes: []string{"z", "x"},
		column:     "y",
		said:       []string{`the row has no label ("NA"): such rows are left out`},
	},
	{
		what: "an identity",
		text: grown("id,x,y\n", 120, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i/3+1, i*i%17, pOrQ(i*i%7))
		}),
		attributes: []string{"id", "x"},
		column:     "id",
		said: []string{
			`it looks like an ID that repeats: 40 different values in 120 rows: split = { kind = "group", column = "id" } keeps rows with the same ID together, drop = ["id"] leaves it out`,
		},
	},
	{
		what: "codes of kinds",
		text: grown("type_id,x,y\n", 600, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i*i%11, i*i%17, pOrQ(i*i%7))
		}),
		attributes: []string{"type_id", "x"},
		column:     "type_id",
	},
	{
		what: "a weight",
		text: grown("z,x,Freq,y\n", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%d,%s", i%3, i%5, i*i%41, pOrQ(i*i%7))
		}),
		attributes: []string{"z", "x", "Freq"},
		column:     "Freq",
		said:       []string{"it looks like a count of how many rows each row stands for"},
	},
	{
		what: "days without dashes",
		text: grown("d,x,y\n", 60, func(i int) string {
			return fmt.Sprintf("202401%02d,%d,%s", i*7%30+1, i*i%17, pOrQ(i))
		}),
		attributes: []string{"d", "x"},
		column:     "d",
		said:       []string{`values such as "20240101" look like dates: they are used as numbers; drop = ["d"]`},
	},
	{
		what:       "classes that look alike",
		text:       grown("x,y\n", 60, inClasses("caf\u00e9", "cafe\u0301")),
		attributes: []string{"x"},
		classes:    []string{"cafe\u0301", "caf\u00e9"},
		column:     "y",
		said:       []string{"look alike but are two classes"},
	},
	{
		what:       "classes that differ in capitals",
		text:       grown("x,y\n", 60, inClasses("no", "No", "yes")),
		attributes: []string{"x"},
		classes:    []string{"No", "no", "yes"},
		column:     "y",
		said:       []string{`"No" and "no" differ only in capitals and are two classes`},
	},
	{
		what:       "classes that are one answer",
		text:       grown("x,y\n", 60, inClasses("no", "No", "N", "yes", "y")),
		attributes: []string{"x"},
		classes:    []string{"N", "No", "no", "y", "yes"},
		column:     "y",
		said:       []string{`the labels "N", "No" and "no" look like one word and are 3 classes: write all in the same way if they mean the same`},
	},
	{
		what:       "a class called NA",
		text:       grown("x,y\n", 60, inClasses("NA", "EU", "AS")),
		attributes: []string{"x"},
		classes:    []string{"AS", "EU"},
		column:     "y",
		said: []string{
			`the row has no label ("NA"), and in 19 rows more`,
			"if it is a class, list the texts that stand for a missing value",
		},
	},
	{
		what: "numbers with a unit that is not stated",
		text: grown("z,x,y\n", 60, func(i int) string {
			return fmt.Sprintf("%d.5 kg,%d,%s", i%7, i*i%17, pOrQ(i))
		}),
		attributes: []string{"z=0.5 kg", "z=1.5 kg", "z=2.5 kg", "z=3.5 kg", "z=4.5 kg", "z=5.5 kg", "z=6.5 kg", "x"},
		column:     "z",
		said:       []string{`all 7 texts are numbers with the unit "kg": units = ["kg"] reads them as numbers`},
	},
	{
		what: "numbers with units",
		text: grown("z,x,y\n", 60, func(i int) string {
			return fmt.Sprintf("%d.5 kg,%dcm,%s", i%7, i*i%17, pOrQ(i))
		}),
		own:        catalogue.UserTable{Units: []string{"kg", "cm"}},
		attributes: []string{"z", "x"},
		column:     "z",
	},
	{
		what:       "levels that look alike",
		text:       grown("z,x,y\n", 60, rowsOf("caf\u00e9", "cafe\u0301")),
		attributes: []string{"z=cafe\u0301", "z=caf\u00e9", "x"},
		column:     "z",
		said:       []string{"look alike but are two levels"},
	},
	{
		what: "a point between thousands",
		text: grown("z;x;y\n", 260, func(i int) string {
			return fmt.Sprintf("%s;%d;%s", []string{fmt.Sprint(i % 900), "1.234"}[i/250], i*i%17, pOrQ(i))
		}),
		attributes: []string{"z", "x"},
		column:     "z",
		said:       []string{`the value "1.234" is read as 1.234 among whole numbers, and in 9 rows more: decimal = "," and thousands = "." make`},
	},
	{
		what: "a row far out",
		text: grown("z,x,y\n", 60, func(i int) string {
			return fmt.Sprintf("%s,%d,%s", []string{fmt.Sprintf("0.%02d", i*37%60), "1e8"}[i/59], i*i%17, pOrQ(i))
		}),
		attributes: []string{"z", "x"},
		column:     "z",
		said:       []string{"the value 1e+08 is far from all others, whose standard deviation is 0.1"},
	},
	{
		what: "a column that decides",
		text: grown("z,x,y\n", 60, func(i int) string {
			return fmt.Sprintf("%d.%d,%d,%s", i%2*50+i*7%49, i%10, i*i%17, pOrQ(i))
		}),
		attributes: []string{"z", "x"},
		column:     "z",
		said:       []string{`the column alone tells the classes apart (AUC 1.000): leave it out if it is known only after the class is, drop = ["z"]`},
	},
	{
		what: "a class of a point",
		text: grown("z,x,y\n", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i%7, i*i%17, []string{"p", "q", "."}[i%3])
		}),
		attributes: []string{"z", "x"},
		classes:    []string{".", "p", "q"},
		column:     "y",
		said:       []string{`"." is a class with 20 rows: if it stands for a missing label, also_missing = ["."] leaves these rows out`},
	},
	{
		what:       "dates of a spreadsheet",
		text:       grown("order_date,x,y\n", 60, func(i int) string { return fmt.Sprintf("%d.25,%d,%s", 45292+i*37%60, i*i%17, pOrQ(i)) }),
		attributes: []string{"order_date", "x"},
		column:     "order_date",
		said:       []string{`values such as "45292.25" look like dates, as numbers of days: they are used as numbers; drop = ["order_date"] leaves the column out, split = { kind = "time"`},
	},
	{
		what: "a class that databases write",
		text: grown("z,x,y\n", 60, func(i int) string {
			return fmt.Sprintf("%d,%d,%s", i%7, i*i%17, []string{"p", "q", `\N`, "#VALUE!"}[i%4])
		}),
		attributes: []string{"z", "x"},
		classes:    []string{"#VALUE!", `\N`, "p", "q"},
		column:     "y",
		said: []string{
			`"\\N" is a class with 15 rows: if it stands for a missing label, also_missing = ["\\N"] leaves these rows out`,
			`"#VALUE!" is a class with 15 rows`,
		},
	},
	{
		what:       "a level that databases write",
		text:       grown("z,x,y\n", 60, rowsOf("u", "na", "v")),
		attributes: []string{"z=na", "z=u", "z=v", "x"},
		column:     "z",
		said:       []string{`"na" is a level: if it stands for a missing value, say also_missing = ["na"] and missing = "mean"`},
	},
	{
		what: "names like numbers",
		text: grown("id2,x1,x2,y\n", 60, func(i int) string {
			return fmt.Sprintf("%d,1,%d.5,%s", i%3, i*i%17, pOrQ(i))
		}),
		attributes: []string{"id2", "x1", "x2"},
		column:     "x1",
		said:       []string{`the column has no information, drop = ["x1"]`},
	},
}

// Tables that are easily read as something else: what becomes of them, and what is said.
func TestWhatIsRead(t *testing.T) {
	for _, c := range readCases {
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
		{what: "levels", text: "z,x,y\nb,1,p\na,2,q\n"},
		{
			what: "levels that are numbers",
			text: "z,x,y\n10,1,p\n9,2,q\n",
			own:  catalogue.UserTable{Categorical: []string{"z"}},
		},
		{
			what:    "levels of one number",
			text:    "z,x,y\n02,1,p\n2,2,q\n",
			own:     catalogue.UserTable{Categorical: []string{"z"}},
			another: true,
		},
		{
			what:    "long levels",
			text:    "z,x,y\n9007199254740992,1,p\n9007199254740993,2,q\n",
			own:     catalogue.UserTable{Categorical: []string{"z"}},
			another: true,
		},
		{what: "nominal words", text: "@relation r\n@attribute z {a,b}\n@attribute y {p,q}\n@data\na,p\nb,q\n"},
		{
			what:    "nominal numbers",
			text:    "@relation r\n@attribute z {1,2}\n@attribute y {p,q}\n@data\n1,p\n2,q\n",
			another: true,
		},
		{
			what: "nominal numbers, categorical",
			text: "@relation r\n@attribute z {1,2}\n@attribute y {p,q}\n@data\n1,p\n2,q\n",
			own:  catalogue.UserTable{Categorical: []string{"z"}},
		},
		{what: "nominal classes", text: "@relation r\n@attribute x numeric\n@attribute y {1,2}\n@data\n1,1\n2,2\n"},
		{
			what:    "nominal classes of one number",
			text:    "@relation r\n@attribute x numeric\n@attribute y {1.1,1.10,2}\n@data\n1,1.1\n2,1.10\n3,2\n",
			another: true,
		},
		{what: "a word", text: word, own: catalogue.UserTable{Missing: "mean"}, another: true},
		{
			what: "a word that the user lists",
			text: word,
			own:  catalogue.UserTable{Missing: "mean", MissingValues: []string{"None"}},
		},
		{what: "a class called inf", text: "x,y\n1,p\n2,inf\n", another: true},
		{what: "a class called NaN", text: "x,y\n1,p\n2,NaN\n3,q\n"},
		{what: "a nominal value called nan", text: "@relation r\n@attribute z {a,nan}\n@attribute y {p,q}\n@data\na,p\nnan,q\n", another: true},
		{what: "a nominal value called inf", text: "@relation r\n@attribute z {a,inf}\n@attribute y {p,q}\n@data\na,p\ninf,q\n"},
		{what: "groups", text: "z,x,y\n2,1,p\n3,2,q\n", own: catalogue.UserTable{GroupColumn: "z"}},
		{what: "levels that Go alone takes for numbers", text: "z,x,y\n1_1,1,p\n1_2,2,q\n", another: true},
		{
			what: "such levels, declared",
			text: "z,x,y\n1_1,1,p\n1_2,2,q\n",
			own:  catalogue.UserTable{Categorical: []string{"z"}},
		},
		{what: "such classes", text: "x,y\n1,1_1\n2,1_2\n", another: true},
		{what: "wells as classes", text: "x,y\n1,1E1\n2,1E2\n", another: true},
		{what: "minuses of Unicode", text: "z,x,y\n\u22121,1,p\n2,2,q\n", another: true},
		{
			what: "minuses of Unicode, declared",
			text: "z,x,y\n\u22121,1,p\n2,2,q\n",
			own:  catalogue.UserTable{Categorical: []string{"z"}},
		},
		{
			what:    "groups of one number",
			text:    "z,x,y\n2,1,p\n2.0,2,q\n",
			own:     catalogue.UserTable{GroupColumn: "z"},
			another: true,
		},
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
		{text: "zip,x\n02134,0\n2134,0\n", e: csv},
		{
			text:    "zip,x\n002134,0\n",
			e:       csv,
			problem: `new.csv:2: column "zip": "002134" is a category that was not in the training data; known are ["02134" "2134"]; write "02134" if it means the same`,
		},
		{
			text:    "zip,x\n9,0\n",
			e:       csv,
			problem: `"9" is a category that was not in the training data; known are ["02134" "2134"]`,
		},
		{text: "z,x\n2,0.5\n", e: arff},
		{
			text:    "z,x\n99,0.1\n",
			e:       arff,
			problem: `new.csv:2: column "z": "99" is a category that was not in the training data; known are ["1" "2"]`,
		},
		{text: "z,x\n2.5,0.1\n", e: arff, problem: `"2.5" is a category that was not in the training data`},
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
	table := catalogue.UserTable{File: datatest.Write(t, "train.txt", "+1 1:1 3:2\n-1 2:1\n"), TestFile: datatest.Write(t, "test.txt", "+1 1:1 5:7\n-1 4:nan\n")}
	table.Missing = "mean"
	ds, err := loadFile(table, "")
	if err != nil {
		t.Fatal(err)
	}
	x, _ := datatest.All(ds)
	if !slices.EqualFunc(x, [][]float64{{1, 0, 2, 0, 0}, {0, 1, 0, 0, 0}, {1, 0, 0, 0, 7}, {0, 0, 0, 0, 0}}, slices.Equal) {
		t.Errorf("rows %v", x)
	}
	if r := ds.Summary.Columns[4].Remarks; ds.Summary.Columns[4].Key != "5" ||
		len(r) != 1 ||
		r[0].String() != "no training row has a value: it is 0 in all of them and has no information" {
		t.Errorf("column %s: %v", ds.Summary.Columns[4].Key, r)
	}
}
