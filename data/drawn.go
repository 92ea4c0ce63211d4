package data

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"
)

// rowGenerator draws rows one after another, so that a table of any length can
// be drawn in the memory of a row. The first rows of a long table are those of a
// short one.
type rowGenerator struct {
	classes    []string
	attributes []string
	next       func(x []float64, rng *rand.Rand) (class int)
}

// rowGenerators are the generators that Generate knows beside those that it
// makes a whole table with.
var rowGenerators = map[string]rowGenerator{
	"higgs-like": {[]string{"0", "1"}, higgsAttributes, higgsLike},
}

// drawnTable is the table of a generated set that is too large to be drawn into
// memory: it lies in a table file in the cache folder, which is opened, and drawn
// if it is not there, when a row is first read.
type drawnTable struct {
	n, d int
	open func() (Table, error)
}

// newDrawn returns the table of n rows of a generator.
func newDrawn(name string, g rowGenerator, n int, digest string, c Cache) *drawnTable {
	return &drawnTable{n: n, d: len(g.attributes), open: sync.OnceValues(func() (Table, error) {
		desc := description{Digest: digest, N: n, D: len(g.attributes), Classes: g.classes, Attributes: g.attributes, Parts: []int{n}}
		t, _, err := cached(name, digest, c.Dir, func(path string) error {
			return g.write(path, desc, newProgress(c.Progress, name))
		})
		return t, err
	})}
}

// write draws a table file.
func (g rowGenerator) write(path string, desc description, tell *progress) (err error) {
	w, err := newTableWriter(path, desc, written{})
	if err != nil {
		return fmt.Errorf("the cache cannot be written: %w", err)
	}
	defer func() {
		if err != nil {
			w.abort()
		}
	}()
	rng := rand.New(rand.NewPCG(generatedSeed, 0))
	x := make([]float64, desc.D)
	for i := range desc.N {
		tell.show(i, func() string { return fmt.Sprintf("drawing rows, %.0f%%", 100*float64(i)/float64(desc.N)) })
		class := g.next(x, rng)
		if err := w.write(x, class); err != nil {
			return err
		}
	}
	tell.end(fmt.Sprintf("%d rows drawn", desc.N))
	return w.finish()
}

// Len returns N.
func (t *drawnTable) Len() int { return t.n }

// Dim returns D.
func (t *drawnTable) Dim() int { return t.d }

// Rows copies rows idx into dst.
func (t *drawnTable) Rows(dst []float64, idx []int) { t.table().Rows(dst, idx) }

// Classes copies the classes of rows idx into dst.
func (t *drawnTable) Classes(dst []int, idx []int) { t.table().Classes(dst, idx) }

func (t *drawnTable) table() Table {
	table, err := t.open()
	if err != nil {
		panic(failure{err}) // Prepare returns it
	}
	return table
}

// Prepare does now what reading the first row would do: a generated set that is
// too large for memory is drawn into the cache folder, if it is not there yet.
// Of every other data set nothing is left to do.
func (ds *Dataset) Prepare() error {
	if t, ok := ds.Table.(*drawnTable); ok {
		_, err := t.open()
		return err
	}
	return nil
}

// cached returns the table file of a name and digest in a cache folder; make
// writes it if it is not there. It is safe when several processes ask for the
// same table at once: one makes it and the others wait.
func cached(name, digest, cacheDir string, make func(path string) error) (Table, *description, error) {
	dir := filepath.Join(cacheDir, "tables")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, nil, fmt.Errorf("the cache folder cannot be made: %w", err)
	}
	path := filepath.Join(dir, plainName(name)+"-"+digest[:16]+".table")
	if t, desc, err := openTable(path, digest); err == nil {
		return t, desc, nil
	}
	lock := flock.New(path + ".lock")
	if err := lock.Lock(); err != nil {
		return nil, nil, fmt.Errorf("the cache folder cannot be locked: %w", err)
	}
	defer lock.Unlock()
	if t, desc, err := openTable(path, digest); err == nil {
		return t, desc, nil // made while we waited
	}
	if err := make(path); err != nil {
		return nil, nil, err
	}
	return openTable(path, digest)
}
