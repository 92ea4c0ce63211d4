package data

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"gpcbench/data/catalogue"
)

// Cache says where prepared tables are kept, and who hears how a long conversion
// gets on.
type Cache struct {
	Dir      string    // the cache folder; empty: nothing is kept
	Progress io.Writer // nil: nobody
}

// Load is Cache.Load without progress.
func Load(e catalogue.Entry, files func(folder, name string) (path string, err error), cacheDir string) (*Dataset, error) {
	return Cache{Dir: cacheDir}.Load(context.Background(), e, files)
}

// Load returns a data set of the catalogue. files gives the path of one of its
// files, by folder and name; its error is passed on as it is. Text is parsed
// once, into a table file under Dir/tables, from which larger tables are read in
// place; with an empty Dir nothing is kept. A conversion that is interrupted, by
// ctx or in any other way, is gone on with by the next Load. A generated set has no
// files: it is drawn with a fixed seed, and is the same on every call; a large
// one is drawn into the cache folder, by Dataset.Prepare or when a row is first
// read.
//
// Rows, attributes and the rows of each class are checked against the entry,
// where it states them. A ContentError, UnavailableError or RequestError says
// what is wrong.
func (c Cache) Load(ctx context.Context, e catalogue.Entry, files func(folder, name string) (path string, err error)) (*Dataset, error) {
	ds := &Dataset{Name: e.Name, Title: e.Title, Kind: Kind(e.Task), Notes: slices.Clone(e.Notes), Differs: e.Differs}
	if ds.Kind != Binary && ds.Kind != Multiclass && ds.Kind != Multilabel {
		return nil, requestError(e.Name, "unknown task %q", e.Task)
	}
	var counts []int
	switch {
	case e.Generated != "":
		ds.Digest = hexSum(fmt.Sprintf("gpcbench generator %d %s %d %d", generators, e.Generated, e.Rows, generatedSeed))
		g, byRow := rowGenerators[e.Generated]
		if byRow && c.Dir != "" && e.Rows*len(g.attributes) > inMemory {
			ds.ClassNames, ds.Attributes = g.classes, g.attributes
			ds.Table = newDrawn(e.Name, g, e.Rows, ds.Digest, c)
			break
		}
		made, err := Generate(e.Generated, e.Rows, rand.New(rand.NewPCG(generatedSeed, 0)))
		if err != nil {
			return nil, err
		}
		ds.Table, ds.ClassNames, ds.Attributes = made.Table, made.ClassNames, made.Attributes
		ds.Notes = append(ds.Notes, made.Notes...)
	case ds.Kind == Multilabel:
		if err := loadMultilabel(ds, e, files); err != nil {
			return nil, err
		}
	default:
		s, err := catalogueSource(e, files)
		if err != nil {
			return nil, err
		}
		t, desc, err := c.build(ctx, s)
		if err != nil {
			return nil, err
		}
		ds.describe(t, desc)
		counts = desc.Counts
		if e.Format.Published == "parts" {
			if len(desc.Parts) != 2 {
				return nil, requestError(e.Name, "a published split needs a training and a test file; there are %d files of rows", len(desc.Parts))
			}
			ds.Splits = []Split{{Train: Range{0, desc.Parts[0]}, Test: Range{desc.Parts[0], desc.N}}}
		}
	}
	return ds, checkEntry(ds, e, counts)
}

// generators is the version of the generators; it is raised when rows may change.
const generators = 2

// generatedSeed is the seed of the generated sets of the catalogue.
const generatedSeed = 1

func hexSum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// describe takes over what a table file says of its table.
func (ds *Dataset) describe(t Table, desc *description) {
	ds.Table, ds.ClassNames, ds.Attributes, ds.Digest = t, desc.Classes, desc.Attributes, desc.Digest
	for _, rows := range desc.Splits {
		train, test := newSet(desc.N), newSet(desc.N)
		for _, row := range rows {
			train.add(row)
		}
		for row := range desc.N {
			if !train.has(row) {
				test.add(row)
			}
		}
		ds.Splits = append(ds.Splits, Split{Train: train.done(), Test: test.done()})
	}
}

// catalogueSource sorts the files of an entry into parts.
func catalogueSource(e catalogue.Entry, files func(folder, name string) (string, error)) (*source, error) {
	s := &source{name: e.Name, format: e.Format, plain: map[string]string{}}
	for _, f := range e.Files {
		if f.Unpacked.SHA256 != "" {
			s.plain[f.SHA256] = f.Unpacked.SHA256
		}
	}
	if e.Format.Published == "ida" {
		return s, idaParts(s, e, files)
	}
	wantLabels := false // the next file must hold the labels of the last part
	for _, f := range e.Files {
		if f.Role == "doc" || f.Role == "names" {
			continue
		}
		path, err := filePath(e, f, files)
		if err != nil {
			return nil, err
		}
		name := f.Name
		if f.Member != "" {
			name += "(" + f.Member + ")"
		}
		labels := strings.HasSuffix(f.Role, "labels")
		if labels != wantLabels && (labels || f.Role != "splits") {
			return nil, requestError(e.Name, "file %s has role %q: images, or inputs, and their labels come in turn", f.Name, f.Role)
		}
		switch {
		case labels:
			s.parts[len(s.parts)-1].labels = path
			wantLabels = false
		case f.Role == "splits":
			s.splits = func(parts []int, t Table) ([][]int, error) { return indexLines(path, f.Name, t.Len()) }
			s.also = append(s.also, path)
		case f.Role == "join":
			if err := s.join(path, f.Name); err != nil {
				return nil, err
			}
		case f.Role == "" || f.Role == "rows" || f.Role == "images" || strings.HasSuffix(f.Role, "-data"):
			s.parts = append(s.parts, part{path: path, member: f.Member, file: name, test: f.Role == "test-data"})
			wantLabels = e.Format.Kind == "idx" || e.Format.Kind == "ida"
		default:
			return nil, requestError(e.Name, "file %s has the unknown role %q", f.Name, f.Role)
		}
	}
	if wantLabels {
		return nil, requestError(e.Name, "the last file of rows has no labels")
	}
	if len(s.parts) == 0 {
		return nil, requestError(e.Name, "the catalogue names no file of rows")
	}
	for i := range s.parts {
		s.parts[i].years = s.years
	}
	return s, nil
}

func filePath(e catalogue.Entry, f catalogue.File, files func(folder, name string) (string, error)) (string, error) {
	folder := f.Folder
	if folder == "" {
		folder = e.Name
	}
	return files(folder, f.Name)
}

// checkEntry compares what was loaded with what the catalogue says.
func checkEntry(ds *Dataset, e catalogue.Entry, counts []int) error {
	wrong := func(format string, args ...any) error {
		return &ContentError{File: "data set " + ds.Name, Problem: fmt.Sprintf(format, args...) + ": the files are not the ones the catalogue describes"}
	}
	if e.Rows > 0 && ds.Len() != e.Rows {
		return wrong("%d rows, the catalogue says %d", ds.Len(), e.Rows)
	}
	if e.Attributes > 0 && ds.Dim() != e.Attributes {
		return wrong("%d attributes after preparation, the catalogue says %d", ds.Dim(), e.Attributes)
	}
	if ds.Kind == Multilabel {
		if e.Labels > 0 && len(ds.ClassNames) != e.Labels {
			return wrong("%d labels, the catalogue says %d", len(ds.ClassNames), e.Labels)
		}
		return nil
	}
	if ds.Kind == Binary && len(ds.ClassNames) != 2 {
		return wrong("%d classes in a binary task", len(ds.ClassNames))
	}
	if len(e.Classes) == 0 {
		return nil
	}
	if counts == nil {
		counts = ClassCounts(ds)
	}
	want := make(map[string]int, len(e.Classes))
	for name, n := range e.Classes {
		want[sameNumber(name)] = n
	}
	have := make(map[string]int, len(counts))
	for c, n := range counts {
		have[sameNumber(ds.ClassNames[c])] = n
	}
	if !maps.Equal(want, have) {
		return wrong("rows of each class are %s, the catalogue says %s", countsText(have), countsText(want))
	}
	return nil
}

// sameNumber makes names that are equal as numbers equal.
func sameNumber(name string) string {
	if v, ok := parseNumber([]byte(name)); ok {
		return formatNumber(v)
	}
	return name
}

func countsText(counts map[string]int) string {
	names := slices.Sorted(maps.Keys(counts))
	for i, name := range names {
		names[i] = fmt.Sprintf("%s: %d", name, counts[name])
	}
	return strings.Join(names, ", ")
}

// ClassCounts returns the number of rows of each class. It reads the whole
// table.
func ClassCounts(ds *Dataset) []int {
	counts := make([]int, len(ds.ClassNames))
	for row := range ds.Len() {
		counts[classOf(ds, row)]++
	}
	return counts
}
