package draft

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/data/heuristics"
)

// mixed decides how to use a column of numbers and texts. Words in a column of numbers stand for missing
// values. Otherwise it is a category if it has few different values, or if most are texts that may be
// levels, and it is left out if it is a measurement or identifies rows.
func (c *choices) mixed(column data.ColumnSummary, r data.Remark, rows int) {
	class := slices.IndexFunc(column.Words, func(word data.ClassCount) bool { return slices.Contains(c.classes, word.Name) })
	switch {
	case class >= 0:
		c.leaveOut(column.Key, fmt.Sprintf("%s stands for a missing value there, and is a class", data.Quoted(column.Words[class].Name)))
	case len(column.Words) > 0:
		c.wordsAreMissing(column, r)
	case column.Kind == data.NumberColumn && !heuristics.FewValues(column.Levels):
		c.leaveOut(column.Key, r.Finding+": "+numbersAlike(column))
	case heuristics.Identifier(column.Levels, rows-column.Missing) || heuristics.ManyLevels(column.Levels):
		c.leaveOut(column.Key, fmt.Sprintf("%s, and %d are different", r.Finding, column.Levels))
	default:
		c.category(column, r)
	}
}

// numbersAlike says what to do about a column of numbers that has texts.
func numbersAlike(column data.ColumnSummary) string {
	if keys := data.NumberKeys(column.Decimal, column.Thousands); keys != "" {
		return keys + " reads them as numbers, but not those of all other columns: write all the same way"
	}
	return "write all its values as numbers"
}

// wordsAreMissing treats words in a column of numbers as missing values.
func (c *choices) wordsAreMissing(column data.ColumnSummary, r data.Remark) {
	for _, word := range column.Words {
		if !slices.Contains(c.alsoMissing, word.Name) {
			c.alsoMissing = append(c.alsoMissing, word.Name)
		}
	}
	c.whyMissing = append(c.whyMissing, column.Key+": "+r.Finding)
	c.missing = cmp.Or(c.missing, "mean")
}

// missing says how many values of a column are missing, and which words stand for how many of them;
// "" if none is missing.
func missing(column data.ColumnSummary) string {
	count := column.Missing
	var words []string
	for _, word := range column.Words {
		count += word.Rows
	}
	for _, word := range slices.Concat(column.Blanks, column.Words) {
		words = append(words, fmt.Sprintf("%s in %d", data.Quoted(word.Name), word.Rows))
	}
	if count == 0 {
		return ""
	}
	text := fmt.Sprint(count)
	for _, r := range column.Remarks {
		if r.What == data.SuspectInfinite {
			text += "; " + r.Finding
		}
	}
	if first, more := data.Few(words); len(first) > 0 {
		text += "; " + strings.Join(first, ", ") + more
	}
	return text
}
