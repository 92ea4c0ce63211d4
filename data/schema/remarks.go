package schema

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gpcbench/data"
	"gpcbench/data/heuristics"
	"gpcbench/data/read"
)

// columnRemarks tells what column j may be instead of what it is read as.
func (s *Schema) columnRemarks(j int) []data.Remark {
	c := &s.Columns[j]
	var out []data.Remark
	if f := c.Missing; f.Times > 0 && s.format.Missing == "" {
		advice := "missing = \"drop-row\" or \"mean\" says what to do about it"
		if s.format.Own && f.Text != "" && c.Texts.Times > 0 {
			advice += "; if it is a category, missing_values = [] has empty fields alone count as missing"
		}
		out = append(out, f.remark(data.SuspectMissing, true, fmt.Sprintf("the value is missing (%q)", f.Text), advice))
	}
	if f := c.Infinite; f.Times > 0 && (s.format.Missing == "" || c.Texts.Times > 0) {
		advice := "correct it, or say missing = \"drop-row\" or \"mean\", with which it counts as missing"
		if c.Texts.Times > 0 {
			advice = fmt.Sprintf("say categorical = [%s] if it is a category", s.columnKey(j))
		}
		out = append(out, f.remark(data.SuspectInfinite, true, fmt.Sprintf("the value %q is beyond all numbers", f.Text), advice))
	}
	if f := c.Huge; f.Times > 0 {
		advice := "divide the column by a power of ten"
		if s.Label >= 0 {
			advice += fmt.Sprintf(", or drop = [%s] leaves it out", s.columnKey(j))
		}
		out = append(out, f.remark(data.SuspectHuge, true, fmt.Sprintf("the value %q %s", f.Text, heuristics.HugeIs), advice))
	}
	switch {
	case c.Numbers.Times > 0 && c.Texts.Times > 0:
		out = append(out, s.mixedRemark(j))
	case c.Signs.Times > 0:
		out = append(out, c.Signs.remark(data.SuspectSigned, true, fmt.Sprintf("the value %q stands in a column whose first number is %q", c.Signs.Text, c.Numbers.Text),
			fmt.Sprintf("write all with the same sign, or say categorical = [%s] if it is a category", s.columnKey(j))))
	case c.Others.Times > 0:
		out = append(out, c.Others.remark(data.SuspectIdentifier, true, fmt.Sprintf("there are more than %d different texts", maxLevels),
			fmt.Sprintf("this is not a category; drop = [%s] leaves the column out", s.columnKey(j))))
	case c.Known == 0 && c.Texts.Times == 0 && s.used() > 0:
		out = append(out, data.Remark{What: data.SuspectEmpty, Refused: true, Finding: "there is no value in any training row", Advice: "take the column out" + s.dropHint(j)})
	case c.Texts.Times > 0 && !c.Declared && s.format.Own:
		out = append(out, s.textRemarks(j)...)
	}
	if s.format.Own {
		out = append(out, s.roundedRemarks(j)...)
		out = append(out, s.plainRemarks(j)...)
	}
	return out
}

// dropHint says how a user's column is taken out.
func (s *Schema) dropHint(j int) string {
	if !s.format.Own || s.Label < 0 {
		return ""
	}
	return fmt.Sprintf(", drop = [%s]", s.columnKey(j))
}

// mixedRemark is that of a column of numbers and texts, about the first that is unlike
// those before.
func (s *Schema) mixedRemark(j int) data.Remark {
	c := &s.Columns[j]
	share := fmt.Sprintf("(%d of %d values are numbers)", c.Numbers.Times, c.Numbers.Times+c.Texts.Times)
	advice := fmt.Sprintf("say categorical = [%s] if it is a category", s.columnKey(j))
	if !s.format.Own {
		advice = "list the column as categorical if it is one"
	}
	switch {
	case c.Numbers.before(c.Texts):
		if s.format.Own {
			advice += fmt.Sprintf(", list %q in missing_values if it stands for a missing value", c.Texts.Text)
		}
		return data.Remark{What: data.SuspectMixed, Refused: true, File: c.Texts.File, Line: c.Texts.Line, Advice: advice,
			Finding: fmt.Sprintf("the text %q stands in a column that has numbers in the rows before %s", c.Texts.Text, share)}
	case c.Numbers.Line == 2 && c.Texts.Line == 1 && s.format.Kind == "delimited" && !s.format.Header:
		return data.Remark{What: data.SuspectHeader, Refused: true, File: c.Numbers.File, Line: 2,
			Finding: fmt.Sprintf("the number %s stands below a text", c.Numbers.Text), Advice: "say header = true if the first line names the columns, or list the column as categorical"}
	}
	return data.Remark{What: data.SuspectMixed, Refused: true, File: c.Numbers.File, Line: c.Numbers.Line, Advice: advice,
		Finding: fmt.Sprintf("the number %s stands in a column that has texts in the rows before, first %q %s", c.Numbers.Text, c.Texts.Text, share)}
}

// textRemarks tells what a column of texts may be instead of a category.
func (s *Schema) textRemarks(j int) []data.Remark {
	c := &s.Columns[j]
	texts := slices.Sorted(maps.Keys(c.Count))
	most := func(is func(string) bool) bool { // at least nine of ten
		n := 0
		for _, text := range texts {
			if is(text) {
				n++
			}
		}
		return 10*n >= 9*len(texts)
	}
	key := s.columnKey(j)
	leave := fmt.Sprintf("drop = [%s] leaves the column out, categorical = [%s] makes an attribute of each of its %d texts", key, key, len(texts))
	remark := func(what data.Suspicion, finding string, advice string) []data.Remark {
		return []data.Remark{{What: what, Refused: true, Finding: fmt.Sprintf(finding, texts[len(texts)-1]), Advice: advice}}
	}
	switch {
	case most(heuristics.Date):
		return remark(data.SuspectDate, "values such as %q look like dates", leave)
	case most(heuristics.Time):
		return remark(data.SuspectTime, "values such as %q look like times of day", leave)
	case most(heuristics.Hex):
		return remark(data.SuspectNumeric, "values such as %q look like hexadecimal numbers", "write them as decimal numbers; "+leave)
	case most(func(text string) bool { return read.IsAnyNumber([]byte(text)) }):
		return remark(data.SuspectNumeric, "values such as %q look like numbers with a comma or another sign in them",
			"decimal = \",\" says that decimals stand behind a comma, thousands = \",\" that thousands do (any sign may be stated); "+leave)
	case heuristics.Identifier(len(texts), c.Texts.Times):
		return remark(data.SuspectIdentifier, fmt.Sprintf("%d of %s are different, such as %%q", len(texts), read.Count(c.Texts.Times, "value")), "this names rows and is no category; "+leave)
	case heuristics.ManyLevels(len(texts)):
		return []data.Remark{{What: data.SuspectManyLevels, Finding: "each of very many texts becomes an attribute", Advice: fmt.Sprintf("there are %d; drop = [%s] leaves the column out, categorical = [%s] says that it is a category", len(texts), key, key)}}
	}
	return nil
}

// roundedRemarks tells of whole numbers that are read as others.
func (s *Schema) roundedRemarks(j int) []data.Remark {
	f := s.Columns[j].Rounded
	if f.Times == 0 {
		return nil
	}
	v, _, _ := s.parseNumber([]byte(f.Text))
	key := s.columnKey(j)
	return []data.Remark{f.remark(data.SuspectRounded, false,
		fmt.Sprintf("the value %q is read as %.0f, for whole numbers of more than 15 digits are not all told apart", f.Text, v),
		fmt.Sprintf("categorical = [%s] tells them apart if they are codes, drop = [%s] leaves the column out", key, key))}
}

// plainRemarks are those on columns that are used all the same.
func (s *Schema) plainRemarks(j int) []data.Remark {
	c := &s.Columns[j]
	rows := s.used()
	numbers := c.Numbers.Times
	constant := numbers == rows && heuristics.Same(c.Low, c.High) || c.Texts.Times == rows && len(c.Count) == 1
	switch {
	case rows < 2 || numbers > 0 && c.Texts.Times > 0:
	case constant && c.Low < c.High:
		return []data.Remark{{What: data.SuspectConstant, Finding: "the values are so close together that they count as the same", Advice: "multiply the column by a power of ten if it tells something" + s.dropHint(j)}}
	case constant:
		return []data.Remark{{What: data.SuspectConstant, Finding: "all values are the same", Advice: "the column tells nothing" + s.dropHint(j)}}
	case heuristics.RowNumbers(c.Steps, numbers), heuristics.IdentifierName(c.Name) && c.whole() && heuristics.Identifier(len(c.Values), numbers) && len(c.Values) == min(numbers, maxLevels):
		return []data.Remark{{What: data.SuspectRowNumber, Finding: "the column numbers the rows", Advice: "it is used as an attribute; leave it out if it is only a number" + s.dropHint(j)}}
	}
	return nil
}

// whole says whether all numbers of the column are whole, as far as they were kept.
func (c *Column) whole() bool {
	for v := range c.Values {
		if v != math.Trunc(v) {
			return false
		}
	}
	return true
}
