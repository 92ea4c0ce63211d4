package plan

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/methods/role"
)

// KeepsPredictions says whether a run keeps predictions beside the records, which it may be
// asked for. With a reference it keeps them anyway.
func (p *Plan) KeepsPredictions(asked bool) bool { return asked || p.Spec.Reference != "" }

// PredictionsPath returns the file that predictions of a cell are written to.
func (p *Plan) PredictionsPath(cell string) string { return predictionFiles(p.Folder, cell)[0] }

// LogPath returns the file that the log of a cell's program is written to, "" for methods of this program.
func (p *Plan) LogPath(c *Cell) string {
	if role.Of[c.Method] != role.Outside {
		return ""
	}
	return filepath.Join(p.Folder, "logs", c.ID+".log")
}

// Inputs is the folder that the files of programs are found from.
func (p *Plan) Inputs() string { return inputsOf(p.Spec) }

// inputsOf is the folder that the files of a specification's programs are found from.
func inputsOf(s *spec.Spec) string {
	if s.Dir == "" {
		return ""
	}
	if dir, err := filepath.Abs(s.Dir); err == nil {
		return dir
	}
	return s.Dir
}

// predictionFiles returns the files that predictions of a cell may be in: as they are written, and
// as one may pack them to keep them.
func predictionFiles(folder, cell string) []string {
	stem := filepath.Join(folder, "predictions", cell)
	return []string{stem + ".csv", stem + ".csv.gz"}
}

// Predictions opens the predictions that were kept of a cell in a plan's folder, as CSV in the file of
// that path. The error is fs.ErrNotExist if there are none.
func Predictions(folder, cell string) (file io.ReadCloser, path string, err error) {
	for _, path := range predictionFiles(folder, cell) {
		file, err = record.Open(path)
		if !errors.Is(err, fs.ErrNotExist) {
			return file, path, err
		}
	}
	return nil, "", fmt.Errorf("predictions of cell %s: %w", cell, fs.ErrNotExist)
}

// Again says of how many cells there are results that ToRun has made again, since files that are
// kept beside their records are not there, and what these files are.
func (p *Plan) Again(predictions bool) (cells int, files string) {
	left, _ := p.ToRun(p.Cells, predictions)
	for _, c := range left {
		if p.records.IsOK(c.ID) {
			cells++
		}
	}
	switch {
	case p.KeepsPredictions(predictions) && p.Spec.Map:
		files = "predictions or maps"
	case p.Spec.Map:
		files = "maps"
	default:
		files = "predictions"
	}
	return cells, files
}

// IsDone says whether there is all of a cell that a run would leave: its record, and the files
// beside it unless nothing can bring them.
func (p *Plan) IsDone(c *Cell, predictions bool) bool {
	return p.records.IsOK(c.ID) && (c.noData || !p.lacksFiles(c, predictions))
}

// lacksFiles says whether a cell has to be run for what is kept beside its
// record: its predictions, compressed or not, and its map.
func (p *Plan) lacksFiles(c *Cell, predictions bool) bool {
	lacks := func(paths ...string) bool {
		return !slices.ContainsFunc(paths, func(path string) bool { _, err := os.Stat(path); return err == nil })
	}
	return p.KeepsPredictions(predictions) && lacks(predictionFiles(p.Folder, c.ID)...) || p.Spec.Map && role.Of[c.Method] != role.Imported && lacks(record.MapPath(p.Folder, c.ID))
}
