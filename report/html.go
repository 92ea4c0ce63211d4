package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gpcbench/report/format"
)

// allParts returns the parts of the page over reports: theirs, and those on others that the
// page in dir has and that still lie there.
func allParts(dir string, reports []*Report) ([]format.Part, error) {
	have, err := os.ReadFile(filepath.Join(dir, pageFile))
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
