package draft

import (
	"errors"
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/loader"
	"gpcbench/data/read"
)

// otherNumbers inspects a table with the notation of numbers in a column of numbers and texts, if the first
// rows do not show that notation: late decimal commas. Columns that were numbers without it must stay so.
func otherNumbers(table *catalogue.UserTable, s *data.Summary) (*data.Summary, error) {
	for _, column := range s.Columns {
		if column.Decimal == "" && column.Thousands == "" {
			continue
		}
		as := *table
		as.Decimal, as.Thousands = column.Decimal, column.Thousands
		if with, err := readAs(table, as, s); with != s || err != nil {
			return with, err
		}
	}
	return s, nil
}

// withUnits inspects a table with the units behind the numbers of its columns, such as kg in 70 kg.
func withUnits(table *catalogue.UserTable, s *data.Summary) (*data.Summary, error) {
	as := *table
	for _, column := range s.Columns {
		for _, unit := range column.Units {
			if !slices.Contains(as.Units, unit) {
				as.Units = append(as.Units, unit)
			}
		}
	}
	if len(as.Units) == 0 {
		return s, nil
	}
	return readAs(table, as, s)
}

// readAs inspects a table with other keys and keeps these, unless it is then unclear how numbers are written or a
// column of only numbers is none any more.
func readAs(table *catalogue.UserTable, as catalogue.UserTable, s *data.Summary) (*data.Summary, error) {
	with, err := loader.Inspect(as)
	if _, unclear := errors.AsType[*read.UnclearError](err); unclear {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	if !keepsNumbers(s, with) {
		return s, nil
	}
	*table = as
	return with, nil
}

// keepsNumbers says whether every column of only numbers is one in another summary of the table too.
func keepsNumbers(before, after *data.Summary) bool {
	numbers := func(c data.ColumnSummary) bool {
		return c.Kind == data.NumberColumn && !suspected(c, data.SuspectMixed)
	}
	for j, column := range before.Columns {
		if numbers(column) && !numbers(after.Columns[j]) {
			return false
		}
	}
	return true
}
