package generate

import (
	"context"
	"fmt"
	"sync"

	"gpcbench/data"
	"gpcbench/data/tablefile"
)

// table is the table of a generated set that is too large for memory. It is a table file in the
// cache folder, which is opened, and generated if it does not exist, when a row is first read.
type table struct {
	n, d int
	open func() (data.Table, error)
}

// newTable returns the table of n rows of a generator.
func newTable(name string, g generator, n int, digest string, c tablefile.Cache) *table {
	return &table{n: n, d: len(g.attributes), open: sync.OnceValues(func() (data.Table, error) {
		desc := tablefile.Description{Digest: digest, N: n, D: len(g.attributes), Classes: g.classes, Attributes: g.attributes, Parts: []int{n}}
		t, _, err := c.Table(context.Background(), name, digest, nil, func(path string) error {
			return g.write(path, desc, tablefile.NewProgress(c.Progress, name))
		})
		return t, err
	})}
}

// write writes a table file.
func (g generator) write(path string, desc tablefile.Description, progress *tablefile.Progress) (err error) {
	w, err := tablefile.Create(path, desc, tablefile.Written{})
	if err != nil {
		return fmt.Errorf("the cache cannot be written: %w", err)
	}
	defer func() {
		if err != nil {
			w.Abort()
		}
	}()
	rng := fixedRNG()
	x := make([]float64, desc.D)
	for i := range desc.N {
		progress.Show(i, func() string { return fmt.Sprintf("generating rows, %.0f%%", 100*float64(i)/float64(desc.N)) })
		class := g.row(x, rng)
		if err := w.Write(x, class); err != nil {
			return err
		}
	}
	progress.End(fmt.Sprintf("%d rows generated", desc.N))
	return w.Finish()
}

// Len returns N.
func (t *table) Len() int { return t.n }

// Dim returns D.
func (t *table) Dim() int { return t.d }

// Rows copies rows idx into dst.
func (t *table) Rows(dst []float64, idx []int) { t.opened().Rows(dst, idx) }

// Classes copies the classes of rows idx into dst.
func (t *table) Classes(dst []int, idx []int) { t.opened().Classes(dst, idx) }

// Prepare generates the table file if it does not exist.
func (t *table) Prepare() error {
	_, err := t.open()
	return err
}

func (t *table) opened() data.Table {
	opened, err := t.open()
	if err != nil {
		data.FailRead(err) // Prepare returns it
	}
	return opened
}
