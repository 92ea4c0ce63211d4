package figure

import (
	"errors"
	"io/fs"

	"gpcbench/harness/record"
	"gpcbench/report/analysis"
)

// What keeps a map from being drawn.
var (
	errNoMap         = errors.New("there is no map; runexp run makes it")
	ErrOneAttribute  = errors.New("its data set has one attribute, and boundaries are of two")
	ErrTwoAttributes = errors.New("its data set has two attributes, and a posterior is of one")
)

// MapOf returns the map of a cell, of a posterior or of boundaries, or what keeps it from being drawn.
func MapOf(p *analysis.Experiment, c record.Cell, posterior bool) (*record.Map, error) {
	if p.ReadMap == nil {
		return nil, errNoMap
	}
	switch m, err := p.ReadMap(c.ID); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, errNoMap
	case err != nil:
		return nil, err
	case posterior && m.Posterior == nil:
		return nil, ErrTwoAttributes
	case !posterior && m.Posterior != nil:
		return nil, ErrOneAttribute
	default:
		return m, nil
	}
}
