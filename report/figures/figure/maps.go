package figure

import (
	"errors"
	"io/fs"

	"gpcbench/harness/record"
	"gpcbench/report/analysis"
)

// errNoMap keeps a map from being drawn.
var errNoMap = errors.New("there is no map; runexp run makes it")

// MapOf returns the map of a cell, or what keeps it from being drawn.
func MapOf(p *analysis.Experiment, c record.Cell) (*record.Map, error) {
	if p.ReadMap == nil {
		return nil, errNoMap
	}
	m, err := p.ReadMap(c.ID)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errNoMap
	}
	return m, err
}
