package page

import (
	"gpcbench/harness/spec"
	"gpcbench/report/analysis"
	"gpcbench/report/replication"
)

// variantVerdicts is the verdicts of one variant.
type variantVerdicts struct {
	title    string
	verdicts []replication.Verdict
}

// byVariant splits verdicts by their variants; where there are none it is all of
// them.
func byVariant(p *analysis.Experiment, verdicts []replication.Verdict) []variantVerdicts {
	if len(p.Variants) == 0 {
		return []variantVerdicts{{verdicts: verdicts}}
	}
	var out []variantVerdicts
	for _, name := range p.Variants {
		of := variantVerdicts{title: p.VariantTitle(name)}
		for _, v := range verdicts {
			if v.At[spec.VariantKey] == name {
				of.verdicts = append(of.verdicts, v)
			}
		}
		out = append(out, of)
	}
	return out
}
