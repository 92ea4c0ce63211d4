package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gpcbench/data/atomicfile"
	"gpcbench/report/format"
)

// writePage writes the page over reports, with the parts on others that the page in dir
// has and that still lie there.
func writePage(dir string, reports []*Report) error {
	file := filepath.Join(dir, pageFile)
	have, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("page over reports: %w", err)
	}
	parts, err := partsOf(reports)
	if err != nil {
		return err
	}
	for _, p := range format.Parts(have) {
		mine := slices.ContainsFunc(reports, func(r *Report) bool { return r.Folder() == p.Facts.Folder() })
		if !mine && lies(dir, p.Facts.Folder()) {
			parts = append(parts, p)
		}
	}
	page, err := format.Page(parts)
	if err != nil {
		return err
	}
	return atomicfile.Write(file, page)
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
