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

// The values of PublishedTable.Spread: what stands behind +- in a paper.
const (
	SpreadSD     = "sd"              // standard deviation over repeats
	SpreadSE     = "se"              // standard error of the mean
	SpreadMedian = "median-interval" // half-width of the 2 sigma interval of a median
	SpreadTwoSD  = "median-2sd"      // two standard deviations over repeats, beside a median
)

// SpreadKinds are the kinds there are, with what they are called.
var SpreadKinds = map[string]string{
	SpreadSD:     "the standard deviation over repeats",
	SpreadSE:     "the standard error of the mean",
	SpreadMedian: "half the 2 sigma interval of the median",
	SpreadTwoSD:  "two standard deviations over repeats",
}

// PublishedTable is one table of a paper.
type PublishedTable struct {
	Name   string // key in published.toml, such as "table2"
	Title  string
	Spread string // one of the constants above, or "" if the paper does not say
	// OtherSpread is a second reading of +-, which a report says the outcome of; empty
	// if there is none.
	OtherSpread string
	Repeats     int
	// Words are what the table prints instead of large numbers of a metric that is
	// better small, such as "Large", each with the number above which it stands.
	Words map[string]float64
	// NoVerdict says why the numbers stand beside ours without a verdict; empty
	// if they get one.
	NoVerdict string
	// Decimals is how many decimals the table has of a metric, where some numbers
	// are printed with fewer: 0.2 for 0.20. Of other metrics it is those printed.
	Decimals map[string]int
	Values   []PublishedValue
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
func (t *PublishedTable) SE(v PublishedValue) float64 { return t.seAs(t.Spread, v) }

// seAs returns the standard error of a value if its spread is of a kind: the spread
// as it is, over the square root of the repeats, half of a 2 sigma half-width, or
// that of the median of normal numbers, sqrt(pi/2) times that of their mean.
func (t *PublishedTable) seAs(kind string, v PublishedValue) float64 {
	s, err := strconv.ParseFloat(v.Spread, 64)
	if err != nil {
		return 0
	}
	root := math.Sqrt(float64(t.Repeats))
	switch kind {
	case SpreadSD:
		return s / root
	case SpreadSE:
		return s
	case SpreadMedian:
		return s / 2
	case SpreadTwoSD:
		return math.Sqrt(math.Pi/2) * s / 2 / root
	}
	return 0
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

// rawTable is a table of published.toml as it stands.
type rawTable struct {
	Title    string             `toml:"title"`
	Spread   string             `toml:"spread"`
	Other    string             `toml:"other_spread"`
	Without  string             `toml:"no_verdict"`
	Repeats  int                `toml:"repeats"`
	Decimals map[string]int     `toml:"decimals"`
	Words    map[string]float64 `toml:"words"`
	Columns  []string           `toml:"columns"`
	Values   [][]string         `toml:"values"`
}

// ParsePublished reads a published.toml; name is the file's in messages. All
// problems are reported, each with its line, or with the table and the number
// of the value where TOML gives no line.
func ParsePublished(name string, src []byte) (map[string]*PublishedTable, error) {
	r := newPublishedReader(name, src)
	raw := map[string]rawTable{}
	for _, key := range r.keys {
		if key == claimKey || key == paperKey {
			continue // ParsePaper reads these
		}
		var t rawTable
		if r.decode(key, &t) {
			raw[key] = t
		}
	}
	r.unknown(func(table string) bool { return table != claimKey && table != paperKey })
	tables := map[string]*PublishedTable{}
	for _, key := range r.keys {
		if t, ok := raw[key]; ok {
			tables[key] = r.table(key, t)
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
	err := r.meta.PrimitiveDecode(r.raw[key], into)
	if err != nil {
		r.wrong(err, key)
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

// table reads a table, and its values if its head tells what they are.
func (r *publishedReader) table(name string, raw rawTable) *PublishedTable {
	t := &PublishedTable{
		Name: name, Title: raw.Title, Spread: raw.Spread, OtherSpread: raw.Other, Repeats: raw.Repeats, NoVerdict: raw.Without, Decimals: raw.Decimals, Words: raw.Words,
	}
	if r.checkHead(name, raw) {
		r.readValues(t, raw)
	}
	return t
}

// checkHead finds what is wrong with a table above its values, and says whether these can be
// read.
func (r *publishedReader) checkHead(name string, raw rawTable) bool {
	for _, s := range []struct{ key, kind string }{{"spread", raw.Spread}, {"other_spread", raw.Other}} {
		if s.kind != "" && SpreadKinds[s.kind] == "" {
			r.problem([]any{name, s.key}, "%s is %q; it must be %s or empty", s.key, s.kind, strings.Join(slices.Sorted(maps.Keys(SpreadKinds)), ", "))
		}
	}
	if raw.Repeats < 1 {
		r.problem([]any{name}, "table %s: repeats must be at least 1", name)
	}
	if raw.Title == "" {
		r.problem([]any{name}, "table %s has no title", name)
	}
	for _, need := range []string{"dataset", "label", "metric", "value", "spread"} {
		if n := count(raw.Columns, need); n != 1 {
			r.problem([]any{name, "columns"}, "table %s: columns has %q %d times, it must once", name, need, n)
			return false
		}
	}
	for _, metric := range slices.Sorted(maps.Keys(raw.Decimals)) {
		if n := raw.Decimals[metric]; n < 0 || n > mostDecimals {
			r.problem([]any{name, "decimals"}, "table %s: decimals of %s are %d, they must be from 0 to %d", name, metric, n, mostDecimals)
			return false
		}
	}
	return true
}

// readValues reads the values of a table.
func (r *publishedReader) readValues(t *PublishedTable, raw rawTable) {
	has := map[string]bool{} // metrics
	for i, row := range raw.Values {
		if len(row) != len(raw.Columns) {
			r.problem([]any{t.Name, "values", i}, "table %s, value %d has %d fields, columns has %d", t.Name, i+1, len(row), len(raw.Columns))
			continue
		}
		v := valueOf(raw.Columns, row)
		has[v.Metric] = true
		r.value(i, t, v)
	}
	for _, metric := range slices.Sorted(maps.Keys(raw.Decimals)) {
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

// mostDecimals is more than any paper prints.
const mostDecimals = 15

// value adds a value to t, if it is one.
func (r *publishedReader) value(i int, t *PublishedTable, v PublishedValue) {
	line := []any{t.Name, "values", i}
	x, err := strconv.ParseFloat(v.Value, 64)
	switch {
	case v.Value == "":
		r.problem(line, "table %s, value %d is empty", t.Name, i+1)
		return
	case err == nil && (math.IsNaN(x) || math.IsInf(x, 0)):
		r.problem(line, "table %s, value %d: %s is not a number that a paper prints", t.Name, i+1, v.Value)
		return
	case err != nil && !isWord(v.Value):
		r.problem(line, "table %s, value %d: %q is neither a number nor a word", t.Name, i+1, v.Value)
		return
	}
	if n, stated := t.Decimals[v.Metric]; stated && err == nil && v.unit() < math.Pow10(-n)*(1-1e-9) {
		r.problem(line, "table %s, value %d: %s has more than the %s of decimals", t.Name, i+1, v.Value, wording.Plural(n, "digit"))
		return
	}
	if v.Spread != "" {
		if s, err := strconv.ParseFloat(v.Spread, 64); err != nil || s < 0 || math.IsNaN(s) || math.IsInf(s, 0) {
			r.problem(line, "table %s, value %d: the spread %q is not a number of at least 0", t.Name, i+1, v.Spread)
			return
		}
	}
	if slices.ContainsFunc(t.Values, func(u PublishedValue) bool { return u.Metric == v.Metric && agrees(u.At, v.At) }) {
		r.problem(line, "table %s, value %d is there twice: %s %s", t.Name, i+1, analysis.Describe(v.At), v.Metric)
		return
	}
	t.Values = append(t.Values, v)
}

// isWord says whether s consists of letters only.
func isWord(s string) bool {
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}

// count returns how often x is in list.
func count(list []string, x string) int {
	n := 0
	for _, y := range list {
		if x == y {
			n++
		}
	}
	return n
}
