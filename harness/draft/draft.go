package draft

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpcbench/data"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
	"gpcbench/wording"
)

// choices are what a specification says of a table.
type choices struct {
	drop, categorical []string // keys of columns
	why               map[string]string
	missing           string   // "" where no value is missing
	missingValues     []string // texts that stand for a missing value; nil: the default ones
	whyMissing        []string // why these
	filled            []string // columns whose missing values are filled in, with how many these are
	group, time       string   // keys of columns that a split goes by
	few               string   // key of a column of groups that are too few to split by
	fewGroups         int
	lacking           *data.ColumnSummary // column of groups that some rows lack; nil: none
	undated           *data.ColumnSummary // column of dates that not all rows have; nil: none
	names             map[string]string   // of these columns
	holdout           bool                // every repeat trains on the only row of a class
	classes           []string            // their names
	smallest          int                 // rows of the smallest class
	used              int                 // columns that become attributes
	counts            bool                // the table looks like one of counts
}

// Draft is a specification for a table.
type Draft struct {
	// Text writes it, where a repeat trains on at least so many rows.
	Text   func(rows int) string
	Split  string // how rows are divided, in words
	Remark string // what a user should know of it, "" if nothing
	// Done is what becomes of columns and values that look like something else, in words.
	Done []string
}

// Said is what a specification says of a table whatever is in it.
type Said struct {
	Name          string             // of the experiment, empty for that of its file
	File          string             // the table, relative to the specification
	Label         string             // key of the label column, empty for the last
	MissingValues []string           // texts that stand for a missing value, nil for the default ones
	Class         string             // a text that is none of these, for it is a class
	Classes       string             // why all labels are classes though they look like something else, "" where they do not
	Repeated      []string           // keys of columns that are left out for the name of another
	Unclear       *read.UnclearError // columns that are left out since nothing tells how their numbers are written; nil: none
	Header        bool               // the first line names the columns, which is not found out by itself
	Raced         bool               // the methods are those of a race, of which those that are beaten are dropped early
}

// Specifications drafts specifications for a table, the best first: whether the rows can be
// divided so is for a plan to say. The error says that no column is left to learn from.
func Specifications(said Said, s *data.Summary) ([]Draft, error) {
	c := choose(said, s)
	if c.used == 0 && s.Label >= 0 {
		return nil, c.nothingLeft()
	}
	drafts := []Draft{c.draft(said, s, "")}
	var remarks []string
	if by := cmp.Or(c.group, c.time); by != "" {
		c.group, c.time = "", ""
		c.leaveOut(by, "a split by it has training rows that the methods cannot learn from")
		remarks = append(remarks, "column "+by+" is left out: "+c.why[by])
		drafts = append(drafts, c.draft(said, s, remarks[0]))
	}
	if c.smallest == 1 {
		c.holdout = true
		remarks = append(remarks, "a class has a single row: every repeat trains on it, and none tests it")
		drafts = append(drafts, c.draft(said, s, strings.Join(remarks, "; ")))
	}
	return drafts, nil
}

// draft is the draft of choices as they are now.
func (c choices) draft(said Said, s *data.Summary, remark string) Draft {
	return Draft{func(rows int) string { return c.text(said, s, rows) }, c.splitWords(s), remark, c.done()}
}

// done says what becomes of columns and values.
func (c *choices) done() (out []string) {
	list := func(what string, keys []string) {
		var parts []string
		for _, key := range keys {
			parts = append(parts, fmt.Sprintf("%s (%s)", c.shown(key), c.why[key]))
		}
		if len(parts) > 0 {
			first, more := data.Few(parts)
			out = append(out, what+" "+strings.Join(first, ", ")+more)
		}
	}
	list("left out:", c.drop)
	list("categories:", slices.DeleteFunc(slices.Clone(c.categorical), func(key string) bool { return c.names[key] == "" }))
	if c.missing != "" {
		text := "missing values are the mean of their column"
		if first, more := data.Few(c.filled); len(first) > 0 {
			text += ": " + strings.Join(first, ", ") + more
		}
		out = append(out, text)
	}
	return out
}

// text is the specification that choices make, where a repeat trains on at least so many rows.
func (c *choices) text(said Said, s *data.Summary, rows int) string {
	var b strings.Builder
	for _, line := range Summary(s, false) {
		b.WriteString("# " + line + "\n")
	}
	b.WriteString("\n[experiment]\n")
	if said.Name != "" {
		fmt.Fprintf(&b, "name = %s\n", data.Quoted(said.Name))
	}
	fmt.Fprintf(&b, "title = %s\n%s\n", data.Quoted("Which classifier for "+filepath.Base(said.File)+"?"), c.split(s))
	fmt.Fprintf(&b, "\n[[dataset]]\nfile = %s\n", data.Quoted(filepath.ToSlash(said.File)))
	if said.Label != "" {
		fmt.Fprintf(&b, "label = %s\n", said.Label)
	}
	if said.Header {
		b.WriteString("header = true                # numbers stand below its texts\n")
	}
	for _, sign := range []struct{ key, value string }{{"decimal", s.Decimal}, {"thousands", s.Thousands}} {
		if sign.value != "" {
			fmt.Fprintf(&b, "%s = %s\n", sign.key, data.Quoted(sign.value))
		}
	}
	if u := said.Unclear; u != nil {
		sign := data.Quoted(u.Sign)
		fmt.Fprintf(&b, "# Values such as %s: say one of these, and take their columns out of drop.\n# decimal = %s\n# thousands = %s\n", data.Quoted(u.Value), sign, sign)
	}
	c.columns(&b)
	if c.group == "" && c.time != "" {
		rows = min(rows, s.Rows/8) // so that the first fold does not have nearly all its rows as inducing inputs
	}
	if said.Raced {
		b.WriteString(c.raced(s, rows))
	} else {
		b.WriteString(methods(s, rows))
	}
	return b.String()
}

// nothingLeft says why each column was left out.
func (c *choices) nothingLeft() error {
	var why []string
	for _, key := range c.drop {
		why = append(why, key+" ("+c.why[key]+")")
	}
	return errors.New("there is no column to learn from: " + strings.Join(why, ", "))
}

// choose decides what becomes of columns that look like something else.
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
		return c // the columns of a LIBSVM file have no names, and all are used
	}
	for j, column := range s.Columns {
		if column.Kind == data.UnusedColumn {
			c.leaveOut(column.Key, said.whyUnused(j, column.Key))
			c.used++ // and taken off with all that are left out
			continue
		}
		if column.Kind == data.LabelColumn {
			if said.Classes != "" {
				c.categorical, c.why[column.Key] = append(c.categorical, column.Key), said.Classes
			}
			continue
		}
		c.used++
		c.column(column, s.Rows)
		if text := missing(column); text != "" && !slices.Contains(c.drop, column.Key) {
			c.filled = append(c.filled, c.shown(column.Key)+" ("+text+")")
		}
	}
	c.used -= len(c.drop)
	if c.group != "" {
		c.used--
	}
	return c
}

// whyUnused says why a column is left out, by its place and key, before it is looked at.
func (said Said) whyUnused(j int, key string) string {
	switch u := said.Unclear; {
	case u != nil && slices.Contains(u.Columns, j):
		return fmt.Sprintf("values such as %s have decimals or thousands, and nothing tells which: the specification has the keys for both", data.Quoted(u.Value))
	case slices.Contains(said.Repeated, key):
		return "another column has its name"
	}
	return "it has no name"
}

// groupFolds is the largest number of folds of a split by groups.
const groupFolds = 5

// column decides what becomes of a column beside the label's.
func (c *choices) column(column data.ColumnSummary, rows int) {
	c.names[column.Key] = column.Name
	identity := suspected(column, data.SuspectGroup)
	switch {
	case c.group == "" && (identity || heuristics.GroupName(column.Name)) && column.Distinct >= 2:
		if !c.groups(column, rows) {
			return
		}
	case identity:
		c.leaveOut(column.Key, "it looks like an identity that repeats")
		return
	}
	for _, r := range column.Remarks {
		switch r.What {
		case data.SuspectDate:
			c.dates(column)
		case data.SuspectCode:
			if heuristics.Identifier(column.Distinct, rows-column.Missing) {
				c.leaveOut(column.Key, r.Finding+", and names rows")
			} else {
				c.category(column, r)
			}
		case data.SuspectWeight:
			if c.counts {
				c.leaveOut(column.Key, r.Finding)
			}
		case data.SuspectNumeric:
			c.leaveOut(column.Key, r.Finding+": write all numbers of the table alike")
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
}

// suspected says whether there is a remark of a kind on a column.
func suspected(column data.ColumnSummary, what data.Suspicion) bool {
	return slices.ContainsFunc(column.Remarks, func(r data.Remark) bool { return r.What == what })
}

// ofCounts says whether a table looks like one of counts: beside a column that may say how many rows
// a row stands for all are categories, or numbers of at most ten values.
func ofCounts(s *data.Summary) bool {
	return !slices.ContainsFunc(s.Columns, func(column data.ColumnSummary) bool {
		return column.Kind == data.NumberColumn && column.Distinct > 10 && !suspected(column, data.SuspectWeight)
	})
}

// groups decides what becomes of a column that is called as one of groups is, and says whether
// it may still be an attribute.
func (c *choices) groups(column data.ColumnSummary, rows int) bool {
	switch {
	case !column.Counted || column.Distinct >= rows-column.Missing:
		c.leaveOut(column.Key, "it says which rows belong together, but none do")
	case column.Missing > 0:
		c.lacking = cmp.Or(c.lacking, &column)
		c.leaveOut(column.Key, "it says which rows belong together, but not of all")
	case column.Distinct >= heuristics.LeastGroups:
		c.group = column.Key
	default:
		c.few, c.fewGroups = column.Key, column.Distinct
		return true
	}
	return false
}

// dates decides what becomes of a column of dates: rows are split in its order if all have one.
func (c *choices) dates(column data.ColumnSummary) {
	switch {
	case column.Distinct < 10:
	case column.Missing > 0 || !column.Dates:
		c.undated = cmp.Or(c.undated, &column)
	case c.time == "":
		c.time = column.Key
	}
	c.leaveOut(column.Key, "it looks like a date")
}

// category has a column be a category, for what a remark found.
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

// split is the line on how rows are divided, and another way as a comment.
func (c *choices) split(s *data.Summary) string {
	if c.group != "" {
		return fmt.Sprintf("# Rows of one %s are on one side: they are likely to be alike.\n%s", c.shown(c.group), byGroup(c.group, groupFolds))
	}
	text := c.splitRows(s)
	for _, u := range c.missedSplits() {
		text += "\n# " + strings.ToUpper(u.why[:1]) + u.why[1:] + "."
		if u.split != "" {
			text += "\n# With missing = \"drop-row\", which leaves rows without a value out:\n# " + u.split
		}
	}
	if c.few != "" {
		folds := min(groupFolds, c.fewGroups)
		text += fmt.Sprintf("\n# To keep all rows of one %s on one side, which makes %d repeats and tells little apart:\n# %s", c.shown(c.few), folds, byGroup(c.few, folds))
	}
	return text
}

// splitWords says how rows are divided.
func (c *choices) splitWords(s *data.Summary) string {
	var text string
	switch {
	case c.group != "":
		text = fmt.Sprintf("rows of one %s stay together, in %d folds", c.shown(c.group), groupFolds)
	case c.time != "":
		text = fmt.Sprintf("in the order of %s, rows are tested after those trained on", c.shown(c.time))
	case c.holdout:
		text = "four fifths of the rows are trained on, drawn ten times"
	default:
		text = fmt.Sprintf("%d folds, each with the classes' shares", folds(s))
	}
	if c.few != "" {
		text += fmt.Sprintf("; rows of one %s may be on both sides", c.shown(c.few))
	}
	for _, u := range c.missedSplits() {
		text += "; " + u.why
	}
	if s.Rows > manyRows {
		text += "; the profile quick runs three of the splits"
	}
	return text
}

// missedSplit is why rows are not split by a column though they are likely to belong together by it,
// or to be in its order, and the split that takes rows without a value to be left out; "" if that
// is not enough.
type missedSplit struct{ why, split string }

// missedSplits returns those that are missed.
func (c *choices) missedSplits() (out []missedSplit) {
	if l := c.lacking; l != nil {
		out = append(out, missedSplit{fmt.Sprintf("rows of one %s may be on both sides: the column lacks %s", c.shown(l.Key), wording.Plural(l.Missing, "value")),
			byGroup(l.Key, min(groupFolds, l.Distinct))})
	}
	switch u := c.undated; {
	case u == nil || c.group != "" || c.time != "":
	case !u.Dates:
		out = append(out, missedSplit{why: fmt.Sprintf("rows are not in the order of %s: not all its values are dates such as 2024-01-31", c.shown(u.Key))})
	default:
		out = append(out, missedSplit{fmt.Sprintf("rows are not in the order of %s: the column lacks %s", c.shown(u.Key), wording.Plural(u.Missing, "value")), byTime(u.Key)})
	}
	return out
}

// shown is the name of a column as a message has it, of one without a name its place.
func (c *choices) shown(key string) string {
	if c.names[key] == "" {
		return "column " + key
	}
	return data.Shown(c.names[key])
}

// byGroup is the key of a split by groups.
func byGroup(key string, folds int) string {
	return fmt.Sprintf("split = { kind = \"group\", column = %s, folds = %d }", quoted(key), folds)
}

// byTime is the key of a split in the order of a column.
func byTime(key string) string {
	return fmt.Sprintf("split = { kind = \"time\", column = %s, folds = 5 }", quoted(key))
}

// splitRows is the line on how rows are divided that belong to no groups.
func (c *choices) splitRows(s *data.Summary) string {
	switch {
	case c.time != "":
		return "# What is tested comes after what is trained on. For rows without an order: kind = \"kfold\".\n" + byTime(c.time)
	case c.holdout:
		return "# Every repeat trains on the only row of a class, and none tests it.\nrepeats = 10\nsplit = { kind = \"holdout\", train = 0.8, stratify = true }"
	}
	return fmt.Sprintf("split = { kind = \"kfold\", folds = %d, stratify = true }", folds(s))
}

// folds is how many there are. A class of fewer rows is tested in some of them, and
// trained on in all.
func folds(s *data.Summary) int {
	if s.Rows > 10000 {
		return 5
	}
	return min(10, s.Rows)
}

// quoted is a key as a text, which a number is then too.
func quoted(key string) string {
	if _, err := strconv.Atoi(key); err == nil {
		return data.Quoted(key)
	}
	return key
}

// columns writes what is said of columns.
func (c *choices) columns(b *strings.Builder) {
	list := func(key string, columns []string) {
		if len(columns) == 0 {
			return
		}
		for _, column := range columns {
			fmt.Fprintf(b, "# %s: %s\n", column, c.why[column])
		}
		fmt.Fprintf(b, "%s = [%s]\n", key, strings.Join(columns, ", "))
	}
	list("drop", slices.DeleteFunc(slices.Clone(c.drop), func(key string) bool { return c.group == "" && key == c.time }))
	list("categorical", c.categorical)
	for _, why := range c.whyMissing {
		b.WriteString("# " + why + "\n")
	}
	if c.missingValues != nil {
		list := make([]string, len(c.missingValues))
		for i, text := range c.missingValues {
			list[i] = data.Quoted(text)
		}
		fmt.Fprintf(b, "missing_values = [%s]\n", strings.Join(list, ", "))
	}
	if c.missing != "" {
		b.WriteString("missing = \"mean\"             # of the column; or \"drop-row\"\n")
	}
}

// manyRows are those above which the profile quick runs three of the splits.
const manyRows = 5000

// methods writes the methods that fit the task, with floors to compare them with. A fold may
// train on as few rows as given.
func methods(s *data.Summary, smallest int) string {
	inducing, auc := max(1, min(inducingInputs(s.Rows), smallest)), ""
	var list methodList
	gp := func(name, label, more string) {
		list.add(name, label, fmt.Sprintf("inducing = %d, kernel = \"se-ard\"%s", inducing, more))
	}
	if len(s.Classes) == 2 {
		auc = `, "auc"`
		gp("xgpc", "X-GPC", "")
		gp("svgp", "SVGPC", "")
	} else {
		gp("scmgpc", "SC-MGPC", `, update = "joint"`)
		list.WriteString(fewerIterations)
		gp("svi-mgpc", "SVI-MGPC", ", iterations = 1000")
	}
	list.WriteString(`
# Two floors: logistic regression, whose penalty is chosen on the training rows, and the
# classes' shares. A method that is not better than these has learnt little.`)
	list.add("logistic", LinearLabel, "inner_folds = 5")
	list.add("majority", SharesLabel, "")
	return list.String() + shown(auc) + fewerSplits(s.Rows)
}

// methodList is the methods of a specification, as they stand in it.
type methodList struct{ strings.Builder }

// add writes a method with its options.
func (l *methodList) add(name, label, options string) {
	fmt.Fprintf(l, "\n[[method]]\nname = %q\nlabel = %q\n", name, label)
	if options != "" {
		fmt.Fprintf(l, "options = { %s }\n", options)
	}
}

// shown writes what a report shows of classes, of two of them with the area under the ROC curve.
func shown(auc string) string {
	return `
[[table]]
metric = ["nll", "error", "balanced_error", "ece"` + auc + `, "seconds"]

[[figure]]
kind = "reliability"
`
}

// fewerSplits has the profile quick run three of the splits of many rows.
func fewerSplits(rows int) string {
	if rows <= manyRows {
		return ""
	}
	return "\n# Without --profile three splits are run; --profile paper runs them all.\n[profile.quick]\nrepeats = 3\n"
}

// fewerIterations says why SVI-MGPC does not run as long as by default.
const fewerIterations = `
# By default it is 3000 iterations. Where classes are easily told apart the later ones take
# minutes and gain next to nothing.`

// inducingInputs is the number M for N rows: about 3 sqrt(N), in tens, at most 300 and half of
// the rows.
func inducingInputs(rows int) int {
	m := 10 * int(math.Round(3*math.Sqrt(float64(rows))/10))
	return max(1, min(max(m, 20), 300, rows/2))
}
