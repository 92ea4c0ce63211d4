package loader

import (
	"strings"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/convert"
	"gpcbench/data/read"
)

// entrySource sorts the files of an entry into parts.
func entrySource(e catalogue.Entry, find Find) (*convert.Source, error) {
	s := &convert.Source{Name: e.Name, Stem: e.Name, Format: e.Format, Plain: map[string]string{}, Known: map[string][]string{}}
	for _, f := range e.Files {
		if f.Unpacked.SHA256 != "" {
			s.Plain[f.SHA256] = f.Unpacked.SHA256
		}
	}
	locate := func(f catalogue.File) (string, error) {
		path, err := find(f.Folder, f.Name)
		if f.SHA256 != "" {
			s.Known[path] = []string{f.SHA256}
			if f.Unpacked.SHA256 != "" {
				s.Known[path] = append(s.Known[path], f.Unpacked.SHA256)
			}
		}
		return path, err
	}
	if e.Format.Published == "ida" {
		return s, idaParts(s, e, locate)
	}
	sorted := partSorter{Source: s}
	for _, f := range e.Files {
		if f.Role == "doc" || f.Role == "names" {
			continue
		}
		path, err := locate(f)
		if err != nil {
			return nil, err
		}
		if err := sorted.add(f, path); err != nil {
			return nil, err
		}
	}
	return s, sorted.finish()
}

// partSorter sorts the files of an entry by their roles, one after another.
type partSorter struct {
	*convert.Source
	join       string // path of the file joined to all parts
	wantLabels bool   // the next file must hold the labels of the last part
}

// add adds a file.
func (s *partSorter) add(f catalogue.File, path string) error {
	labels := strings.HasSuffix(f.Role, "labels")
	if labels != s.wantLabels && (labels || f.Role != "splits") {
		return data.RequestErrorf(s.Name, "file %s has role %q: images, or inputs, and their labels come in turn", f.Name, f.Role)
	}
	switch {
	case labels:
		s.Parts[len(s.Parts)-1].Labels = path
		s.wantLabels = false
	case f.Role == "splits":
		s.Splits = func(t data.Table) ([][]int, error) { return read.Splits(path, f.Name, t.Len()) }
		s.Also = append(s.Also, path)
	case f.Role == "join":
		if s.Format.Recipe == "" {
			return data.RequestErrorf(s.Name, "a file to join needs a recipe that says how")
		}
		s.join = path
		s.Also = append(s.Also, path)
	case f.Role == "" || f.Role == "images" || strings.HasSuffix(f.Role, "-data"):
		name := f.Name
		if f.Member != "" {
			name += "(" + f.Member + ")"
		}
		s.Parts = append(s.Parts, read.Part{Path: path, Member: f.Member, Name: name, Test: f.Role == "test-data"})
		s.wantLabels = s.Format.LabelsApart()
	default:
		return data.RequestErrorf(s.Name, "file %s has the unknown role %q", f.Name, f.Role)
	}
	return nil
}

// finish adds the joined file to all parts, and returns an error if a file is missing.
func (s *partSorter) finish() error {
	if s.wantLabels {
		return data.RequestErrorf(s.Name, "the last file of rows has no labels")
	}
	if len(s.Parts) == 0 {
		return data.RequestErrorf(s.Name, "the catalogue names no file of rows")
	}
	for i := range s.Parts {
		s.Parts[i].Join = s.join
	}
	return nil
}
