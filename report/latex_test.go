package report

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// Every committed table compiles, and none is wider than the page. Needs pdflatex with
// booktabs, adjustbox and siunitx.
func TestLaTeXCompiles(t *testing.T) {
	pdflatex, err := exec.LookPath("pdflatex")
	if err != nil {
		t.Skip("pdflatex is not installed here")
	}
	for _, file := range []string{"booktabs.sty", "adjustbox.sty", "siunitx.sty"} {
		if err := exec.Command("kpsewhich", file).Run(); err != nil {
			t.Skipf("pdflatex is here, %s is not: %v", file, err)
		}
	}
	var tables []string
	for _, pattern := range []string{"testdata/table*.tex", "../results/report/*/*/*/table*.tex"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		tables = append(tables, found...)
	}
	dir := t.TempDir()
	for i, table := range tables {
		text, err := os.ReadFile(table)
		if err != nil {
			t.Fatal(err)
		}
		source := `\documentclass{article}
\usepackage{booktabs,adjustbox,siunitx}
\sisetup{separate-uncertainty=true, detect-weight=true}
\extrafloats{500}
\begin{document}
` + string(text) + "\n\\end{document}\n"
		name := fmt.Sprintf("table%d", i)
		if err := os.WriteFile(filepath.Join(dir, name+".tex"), []byte(source), 0o666); err != nil {
			t.Fatal(err)
		}
		run := exec.Command(pdflatex, "-interaction=nonstopmode", "-halt-on-error", name)
		run.Dir = dir
		said, err := run.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", table, err, last(string(said), 15))
			continue
		}
		for _, wide := range regexp.MustCompile(`Overfull \\hbox \(([\d.]+)pt too wide\)`).FindAllStringSubmatch(string(said), -1) {
			// Bold digits are a little wider than the room that siunitx keeps for them.
			if by, _ := strconv.ParseFloat(wide[1], 64); by > 6 {
				t.Errorf("%s: %s", table, wide[0])
			}
		}
	}
}

// last returns the last lines of a text.
func last(text string, n int) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
