package report

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"

	"gpcbench/data"
	"gpcbench/report/document"
	"gpcbench/report/format"
	"gpcbench/report/wording"
)

// allParts returns the parts of the page over reports: theirs, and those on others that the
// page in dir has and that still lie there.
func allParts(dir string, reports []*Report) ([]format.Part, error) {
	have, err := data.ReadRegular(filepath.Join(dir, PageFile), data.SmallFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("page over reports: %w", err)
	}
	parts, err := partsOf(reports)
	if err != nil {
		return nil, err
	}
	for _, p := range format.Parts(have) {
		mine := slices.ContainsFunc(reports, func(r *Report) bool { return r.Folder() == p.Facts.Folder() })
		if !mine && lies(dir, p.Facts.Folder()) {
			parts = append(parts, p)
		}
	}
	return parts, nil
}

// allFacts returns what is known of the reports below dir, sorted as [wording.ByFolder] says: of those that the page has no part on
// their names.
func allFacts(dir string, parts []format.Part) ([]document.Facts, error) {
	var out []document.Facts
	for _, p := range parts {
		out = append(out, p.Facts)
	}
	err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != reportFile {
			return err
		}
		folder, err := filepath.Rel(dir, filepath.Dir(file))
		experiment, profile := path.Split(filepath.ToSlash(folder))
		f := document.Facts{Experiment: path.Clean(experiment), Title: path.Clean(experiment), Profile: profile}
		if !slices.ContainsFunc(out, func(o document.Facts) bool { return o.Folder() == f.Folder() }) {
			out = append(out, f)
		}
		return err
	})
	slices.SortFunc(out, func(a, b document.Facts) int { return wording.ByFolder(a.Folder(), b.Folder()) })
	return out, err
}

// partsOf returns the parts of a page that are on reports.
func partsOf(reports []*Report) ([]format.Part, error) {
	var out []format.Part
	for _, r := range reports {
		part, err := format.NewPart(r.chapter)
		if err != nil {
			return nil, err
		}
		out = append(out, part)
	}
	return out, nil
}
