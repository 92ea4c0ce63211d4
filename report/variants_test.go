package report

import (
	"path"
	"path/filepath"
	"testing"

	"gpcbench/report/reporttest"
)

func TestVariantsGolden(t *testing.T) {
	r := build(t, reporttest.Variants("paper", 10))
	for _, f := range r.Files {
		switch filepath.Ext(f.Path) {
		case ".md", ".csv":
			golden(t, path.Join("variants", f.Path), f.Content)
		}
	}
	golden(t, "variants/index.md", indexOf(r))
}
