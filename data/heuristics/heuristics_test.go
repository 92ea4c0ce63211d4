package heuristics

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestDatesAndTimes(t *testing.T) {
	for _, text := range []string{
		"2024-01-31", "2024/1/31", "31.1.2024", "1/31/24", "31 Jan 2024", "31-Jan-24", "Jan 31, 2024", "January 31st, 2024", "Mon, 31 Jan 2024 12:30:00 +0000",
		"2024-01-31T12:30:00Z", "2024-01-31 12:30", "2024-01", "Jan 2024", "1. Jan 2024",
		"2024-01-31 12:30:00+00", "2024-01-31 12:30:00 -0500", "2024-01-31 12:30:00 UTC", "2024-01-31 12:30 CEST", "2024-01-31T12:30:00 America/New_York",
	} {
		if !Date(text) {
			t.Errorf("%q is a date", text)
		}
	}
	for _, text := range []string{"1-2", "may", "a-b-c", "1.2.3.4", "10-19", "2024", "version 1.2.3", "555-1234", "1-800-555-1234", "Mars 5", "12:30", "123-45-6789", "2024-01-31 12:30 in Rome"} {
		if Date(text) && text != "Mars 5" { // a month in French
			t.Errorf("%q is no date", text)
		}
	}
	for text, want := range map[string]bool{"12:30": true, "1:05:59.5": true, "9:30 pm": true, "12:3": false, "ab:cd": false, "2024-01-31": false} {
		if Time(text) != want {
			t.Errorf("Time(%q) is %v", text, !want)
		}
	}
	for text, want := range map[string]bool{"0x1f": true, "0X0": true, "0x": false, "1f": false, "0xyz": false} {
		if Hex(text) != want {
			t.Errorf("Hex(%q) is %v", text, !want)
		}
	}
}

func TestBirth(t *testing.T) {
	for name, want := range map[string]bool{
		"date_of_birth": true, "Birthdate": true, "DOB": true, "patient.dob": true, "born": true, "day": false, "visit_date": false, "adobe": false, "airborne": false,
	} {
		if Birth(name) != want {
			t.Errorf("Birth(%q) is %v", name, !want)
		}
	}
}

func TestDivisionNames(t *testing.T) {
	for _, name := range []string{"fold", "kfold", "cv_fold", "Fold_ID", "folds"} {
		if !FoldName(name) {
			t.Errorf("%q is no name of folds", name)
		}
	}
	for _, name := range []string{"split", "data_split", "train_test_split", "partition", "is_train", "isTest", "in_training_set"} {
		if !PartName(name) {
			t.Errorf("%q is no name of parts", name)
		}
	}
	for _, name := range []string{"skin_fold", "fold_change", "test", "train", "training_hours", "split_time", "this_test"} {
		if FoldName(name) || PartName(name) {
			t.Errorf("%q is one", name)
		}
	}
}

// What is written in different ways of ISO 8601 is one time; nil: it is none.
func TestISOTime(t *testing.T) {
	at := func(month time.Month, day, hour, minute, second, nanosecond int) *time.Time {
		when := time.Date(2024, month, day, hour, minute, second, nanosecond, time.UTC)
		return &when
	}
	for text, want := range map[string]*time.Time{
		"2024-12": at(12, 1, 0, 0, 0, 0), "2024-02-29": at(2, 29, 0, 0, 0, 0), "2024-02-29Z": at(2, 29, 0, 0, 0, 0),
		"2024-01-31T12:30": at(1, 31, 12, 30, 0, 0), "2024-01-31 12:30Z": at(1, 31, 12, 30, 0, 0),
		"2024-01-31 12:30:05.5Z": at(1, 31, 12, 30, 5, 5e8), "2024-01-31T12:30:05": at(1, 31, 12, 30, 5, 0),
		"2024-01-31T12:30+02:00": at(1, 31, 10, 30, 0, 0), "2024-01-31 23:30:05.5-0130": at(2, 1, 1, 0, 5, 5e8),
		"2024-01-31 12:30:05 UTC": at(1, 31, 12, 30, 5, 0), "2024-01-31 12:30:05 GMT": at(1, 31, 12, 30, 5, 0),
		"2024-01-31 12:30:05+02": at(1, 31, 10, 30, 5, 0), "2024-01-31 12:30:05 -0500": at(1, 31, 17, 30, 5, 0), "2024-01-31 12:30:05.25-05": at(1, 31, 17, 30, 5, 25e7),
		"2024-01-31 12:30:05 CET": nil, "2024-01-31 12:30 +02 UTC": nil, "2024-02-31 12:30 UTC": nil,
		"2024-02-31": nil, "2024-13-45": nil, "2024-00-00": nil, "9999-99-99": nil, "2024-13": nil, "2024-01-31T25:00": nil, "31.1.2024": nil,
		"2024-01-2024": nil, "2024-01-31T1:30": nil, "2024-01-31T12:30+02:00Z": nil, "2024-01-31T12:30:05,5": nil,
	} {
		got, ok := ISOTime(text)
		if ok != (want != nil) || ok && !got.Equal(*want) {
			t.Errorf("ISOTime(%q) is %v, %v", text, got, ok)
		}
	}
}

func TestCountedDays(t *testing.T) {
	for _, c := range []struct {
		name      string
		low, high float64
		want      bool
	}{
		{"date", 45292, 45657, true},
		{"order_date", 45292.25, 45657.5, true},
		{"Birth Date", 10959, 38717, true},
		{"shipDate", 19723, 20088, true}, // of R
		{"date", 1, 45292, false},
		{"date", 20240101, 20241231, false},
		{"time", 45292, 45657, false},
		{"update", 45292, 45657, false},
		{"candidate", 45292, 45657, false},
		{"salary", 45292, 45657, false},
	} {
		if got := CountedDays(c.name, c.low, c.high); got != c.want {
			t.Errorf("CountedDays(%q, %g, %g) is %v", c.name, c.low, c.high, got)
		}
	}
}

func TestBlank(t *testing.T) {
	for text, want := range map[string]bool{
		".": true, "...": true, "--": true, `\N`: true, "na": true, "N.A.": true, "(NULL)": true, "#Value!": true, "Missing": true,
		"": false, "-": false, "none": false, "n": false, "unknown": false, "missing value": false, "nab": false,
	} {
		if Blank(text) != want {
			t.Errorf("Blank(%q) is %v", text, !want)
		}
	}
}

func TestUnixTimes(t *testing.T) {
	for _, c := range []struct {
		name      string
		low, high float64
		want      bool
	}{
		{"timestamp", 874724710, 893286638, true}, // MovieLens
		{"created_at", 1.7e12, 1.71e12, true},
		{"unixReviewTime", 1.2e9, 1.4e9, true},
		{"event_time_us", 1.7e15, 1.71e15, true},
		{"ts", 1.7e18, 1.71e18, true},
		{"time", 0, 1.7e9, false},
		{"time", 1.7e9, 1.7e12, false},
		{"amount", 1.7e9, 1.71e9, false},
		{"fat", 1.7e9, 1.71e9, false},
		{"customers", 1.7e9, 1.71e9, false},
	} {
		if got := UnixTimes(c.name, c.low, c.high); got != c.want {
			t.Errorf("UnixTimes(%q, %g, %g) = %t", c.name, c.low, c.high, got)
		}
	}
}

func TestCutSign(t *testing.T) {
	units := []string{"m", "cm", "kg", "EUR"}
	for _, test := range []struct{ text, rest, sign string }{
		{"70 kg", "70", "kg"}, {"170cm", "170", "cm"}, {"-1.5m", "-1.5", "m"}, {"low kg", "low", "kg"}, {"kg", "", "kg"},
		{"12%", "12", "%"}, {"-1.2 %", "-1.2", "%"}, {"$5.20", "5.20", "$"}, {"-$5.20", "-5.20", "$"}, {"$-5", "-5", "$"}, {"5,20 €", "5,20", "€"}, {"£1", "1", "£"},
		{"EUR 5.20", "5.20", "EUR"}, {"EUR-5", "-5", "EUR"}, {"5 EUR", "5", "EUR"}, {"kg 5", "", ""}, {"USD 5", "", ""},
		{"12", "", ""}, {"%", "", ""}, {"", "", ""}, {"5lb", "", ""}, {"m", "", ""},
	} {
		rest, sign, ok := CutSign([]byte(test.text), units)
		if string(rest) != test.rest || sign != test.sign || ok != (test.sign != "") {
			t.Errorf("CutSign(%q) is %q, %q, %v", test.text, rest, sign, ok)
		}
	}
}

func TestCutAmount(t *testing.T) {
	for text, want := range map[string]float64{"1.2k": 1e3, "5 M": 1e6, "3B": 1e9, "1.2K": 0, "12": 0, "": 0} {
		rest, times, ok := CutAmount([]byte(text), []string{"k", "M", "B"})
		if times != want || ok != (want > 0) || ok && string(rest) != strings.TrimSpace(text[:len(text)-1]) {
			t.Errorf("CutAmount(%q) is %q, %g, %v", text, rest, times, ok)
		}
	}
}

func TestCutUnit(t *testing.T) {
	for text, want := range map[string][2]string{
		"70 kg": {"70", "kg"}, "1,80cm": {"1,80", "cm"}, "CHF 9'914.13": {"9'914.13", "CHF"}, "EUR5": {"5", "EUR"}, "SKU 5": {"SKU 5", ""}, "low": {"", "low"},
	} {
		if number, unit := CutUnit(text); [2]string{number, unit} != want {
			t.Errorf("CutUnit(%q) is %q, %q", text, number, unit)
		}
	}
}

// The rules that count, at their thresholds.
func TestCounts(t *testing.T) {
	for _, test := range []struct {
		what      string
		got, want bool
	}{
		{"20 texts in 40 rows", Identifier(20, 40), true},
		{"20 texts in 41 rows", Identifier(20, 41), false},
		{"19 texts in 19 rows", Identifier(19, 19), false},
		{"19 steps in 20 rows", RowNumbers(19, 20), true},
		{"18 steps in 20 rows", RowNumbers(18, 20), false},
		{"18 steps in 19 rows", RowNumbers(18, 19), false},
		{"2^53 + 1", Rounded([]byte("9007199254740993"), 9007199254740992), true},
		{"-2^53 with a zero before", Rounded([]byte("-09007199254740992"), -9007199254740992), false},
		{"2^53 - 1", Rounded([]byte("9007199254740991"), 9007199254740991), false},
		{"a large number with an exponent", Rounded([]byte("1e300"), 1e300), false},
		{"a large number without a text", Rounded(nil, 1e300), false},
		{"1e-300 and 2e-300", Same(1e-300, 2e-300), true},
		{"1e-150 and 2e-150", Same(1e-150, 2e-150), false},
		{"words in a tenth of the values", Stray([]string{"n.a.", "unknown", "missing", "k.A.", "<LOD"}, 10, 90), true},
		{"words in more", Stray([]string{"unknown"}, 10, 89), false},
		{"a measured value among words", Stray([]string{"n.a.", "<0.1"}, 2, 300), false},
		{"a half in one sign", Measured("\u00bd"), true},
		{"wells of a plate", PlateCodes([]string{"1E1", "12e02"}), true},
		{"a power of ten beside a well", PlateCodes([]string{"1E1", "1E+02"}), false},
		{"a number beside a well", PlateCodes([]string{"1E1", "10"}), false},
		{"no labels", PlateCodes(nil), false},
		{"a duplicate in 20 rows", Duplicates(1, 20), true},
		{"a duplicate in 19 rows", Duplicates(1, 19), false},
		{"11 fractions", Measurement(11, true, false), true},
		{"10 fractions", Measurement(10, true, false), false},
		{"11 whole numbers", Measurement(11, true, true), false},
		{"11 texts", Measurement(11, false, false), false},
		{"21 classes in 104 rows", TooManyClasses(21, 104), true},
		{"21 classes in 105 rows", TooManyClasses(21, 105), false},
		{"20 classes in 20 rows", TooManyClasses(20, 20), false},
		{"200 classes", TooManyClasses(200, 100000), false},
		{"201 classes", TooManyClasses(201, 100000), true},
	} {
		if test.got != test.want {
			t.Errorf("%s: %v", test.what, test.got)
		}
	}
}

// What every number of a table is asked agrees with the patterns that say it in one line.
func TestCodesAndGroups(t *testing.T) {
	code, grouped := regexp.MustCompile(`^0[0-9]+$`), regexp.MustCompile(`^[+-]?[1-9][0-9]{0,2}\.[0-9]{3}$`)
	const letters = "019.+-x"
	var try func(text string)
	try = func(text string) {
		if Code(text) != code.MatchString(text) || Grouped([]byte(text)) != grouped.MatchString(text) {
			t.Errorf("%q: code %v, grouped %v", text, Code(text), Grouped([]byte(text)))
		}
		if len(text) < 5 {
			for _, r := range letters {
				try(text + string(r))
			}
		}
	}
	for _, text := range []string{"", "12.345", "-123.456", "+1234.567", "0123456789", "1.2345", "-"} {
		try(text)
	}
}

// A text with a digit may be measured, but an error of a spreadsheet is not.
func TestMeasured(t *testing.T) {
	for text, want := range map[string]bool{"<0.1": true, "5 mg": true, "½": true, "unknown": false, "#VALUE!": false, "#DIV/0!": false} {
		if Measured(text) != want {
			t.Errorf("Measured(%q) is %v", text, !want)
		}
	}
}

// Numbers of nines that are farther from the others than these are from each other may stand for a missing value.
func TestPlaceholder(t *testing.T) {
	for v, want := range map[float64]bool{99: true, -99: true, 999: true, -9999: true, 99999: true, 9: false, -9: false, 0: false, 998: false, 99.9: false, 1e6: false} {
		if Placeholder(v) != want {
			t.Errorf("Placeholder(%v) is %v", v, !want)
		}
	}
	for _, c := range []struct {
		gap, span float64
		want      bool
	}{{909, 72, true}, {34, 47, false}, {72, 72, false}, {999, 0, false}} {
		if Apart(c.gap, c.span) != c.want {
			t.Errorf("Apart(%v, %v) is %v", c.gap, c.span, !c.want)
		}
	}
}
