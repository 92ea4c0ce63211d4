package document

import "gpcbench/wording"

// Printed is how many numbers a paper prints, each once.
type Printed struct {
	Numbers  int
	Again    int // printed once more in another table, which are not among Numbers
	ByDesign int // of Numbers, those that get no verdict: costs, tables without one, methods that others ran
}

// Bins divide the numbers of a paper by verdict: each number is in exactly one bin.
type Bins struct {
	Printed Printed
	Counts  map[string]int // by bin, those of [wording.Bins]
	Chance  float64        // verdicts that are false by chance alone
}

// NewBins returns the bins of numbers before any of them has a verdict.
func NewBins(p Printed) Bins {
	return Bins{Printed: p, Counts: map[string]int{wording.ByDesign: p.ByDesign, wording.NotRun: p.Numbers - p.ByDesign}}
}

// Add moves numbers that have a verdict to their bins; chance is how many verdicts are false by chance.
func (b *Bins) Add(verdicts Counts, chance float64) {
	for _, c := range verdicts {
		b.Counts[wording.NotRun] -= c.Numbers
		b.Counts[c.Verdict] += c.Numbers
	}
	b.Chance += chance
}
