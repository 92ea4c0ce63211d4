package draft

import (
	"fmt"
	"strings"

	"gpcbench/data"
	"gpcbench/wording"
)

// groupFolds is the largest number of folds of a split by groups.
const groupFolds = 5

// manyRows is the number of rows above which the profile quick runs only three of the splits.
const manyRows = 5000

// split is the line on how rows are divided, with another way as a comment.
func (c *choices) split(s *data.Summary) string {
	switch {
	case c.ownFolds > 0:
		return fmt.Sprintf("# The folds of the table: a repeat tests the rows of one value of %s.\n%s", c.shown(c.group), byGroup(c.group, c.ownFolds))
	case c.group != "":
		return fmt.Sprintf("# Rows of one %s stay together, in training or in the test, since they are likely to be alike.\n%s", c.shown(c.group), byGroup(c.group, groupFolds))
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
		text += fmt.Sprintf("\n# To keep all rows of one %s together, which makes only %d repeats and tells methods apart poorly:\n# %s", c.shown(c.few), folds, byGroup(c.few, folds))
	}
	return text
}

// splitRows is the line on how rows are divided if they belong to no groups.
func (c *choices) splitRows(s *data.Summary) string {
	switch {
	case c.time != "":
		return "# Test rows come after training rows. For rows without an order: kind = \"kfold\".\n" + byTime(c.time)
	case c.holdout:
		return "# Every repeat trains on the only row of a class, and none tests it.\nrepeats = 10\nsplit = { kind = \"holdout\", train = 0.8, stratify = true }"
	}
	return fmt.Sprintf("split = { kind = \"kfold\", folds = %d, stratify = true }", folds(s))
}

// splitWords says how rows are divided.
func (c *choices) splitWords(s *data.Summary) string {
	var text string
	switch {
	case c.ownFolds > 0:
		text = fmt.Sprintf("the %d folds that %s says", c.ownFolds, c.shown(c.group))
	case c.group != "":
		text = fmt.Sprintf("rows of one %s stay together, in %d folds", c.shown(c.group), groupFolds)
	case c.time != "":
		text = fmt.Sprintf("test rows come after training rows, in the order of %s", c.shown(c.time))
	case c.holdout:
		text = "training on four fifths of the rows, drawn ten times"
	default:
		text = fmt.Sprintf("%d folds, stratified by class", folds(s))
	}
	if c.few != "" {
		text += fmt.Sprintf("; rows of one %s may be in both training and test", c.shown(c.few))
	}
	for _, u := range c.missedSplits() {
		text += "; " + u.why
	}
	if s.Rows > manyRows {
		text += "; the profile quick runs three of the splits"
	}
	return text
}

// missedSplit says why rows are not split by a column that probably groups or orders them, and which split
// is possible once rows without a value are left out; "" if that is not enough.
type missedSplit struct{ why, split string }

// missedSplits returns the splits that are missed.
func (c *choices) missedSplits() (out []missedSplit) {
	if l := c.lacking; l != nil {
		out = append(out, missedSplit{fmt.Sprintf("rows of one %s may be in both training and test: the column lacks %s", c.shown(l.Key), wording.Plural(l.Missing, "value")),
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

// byGroup is the key split for groups.
func byGroup(key string, folds int) string {
	return fmt.Sprintf("split = { kind = \"group\", column = %s, folds = %d }", quoted(key), folds)
}

// byTime is the key split for the order of a column.
func byTime(key string) string {
	return fmt.Sprintf("split = { kind = \"time\", column = %s, folds = 5 }", quoted(key))
}

// folds is the number of folds. A class with fewer rows is tested in some of them, and
// trained on in all.
func folds(s *data.Summary) int {
	if s.Rows > 10000 {
		return 5
	}
	return min(10, s.Rows)
}
