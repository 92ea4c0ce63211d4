// Intervals simulates the intervals of means over repeats, of a split, and of calibration errors: how
// often they miss the truth. It writes the tables of docs/statistics.md:
//
//	go run ./report/statistics/simulate/intervals
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	replications := flag.Int("replications", 4000, "of each pair of procedures under each design")
	flag.Parse()
	fmt.Println("| repeats | n_test / n_train | c of 5% on average | c of the rule |\n|---|---|---|---|")
	var reported []cell
	for _, g := range designs {
		reported = append(reported, run(g, reportedOn, *replications)...)
		if g.repeats > 1 {
			fmt.Printf("| %s | %.2f | %.3f | %.3f |\n", g.name, g.rule().Ratio, average05(run(g, chosenOn, *replications)), g.rule().C())
		}
	}
	fmt.Print("\n| repeats | loss | rule | c = n_test / n_train | c = 0 | flips of signs | all alike | power of the rule | power with n_test / n_train |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, g := range designs {
		for loss, name := range []string{"error", "NLL"} {
			fmt.Printf("| %s | %s | %s |\n", g.name, name, row(g, reported, loss))
		}
	}
	fmt.Println()
	if err := calibration(os.Stdout, *replications/2); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
