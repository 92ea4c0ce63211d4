package reporttest

import (
	_ "embed"

	"gpcbench/analysis/analysistest"
	"gpcbench/report/replication"
)

// WithReference is [analysistest.WithReference] with a paper.
func WithReference() (in replication.Input, files map[string]string) {
	in.Source = replication.Source{Published: []byte(truthSource), PublishedPath: "paper2020/published.toml"}
	in.Input, files = analysistest.WithReference()
	return in, files
}

//go:embed testdata/truth.toml
var truthSource string
