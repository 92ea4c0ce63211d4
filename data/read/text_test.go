package read

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
)

// records reads all rows of a text as fields joined by |.
func records(format catalogue.Format, content string) (rows []string, names []string, err error) {
	l := newLines(strings.NewReader(content), "t")
	var r Reader
	if format.Kind == "arff" {
		r = &arff{lines: l}
	} else {
		r = newDelimited(l, &format)
	}
	if names, err = r.Header(); err != nil {
		return nil, nil, err
	}
	for {
		rec, err := r.Next()
		if rec == nil || err != nil {
			return rows, names, err
		}
		rows = append(rows, string(bytes.Join(rec.Fields, []byte{'|'})))
	}
}

func TestDelimited(t *testing.T) {
	for _, test := range []struct {
		name, content string
		format        catalogue.Format
		want          []string
		problem       string
	}{
		{"plain", "1,2\n3,4\n", catalogue.Format{}, []string{"1|2", "3|4"}, ""},
		{"CRLF, no final newline", "1,2\r\n3,4", catalogue.Format{}, []string{"1|2", "3|4"}, ""},
		{"byte-order mark", "\ufeff1,2\n", catalogue.Format{}, []string{"1|2"}, ""},
		{"spaces and blank lines", " 1 , 2\n\n  \n3 ,4 \n", catalogue.Format{}, []string{"1|2", "3|4"}, ""},
		{"empty fields", "1,,\n,,3\n", catalogue.Format{}, []string{"1||", "||3"}, ""},
		{"quotes", "\"a,b\",2\n\"say \"\"so\"\"\", \"4\"\n", catalogue.Format{}, []string{"a,b|2", `say "so"|4`}, ""},
		{"quoted over lines", "\"a\nb\",2\n3,4\n", catalogue.Format{}, []string{"a\nb|2", "3|4"}, ""},
		{"quote in a field", "1,2\n3,=\"4\"\n", catalogue.Format{}, []string{"1|2"}, "t:2: a field has a quote inside but does not begin with one"},
		{"quote ends early", "1,2\n3,\"4\"5\n", catalogue.Format{}, []string{"1|2"}, "t:2: a quoted field continues after its second quote"},
		{"open quote", "1,2\n\"a,3\n4,5\n", catalogue.Format{}, []string{"1|2"}, "t:2: a quote is opened but not closed"},
		{"blanks", "  1   2\t3 \n4 5 6\n", catalogue.Format{Separator: "blank"}, []string{"1|2|3", "4|5|6"}, ""},
		{"quotes between blanks", "\"a b\" 2\n3  \"4\"\n\"\" \"5\n", catalogue.Format{Separator: "blank"}, []string{"a b|2", "3|4"}, "t:3: a quote is opened"},
		{"tabs", "1\t\t3\n\t5\t\n", catalogue.Format{Separator: "\t"}, []string{"1||3", "|5|"}, ""},
		{"semicolons", "1;2\n", catalogue.Format{Separator: ";"}, []string{"1|2"}, ""},
		{"wide separator", "1→2\n", catalogue.Format{Separator: "→"}, []string{"1|2"}, ""},
		{"comments and skip", "junk\n;;; c\n1,2\n", catalogue.Format{Skip: 1, Comment: ";;;"}, []string{"1|2"}, ""},
		{"header", "a,b\n1,2\n", catalogue.Format{Header: true}, []string{"1|2"}, ""},
		{"header again", "a,b\n1,2\na,b\n3,4\n", catalogue.Format{Header: true, Own: true}, []string{"1|2"}, "t:3: this line repeats the header"},
		{"header again in a built-in table", "a,b\n1,2\na,b\n", catalogue.Format{Header: true}, []string{"1|2", "a|b"}, ""},
		{"ragged", "1,2\n\n3\n", catalogue.Format{}, []string{"1|2"}, "t:3: the row has 1 field, but the first row has 2 fields"},
		{"doubled name", "a,a\n1,2\n", catalogue.Format{Header: true}, nil, `t:1: the header has the column "a" twice: rename one of them in the file`},
		{"unnamed", ",a\n1,2\n", catalogue.Format{Header: true}, nil, "t:1: column 0 has no name in the header: name it, or leave it out with drop = [0]"},
		{"unnamed beside a column of its number", ",0\n1,2\n", catalogue.Format{Header: true}, nil, "t:1: column 0 has no name in the header: name it, or leave it out with drop = [-2]"},
		{"a number that is a name does not leave the column there out", ",0\n1,2\n", catalogue.Format{Header: true, Drop: []string{"0"}}, nil, "t:1: column 0 has no name in the header"},
		{"twice beside a column of its number", "a,a,1\n1,2,3\n", catalogue.Format{Header: true}, nil, "leave this one out with drop = [-2]"},
		{"a title over columns", "Study A,,,\nu,v,w,y\n1,2,3,a\n", catalogue.Format{Header: true}, nil, "t:1: this line names 1 of 4 columns: remove it if it is a title above the table"},
		{"an empty line over columns", ",,,\nu,v,w,y\n1,2,3,a\n", catalogue.Format{Header: true}, nil, "t:1: this line names 0 of 4 columns"},
		{"two of three columns are named", "a,b,\n1,2,3\n", catalogue.Format{Header: true}, nil, "t:1: column 2 has no name in the header: name it"},
		{"unnamed label", "a,\n1,2\n", catalogue.Format{Header: true}, nil, "t:1: column 1 has no name in the header: name it, or name the label column: label = 1 if it is this one"},
		{"unnamed beside the label", "a,\n1,2\n", catalogue.Format{Header: true, Label: "a"}, nil, "t:1: column 1 has no name in the header: name it, or leave it out with drop = [1]"},
		{"label without a name by its number", "a,\n1,2\n", catalogue.Format{Header: true, LabelNumber: "-1"}, []string{"1|2"}, ""},
		{"label without a name by its number as a text", "a,\n1,2\n", catalogue.Format{Header: true, Label: "1"}, []string{"1|2"}, ""},
		{"label that is called by a number", "1,\n1,2\n", catalogue.Format{Header: true, Label: "1"}, nil, "t:1: column 1 has no name"},
		{"empty", "", catalogue.Format{Header: true}, nil, "t: the file is empty"},
	} {
		rows, _, err := records(test.format, test.content)
		if !slices.Equal(rows, test.want) {
			t.Errorf("%s: rows %q, want %q", test.name, rows, test.want)
		}
		datatest.CheckProblem(t, test.name, err, test.problem)
	}
}

func TestARFF(t *testing.T) {
	const head = "% c\n@RELATION 'x y'\n@attribute 'a b' real\n@attribute c {x, 'y z', \"q\", 'it\\'s', '?'}\n@Attribute d\tNUMERIC\n\n@DATA\n"
	for _, test := range []struct {
		name, content string
		want          []string
		problem       string
	}{
		{"dense", head + "1,x,2\n% c\n 3 , 'y z', ?\n", []string{"1|x|2", "3|y z|"}, ""},
		{"blanks", head + "1 x 2\n3 'y z' 4\n", []string{"1|x|2", "3|y z|4"}, ""},
		{"sparse", head + "{0 1.5, 2 3}\n{1 'y z'}\n{}\n{ 2 ? }\n", []string{"1.5|x|3", "0|y z|0", "0|x|0", "0|x|"}, ""},
		{"escape", head + `1,'it\'s',2` + "\n", []string{"1|it's|2"}, ""},
		{"quoted question mark", head + "1,'?',2\n", []string{"1|?|2"}, ""},
		{"undeclared", head + "1,w,2\n", nil, `t:8: the header does not declare the value "w" of attribute "c"`},
		{"no number", head + "1,x,two\n", nil, `t:8: the value "two" of attribute "d" is not a number`},
		{"ragged", head + "1,x\n", nil, "t:8: the row has 2 values, but the header declares 3 attributes"},
		{"descending", head + "{2 1, 0 1}\n", nil, "t:8: attribute 0 comes after attribute 2"},
		{"no such attribute", head + "{3 1}\n", nil, "expected the number of an attribute, 0 to 2"},
		{"open brace", head + "{0 1\n", nil, "no closing brace"},
		{"open quote", head + "1,'x,2\n", nil, "a quote is opened"},
		{"no data", "@relation a\n@attribute b real\n", nil, "there is no @data line"},
		{"no attributes", "@data\n", nil, "comes before any"},
		{"junk", "hello\n", nil, "expected @relation"},
		{"no type", "@attribute a\n", nil, "has no type"},
	} {
		rows, names, err := records(catalogue.Format{Kind: "arff"}, test.content)
		if !slices.Equal(rows, test.want) {
			t.Errorf("%s: rows %q, want %q", test.name, rows, test.want)
		}
		if len(test.want) > 0 && !slices.Equal(names, []string{"a b", "c", "d"}) {
			t.Errorf("%s: names %q", test.name, names)
		}
		datatest.CheckProblem(t, test.name, err, test.problem)
	}
}
