package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"text/tabwriter"

	"gpcbench/analysis/statistics"
)

const (
	bestMethods = 12
	bestMargin  = 0.02 // margin for being as good, in nats
	bestSpread  = 0.03 // standard deviation of a method's loss on a data set, in nats
)

// bestRecordSpreads has, for each data set, a standard deviation over the methods that are on average within
// 0.06 nats of the best. It is that of their NLL on the data set less their mean NLL over data sets, in
// gpcbench/binary and gpcbench/multiclass up to 26 November 2026.
var bestRecordSpreads = []float64{
	0.0121, 0.0100, 0.0053, 0.0098, 0.0224, 0.0068, 0.0211, 0.0176, 0.0118, 0.0060, 0.0181, 0.0388, 0.0240, 0.0435, 0.0304, 0.0096, 0.0142, 0.0114, 0.0104,
	0.0207, 0.0161, 0.0273, 0.0350, 0.0762, 0.0238, 0.0120, 0.0872, 0.0074, 0.0332, 0.0190, 0.0348, 0.0252, 0.0269,
}

// bestSpreads draw the standard deviation of the methods' losses on a data set.
var bestSpreads = []struct {
	name string
	draw func(rng *rand.Rand) float64
}{
	{"normal", func(*rand.Rand) float64 { return bestSpread }},
	{"heavy-tailed", func(rng *rand.Rand) float64 { return bestSpread * math.Exp(rng.NormFloat64()) }},
	{"our records", func(rng *rand.Rand) float64 { return bestRecordSpreads[rng.IntN(len(bestRecordSpreads))] }},
}

// bestShares are the frequencies of three outcomes of the comparison.
type bestShares struct{ equalWorse, worseFound, equalGood float64 }

// compareWithBest draws losses on data sets for one method that is worse by delta and for others that are
// equal, and returns how often each outcome occurs.
func compareWithBest(draw func(rng *rand.Rand) float64, sets int, delta float64, replications int) bestShares {
	rng := rand.New(rand.NewPCG(1, uint64(sets)))
	var out bestShares
	losses := make([][]float64, bestMethods)
	for range replications {
		for m := range losses {
			losses[m] = make([]float64, sets)
		}
		for s := range sets {
			sd := draw(rng)
			for m := range losses {
				losses[m][s] = sd * rng.NormFloat64()
			}
			losses[0][s] += delta
		}
		if against(losses, 0).P < 1-statistics.Level {
			out.worseFound++
		}
		equal := against(losses, 1)
		if equal.P < 1-statistics.Level {
			out.equalWorse++
		}
		if equal.Upper < bestMargin {
			out.equalGood++
		}
	}
	n := float64(replications)
	return bestShares{out.equalWorse / n, out.worseFound / n, out.equalGood / n}
}

// against compares a method with all others.
func against(losses [][]float64, method int) statistics.AgainstBest {
	var others [][]float64
	for m, l := range losses {
		if m != method {
			others = append(others, l)
		}
	}
	return statistics.NewAgainstBest(losses[method], others)
}

// best writes how often the comparison with the best calls a method worse or as good, if it is as good
// as all others or worse by a difference.
func best(to io.Writer, replications int) {
	w := tabwriter.NewWriter(to, 0, 0, 1, ' ', 0)
	fmt.Fprintln(w, "| spread | data sets |\tan equal one called worse |\tone worse by 0.02 found |\tby 0.05 |\tan equal one called as good |")
	fmt.Fprintln(w, "|---|---|\t---|\t---|\t---|\t---|")
	for _, of := range bestSpreads {
		for _, sets := range []int{8, 12, 20, 30} {
			none, little, much := compareWithBest(of.draw, sets, 0, replications), compareWithBest(of.draw, sets, 0.02, replications), compareWithBest(of.draw, sets, 0.05, replications)
			worst := max(none.equalWorse, little.equalWorse, much.equalWorse)
			fmt.Fprintf(w, "| %s | %d |\t%.3f |\t%.2f |\t%.2f |\t%.2f |\n", of.name, sets, worst, little.worseFound, much.worseFound, none.equalGood)
		}
	}
	w.Flush()
}
