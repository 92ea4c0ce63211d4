package read

import "testing"

func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		style Numbers
		text  string
		want  float64
		ok    bool
	}{
		{Numbers{}, "1.5", 1.5, true},
		{Numbers{}, "1,5", 0, false},
		{Numbers{Decimal: ","}, "-1,5e2", -150, true},
		{Numbers{Decimal: ","}, "1.5", 0, false},
		{Numbers{Decimal: ","}, "7", 7, true},
		{Numbers{Decimal: ",", Thousands: "."}, "-1.234.567,5", -1234567.5, true},
		{Numbers{Decimal: ",", Thousands: "."}, "1.5", 0, false},
		{Numbers{Decimal: ",", Thousands: "."}, "1.2345", 0, false},
		{Numbers{Decimal: ",", Thousands: "."}, "1,234.5", 0, false},
		{Numbers{Thousands: ","}, "1,234.5", 1234.5, true},
		{Numbers{Thousands: ","}, "1,23", 0, false},
		{Numbers{Thousands: ","}, ",234", 0, false},
		{Numbers{Thousands: ","}, "1,,234", 0, false},
		{Numbers{Thousands: ","}, "1.5,234", 0, false},
		{Numbers{Thousands: ","}, "0.25", .25, true},
		{Numbers{Thousands: ","}, "0,125", 0, false},
		{Numbers{Thousands: " "}, "1\u202f234\u00a0567", 1234567, true},
		{Numbers{Thousands: "'"}, "1'234", 1234, true},
		{Numbers{Decimal: ",", Thousands: "."}, "\u22121.234,5", -1234.5, true},
	} {
		if v, ok := test.style.Parse([]byte(test.text)); ok != test.ok || ok && v != test.want {
			t.Errorf("%+v: %q is %v, %v", test.style, test.text, v, ok)
		}
	}
}

// TestFindNumbers: the way to write numbers that makes most columns numbers.
func TestFindNumbers(t *testing.T) {
	for _, test := range []struct {
		columns   [][]string
		want      Numbers
		ambiguous string
	}{
		{[][]string{{"1.5", "2"}, {"red", "blue"}}, Numbers{}, ""},
		{[][]string{{"1,5", "2"}}, Numbers{Decimal: ","}, ""},
		{[][]string{{"1,234", "2,345"}}, Numbers{Thousands: ","}, "1,234"},
		{[][]string{{"1,234", "2,345"}, {"1,5", "2,5"}}, Numbers{Decimal: ","}, ""},
		{[][]string{{"1,234", "2,345"}, {"1.5"}}, Numbers{Thousands: ","}, ""},
		{[][]string{{"1,5"}, {"1.25"}}, Numbers{}, ""},
		{[][]string{{"1.234,5", "17"}}, Numbers{Decimal: ",", Thousands: "."}, ""},
		{[][]string{{"1,234.5", "2,345"}}, Numbers{Thousands: ","}, ""},
		{[][]string{{"1 234,5"}}, Numbers{Decimal: ",", Thousands: " "}, ""},
		{[][]string{{"1,234", "0,345"}}, Numbers{Decimal: ","}, ""},
		{[][]string{{"0.125", "0.250"}, {"4,9"}}, Numbers{}, ""},
		{[][]string{{"1.125", "2.250"}, {"4,9"}}, Numbers{}, ""},
		{[][]string{{"1'234"}, nil, {"a1,5"}}, Numbers{Thousands: "'"}, ""},
	} {
		found, ambiguous := findNumbers(test.columns)
		if found != test.want || ambiguous != test.ambiguous {
			t.Errorf("%q: %+v, in doubt %q", test.columns, found, ambiguous)
		}
	}
}

func TestSeparatorOf(t *testing.T) {
	for _, test := range []struct {
		lines []string
		want  string
	}{
		{[]string{"a,b", "1,2"}, ","},
		{[]string{"a;b", "1,5;2"}, ";"},
		{[]string{"1,5;2,5;x", "1,5;2,5;y"}, ";"},
		{[]string{"a,b;c", "1,2;3"}, ","},
		{[]string{"name, long;b", "1;2"}, ";"},
		{[]string{`"a;b",c`, `1,2`}, ","},
		{[]string{"a\tb", "1\t2"}, "\t"},
		{[]string{"a|b", "1|2"}, "|"},
		{[]string{"a b", "1 2"}, "blank"},
		{[]string{"a|b c", "1 2"}, "blank"},
		{[]string{"a"}, ","},
	} {
		var lines [][]byte
		for _, line := range test.lines {
			lines = append(lines, []byte(line))
		}
		if got := separatorOf(lines); got != test.want {
			t.Errorf("%q: %q, want %q", test.lines, got, test.want)
		}
	}
}
