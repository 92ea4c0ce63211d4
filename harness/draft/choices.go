package draft

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/heuristics"
)

// choices are what a specification says about a table.
type choices struct {
	drop, categorical []string // keys of columns
	why               map[string]string
	missing           string   // "" where no value is missing
	missingValues     []string // texts that stand for a missing value; nil: the default ones
	alsoMissing       []string // further ones
	whyMissing        []string // why these
	filled            []string // columns whose missing values are filled in, with the number of these values
	group, time       string   // keys of columns that a split goes by
	ownFolds          int      // of the table, if the column group says them; else 0
	few               string   // key of a column with too few groups to split by
	fewGroups         int
	lacking           *data.ColumnSummary // column of groups that some rows lack; nil: none
	undated           *data.ColumnSummary // column of dates that not all rows have; nil: none
	names             map[string]string   // of these columns
	holdout           bool                // every repeat trains on the single row of a class
	classes           []string            // their names
	smallest          int                 // rows of the smallest class
	counts            bool                // the table looks like one of counts
}

// choose decides how to use columns that look like something else.
func choose(said Said, s *data.Summary) choices {
	c := choices{why: map[string]string{}, names: map[string]string{}, smallest: math.MaxInt, missingValues: said.MissingValues, counts: ofCounts(s)}
	if said.Class != "" {
		c.whyMissing = append(c.whyMissing, fmt.Sprintf("%q is not among them: it is a class here", said.Class))
	}
	for _, class := range s.Classes {
		c.classes, c.smallest = append(c.classes, class.Name), min(c.smallest, class.Rows)
	}
	if slices.ContainsFunc(s.Columns, func(column data.ColumnSummary) bool {
		return column.Missing > 0 && column.Kind != data.LabelColumn
	}) {
		c.missing = "mean"
	}
	if s.Label < 0 {
		if said.Classes != "" {
			key := data.Quoted(libsvmLabel)
			c.categorical, c.why[key] = []string{key}, said.Classes
		}
		return c // the columns of a LIBSVM file have no names, and all are used
	}
	for j, column := range s.Columns {
		if column.Kind == data.UnusedColumn {
			c.leaveOut(column.Key, said.whyUnused(j, column.Key))
			continue
		}
		if column.Kind == data.LabelColumn {
			if said.Classes != "" {
				c.categorical, c.why[column.Key] = append(c.categorical, column.Key), said.Classes
			}
			continue
		}
		c.column(column, s.Rows)
		if text := missing(column); text != "" && !slices.Contains(c.drop, column.Key) {
			c.filled = append(c.filled, c.shown(column.Key)+" ("+text+")")
		}
	}
	if len(c.filled) == 0 { // only columns that are left out lack values
		c.missing = ""
	}
	return c
}

// whyUnused says why the column of a place and key was left out before the table was inspected.
func (said Said) whyUnused(j int, key string) string {
	switch u := said.Unclear; {
	case u != nil && slices.Contains(u.Columns, j):
		return fmt.Sprintf("values such as %s have a decimal or a thousands separator, and nothing shows which: the specification has keys for both", data.Quoted(u.Value))
	case slices.Contains(said.Repeated, key):
		return "another column has the same name"
	}
	return "it has no name"
}

// column decides how to use a column other than the label's.
func (c *choices) column(column data.ColumnSummary, rows int) {
	c.names[column.Key] = column.Name
	identity := suspected(column, data.SuspectGroup)
	switch {
	case (heuristics.FoldName(column.Name) || heuristics.PartName(column.Name)) && column.Counted && column.Distinct <= heuristics.MostParts:
		c.division(column)
		return
	case c.group == "" && (identity || heuristics.GroupName(column.Name)) && column.Distinct >= 2:
		if !c.groups(column, rows) {
			return
		}
	case identity:
		c.leaveOut(column.Key, "it looks like an identity that repeats")
		return
	}
	for _, r := range column.Remarks {
		c.remarked(column, r, rows)
	}
}

// remarked decides what a remark on a column says of its use.
func (c *choices) remarked(column data.ColumnSummary, r data.Remark, rows int) {
	switch r.What {
	case data.SuspectDate:
		c.dates(column)
	case data.SuspectCode:
		if !column.Counted || heuristics.Identifier(column.Distinct, rows-column.Missing) {
			c.leaveOut(column.Key, "its values look like codes, and most are different")
		} else {
			c.category(column, r)
		}
	case data.SuspectRounded:
		if heuristics.ManyLevels(column.Distinct) || heuristics.Identifier(column.Distinct, rows-column.Missing) {
			c.leaveOut(column.Key, r.Finding)
		} else {
			c.category(column, r)
		}
	case data.SuspectWeight:
		if c.counts {
			c.leaveOut(column.Key, r.Finding)
		}
	case data.SuspectSigned:
		if r.Refused {
			c.leaveOut(column.Key, r.Finding+": write all values with the same sign")
		}
	case data.SuspectUnit:
		if r.Refused {
			c.leaveOut(column.Key, r.Finding+", which not all columns allow to be read")
		}
	case data.SuspectNumeric:
		c.leaveOut(column.Key, r.Finding+": write all numbers of the table the same way")
	case data.SuspectTime, data.SuspectIdentifier, data.SuspectRowNumber, data.SuspectConstant, data.SuspectEmpty, data.SuspectHuge:
		c.leaveOut(column.Key, r.Finding)
	case data.SuspectMixed:
		c.mixed(column, r, rows)
	case data.SuspectInfinite:
		if column.Kind == data.CategoryColumn {
			c.category(column, r)
		}
	}
}

// suspected says whether a column has a remark of a kind.
func suspected(column data.ColumnSummary, what data.Suspicion) bool {
	return slices.ContainsFunc(column.Remarks, func(r data.Remark) bool { return r.What == what })
}

// ofCounts says whether a table looks like one of counts: all columns are categories, or numbers with
// at most ten values, except a column that may say how many rows a row stands for.
func ofCounts(s *data.Summary) bool {
	return !slices.ContainsFunc(s.Columns, func(column data.ColumnSummary) bool {
		return column.Kind == data.NumberColumn && column.Distinct > 10 && !suspected(column, data.SuspectWeight)
	})
}

// division decides how to use a column that says in which fold a row is, or whether it is for training or for tests.
func (c *choices) division(column data.ColumnSummary) {
	if heuristics.FoldName(column.Name) && c.group == "" && column.Missing == 0 && column.Distinct >= 2 {
		c.group, c.ownFolds = column.Key, column.Distinct
		return
	}
	c.leaveOut(column.Key, "by its name it says which rows are for training: to keep that division, put the test rows into a file of their own (test_file)")
}

// groups decides how to use a column whose name is that of a column of groups, and says whether
// it may still be an attribute.
func (c *choices) groups(column data.ColumnSummary, rows int) bool {
	switch {
	case !column.Repeats && (!column.Counted || column.Distinct >= rows-column.Missing):
		c.leaveOut(column.Key, "each of its values occurs once")
	case column.Missing > 0:
		c.lacking = cmp.Or(c.lacking, &column)
		c.leaveOut(column.Key, "it says which rows belong together, but not for all rows")
	case column.Distinct >= heuristics.LeastGroups:
		c.group = column.Key
	default:
		c.few, c.fewGroups = column.Key, column.Distinct
		return true
	}
	return false
}

// dates decides how to use a column of dates: rows are split in its order if all of them have a date, unless it is
// one of birth.
func (c *choices) dates(column data.ColumnSummary) {
	if heuristics.Birth(column.Name) {
		c.leaveOut(column.Key, "it looks like a date of birth: write the age as a number to use it")
		return
	}
	switch {
	case column.Distinct < 10:
	case column.Missing > 0 || !column.Dates:
		c.undated = cmp.Or(c.undated, &column)
	case c.time == "":
		c.time = column.Key
	}
	c.leaveOut(column.Key, "it looks like a date")
}

// category makes a column a category because of what a remark found.
func (c *choices) category(column data.ColumnSummary, r data.Remark) {
	if slices.Contains(c.drop, column.Key) {
		return
	}
	if !slices.Contains(c.categorical, column.Key) {
		c.categorical = append(c.categorical, column.Key)
	}
	c.why[column.Key] = r.Finding
}

func (c *choices) leaveOut(key, why string) {
	if !slices.Contains(c.drop, key) {
		c.drop = append(c.drop, key)
	}
	c.categorical = slices.DeleteFunc(c.categorical, func(other string) bool { return other == key })
	c.why[key] = why
}

// learnsFrom says whether a column becomes an attribute.
func (c *choices) learnsFrom(column data.ColumnSummary) bool {
	return column.Kind != data.LabelColumn && column.Key != c.group && !slices.Contains(c.drop, column.Key)
}

// nothingLeft says why each column was left out.
func (c *choices) nothingLeft() error {
	var why []string
	for _, key := range c.drop {
		why = append(why, key+" ("+c.why[key]+")")
	}
	return errors.New("there is no column to learn from: " + strings.Join(why, ", "))
}

// shown is the name of a column in a message, or its place if it has no name.
func (c *choices) shown(key string) string {
	if c.names[key] == "" {
		return "column " + key
	}
	return data.Shown(c.names[key])
}
