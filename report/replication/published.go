package replication

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpcbench/analysis"
	"gpcbench/harness/spec"
)

// PublishedTable is one table of a paper.
type PublishedTable struct {
	Name    string `toml:"-"` // key in published.toml, such as "table2"
	Title   string `toml:"title"`
	Spread  string `toml:"spread"` // one of [Spreads], or "" if the paper does not say
	Repeats int    `toml:"repeats"`
	// Words are words that the table prints instead of large numbers of a lower-is-better metric, such as
	// "Large", each with the number above which it is used.
	Words map[string]float64 `toml:"words"`
	// NoVerdict says why the numbers are shown beside ours without a verdict; empty if they get one.
	NoVerdict string `toml:"no_verdict"`
	// Again are labels whose numbers another table prints first, and Cited are methods whose numbers
	// the paper takes from others: the paper does not report either as its own results here.
	Again []string `toml:"again"`
	Cited []string `toml:"cited"`
	// Decimals is how many decimals the table has of a metric, where some numbers
	// are printed with fewer: 0.2 for 0.20. Of other metrics it is those printed.
	Decimals map[string]int   `toml:"decimals"`
	Columns  []string         `toml:"columns"` // of Rows
	Rows     [][]string       `toml:"values"`
	Values   []PublishedValue `toml:"-"` // the same
}

// PublishedValue is one number of a paper, with its digits as printed.
type PublishedValue struct {
	At     map[string]string // "dataset", "label" and any options
	Metric string
	Value  string // a number, or a word such as "Large"
	Spread string // a number, or "" if there is none
}

// Number returns the printed number, false if it is a word.
func (v PublishedValue) Number() (float64, bool) {
	x, err := strconv.ParseFloat(v.Value, 64)
	return x, err == nil
}

// Unit returns the unit of the last digit of a value of the table: of the
// table's decimals, or of those printed where it does not state them.
func (t *PublishedTable) Unit(v PublishedValue) float64 {
	if n, stated := t.Decimals[v.Metric]; stated {
		return math.Pow10(-n)
	}
	return v.unit()
}

// unit returns the unit of the last printed digit: 0.01 for "0.17", 1 for "571".
func (v PublishedValue) unit() float64 {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(v.Value), "e")
	power := 0
	if exponent != "" {
		power, _ = strconv.Atoi(exponent)
	}
	if _, decimals, found := strings.Cut(mantissa, "."); found {
		power -= len(decimals)
	}
	return math.Pow10(power)
}

// SE returns the standard error of a value of the table. It is 0 where the paper prints no spread.
func (t *PublishedTable) SE(v PublishedValue) float64 {
	s, err := strconv.ParseFloat(v.Spread, 64)
	spread, known := Spreads[t.Spread]
	if err != nil || !known {
		return 0
	}
	return spread.se(s, float64(t.Repeats))
}

// Find returns the value whose coordinates all equal those of at, false if
// there is none. Coordinates that the paper's table does not have are free.
func (t *PublishedTable) Find(at map[string]string, metric string) (PublishedValue, bool) {
	for _, v := range t.Values {
		if v.Metric == metric && agrees(v.At, at) {
			return v, true
		}
	}
	return PublishedValue{}, false
}

// Number is the number at coordinates, with its standard error; false if there is none.
func (t *PublishedTable) Number(at map[string]string, metric string) (value, se float64, ok bool) {
	v, ok := t.Find(at, metric)
	value, isNumber := v.Number()
	return value, t.SE(v), ok && isNumber
}

// agrees says whether every coordinate of part has the same value in whole.
func agrees(part, whole map[string]string) bool {
	for key, value := range part {
		if whole[key] != value {
			return false
		}
	}
	return true
}

// readValues reads the values of a table from its rows.
func (t *PublishedTable) readValues() error {
	for i, row := range t.Rows {
		if len(row) != len(t.Columns) {
			return fmt.Errorf("table %s, value %d has %d fields, columns has %d", t.Name, i+1, len(row), len(t.Columns))
		}
		t.Values = append(t.Values, valueOf(t.Columns, row))
	}
	return nil
}

// valueOf is a row of values by the names of its columns.
func valueOf(columns, row []string) PublishedValue {
	v := PublishedValue{At: map[string]string{}}
	for c, column := range columns {
		switch column {
		case "metric":
			v.Metric = row[c]
		case "value":
			v.Value = row[c]
		case "spread":
			v.Spread = row[c]
		default:
			v.At[column] = row[c]
		}
	}
	return v
}

// Spread is a meaning of the +- in a paper.
type Spread struct {
	Caption string                           // as a caption has it, "standard error"
	Ours    func(s analysis.Summary) float64 // that of our numbers

	se func(spread, repeats float64) float64 // the standard error that it means
}

// Spreads are the kinds there are.
var Spreads = map[string]Spread{
	"sd": {
		"standard deviation", func(s analysis.Summary) float64 { return s.SD },
		func(s, n float64) float64 { return s / math.Sqrt(n) },
	},
	"se": {
		"standard error", func(s analysis.Summary) float64 { return s.SE },
		func(s, _ float64) float64 { return s },
	},
	"median-interval": {
		"half the 2 sigma interval", func(s analysis.Summary) float64 { return 2 * s.SE },
		func(s, _ float64) float64 { return s / 2 },
	},
}

// resolution is the largest tolerance that still tells a value of the table from others: a fifth of
// it, two units of its last printed digit, or half of the gap between the best and the worst method
// that the paper has in its place, whichever is largest.
func (t *PublishedTable) resolution(v PublishedValue) float64 {
	x, _ := v.Number()
	return max(math.Abs(x)/5, 2*t.Unit(v), t.gap(v)/2)
}

// gap is the range of the numbers of all methods at the same coordinates as a value, apart from the label.
func (t *PublishedTable) gap(v PublishedValue) float64 {
	var row []float64
	for _, u := range t.Values {
		if x, ok := u.Number(); ok && u.Metric == v.Metric && agrees(u.At, analysis.Coordinates(v.At).With(spec.LabelKey, u.At[spec.LabelKey])) {
			row = append(row, x)
		}
	}
	if len(row) == 0 {
		return 0
	}
	return slices.Max(row) - slices.Min(row)
}
