package replication

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// PublishedTable is one table of a paper.
type PublishedTable struct {
	Name    string `toml:"-"` // key in published.toml, such as "table2"
	Title   string `toml:"title"`
	Spread  string `toml:"spread"` // one of [Spreads], or "" if the paper does not say
	Repeats int    `toml:"repeats"`
	// Words are what the table prints instead of large numbers of a metric that is
	// better small, such as "Large", each with the number above which it stands.
	Words map[string]float64 `toml:"words"`
	// NoVerdict says why the numbers stand beside ours without a verdict; empty
	// if they get one.
	NoVerdict string `toml:"no_verdict"`
	// Again are labels whose numbers another table prints first, and Cited those of methods that the
	// paper has from others: neither are numbers that it stands for here.
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

// unit returns the unit of the last printed digit: 0.01 for "0.17", 1 for
// "571".
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

// SE returns the standard error of a value of the table. It is 0 where the paper
// prints no spread.
func (t *PublishedTable) SE(v PublishedValue) float64 {
	s, err := strconv.ParseFloat(v.Spread, 64)
	of, known := Spreads[t.Spread]
	if err != nil || !known {
		return 0
	}
	return of.se(s, float64(t.Repeats))
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

// ParsePublished reads a published.toml; name is the file's in messages. All
// problems are reported, each with its line.
func ParsePublished(name string, src []byte) (map[string]*PublishedTable, error) {
	r := newPublishedReader(name, src)
	tables := map[string]*PublishedTable{}
	ours := func(key string) bool { return key != claimKey && key != paperKey } // ParsePaper reads these
	for _, key := range r.keys {
		if t := (&PublishedTable{Name: key}); ours(key) && r.decode(key, t) {
			tables[key] = t
		}
	}
	r.unknown(ours)
	for _, key := range r.keys {
		if t := tables[key]; t != nil && r.checkHead(t) {
			r.readValues(t)
		}
	}
	return tables, errors.Join(r.problems...)
}

// publishedReader reads a published.toml and collects what is wrong with it.
type publishedReader struct {
	name     string
	places   spec.Places
	meta     toml.MetaData
	keys     []string // of the top level, in file order
	raw      map[string]toml.Primitive
	problems []error
}

// newPublishedReader reads the top level of a file.
func newPublishedReader(name string, src []byte) *publishedReader {
	r := &publishedReader{name: name, raw: map[string]toml.Primitive{}}
	var err error
	if r.meta, err = toml.Decode(string(src), &r.raw); err != nil {
		r.wrong(err)
		return r
	}
	r.places = spec.NewPlaces(name, src)
	for _, key := range r.meta.Keys() {
		if len(key) == 1 && !slices.Contains(r.keys, key[0]) {
			r.keys = append(r.keys, key[0])
		}
	}
	return r
}

// decode reads what stands under a key of the top level.
func (r *publishedReader) decode(key string, into any) bool {
	return r.decodeAt(r.raw[key], into, key)
}

// decodeAt reads what stands at a path of keys and numbers of elements.
func (r *publishedReader) decodeAt(raw toml.Primitive, into any, path ...any) bool {
	err := r.meta.PrimitiveDecode(raw, into)
	if err != nil {
		r.wrong(err, path...)
	}
	return err == nil
}

// unknown notes the keys that nothing has read, of the tables that are wanted.
func (r *publishedReader) unknown(wanted func(table string) bool) {
	for _, key := range r.meta.Undecoded() {
		if wanted(key[0]) {
			path := []any{}
			for _, k := range key {
				path = append(path, k)
			}
			r.problem(path, "unknown key %q", key.String())
		}
	}
}

// wrong notes an error of TOML, on its own line or, where it has none, on that of a key.
func (r *publishedReader) wrong(err error, key ...any) {
	if perr, ok := errors.AsType[toml.ParseError](err); ok {
		r.problems = append(r.problems, fmt.Errorf("%s:%d: %s", r.name, perr.Position.Line, perr.Message))
		return
	}
	r.problem(key, "%v", err)
}

// problem notes what is wrong at a path of keys and numbers of elements.
func (r *publishedReader) problem(path []any, format string, args ...any) {
	r.problems = append(r.problems, fmt.Errorf("%s:%d: %s", r.name, r.places.Of(path...).Line, fmt.Sprintf(format, args...)))
}

// checkHead finds what is wrong with a table above its values, and says whether these can be
// read.
func (r *publishedReader) checkHead(t *PublishedTable) bool {
	if _, known := Spreads[t.Spread]; t.Spread != "" && !known {
		r.problem([]any{t.Name, "spread"}, "spread is %q; it must be %s or empty", t.Spread, strings.Join(slices.Sorted(maps.Keys(Spreads)), ", "))
	}
	if t.Repeats < 1 {
		r.problem([]any{t.Name}, "table %s: repeats must be at least 1", t.Name)
	}
	if t.Title == "" {
		r.problem([]any{t.Name}, "table %s has no title", t.Name)
	}
	for _, need := range []string{"dataset", "label", "metric", "value", "spread"} {
		if !slices.Contains(t.Columns, need) {
			r.problem([]any{t.Name, "columns"}, "table %s has no column %q", t.Name, need)
			return false
		}
	}
	return true
}

// readValues reads the values of a table.
func (r *publishedReader) readValues(t *PublishedTable) {
	has := map[string]bool{} // metrics
	for i, row := range t.Rows {
		at := []any{t.Name, "values", i}
		if len(row) != len(t.Columns) {
			r.problem(at, "table %s, value %d has %d fields, columns has %d", t.Name, i+1, len(row), len(t.Columns))
			continue
		}
		v := valueOf(t.Columns, row)
		has[v.Metric] = true
		if wrong := t.wrong(v); wrong != "" {
			r.problem(at, "table %s, value %d %s", t.Name, i+1, wrong)
			continue
		}
		t.Values = append(t.Values, v)
	}
	for _, list := range []struct {
		key    string
		labels []string
	}{{"again", t.Again}, {"cited", t.Cited}} {
		for _, label := range list.labels {
			if !slices.ContainsFunc(t.Values, func(v PublishedValue) bool { return v.At["label"] == label }) {
				r.problem([]any{t.Name, list.key}, "table %s: %s has %q, of which the table has no value", t.Name, list.key, label)
			}
		}
	}
	for _, metric := range slices.Sorted(maps.Keys(t.Decimals)) {
		if !has[metric] {
			r.problem([]any{t.Name, "decimals"}, "table %s: decimals has %q, of which the table has no value", t.Name, metric)
		}
	}
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

// wrong says what is wrong with a value, after those that the table has already; empty if nothing is.
func (t *PublishedTable) wrong(v PublishedValue) string {
	finite := func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
	noLetter := func(c rune) bool { return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') }
	x, isNumber := v.Number()
	digits, stated := t.Decimals[v.Metric]
	spread, err := strconv.ParseFloat(v.Spread, 64)
	switch {
	case v.Value == "":
		return "is empty"
	case isNumber && !finite(x):
		return fmt.Sprintf("is %s, which is not a number that a paper prints", v.Value)
	case !isNumber && strings.ContainsFunc(v.Value, noLetter):
		return fmt.Sprintf("is %q, which is neither a number nor a word", v.Value)
	case stated && isNumber && v.unit() < math.Pow10(-digits)*(1-1e-9):
		return fmt.Sprintf("is %s, which has more than the %s of decimals", v.Value, wording.Plural(digits, "digit"))
	case v.Spread != "" && (err != nil || spread < 0 || !finite(spread)):
		return fmt.Sprintf("has the spread %q, which is not a number of at least 0", v.Spread)
	case slices.ContainsFunc(t.Values, func(u PublishedValue) bool { return u.Metric == v.Metric && agrees(u.At, v.At) }):
		return fmt.Sprintf("is there twice: %s %s", analysis.Describe(v.At), v.Metric)
	}
	return ""
}
