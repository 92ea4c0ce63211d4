// Simulate estimates how often statements of reports are wrong, on data whose truth is known. It writes
// the tables of docs/statistics.md:
//
//	go run ./experiments/simulate intervals     # of means over repeats and of a split
//	go run ./experiments/simulate calibration   # intervals of calibration errors
//	go run ./experiments/simulate best          # the comparison with the best
//
// and results/yardstick/calibration with its report:
//
//	go run ./experiments/simulate ranks 400 results   # of the truth in methods' posteriors
//	go run ./experiments/simulate redraw 1 results    # the report alone, from existing results
package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strconv"

	"gpcbench/experiments/simulate/ranks"
)

// program is a simulation, with the number of replications used in the documentation.
type program struct {
	write        func(w io.Writer, replications int)
	replications int
}

// programs returns the simulations by name. Files are written to a folder of results.
func programs(folder string) map[string]program {
	return map[string]program{
		"intervals":   {intervals, 4000},
		"calibration": {calibration, 2000},
		"best":        {best, 2000},
		"ranks":       {func(w io.Writer, replications int) { quit(ranks.Simulate(w, folder, replications)) }, 400},
		"redraw":      {func(io.Writer, int) { quit(ranks.Redraw(folder)) }, 1},
	}
}

// quit exits with an error message if err is not nil.
func quit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "simulate:", err)
		os.Exit(1)
	}
}

func main() {
	args := append(os.Args[1:], "", "", "")
	p, known := programs(cmp.Or(args[2], "results"))[args[0]]
	if n, err := strconv.Atoi(args[1]); err == nil && n > 0 {
		p.replications = n
	}
	if !known {
		fmt.Fprintln(os.Stderr, "usage: go run ./experiments/simulate intervals|calibration|best|ranks|redraw [REPLICATIONS [RESULTS]]")
		os.Exit(2)
	}
	p.write(os.Stdout, p.replications)
}
