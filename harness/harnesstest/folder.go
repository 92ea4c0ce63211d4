package harnesstest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/data/fetch"
	"gpcbench/harness/plan"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
)

// TwoMethods is a specification of eight cells.
const TwoMethods = `
[experiment]
name = "x"
split = { kind = "kfold", folds = 4 }
[[dataset]]
file = "two.csv"
[[method]]
name = "walk"
[[method]]
name = "rate"
label = "base rate"
`

// Kinds are the figures that plot an option, and those of rows with one class each.
var Kinds = []spec.FigureKind{
	{Name: "line", Read: func(t *spec.FigureTable, f *spec.Figure) {
		f.X, f.Y = t.Dimension("x", "", spec.Sizes...), t.Metrics("y")
	}},
	{Name: "classes", Read: func(_ *spec.FigureTable, f *spec.Figure) { f.OneClass = true }},
}

// Loader loads without a cache or a network.
func Loader() rows.Loader {
	return &rows.Cache{Fetcher: &fetch.Fetcher{Cache: os.Getenv("GPCBENCH_DATA")}}
}

// Write puts a file into dir and returns its path.
func Write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Table returns a CSV of n rows with the given classes.
func Table(n int, classes ...string) string {
	var b strings.Builder
	b.WriteString("a,b,class\n")
	for i := range n {
		fmt.Fprintf(&b, "%d,%d.5,%s\n", i*i%17, i%5, classes[i*7/3%len(classes)])
	}
	return b.String()
}

// Folder is a folder with two tables, for a test that makes plans or runs them.
type Folder struct {
	T   *testing.T
	Dir string
}

// NewFolder returns a new Folder.
func NewFolder(t *testing.T) Folder {
	dir := t.TempDir()
	t.Setenv("GPCBENCH_DATA", filepath.Join(dir, "cache"))
	Write(t, dir, "two.csv", Table(60, "no", "yes"))
	Write(t, dir, "three.csv", Table(60, "p", "q", "r"))
	return Folder{t, dir}
}

// Parse parses a specification as if it were in the folder.
func (f Folder) Parse(text string) (*spec.Spec, error) {
	return spec.Parse([]byte(text), filepath.Join(f.Dir, "x.toml"), "paper", Kinds)
}

// Env returns the environment of plans with results in the folder.
func (f Folder) Env() plan.Env {
	return plan.Env{Results: filepath.Join(f.Dir, "results"), Loader: Loader()}
}

// Plan returns the plan of a valid specification, restricted to the cells that
// satisfy the conditions key=value.
func (f Folder) Plan(text string, only ...string) *plan.Plan {
	f.T.Helper()
	s, err := f.Parse(text)
	if err != nil {
		f.T.Fatal(err)
	}
	env := f.Env()
	for _, condition := range only {
		key, value, _ := strings.Cut(condition, "=")
		env.Only = append(env.Only, plan.Condition{Key: key, Value: value})
	}
	p, err := plan.New(context.Background(), s, env)
	if err != nil {
		f.T.Fatal(err)
	}
	return p
}

// Gone is a Loader whose data are unavailable.
type Gone struct{}

// Load returns a *data.UnavailableError.
func (Gone) Load(context.Context, rows.Source) (*data.Dataset, error) {
	return nil, &data.UnavailableError{File: "x", Err: errors.New("gone")}
}

// WithMaps is a specification of cells with maps.
const WithMaps = `
[experiment]
name = "maps"
repeats = 2
split = { kind = "holdout", train = 0.5 }
map = true
[[dataset]]
file = "three.csv"
[[method]]
name = "rate"
`
