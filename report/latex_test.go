package report

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// mostShrunk is how wide a table may be beside the line before it is shrunk to it.
const mostShrunk = 1.4

// Every table of the records compiles, and none is much wider than the line it is shrunk to.
// Needs pdflatex with booktabs and adjustbox.
func TestLaTeXCompiles(t *testing.T) {
	pdflatex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex is not installed here")
	}
	for _, file := range []string{"booktabs.sty", "adjustbox.sty"} {
		if err := exec.Command("kpsewhich", file).Run(); err != nil {
			t.Skipf("pdflatex is here, %s is not: %v", file, err)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "tables.tex"), []byte(measured(t)), 0o666); err != nil {
		t.Fatal(err)
	}
	run := exec.Command(pdflatex, "-interaction=nonstopmode", "-halt-on-error", "tables")
	run.Dir = dir
	said, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, last(string(said), 30))
	}
	file := ""
	for _, line := range regexp.MustCompile(`(?m)^file (\S+)|^width ([\d.]+)pt of ([\d.]+)pt`).FindAllStringSubmatch(string(said), -1) {
		if line[1] != "" {
			file = line[1]
			continue
		}
		width, _ := strconv.ParseFloat(line[2], 64)
		room, _ := strconv.ParseFloat(line[3], 64)
		if width > mostShrunk*room {
			t.Errorf("%s: a table of %g pt on a line of %g pt", file, width, room)
		}
	}
}

// measured is one document with all tables, which says how wide each is by itself.
func measured(t *testing.T) string {
	var w strings.Builder
	w.WriteString(`\documentclass{article}
\usepackage{booktabs,adjustbox}
\extrafloats{500}
\newbox\natural
\begin{document}
`)
	box := strings.NewReplacer(
		`\begin{tabular}`, `\setbox\natural\hbox{\begin{tabular}`,
		`\end{tabular}`, `\end{tabular}}\typeout{width \the\wd\natural\space of \the\linewidth}\box\natural`,
	)
	add := func(table string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(table) != ".tex" {
			return err
		}
		text, err := os.ReadFile(table)
		fmt.Fprintf(&w, "\\typeout{file %s}\n%s\\clearpage\n", table, box.Replace(string(text)))
		return err
	}
	reports := t.TempDir()
	run := exec.Command("go", "run", "./cmd/runexp", "report", "--profile", "paper", "--out", reports)
	run.Dir = ".."
	if said, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, last(string(said), 30))
	}
	for _, root := range []string{"testdata", reports} {
		if err := filepath.WalkDir(root, add); err != nil {
			t.Fatal(err)
		}
	}
	w.WriteString("\\end{document}\n")
	return w.String()
}

// last returns the last lines of a text.
func last(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
