package draft

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
	"gpcbench/data/loader"
	"gpcbench/data/read"
	"gpcbench/wording"
)

var (
	// strongName matches names that columns of classes have more often than other columns.
	strongName = regexp.MustCompile(`(?i)^(class|label|target|y|outcome)$`)
	// weakName matches names that columns of classes may have, and other columns too.
	weakName = regexp.MustCompile(`(?i)^(species|status|response|diagnosis|survived|result|category|churn|default)$`)
	// partName matches names that have one of these words, which are rarely in the name of another column.
	partName = regexp.MustCompile(`(?i)(?:^|[^\pL\pN])(label|target|outcome|diagnosis|survived|churn|default)(?:[^\pL\pN]|$)`)
)

// Points of a column for being the label. The label is clear if one column has leastPoints, and
// leastMargin more than any other.
const (
	strongPoints = 4 // its name is that of a label
	weakPoints   = 3 // its name may be that of a label
	partPoints   = 2 // its name has a word that the name of a label may be
	lastPoints   = 2 // it is the last, and not a weight
	levelPoints  = 2 // it has two to ten levels
	leastPoints  = 4
	leastMargin  = 2
)

// candidate is a column that may be the label.
type candidate struct {
	place   int
	key     string
	points  int
	reasons []string
}

// why lists the reasons for it.
func (c candidate) why() string { return strings.Join(c.reasons, ", ") }

// chooseLabel returns the column that is clearly the label. The error is a *LabelError if none is. sets
// says that columns may be labels, any number per row, "" if none may.
func chooseLabel(table, sets string, s *data.Summary) (candidate, error) {
	var all []candidate
	for j := range s.Columns {
		if c := labelCandidate(s, j); c.points > 0 {
			all = append(all, c)
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.points, a.points) })
	if len(all) > 0 && all[0].points >= leastPoints && (len(all) == 1 || all[0].points-all[1].points >= leastMargin) {
		return all[0], nil
	}
	return candidate{}, &LabelError{table, sets, all}
}

// labelCandidate weighs the reasons for column j.
func labelCandidate(s *data.Summary, j int) candidate {
	column := &s.Columns[j]
	c := candidate{place: j, key: column.Key}
	add := func(points int, reason string) {
		c.points += points
		c.reasons = append(c.reasons, reason)
	}
	weight := heuristics.Weight(column.Name) && column.Whole
	if column.Kind == data.UnusedColumn || weight {
		return c
	}
	switch {
	case strongName.MatchString(column.Name):
		add(strongPoints, "it is called "+data.Shown(column.Name))
	case weakName.MatchString(column.Name):
		add(weakPoints, "it is called "+data.Shown(column.Name))
	case partName.MatchString(column.Name):
		add(partPoints, "its name has the word "+partName.FindStringSubmatch(column.Name)[1])
	}
	if j == len(s.Columns)-1 {
		add(lastPoints, "it is the last")
	}
	if column.Counted && column.Distinct >= 2 && column.Distinct <= 10 && (column.Kind == data.CategoryColumn || column.Whole || column.Texts) {
		add(levelPoints, "it has "+wording.Plural(column.Distinct, "level"))
	}
	return c
}

// targets warns of attributes that have the name of a label: other targets are often known only when the label is.
// A column called y is none, since it may be a place.
func (c *choices) targets(s *data.Summary) string {
	var keys []string
	for _, column := range s.Columns {
		called := strongName.MatchString(column.Name) && !strings.EqualFold(column.Name, "y") || partName.MatchString(column.Name)
		if called && column.Kind != data.UnusedColumn && c.learnsFrom(column) {
			keys = append(keys, column.Key)
		}
	}
	if len(keys) == 0 || s.Label < 0 {
		return ""
	}
	first, more := data.Few(keys)
	return wording.Agree(len(keys), "column ", "columns ") + strings.Join(first, ", ") + more +
		wording.Agree(len(keys), " is an attribute, with the name of a label", " are attributes, with names of labels") +
		fmt.Sprintf(": leave out what is known only when the label is, drop = [%s]", strings.Join(keys, ", "))
}

// LabelError says that no column is clearly the label, and which may be.
type LabelError struct {
	Table      string
	sets       string // says that columns may be labels, any number per row, "" if none may
	candidates []candidate
}

func (e *LabelError) Error() string {
	text := e.Table + ": no column is clearly the label: give its name or number with --label"
	if len(e.candidates) > 0 {
		text += "; it may be"
	}
	for i, c := range e.candidates {
		if i == mostListed {
			text += fmt.Sprintf("\n  and %d more", len(e.candidates)-i)
			break
		}
		text += fmt.Sprintf("\n  %s: %s", c.key, c.why())
	}
	if e.sets != "" {
		text += "\n" + e.sets
	}
	return text
}

// findLabel inspects a table with the column that is clearly the label, unless that is the last.
func (l *Looked) findLabel(table *catalogue.UserTable, s *data.Summary) (*data.Summary, error) {
	chosen, err := chooseLabel(l.Table, l.Said.Sets, s)
	if err != nil {
		return nil, err
	}
	l.WhyLabel = chosen.why()
	if chosen.place == s.Label {
		return s, nil
	}
	table.Label = toldAs(s.Columns[chosen.place])
	return loader.Inspect(*table)
}

// labelAmong is the place of the label among columns with these names, the first if several have
// its name.
func labelAmong(label string, names []string) int {
	if label == "" {
		return len(names) - 1
	}
	if j := slices.Index(names, label); j >= 0 {
		return j
	}
	j, _ := read.ColumnNumber(label, len(names))
	return j
}

// namedLabel is the first column with the name of a label, or else the first whose name may be one; "" if
// that is the last, or if none has such a name.
func namedLabel(names []string) string {
	for _, likely := range []*regexp.Regexp{strongName, weakName} {
		if n := len(names); n == 0 || likely.MatchString(names[n-1]) {
			return ""
		}
		if i := slices.IndexFunc(names, likely.MatchString); i >= 0 {
			return names[i]
		}
	}
	return ""
}

// LabelKey is the key of the label column, "" if the label is not a column.
func (l *Looked) LabelKey() string { return labelKey(l.Summary) }

func labelKey(s *data.Summary) string {
	if s == nil || s.Label < 0 {
		return ""
	}
	return s.Columns[s.Label].Key
}

// labelName is how the label column is given to a table.
func labelName(s *data.Summary) string {
	return toldAs(s.Columns[s.Label])
}

// toldAs is how a column is given to a table: its name, or its number if that is its key.
func toldAs(c data.ColumnSummary) string {
	if c.Key != data.Quoted(c.Name) {
		return c.Key
	}
	return c.Name
}
