package spec

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// reader collects problems while a file is read.
type reader struct {
	where    Places
	figures  []FigureKind
	problems []Problem
}

// problemf notes a problem with the value at path.
func (r *reader) problemf(path, format string, args ...any) {
	r.problems = append(r.problems, Problem{Position: r.where.at(path), Message: fmt.Sprintf(format, args...)})
}

// table is one table of the file while it is read. Keys not asked for by the time
// close is called are unknown.
type table struct {
	r      *reader
	path   string
	name   string // for people, such as [experiment]
	values map[string]any
	asked  []string
	gone   map[string]string // keys that there were once, with what to do instead
}

// get returns the value of key, nil if the key is missing.
func (t *table) get(key string) any {
	t.asked = append(t.asked, key)
	return t.values[key]
}

// Has says whether the table has a key.
func (t *table) Has(key string) bool { _, ok := t.values[key]; return ok }

// at returns the path of a key.
func (t *table) at(key string) string { return join(t.path, key) }

// Problemf notes a problem with a key, or with the table if the key is missing.
func (t *table) Problemf(key, format string, args ...any) { t.r.problemf(t.at(key), format, args...) }

// wrong notes that the value of key has the wrong type.
func (t *table) wrong(key, want string) {
	t.Problemf(key, "%s: want %s, got %s", key, want, written(t.values[key]))
}

// close notes the keys that were not asked for.
func (t *table) close() {
	for _, key := range t.r.where.order[t.path] {
		switch instead, gone := t.gone[key]; {
		case !t.Has(key) || slices.Contains(t.asked, key):
		case gone:
			t.Problemf(key, "%s has no key %q any more: %s", t.name, key, instead)
		default:
			t.Problemf(key, "%s has no key %q%s", t.name, key, Suggest(key, t.asked))
		}
	}
}

// as returns the value of key as a T, which messages call want; ok says whether the key exists and has that type.
func as[T any](t *table, key, want string) (v T, ok bool) {
	raw := t.get(key)
	if v, ok = raw.(T); !ok && raw != nil {
		t.wrong(key, want)
	}
	return v, ok
}

// text returns a string, "" if the key is missing. A string in the file must not
// be empty.
func (t *table) text(key string) string {
	s, ok := as[string](t, key, "text")
	switch {
	case ok && s == "":
		t.Problemf(key, "%s is empty", key)
	case strings.ContainsFunc(s, isControl):
		t.Problemf(key, "%s has a control character, %q", key, s)
	}
	return s
}

// orElse returns a string, or fallback if the key is missing.
func (t *table) orElse(key, fallback string) string { return cmp.Or(t.text(key), fallback) }

// isControl says whether a character may control a terminal, apart from line ends and tabs, which
// are allowed.
func isControl(c rune) bool { return unicode.IsControl(c) && !strings.ContainsRune("\t\r\n", c) }

// line is text for names and labels, which appear in headings, tables, legends and file names.
func (t *table) line(key string) string {
	s := t.text(key)
	if strings.ContainsFunc(s, endsLine) {
		t.Problemf(key, "%s: %q must be one line without tabs", key, s)
	}
	t.short(key, s)
	return s
}

// short notes a name that is too long for a file name.
func (t *table) short(key, name string) {
	if longestPart(name) > longestName {
		t.Problemf(key, "%s: %q is longer than %d bytes, too long for a file name", key, name, longestName)
	}
}

// endsLine says whether a character ends a line, or a column.
func endsLine(c rune) bool {
	return strings.ContainsRune("\t\r\n", c) || unicode.In(c, unicode.Zl, unicode.Zp)
}

// OneOf returns a string that is one of those listed, or fallback.
func (t *table) OneOf(key, fallback string, listed ...string) string {
	s := t.text(key)
	if s == "" {
		return fallback
	}
	if !slices.Contains(listed, s) {
		t.Problemf(key, "%s: there is no %q%s", key, s, Suggest(s, listed))
		return fallback
	}
	return s
}

// integer returns a whole number of at least least, 0 if the key is missing.
func (t *table) integer(key string, least int64) int64 {
	n, ok := as[int64](t, key, "a whole number")
	if ok && n < least {
		t.Problemf(key, "%s must be at least %d, got %d", key, least, n)
		return 0
	}
	return n
}

// count returns a count from 1 on, such as of rows or repeats, 0 if the key is missing.
func (t *table) count(key string) int {
	n := t.integer(key, 1)
	if n > math.MaxInt32 {
		t.Problemf(key, "%s must be at most %d, got %d", key, math.MaxInt32, n)
		return 0
	}
	return int(n)
}

// column returns the column that is meant: as text, which is its name or its
// number, or as a number, where negative ones count from the end. It returns ""
// and nil if the key is missing.
func (t *table) column(key string) (text string, number *int) {
	switch v := t.values[key].(type) {
	case nil, string:
		return t.text(key), nil
	case int64:
		t.get(key)
		if v < math.MinInt32 || v > math.MaxInt32 {
			t.Problemf(key, "%s: no table has a column %d", key, v)
			return "", nil
		}
		n := int(v)
		return "", &n
	}
	t.get(key)
	t.wrong(key, "the name of a column or its number")
	return "", nil
}

// columnText is column with a number written as text. That means the column with this number, unless
// a column has it as its name.
func (t *table) columnText(key string) string {
	text, number := t.column(key)
	if number != nil {
		return strconv.Itoa(*number)
	}
	return text
}

// share returns a share between 0 and 1 or a count, 0 if the key is missing.
func (t *table) share(key string) float64 {
	const want = "a share between 0 and 1 or a count of rows"
	switch v := t.get(key).(type) {
	case nil:
	case int64:
		if v >= 1 && v <= math.MaxInt32 {
			return float64(v)
		}
		t.Problemf(key, "%s must be %s, got %d", key, want, v)
	case float64:
		if v > 0 && v < 1 {
			return v
		}
		t.Problemf(key, "%s must be %s, got %v", key, want, v)
	default:
		t.wrong(key, want)
	}
	return 0
}

// fraction returns a number between 0 and 1, 0 if the key is missing.
func (t *table) fraction(key string) float64 {
	const want = "a number between 0 and 1"
	f, ok := as[float64](t, key, want)
	if ok && !(f > 0 && f < 1) {
		t.wrong(key, want)
		return 0
	}
	return f
}

// boolean returns true or false, nil if the key is missing.
func (t *table) boolean(key string) *bool {
	if b, ok := as[bool](t, key, "true or false"); ok {
		return &b
	}
	return nil
}

// Flag returns true or false, false if the key is missing.
func (t *table) Flag(key string) bool {
	b, _ := as[bool](t, key, "true or false")
	return b
}

// texts returns a list of distinct strings, nil if the key is missing.
func (t *table) texts(key string) []string {
	list, ok := as[[]any](t, key, "a list of texts")
	if !ok {
		return nil
	}
	out := []string{}
	for i, e := range list {
		s, ok := e.(string)
		switch {
		case !ok:
			t.r.problemf(element(t.at(key), i), "%s: want a list of texts, got %s in it", key, show(e))
		case strings.ContainsFunc(s, isControl):
			t.r.problemf(element(t.at(key), i), "%s: %q has a control character", key, s)
		case slices.Contains(out, s):
			t.r.problemf(element(t.at(key), i), "%s: %q is listed twice", key, s)
		default:
			out = append(out, s)
		}
	}
	return out
}

// columns is texts for columns, which may be given by name or by number.
func (t *table) columns(key string) []string {
	if list, ok := t.values[key].([]any); ok {
		names := make([]any, len(list))
		for i, e := range list {
			if n, ok := e.(int64); ok {
				e = strconv.FormatInt(n, 10)
			}
			names[i] = e
		}
		t.values[key] = names
	}
	return t.texts(key)
}

// textOrTexts is texts for a key that may also be a single string.
func (t *table) textOrTexts(key string) []string {
	if s, ok := t.values[key].(string); ok {
		t.get(key)
		return []string{s}
	}
	return t.texts(key)
}

// table returns the table at key, nil if the key is missing.
func (t *table) table(key, name string) *table {
	values, ok := as[map[string]any](t, key, "a table ("+name+")")
	if !ok {
		return nil
	}
	return &table{r: t.r, path: t.at(key), name: name, values: values}
}

// tables returns the tables of an array of tables.
func (t *table) tables(key string) []*table {
	var out []*table
	add := func(values map[string]any) {
		out = append(out, &table{r: t.r, path: element(t.at(key), len(out)), name: "[[" + key + "]]", values: values})
	}
	switch v := t.get(key).(type) {
	case nil:
	case []map[string]any:
		for _, e := range v {
			add(e)
		}
	case []any:
		for _, e := range v {
			values, ok := e.(map[string]any)
			if !ok {
				t.wrong(key, "an array of tables, [["+key+"]]")
				return nil
			}
			add(values)
		}
	default:
		t.wrong(key, "an array of tables, [["+key+"]]")
	}
	return out
}

// keys returns the keys of the table, in the order of the file.
func (t *table) keys() []string {
	return slices.DeleteFunc(slices.Clone(t.r.where.order[t.path]), func(key string) bool { return !t.Has(key) })
}

// written is show, except that a floating-point number keeps its point: 3.0 is not a whole number, 3 is.
func written(v any) string {
	text := show(v)
	if _, float := v.(float64); float && !strings.ContainsAny(text, ".eIN") {
		text += ".0"
	}
	return text
}

// show writes a value as its author did, shortened. Equal numbers are shown alike.
func show(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case map[string]any:
		return "a table"
	case []map[string]any:
		return "an array of tables"
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = show(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return fmt.Sprint(v)
}
