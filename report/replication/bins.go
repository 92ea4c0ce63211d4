package replication

import (
	"fmt"
	"path"
	"slices"

	"gpcbench/harness/metrics"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/wording"
)

// printedIn counts the numbers of tables.
func printedIn(tables map[string]*PublishedTable) document.Printed {
	var out document.Printed
	for _, t := range tables {
		for _, v := range t.Values {
			switch label := v.At[spec.LabelKey]; {
			case slices.Contains(t.Again, label):
				out.Again++
				continue
			case t.NoVerdict != "", metrics.Get(v.Metric).Cost, slices.Contains(t.Cited, label):
				out.ByDesign++
			}
			out.Numbers++
		}
	}
	return out
}

// Bins are those of a paper.
type Bins struct {
	Paper string // its folder
	document.Bins
}

// BinsOf counts the bins of published numbers by the verdicts of one profile, for papers that print numbers.
func BinsOf(papers []Paper, verdicts []Verdict) []Bins {
	var out []Bins
	for _, p := range papers {
		if p.Printed.Numbers == 0 {
			continue
		}
		b := Bins{path.Base(path.Dir(p.File)), document.NewBins(p.Printed)}
		own, _ := divide(verdicts, func(v Verdict) bool { return !v.Beside && path.Dir(v.Experiment) == b.Paper })
		b.Add(CountsOf(own), ChanceOf(own))
		out = append(out, b)
	}
	return out
}

// ChanceOf is the expected number of verdicts "better" or "worse" if the papers' values are true: the sum of
// the chances of the verdicts that resolve something. Each number counts once.
func ChanceOf(verdicts []Verdict) float64 {
	sum := 0.0
	for _, v := range verdicts {
		if v.Chance != nil && !v.Beside && slices.Contains([]string{wording.Reproduced, wording.Better, wording.Worse}, v.Verdict) {
			sum += *v.Chance
		}
	}
	return sum
}

// String writes them: "66 printed, 12 reproduced, 18 better; 0.9 of 30 verdicts would be false by chance".
func (b Bins) String() string {
	var counts document.Counts
	for _, bin := range wording.Bins {
		if n := b.Counts[bin]; n > 0 {
			counts = append(counts, document.Count{Verdict: bin, Numbers: n})
		}
	}
	text := fmt.Sprintf("%d printed, %s", b.Printed.Numbers, counts)
	if n := b.Resolved(); n > 0 {
		text += fmt.Sprintf("; %s of %s would be false by chance alone", wording.Short(b.Chance, 2), wording.Plural(n, "verdict"))
	}
	return text
}

// Resolved is how many numbers are reproduced, better or worse.
func (b Bins) Resolved() int {
	return b.Counts[wording.Reproduced] + b.Counts[wording.Better] + b.Counts[wording.Worse]
}

// All is the sum over papers.
func All(papers []Bins) Bins {
	out := Bins{Bins: document.NewBins(document.Printed{})}
	for _, p := range papers {
		out.Printed.Numbers += p.Printed.Numbers
		out.Printed.Again += p.Printed.Again
		out.Chance += p.Chance
		for bin, n := range p.Counts {
			out.Counts[bin] += n
		}
	}
	return out
}
