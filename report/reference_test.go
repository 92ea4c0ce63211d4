package report

import (
	"path/filepath"
	"testing"

	"gpcbench/report/reporttest"
)

func TestReferenceGolden(t *testing.T) {
	in, _ := reporttest.WithReference()
	for _, f := range build(t, in).Files {
		switch filepath.Ext(f.Path) {
		case ".md", ".csv", ".svg":
			golden(t, "reference/"+f.Path, f.Content)
		}
	}
}
