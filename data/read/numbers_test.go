package read

import (
	"slices"
	"testing"
)

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
		{Numbers{Thousands: " "}, "1\u2009234\u2007567", 1234567, true},
		{Numbers{Thousands: "'"}, "1\u2019234'567.5", 1234567.5, true},
		{Numbers{Thousands: "'"}, "1\u20192345", 0, false},
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
		columns [][]string
		want    Numbers
		unclear []int
	}{
		{[][]string{{"1.5", "2"}, {"red", "blue"}}, Numbers{}, nil},
		{[][]string{{"1,5", "2"}}, Numbers{Decimal: ","}, nil},
		{[][]string{{"1,234", "2,345"}}, Numbers{Thousands: ","}, []int{0}},
		{[][]string{{"1,234", "2,345"}, {"1,5", "2,5"}}, Numbers{Decimal: ","}, nil},
		{[][]string{{"1,234", "2,345"}, {"1.5"}}, Numbers{Thousands: ","}, nil},
		{[][]string{{"1,5"}, {"1.25"}}, Numbers{}, nil},
		{[][]string{{"1.234,5", "17"}}, Numbers{Decimal: ",", Thousands: "."}, nil},
		{[][]string{{"1,234.5", "2,345"}}, Numbers{Thousands: ","}, nil},
		{[][]string{{"1 234,5"}}, Numbers{Decimal: ",", Thousands: " "}, nil},
		{[][]string{{"1,234", "0,345"}}, Numbers{Decimal: ","}, nil},
		{[][]string{{"0.125", "0.250"}, {"4,9"}}, Numbers{}, nil},
		{[][]string{{"1.125", "2.250"}, {"4,9"}}, Numbers{Decimal: ",", Thousands: "."}, nil},
		{[][]string{{"6.719", "950", "1.234.567"}, {"53,5"}, {"31.1.2024"}}, Numbers{Decimal: ",", Thousands: "."}, nil},
		{[][]string{{"6.719"}, {"53,5"}, {"0.5"}}, Numbers{}, nil},
		{[][]string{{"x"}, {"950", "2,049"}}, Numbers{Thousands: ","}, []int{1}},
		{[][]string{{"1'234"}, nil, {"a1,5"}}, Numbers{Thousands: "'"}, nil},
	} {
		if found, unclear := findNumbers(test.columns, false); found != test.want || !slices.Equal(unclear, test.unclear) {
			t.Errorf("%q: %+v, unclear %v", test.columns, found, unclear)
		}
	}
}

// TestFindNumbersBetweenCommas: in a table of commas, those of numbers stand between thousands if all
// numbers of a thousand or more have one.
func TestFindNumbersBetweenCommas(t *testing.T) {
	for _, test := range []struct {
		columns [][]string
		want    Numbers
		unclear []int
	}{
		{[][]string{{"950", "2,049"}}, Numbers{Thousands: ","}, nil},
		{[][]string{{"-7", "2,049"}, {"1,500", "3,250"}}, Numbers{Thousands: ","}, nil},
		{[][]string{{"0", "2,049"}}, Numbers{Thousands: ","}, nil},
		{[][]string{{"23,360", "72,797"}, {"45", "50"}}, Numbers{Thousands: ","}, nil},
		{[][]string{{"1500", "2,049"}}, Numbers{Thousands: ","}, []int{0}},
		{[][]string{{"950", "2,049"}, {"1500", "2,049"}}, Numbers{Thousands: ","}, []int{1}},
		{[][]string{{"950", "2,049", "0,5"}}, Numbers{Decimal: ","}, nil},
		{[][]string{{"1.125", "2.250"}, {"4,9"}}, Numbers{}, nil},
	} {
		if found, unclear := findNumbers(test.columns, true); found != test.want || !slices.Equal(unclear, test.unclear) {
			t.Errorf("%q: %+v, unclear %v", test.columns, found, unclear)
		}
	}
}

// TestOtherStyle: what reads the texts of a column as numbers too.
func TestOtherStyle(t *testing.T) {
	for _, test := range []struct {
		texts, numbers []string
		now            Numbers
		commas         bool
		want           Numbers
		ok             bool
	}{
		{[]string{"449,5", "-55,0"}, []string{"154", "82"}, Numbers{}, false, Numbers{Decimal: ","}, true},
		{[]string{"449,5"}, []string{"1.5"}, Numbers{}, false, Numbers{}, false},
		{[]string{"449,5", "n.a."}, []string{"154"}, Numbers{}, false, Numbers{}, false},
		{[]string{"1.234,5"}, []string{"154"}, Numbers{}, false, Numbers{Decimal: ",", Thousands: "."}, true},
		{[]string{"1.234"}, []string{"154,5"}, Numbers{Decimal: ","}, false, Numbers{Decimal: ",", Thousands: "."}, true},
		{[]string{"2,049"}, []string{"950"}, Numbers{}, false, Numbers{}, false},
		{[]string{"2,049"}, []string{"950"}, Numbers{}, true, Numbers{Thousands: ","}, true},
	} {
		if found, ok := OtherStyle(test.texts, test.numbers, test.now, test.commas); found != test.want || ok != test.ok {
			t.Errorf("%q and %q: %+v, %v", test.texts, test.numbers, found, ok)
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
		{[]string{"a|b", `1|"no`, `answer"`, "2|x"}, "|"},
		{[]string{"a|b", "1|2", `3|"no`}, "|"},
		{[]string{`a,b"`, "1,2"}, ","},
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
