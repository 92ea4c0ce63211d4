package work

import (
	"sync"

	"gpcbench/data"
	"gpcbench/data/loader"
	"gpcbench/harness/rows"
	"gpcbench/methods/role"
)

// original is a user's table that also gives rows as written in the file. The file is read when they are first
// asked for.
type original struct {
	data.Table
	columns []data.OriginalColumn
	read    func() [][]string
}

// keepOriginal gives an external program access to the original columns of a user's own table.
func (p *prepared) keepOriginal(name string, src rows.Source) {
	ds := p.dataset
	if role.Of[name] != role.Outside || src.File == "" || ds.Summary == nil {
		return
	}
	o := &original{Table: ds.Table}
	for _, c := range ds.Summary.Columns {
		if c.Kind == data.NumberColumn || c.Kind == data.CategoryColumn {
			o.columns = append(o.columns, data.OriginalColumn{Name: c.Name, Category: c.Kind == data.CategoryColumn})
		}
	}
	o.read = sync.OnceValue(func() [][]string {
		columns, fields, err := loader.Original(src.UserTable)
		if err == nil && (len(fields) != ds.Len() || len(columns) != len(o.columns)) {
			err = data.ErrChanged
		}
		if err != nil {
			data.FailRead(err)
		}
		return fields
	})
	ds.Table = o
	p.train, p.test = data.NewExamples(ds, p.split.Train, nil), data.NewExamples(ds, p.split.Test, nil)
}

// Columns returns the columns of the file from which inputs are made.
func (o *original) Columns() []data.OriginalColumn { return o.columns }

// Fields returns the text of each of these columns in a row.
func (o *original) Fields(row int) []string { return o.read()[row] }
