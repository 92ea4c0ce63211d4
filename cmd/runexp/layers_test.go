package main

import (
	"go/ast"
	"go/token"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers are the folders from top to bottom; imports may only point down.
var layers = []string{"dist", "cmd", "experiments", "examples", "take", "report", "analysis", "harness", "methods", "gp", "linalg", "data", "wording", "machine"}

// layerOf returns the place of a package's folder in layers, -1 for packages
// of other modules.
func layerOf(pkg string) int {
	rest, found := strings.CutPrefix(pkg, "gpcbench/")
	if !found {
		return -1
	}
	top, _, _ := strings.Cut(rest, "/")
	for i, l := range layers {
		if l == top {
			return i
		}
	}
	return -1
}

// dependencies returns, for each package of the module, all packages it
// depends on, through others too.
func dependencies(t *testing.T) map[string][]string {
	t.Helper()
	return listed(t, `{{join .Deps " "}}`)
}

// listed returns, for each package of the module, the packages that a template of go list names.
func listed(t *testing.T, what string) map[string][]string {
	t.Helper()
	cmd := exec.Command("go", "list", "-f", "{{.ImportPath}} "+what, "gpcbench/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	deps := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		deps[words[0]] = words[1:]
	}
	return deps
}

func TestLayers(t *testing.T) {
	for pkg, deps := range dependencies(t) {
		from := layerOf(pkg)
		if from < 0 {
			t.Errorf("%s lies in no layer of the architecture", pkg)
		}
		for _, dep := range deps {
			if to := layerOf(dep); to >= 0 && to < from {
				t.Errorf("%s depends on %s, which is above it", pkg, dep)
			}
		}
	}
	for pkg, imports := range listed(t, `{{join .TestImports " "}} {{join .XTestImports " "}}`) {
		for _, dep := range imports {
			if to := layerOf(dep); to >= 0 && to < layerOf(pkg) {
				t.Errorf("tests of %s import %s, which is above it", pkg, dep)
			}
		}
	}
}

// harnessFloors are the packages of harness from top to bottom; those of one floor do not see each
// other.
var harnessFloors = [][]string{
	{"run", "exchange", "slurm", "draft"},
	{"plan", "work"},
	{"rows", "model"},
	{"spec"},
	{"metrics"},
	{"record"},
	{""},
}

// harnessFloorOf returns the floor of a package of harness, -1 for other packages.
func harnessFloorOf(pkg string) int {
	room, ok := strings.CutPrefix(pkg, "gpcbench/harness")
	if !ok {
		return -1
	}
	return slices.IndexFunc(harnessFloors, func(floor []string) bool { return slices.Contains(floor, strings.TrimPrefix(room, "/")) })
}

// In harness, too, imports only point down.
func TestFloorsOfHarness(t *testing.T) {
	tests := []string{"gpcbench/harness/harnesstest", "gpcbench/harness/record/recordtest", "gpcbench/harness/slurm/testcluster"} // what tests share
	for pkg, deps := range dependencies(t) {
		from := harnessFloorOf(pkg)
		if strings.HasPrefix(pkg, "gpcbench/harness") && from < 0 && !slices.Contains(tests, pkg) {
			t.Errorf("%s is on no floor of harness", pkg)
		}
		for _, dep := range deps {
			if to := harnessFloorOf(dep); from >= 0 && to >= 0 && to <= from {
				t.Errorf("%s depends on %s, which is not below it", pkg, dep)
			}
			if slices.Contains(tests, dep) {
				t.Errorf("%s depends on %s, which is for tests", pkg, dep)
			}
		}
	}
}

// dataFloors are the folders of data from top to bottom; data itself, which methods
// see, is the lowest.
var dataFloors = []string{"split", "loader", "convert", "schema", "generate", "read", "tablefile", "catalogue", "heuristics", "atomicfile", ""}

// dataFloorOf returns the place of a package in dataFloors, -1 for packages of other
// folders.
func dataFloorOf(pkg string) int {
	if pkg == "gpcbench/data" {
		return len(dataFloors) - 1
	}
	folder, _ := strings.CutPrefix(pkg, "gpcbench/data/")
	return slices.Index(dataFloors, folder)
}

// In data, too, imports only point down. What fetches reads the catalogue and writes files, and
// methods see data without what loads it.
func TestFloorsOfData(t *testing.T) {
	alone := map[string][]string{
		"gpcbench/data/fetch":    {"gpcbench/data/catalogue", "gpcbench/data/atomicfile", "gpcbench/data/bundled", "gpcbench/data"},
		"gpcbench/data/bundled":  nil,
		"gpcbench/data/datatest": nil,
	}
	for pkg, deps := range dependencies(t) {
		if strings.HasPrefix(pkg, "gpcbench/data") && dataFloorOf(pkg) < 0 {
			if _, known := alone[pkg]; !known {
				t.Errorf("%s is on no floor of data", pkg)
			}
		}
		for _, dep := range deps {
			if !strings.HasPrefix(dep, "gpcbench/data") {
				continue
			}
			from, to := dataFloorOf(pkg), dataFloorOf(dep)
			allowed, isAlone := alone[pkg]
			switch {
			case isAlone && !slices.Contains(allowed, dep):
				t.Errorf("%s depends on %s", pkg, dep)
			case from >= 0 && to <= from:
				t.Errorf("%s depends on %s, which is not below it", pkg, dep)
			case belowHarness(pkg) && dep != "gpcbench/data":
				t.Errorf("%s depends on %s: it sees gpcbench/data alone", pkg, dep)
			}
		}
	}
}

// belowHarness says whether a package is one of those that fit a method. What tests
// of methods share may load data.
func belowHarness(pkg string) bool {
	return layerOf(pkg) > layerOf("gpcbench/harness") && layerOf(pkg) < layerOf("gpcbench/data") && pkg != "gpcbench/methods/methodtest"
}

// analysis, report and take read records of methods that may have changed or gone: of methods they see their roles alone.
func TestReportDoesNotDependOnMethods(t *testing.T) {
	for pkg, deps := range dependencies(t) {
		if top := layers[max(layerOf(pkg), 0)]; top != "take" && top != "report" && top != "analysis" {
			continue
		}
		for _, dep := range deps {
			if strings.HasPrefix(dep, "gpcbench/methods") && dep != "gpcbench/methods/role" || harnessFloorOf(dep) >= 0 && harnessFloorOf(dep) < harnessFloorOf("gpcbench/harness/spec") {
				t.Errorf("%s depends on %s", pkg, dep)
			}
		}
	}
}

// What is computed from the records is computed without a word on how it is shown, a
// document is values alone, formats see a document and drawings their panels, and neither sees
// records.
func TestFloorsOfReport(t *testing.T) {
	allowed := map[string][]string{
		"gpcbench/analysis/statistics":          nil,
		"gpcbench/analysis":                     {"gpcbench/analysis/statistics", "gpcbench/wording"},
		"gpcbench/report/replication/statistic": {"gpcbench/analysis", "gpcbench/analysis/statistics", "gpcbench/wording"},
		"gpcbench/report/replication":           {"gpcbench/report/replication/statistic", "gpcbench/analysis", "gpcbench/report/document", "gpcbench/analysis/statistics", "gpcbench/wording"},
		"gpcbench/report/document":              {"gpcbench/wording"},
		"gpcbench/report/drawing":               {"gpcbench/wording"},
		"gpcbench/report/format":                {"gpcbench/report/document", "gpcbench/wording"},
	}
	computes := map[string]bool{"gpcbench/analysis": true, "gpcbench/report/replication/statistic": true, "gpcbench/report/replication": true}
	all := dependencies(t)
	for pkg, of := range allowed {
		if len(all[pkg]) == 0 {
			t.Errorf("there is no %s", pkg)
		}
		for _, dep := range all[pkg] {
			shown := strings.HasPrefix(dep, "gonum.org/v1/plot") || strings.HasPrefix(dep, "github.com/olekukonko/tablewriter")
			layer := layerOf(dep)
			said := layer >= 0 && slices.Contains([]string{"report", "analysis", "wording"}, layers[layer])
			switch {
			case said && !slices.Contains(of, dep):
				t.Errorf("%s depends on %s", pkg, dep)
			case computes[pkg] && shown, !computes[pkg] && !said && layer >= 0:
				t.Errorf("%s depends on %s", pkg, dep)
			}
		}
	}
}

// The race says which cell is next, and what came out by the records: it writes no report.
func TestTakeShowsNothing(t *testing.T) {
	for _, dep := range dependencies(t)["gpcbench/take"] {
		if strings.HasPrefix(dep, "gpcbench/report") {
			t.Errorf("take depends on %s", dep)
		}
	}
}

// reportFloors are the packages of report that say and draw what is computed, from top to bottom.
var reportFloors = []string{"gpcbench/report", "gpcbench/report/page", "gpcbench/report/figures", "gpcbench/report/figures/figure"}

// What says and draws imports downwards, and does not know how a document is written.
func TestFloorsOfSaying(t *testing.T) {
	for pkg, deps := range dependencies(t) {
		from := slices.Index(reportFloors, pkg)
		if kind, ok := strings.CutPrefix(pkg, "gpcbench/report/figures/"); ok && kind != "figure" {
			from = slices.Index(reportFloors, "gpcbench/report/figures") // a kind is below its registry
		}
		for _, dep := range deps {
			if to := slices.Index(reportFloors, dep); from > 0 && (to >= 0 && to < from || dep == "gpcbench/report/format") {
				t.Errorf("%s depends on %s", pkg, dep)
			}
		}
	}
}

func TestOnlyFetchOpensSockets(t *testing.T) {
	for pkg, imports := range listed(t, `{{join .Imports " "}}`) {
		for _, imported := range imports {
			loopback := strings.HasPrefix(pkg, "gpcbench/methods/command/") // a program of the user's, on this host alone
			if imported == "net" && !loopback && pkg != "gpcbench/data/fetch" || imported == "net/http" && pkg != "gpcbench/data/fetch" {
				t.Errorf("%s imports %s; only gpcbench/data/fetch may", pkg, imported)
			}
		}
	}
}

// inDiagram says whether a package belongs to a node of the diagram in ARCHITECTURE.md.
func inDiagram(node, pkg string) bool {
	folders := strings.Split(pkg, "/")[1:]
	switch node {
	case "index":
		return slices.Equal(folders, []string{"report"})
	case "run":
		return slices.ContainsFunc(harnessFloors[0], func(name string) bool { return pkg == "gpcbench/harness/"+name })
	}
	return slices.Contains(folders, node)
}

// arrowsOf returns the pairs of nodes that a diagram joins.
func arrowsOf(diagram string) (arrows [][2]string) {
	for line := range strings.Lines(diagram) {
		nodes := strings.Split(line, "-->")
		for i := range len(nodes) - 1 {
			for from := range strings.SplitSeq(nodes[i], "&") {
				for to := range strings.SplitSeq(nodes[i+1], "&") {
					name, _, _ := strings.Cut(from, "[") // before its title
					arrows = append(arrows, [2]string{strings.TrimSpace(name), strings.TrimSpace(to)})
				}
			}
		}
	}
	return arrows
}

// Every arrow of the diagram in ARCHITECTURE.md is an import.
func TestDiagram(t *testing.T) {
	text, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	_, diagram, _ := strings.Cut(string(text), "```mermaid\n")
	diagram, _, _ = strings.Cut(diagram, "```")
	arrows := arrowsOf(diagram)
	if len(arrows) == 0 {
		t.Error("there is no diagram")
	}
	imports := listed(t, `{{join .Imports " "}}`)
	for _, a := range arrows {
		found := false
		for pkg, of := range imports {
			found = found || inDiagram(a[0], pkg) && slices.ContainsFunc(of, func(dep string) bool { return inDiagram(a[1], dep) })
		}
		if !found {
			t.Errorf("%s --> %s is no import", a[0], a[1])
		}
	}
}

// mostReportLines is how many lines of Go package report may have with its folders, without tests: reports are not to
// outgrow the mathematics that they tell of.
const mostReportLines = 12_000

func TestReportsStaySmall(t *testing.T) {
	lines := 0
	forEachFile(t, func(own string, files *token.FileSet, file *ast.File) {
		if strings.HasPrefix(own, "report/") {
			lines += files.Position(file.End()).Line
		}
	})
	if lines == 0 || lines > mostReportLines {
		t.Errorf("report has %d lines, more than %d", lines, mostReportLines)
	}
}
