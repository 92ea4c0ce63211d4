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

// KeepsPredictions says whether a run keeps predictions beside the records. It does so if asked
// to, or if the specification has a reference.
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

// Inputs returns the folder that the paths of programs' files are relative to.
func (p *Plan) Inputs() string { return inputsOf(p.Spec) }

// inputsOf returns the folder that the paths of a specification's program files are relative to.
func inputsOf(s *spec.Spec) string {
	if s.Dir == "" {
		return ""
	}
	if dir, err := filepath.Abs(s.Dir); err == nil {
		return dir
	}
	return s.Dir
}

// predictionFiles returns the files that may hold a cell's predictions: as written, and as a user
// may have compressed them for storage.
func predictionFiles(folder, cell string) []string {
	stem := filepath.Join(folder, "predictions", cell)
	return []string{stem + ".csv", stem + ".csv.gz"}
}

// Predictions opens the stored predictions of a cell in a plan's folder. It returns them as CSV, with
// the path of their file. The error is fs.ErrNotExist if there are none.
func Predictions(folder, cell string) (file io.ReadCloser, path string, err error) {
	for _, path := range predictionFiles(folder, cell) {
		file, err = record.Open(path)
		if !errors.Is(err, fs.ErrNotExist) {
			return file, path, err
		}
	}
	return nil, "", fmt.Errorf("predictions of cell %s: %w", cell, fs.ErrNotExist)
}

// Again returns the number of cells with results that ToRun runs again because files beside their
// records are missing, and says which kinds of file those may be.
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

// IsDone says whether everything that a run would leave of a cell exists: its record, and the files
// beside it unless they cannot be made.
func (p *Plan) IsDone(c *Cell, predictions bool) bool {
	return p.records.IsOK(c.ID) && (c.noData || !p.lacksFiles(c, predictions))
}

// lacksFiles says whether a cell must be run because a file beside its record is
// missing: its predictions, compressed or not, or its map.
func (p *Plan) lacksFiles(c *Cell, predictions bool) bool {
	lacks := func(paths ...string) bool {
		return !slices.ContainsFunc(paths, func(path string) bool { _, err := os.Stat(path); return err == nil })
	}
	return p.KeepsPredictions(predictions) && lacks(predictionFiles(p.Folder, c.ID)...) || p.Spec.Map && role.Of[c.Method] != role.Imported && lacks(record.MapPath(p.Folder, c.ID))
}
