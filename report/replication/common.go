package replication

import (
	"maps"
	"slices"
)

// markCommon marks the verdicts of a row of a table whose published number is as near to every
// other method's as the tolerance is: that ours is, too, says little of the method. Trivial
// methods, and other columns that are compared with the same number, are no others.
func (p *Experiment) markCommon(line []Entry) {
	floors := p.Floors()
	for i := range line {
		v := line[i].Verdict
		if v == nil {
			continue
		}
		others, near := 0, 0
		for j, e := range line {
			same := e.Verdict != nil && maps.Equal(e.Verdict.Number, v.Number)
			if j == i || same || e.Summary.N == 0 || slices.Contains(floors, e.Group.At["label"]) {
				continue
			}
			others++
			other := *v
			if other.Ours = &e.Summary.Value; other.Within() {
				near++
			}
		}
		v.Common = others > 0 && near == others
	}
}

// Common counts the reproduced numbers, each once, in the first variant, and those of them that
// every other method of their row would reproduce.
func Common(verdicts []Verdict) (common, reproduced int) {
	for _, v := range verdicts {
		if v.Beside || v.Verdict != Reproduced {
			continue
		}
		reproduced++
		if v.Common {
			common++
		}
	}
	return common, reproduced
}
