package plan

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
)

// located adds to an error about a data set the position of the key at fault, if
// the fault lies in the specification.
func (b *builder) located(d spec.Dataset, src rows.Source, err error) error {
	var unknown *catalogue.UnknownError
	var request *data.RequestError
	switch {
	case errors.As(err, &unknown):
		key := "name"
		if d.Set != "" {
			key = "set"
		}
		b.problem(b.plan.Spec.WhereDataset(d, key), "%v", unknown)
		return nil
	case errors.As(err, &request):
		b.problem(b.plan.Spec.WhereDataset(d, cmp.Or(request.Key, "file")), "%v", request)
		return nil
	case rows.IsUnavailable(err):
		return fmt.Errorf("%v: %w", b.plan.Spec.WhereDataset(d, unavailableKey(src, err)), err)
	}
	return err
}

// unavailableKey returns the key of a user's table that names the unavailable
// file.
func unavailableKey(src rows.Source, err error) string {
	var missing *data.UnavailableError
	if src.TestFile != src.File && errors.As(err, &missing) && missing.File == src.TestFile {
		return "test_file"
	}
	return "file"
}

// whyMissing says why data is unavailable.
func whyMissing(err error) string {
	switch {
	case errors.Is(err, data.ErrDamaged):
		return "its file in the cache is damaged"
	case errors.Is(err, rows.ErrNotInCache):
		return "not in the cache"
	}
	return "not in the cache, nor in a mirror"
}

// describe says what is known about a data set; ds is nil if it is unavailable.
func describe(d spec.Dataset, ds *data.Dataset) record.Dataset {
	out := record.Dataset{Name: d.Name, Title: d.Name, Source: d.File}
	if ds != nil {
		out.Available = true
		out.Title = cmp.Or(ds.Title, d.Name)
		out.Rows, out.Attributes, out.Classes = ds.Len(), ds.Dim(), len(ds.ClassNames)
		out.Multilabel = ds.Kind == data.Multilabel
		out.Notes, out.Differs, out.Digest = ds.Notes, ds.Differs, ds.Digest
		out.Own = d.File != ""
		if ds.Summary != nil {
			for _, c := range ds.Summary.Classes {
				out.ClassNames, out.ClassRows = append(out.ClassNames, c.Name), append(out.ClassRows, c.Rows)
			}
		}
	}
	if entry, err := catalogue.Get(d.Catalogued()); err == nil && d.File == "" {
		out.Set = entry.Name
		out.Source = entry.Home
		out.Title, out.Notes, out.Differs, out.Assumed = entry.Title, entry.Notes, entry.Differs, entry.Assumed
		for _, class := range slices.Sorted(maps.Keys(entry.Classes)) {
			out.ClassRows = append(out.ClassRows, entry.Classes[class])
		}
		if ds == nil {
			out.Rows, out.Attributes, out.Classes = entry.Rows, entry.Attributes, max(len(entry.Classes), entry.Labels)
			out.Multilabel = entry.Task == string(data.Multilabel)
		}
	}
	out.Differs = cmp.Or(d.Differs, out.Differs)
	return out
}
