package statistic

import (
	"fmt"
	"math"

	"gpcbench/harness/metrics"
	"gpcbench/harness/record"
	"gpcbench/report/analysis"
	"gpcbench/report/wording"
)

// speedup: how many times as long others take as methods to the same value of a metric.
var speedup = Statistic{
	Name: "speedup", Than: true, Pairs: true, Keys: []string{"at_least", "at_most", "clock"}, Check: needsTarget,
	Logs: true, Timed: true, Cases: (*Records).timesFaster, Region: times,
	Says: saysSpeedup, Write: ratioText, Turn: inverted, Never: neverBoth, Traced: true,
	Shown: func(_ *analysis.Experiment, c Claim) string {
		if !metrics.Get(c.Metric).Loss || c.Clock != "" || c.outside() {
			return ""
		}
		return wording.TimesTitle
	},
}

// timesFaster are how many times as long others take to the target that they share, the worse of
// their final values of a metric such as the NLL ([analysis.TimeToTarget]), or the better in repeats where
// the untrained model meets the worse: the ratio's median over repeats. Times are on the clock of
// the report, or iterations where the claim counts those.
func (p *Records) timesFaster(c Claim) []Case {
	clock := p.clockOf(c)
	return p.cases(c, func(e *Case, of, than []record.Record) bool {
		r := analysis.TimeToWorse(of, than, clock, c.Metric)
		if r.Harder > 0 {
			e.Notes = append(e.Notes, "some targets are the better of the two final NLLs")
		}
		if e.Repeats = len(r.Times[0]); e.Repeats == 0 {
			return false
		}
		e.ofTimes(r.Ratio())
		if c.Clock == "" && r.StartUpMatters() {
			e.Notes = append(e.Notes, fmt.Sprintf("without the start-up the ratio of times changes by a factor of more than %g", analysis.MuchElse))
		}
		return true
	})
}

// saysSpeedup says how many times as fast the methods of a claim are as others, or how many
// times as long, or as many iterations, the slower of the two take.
func saysSpeedup(e Estimate) string {
	if never := neverBoth(e); never != "" {
		return never
	}
	c := e.Claim
	to := toTheSame(e.Metric)
	if e.Value >= 1 && c.Clock == "" {
		return fmt.Sprintf("%s %s times as fast as %s", e.methods(), ratioText(e), e.than()) + to
	}
	fast, slow, slower := e.methods(), e.than(), c.Than
	if e.Value < 1 {
		fast, slow, slower, e = slow, fast, c.Methods, inverted(e)
	}
	much := "long"
	if c.Clock != "" {
		much = "many iterations"
	}
	return fmt.Sprintf("%s %s %s times as %s as %s", slow, wording.Agree(len(slower), "takes", "take"), ratioText(e), much, fast) + to
}

// toTheSame says what the target is of, where that is not the NLL.
func toTheSame(m metrics.Metric) string {
	if m.Loss {
		return ""
	}
	return " to the same " + analysis.ShortName(m)
}

// neverBoth says that one of the two does not come to the target of the other.
func neverBoth(e Estimate) string {
	switch {
	case math.IsInf(e.Value, 1):
		return neverText(e, e.than(), len(e.Claim.Than), e.methods())
	case e.Value == 0:
		return neverText(e, e.methods(), len(e.Claim.Methods), e.than())
	}
	return ""
}

// neverText says in how many cases methods, so many, do not come to a target of others, where
// the median case is one of them.
func neverText(e Estimate, methods string, several int, others string) string {
	n := 0
	for _, c := range e.Cases {
		if c.Value == e.Value {
			n++
		}
	}
	if n == len(e.Cases) {
		return fmt.Sprintf("%s never %s to the final %s of %s", methods, wording.Agree(several, "comes", "come"), analysis.ShortName(e.Metric), others)
	}
	return fmt.Sprintf("in %d of %d cases %s %s not come to the final %s of %s", n, len(e.Cases), methods, wording.Agree(several, "does", "do"), analysis.ShortName(e.Metric), others)
}
