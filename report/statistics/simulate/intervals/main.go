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
	fmt.Println("| repeats | n_test / n_train | c with a size of 5% on average | c of the rule |\n|---|---|---|---|")
	var reported []cell
	for _, g := range designs {
		chosen := run(g, chosenOn, *replications)
		reported = append(reported, run(g, reportedOn, *replications)...)
		fmt.Printf("| %s | %.2f | %.3f | %.3f |\n", g.name, g.rule().Ratio, average05(chosen), g.rule().C())
	}
	fmt.Print("\n| repeats | loss | rule | n_test / n_train | plain t | flips of signs | all alike | power of the rule | power with n_test / n_train |\n|---|---|---|---|---|---|---|---|---|\n")
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
