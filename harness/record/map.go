package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
)

// Map shows what a model of two attributes predicts: the class at the nodes of a grid over the bounding box
// of its training rows, with these rows and the inducing inputs, on the scale of the table.
type Map struct {
	Low     [2]float64 `json:"low"`  // corner of the box
	High    [2]float64 `json:"high"` // opposite corner; both are nodes
	Side    int        `json:"side"` // nodes a side
	Runs    []int      `json:"runs"` // predicted classes, the first attribute fastest: class, how often, class, ...
	Classes []string   `json:"classes"`

	Rows     [][2]float64   `json:"rows"` // training rows, at most MapRows
	Labels   []int          `json:"labels"`
	Inducing [][][2]float64 `json:"inducing"` // of each latent function; empty without inducing inputs
}

// MapAttributes is the number of attributes of a model with a map.
const MapAttributes = 2

// MapRows is the largest number of training rows that a map keeps. It keeps the first ones.
const MapRows = 2000

// mapSides is the largest number of nodes per side that is read.
const mapSides = 1000

// SetGrid sets the predicted classes of all nodes.
func (m *Map) SetGrid(classes []int) {
	m.Runs = nil
	for i, c := range classes {
		if i > 0 && c == classes[i-1] {
			m.Runs[len(m.Runs)-1]++
			continue
		}
		m.Runs = append(m.Runs, c, 1)
	}
}

// Grid returns the predicted class of every node, or an error if the map does not
// have Side * Side of them.
func (m *Map) Grid() ([]int, error) {
	if m.Side > mapSides {
		return nil, fmt.Errorf("a map has %d nodes a side, more than the %d allowed", m.Side, mapSides)
	}
	var out []int
	for i := 0; i+1 < len(m.Runs); i += 2 {
		class, n := m.Runs[i], m.Runs[i+1]
		if class < 0 || class >= len(m.Classes) || n < 1 || n > m.Side*m.Side-len(out) {
			return nil, fmt.Errorf("the runs do not fit a grid of %d x %d nodes and %d classes", m.Side, m.Side, len(m.Classes))
		}
		for range n {
			out = append(out, class)
		}
	}
	if m.Side < 2 || len(m.Runs)%2 != 0 || len(out) != m.Side*m.Side || len(m.Labels) != len(m.Rows) {
		return nil, fmt.Errorf("a map with %d of %d x %d nodes, and %d labels of %d rows", len(out), m.Side, m.Side, len(m.Labels), len(m.Rows))
	}
	return out, nil
}

// MapPath returns the file of a cell's map in the folder of its journals.
func MapPath(dir, cell string) string { return filepath.Join(dir, "maps", cell+".json.gz") }

// Encode returns the map as packed JSON. Equal maps give the same bytes.
func (m *Map) Encode() ([]byte, error) {
	text, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = packTo(&out, append(text, '\n'))
	return out.Bytes(), err
}

// ReadMap returns the map of a cell, fs.ErrNotExist if there is none.
func ReadMap(dir, cell string) (*Map, error) {
	path := MapPath(dir, cell)
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var m Map
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &m, nil
}

// check returns an error if a map that was read is inconsistent.
func (m *Map) check() error {
	for _, label := range m.Labels {
		if label < 0 || label >= len(m.Classes) {
			return fmt.Errorf("a row has class %d of only %d classes", label, len(m.Classes))
		}
	}
	_, err := m.Grid()
	return err
}
