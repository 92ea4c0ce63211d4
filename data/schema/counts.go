package schema

import "gpcbench/data/read"

// seeLabel counts the label of a row.
func (s *Schema) seeLabel(label []byte, p read.Part, line int) error {
	l := s.Labels[string(label)]
	if l == nil {
		if len(s.Labels) == maxLevels {
			return fail(p, line, "there are more than %d different labels: is the label column the right one?", maxLevels)
		}
		l = &Label{Text: string(label), File: p.Name, Line: line}
		s.Labels[l.Text] = l
	}
	if p.Test {
		l.Test++
	} else {
		l.Train++
	}
	return nil
}

// seeCells counts the cells of a row into their columns.
func (s *Schema) seeCells(p read.Part, line int) error {
	for j := range s.cells {
		c, col := &s.cells[j], &s.Columns[j]
		switch {
		case col.Skip, c.missing:
		case c.text != nil:
			if err := s.seeText(c.text, j, p, line); err != nil {
				return err
			}
		case col.Categorical && line == 2 && s.format.Kind == "delimited" && !s.format.Header:
			return s.failIn(j, p, line, "the number %v stands below a text: say header = true if the first line names the columns, or list the column as categorical", c.value)
		case col.Categorical:
			return s.failIn(j, p, line, "the number %v stands in a column that has texts in the rows before; list the column as categorical if it is one", c.value)
		default:
			col.Numbers++
			if !p.Test {
				col.Known++
				col.Sum += c.value
			}
		}
	}
	return nil
}

// seeText counts a text of column j, which is categorical with it.
func (s *Schema) seeText(text []byte, j int, p read.Part, line int) error {
	col := &s.Columns[j]
	if col.Numbers > 0 {
		return s.failIn(j, p, line, "the text %q stands in a column that has numbers in the rows before; list the column as categorical if it is one, leave the field empty if the value is missing", text)
	}
	col.Categorical = true
	if col.Count == nil {
		col.Count = make(map[string]int)
	}
	if _, known := col.Count[string(text)]; !known && len(col.Count) == maxLevels {
		return s.failIn(j, p, line, "there are more than %d different texts: this is not a category; take the column out", maxLevels)
	}
	if p.Test {
		col.Count[string(text)] += 0 // a level, but none of its rows is known
	} else {
		col.Count[string(text)]++
	}
	return nil
}
