// Package reporttest has experiments with made-up records and papers, for tests of reports.
package reporttest

import (
	_ "embed"

	"gpcbench/analysis/analysistest"
	"gpcbench/report/replication"
	"gpcbench/report/replication/statistic"
)

// hundred is what a claim's threshold points to.
var hundred = 100.0

// Synthetic is [analysistest.Synthetic] with a paper that makes two claims.
func Synthetic(profile string, repeats int) replication.Input {
	return replication.Input{Input: analysistest.Synthetic(profile, repeats), Source: replication.Source{
		Published: []byte(PublishedSource), PublishedPath: "paper2020/published.toml",
		Claims: []statistic.Claim{
			{Name: "faster", Says: "X-GPC is a hundred times as fast as SVGPC.", Section: "4.1", Experiment: "paper2020/table1", Statistic: "speedup",
				Methods: []string{"X-GPC"}, Than: []string{"SVGPC"}, Metric: "nll", AtLeast: &hundred, Because: "the text's number"},
			{Name: "better", Says: "The NLL of X-GPC is lower.", Section: "4.1, table 1", Experiment: "paper2020/table1", Statistic: "better",
				Methods: []string{"X-GPC"}, Than: []string{"SVGPC", "Linear"}, Metric: "nll"},
		},
	}}
}

// PublishedSource is what the paper of [Synthetic] has printed.
//
//go:embed testdata/synthetic.toml
var PublishedSource string
