package draft

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/heuristics"
	"gpcbench/wording"
)

var (
	// strongName matches names that columns of classes have more often than other columns.
	strongName = regexp.MustCompile(`(?i)^(class|label|target|y|outcome)$`)
	// weakName matches names that columns of classes may have, and other columns too.
	weakName = regexp.MustCompile(`(?i)^(species|status|response|diagnosis|survived|result|category|churn|default)$`)
)

// Points of a column for being the label. The label is clear if one column has leastPoints, and
// leastMargin more than any other.
const (
	strongPoints = 4 // its name is that of a label
	weakPoints   = 3 // its name may be that of a label
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
	}
	if j == len(s.Columns)-1 {
		add(lastPoints, "it is the last")
	}
	if column.Counted && column.Distinct >= 2 && column.Distinct <= 10 && (column.Kind == data.CategoryColumn || column.Whole || column.Texts) {
		add(levelPoints, "it has "+wording.Plural(column.Distinct, "level"))
	}
	return c
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
