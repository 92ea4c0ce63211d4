package mlgpf

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/method"
)

// Matrix is an option that names a CSV file of numbers without a header. Its canonical
// form has the file's digest, so that a record is that of the numbers, not of the name.
type Matrix struct {
	path, digest string
}

// largestMatrix is the most bytes of such a file: 100,000 labels by a thousand functions.
const largestMatrix = 2 << 30

// SetOption takes a file name, or the canonical form, whose file must be as it was; an
// empty text is no file.
func (m *Matrix) SetOption(v any) error {
	s, ok := v.(string)
	if !ok {
		return fmt.Errorf("want the name of a CSV file, got %v", v)
	}
	if s == "" {
		*m = Matrix{}
		return nil
	}
	path, digest, stated := strings.Cut(s, method.DigestMark)
	raw, err := data.ReadRegular(path, largestMatrix)
	if err != nil {
		return fmt.Errorf("the CSV file cannot be read: %w", err)
	}
	now := fmt.Sprintf("%x", sha256.Sum256(raw))
	if stated && digest != now {
		return fmt.Errorf("%s is not the file that it was", path)
	}
	*m = Matrix{path, now}
	return nil
}

// Option returns the name with the digest.
func (m *Matrix) Option() any {
	if m.path == "" {
		return ""
	}
	return m.path + method.DigestMark + m.digest
}

// given says whether there is a file.
func (m Matrix) given() bool { return m.path != "" }

// read returns the numbers of the file, which must be rows x cols.
func (m Matrix) read(rows, cols int) (*mat.Dense, error) {
	raw, err := data.ReadRegular(m.path, largestMatrix)
	if err != nil {
		return nil, fmt.Errorf("the CSV file cannot be read: %w", err)
	}
	r := csv.NewReader(bytes.NewReader(raw))
	r.FieldsPerRecord = cols
	lines, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: want %d numbers a line: %w", m.path, cols, err)
	}
	if len(lines) != rows {
		return nil, fmt.Errorf("%s: %d lines, want %d, one a label", m.path, len(lines), rows)
	}
	out := mat.NewDense(rows, cols, nil)
	for i, line := range lines {
		for j, field := range line {
			v, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
			if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("%s:%d: %q is not a finite number", m.path, i+1, field)
			}
			out.Set(i, j, v)
		}
	}
	return out, nil
}
