package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpcbench/data/split"
	"gpcbench/gp/likelihood"
	"gpcbench/harness/metrics"
	"gpcbench/methods"
	"gpcbench/report/figures"
	"gpcbench/report/replication/statistic"
)

// kinds are what there are several of behind one interface, each in a folder or file of its own:
// the names by where they may be compared.
func kinds() map[string][]string {
	out := map[string][]string{}
	for _, k := range figures.Kinds() {
		out["report/figures/"+k.Name] = append(out["report/figures/"+k.Name], k.Name)
	}
	for _, name := range statistic.Names() {
		out["report/replication/statistic/"+name+".go"] = []string{name}
	}
	out["gp/likelihood/"] = slices.Concat(likelihood.Links(), likelihood.Multiclass())
	out["harness/metrics/"] = metrics.Names()
	out["methods/"] = slices.DeleteFunc(methods.Names(), func(name string) bool { return name == "command" }) // a verb too, and a key of provenance
	for _, name := range split.Names() {
		out["data/split/"+name+".go"] = []string{name}
	}
	return out
}

// compared calls a function with each text that the code of a file compares with.
func compared(file *ast.File, of func(at token.Pos, text string)) {
	literal := func(e ast.Expr) {
		if l, ok := e.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if text, err := strconv.Unquote(l.Value); err == nil {
				of(l.Pos(), text)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				literal(n.X)
				literal(n.Y)
			}
		case *ast.CaseClause:
			for _, e := range n.List {
				literal(e)
			}
		}
		return true
	})
}

// What a kind does stands in its place: nothing else asks whether a kind is this one.
func TestKindsAreComparedInTheirPlace(t *testing.T) {
	places := kinds()
	forEachFile(t, func(own string, files *token.FileSet, file *ast.File) {
		compared(file, func(at token.Pos, text string) {
			for place, names := range places {
				if strings.HasPrefix(place, "data/") && strings.HasPrefix(own, "methods/") {
					continue // options of methods have values of their own
				}
				if place == "methods/" && strings.HasPrefix(own, "analysis/analysistest/") {
					continue // which makes records of methods
				}
				if slices.Contains(names, text) && !strings.HasPrefix(own, place) {
					t.Errorf("%v compares with %q, which only %s may", files.Position(at), text, place)
				}
			}
		})
	})
}

// forEachFile parses each file of the module that is no test. own is its path, with slashes.
func forEachFile(t *testing.T, of func(own string, files *token.FileSet, file *ast.File)) {
	t.Helper()
	const root = "../.."
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		own, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		of(filepath.ToSlash(own), files, file)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// namingMethods are where methods may be named beside their own folders: lists that a contributor completes, drafts, and
// what tests and simulations are made of.
var namingMethods = []string{"methods/", "harness/draft/", "report/drawing/style.go", "analysis/analysistest/", "experiments/simulate/"}

// Lists of methods stand where CONTRIBUTING says, so that a new one is missing in none.
func TestMethodsAreNamedInTheirPlaces(t *testing.T) {
	names := slices.DeleteFunc(methods.Names(), func(name string) bool {
		return slices.Contains([]string{"command", "exact", "imported"}, name) // words of other things too
	})
	forEachFile(t, func(own string, files *token.FileSet, file *ast.File) {
		if slices.ContainsFunc(namingMethods, func(place string) bool { return strings.HasPrefix(own, place) }) {
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if l, is := n.(*ast.BasicLit); is && l.Kind == token.STRING {
				if text, err := strconv.Unquote(l.Value); err == nil && slices.Contains(names, text) {
					t.Errorf("%v names %q, which only %v may", files.Position(l.Pos()), text, namingMethods)
				}
			}
			return true
		})
	})
}

// A kind of figure draws what the records say: it sees no other kind, and nothing of report but
// what has no words of its own on an experiment.
func TestFiguresStandAlone(t *testing.T) {
	const report, kind = "gpcbench/report", "gpcbench/report/figures/"
	below := []string{report + "/document", report + "/drawing", kind + "figure"}
	for pkg, deps := range dependencies(t) {
		if !strings.HasPrefix(pkg, kind) {
			continue
		}
		for _, dep := range deps {
			if strings.HasPrefix(dep, report) && !slices.Contains(below, dep) {
				t.Errorf("%s depends on %s", pkg, dep)
			}
		}
	}
}
