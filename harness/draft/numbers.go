package draft

import (
	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/loader"
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
		with, err := loader.Inspect(as)
		if err != nil {
			return nil, err
		}
		if keepsNumbers(s, with) {
			*table = as
			return with, nil
		}
	}
	return s, nil
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
