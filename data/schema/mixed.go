package schema

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
)

// mixedRemark returns the remark on a column of numbers and texts, about the first value that
// differs from those before. In a column of numbers a measured value is a better example than a
// word.
func (s *Schema) mixedRemark(j int) data.Remark {
	c := &s.Columns[j]
	share := fmt.Sprintf("(%d of %d values are numbers)", c.Numbers.Times, c.Numbers.Times+c.Texts.Times)
	advice := fmt.Sprintf("say categorical = [%s] if it is a category", s.columnKey(j))
	if !s.format.Own {
		advice = "list the column as categorical if it is one"
	}
	text := c.Texts
	if s.format.Own && c.Measured.Times > 0 && c.Numbers.Times >= c.Texts.Times {
		text = c.Measured
	}
	style := s.otherStyle(j)
	keys, other := data.NumberKeys(style.Decimal, style.Thousands), s.writtenOtherwise(j)
	oddOne, numbers := c.odd()
	switch {
	case keys != "":
		advice = keys + " reads all its values as numbers; " + advice
	case other != "":
		advice = fmt.Sprintf("%s is %s: write all alike, or %s", inQuotes(text.Text), other, advice)
	}
	switch {
	case c.isUnit() && s.hasUnits():
		return data.Remark{What: data.SuspectUnits, Refused: true, File: c.Texts.File, Line: c.Texts.Line,
			Finding: fmt.Sprintf("the first row has the text %q, as other columns have texts, but all rows below it have numbers", c.Texts.Text), Advice: fmt.Sprintf("remove the row from the file if it has units or names, or list %q in also_missing if it stands for a missing value", c.Texts.Text)}
	case c.Numbers.Line == 2 && c.Texts.Line == 1 && s.format.Kind == catalogue.Delimited && !s.format.Header:
		return data.Remark{What: data.SuspectHeader, Refused: true, File: c.Numbers.File, Line: 2,
			Finding: fmt.Sprintf("the number %s is below a text", c.Numbers.Text), Advice: "say header = true if the first line names the columns, or list the column as categorical"}
	case s.format.Own && oddOne != "":
		return oddRemark(data.SuspectMixed, oddOne, numbers, c.Numbers.Times+c.Texts.Times, advice)
	case c.Numbers.before(text):
		if s.format.Own && keys == "" && other == "" && data.Shortened(text.Text) == text.Text {
			advice += fmt.Sprintf(", or list %q in also_missing if it stands for a missing value", text.Text)
		}
		return data.Remark{What: data.SuspectMixed, Refused: true, File: text.File, Line: text.Line, Advice: advice,
			Finding: fmt.Sprintf("the text %s is in a column that has numbers in earlier rows %s", inQuotes(text.Text), share)}
	}
	return data.Remark{What: data.SuspectMixed, Refused: true, File: c.Numbers.File, Line: c.Numbers.Line, Advice: advice,
		Finding: fmt.Sprintf("the number %s is in a column that has texts in earlier rows, first %s %s", c.Numbers.Text, inQuotes(text.Text), share)}
}

// odd returns a text that is a number in no notation, in a column where other texts are numbers in one and most values
// are numbers, and how many are: (12.50), which means -12.50 to accountants, beside "1,234.50", which would be a
// number without it. It is "" in other columns.
func (c *Column) odd() (text string, numbers int) {
	numbers = c.Numbers.Times
	for of, rows := range c.Count {
		switch {
		case read.IsAnyNumber([]byte(of)):
			numbers += rows
		case text == "" || of < text:
			text = of
		}
	}
	if numbers == c.Numbers.Times || 2*numbers < c.Numbers.Times+c.Texts.Times {
		return "", 0
	}
	return text, numbers
}

// oddRemark is the remark on a text that is odd.
func oddRemark(what data.Suspicion, text string, numbers, values int, advice string) data.Remark {
	return data.Remark{What: what, Refused: true, Advice: fmt.Sprintf("write %s and the like as numbers, or %s", inQuotes(text), advice),
		Finding: fmt.Sprintf("the text %s is among numbers (%d of %d values are numbers)", inQuotes(text), numbers, values)}
}

// isUnit says whether a column has a text in its first row, and only numbers below.
func (c *Column) isUnit() bool {
	return !c.Skip && c.Texts.Times == 1 && c.Numbers.Times > 1 && c.Texts.before(c.Numbers)
}

// hasUnits says whether the first row below the header of a user's table looks like a row of units:
// several columns have a text there and only numbers below, or one and the label has a class of its own there, and none
// has a number there.
func (s *Schema) hasUnits() bool {
	if !s.format.Own || !s.Named || s.format.Kind != catalogue.Delimited {
		return false
	}
	units, line := 0, 0
	for j := range s.Columns {
		if c := &s.Columns[j]; c.isUnit() && (units == 0 || c.Texts.Line == line) {
			units, line = units+1, c.Texts.Line
		}
	}
	for _, l := range s.Labels {
		if l.Line == line && l.Train+l.Test == 1 && !read.IsAnyNumber([]byte(l.Text)) {
			units++
		}
	}
	return units > 1 && !slices.ContainsFunc(s.Columns, func(c Column) bool {
		return !c.Skip && c.Numbers.Times > 0 && c.Numbers.Part == 0 && c.Numbers.Line <= line
	})
}

// words returns the words that stand for a missing value in a column of numbers, with their rows,
// or nil if its texts are something else.
func (c *Column) words() []data.ClassCount {
	if !heuristics.Stray(slices.Collect(maps.Keys(c.Count)), c.Texts.Times, c.Numbers.Times) {
		return nil
	}
	return rowsOf(c.Count)
}

// writtenOtherwise says how the texts of a column of a user's table are written, if they are
// numbers in another style than the table's; it is "" if not all are numbers.
func (s *Schema) writtenOtherwise(j int) string {
	c := &s.Columns[j]
	if !s.format.Own || s.format.Kind != catalogue.Delimited || c.Others.Times > 0 {
		return ""
	}
	style, ok := read.StyleOf(slices.Collect(maps.Keys(c.Count)))
	here, there, where := cmp.Or(s.numbers.Decimal, "."), cmp.Or(style.Decimal, "."), "before decimals"
	if here == there {
		here, there, where = s.numbers.Thousands, style.Thousands, "between thousands"
	}
	if !ok || here == there {
		return ""
	}
	sign := func(sign string) string {
		if sign == "" {
			return "nothing"
		}
		return strconv.Quote(sign)
	}
	return fmt.Sprintf("a number with %s %s, where the numbers of the table have %s", sign(there), where, sign(here))
}

// otherStyle returns the style in which all values of a user's column of numbers and texts are
// numbers, the zero value if there is none.
func (s *Schema) otherStyle(j int) read.Numbers {
	c := &s.Columns[j]
	if !s.format.Own || s.format.Kind != catalogue.Delimited || c.Others.Times > 0 {
		return read.Numbers{}
	}
	style, _ := read.OtherStyle(slices.Collect(maps.Keys(c.Count)), slices.Collect(maps.Values(c.Values)), s.numbers, s.format.Separator == ",")
	return style
}
