// Simulate tells how often what reports say is wrong, where the truth is known. It writes the tables of
// docs/statistics.md:
//
//	go run ./experiments/simulate intervals     # of means over repeats and of a split
//	go run ./experiments/simulate calibration   # intervals of calibration errors
//	go run ./experiments/simulate best          # the comparison with the best
//
// and the table and the figure of docs/calibration.md:
//
//	go run ./experiments/simulate ranks 400 docs/ranks.svg   # of the truth in methods' posteriors
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
)

// program is a simulation, with the replications that the documentation has of it.
type program struct {
	write        func(w io.Writer, replications int)
	replications int
}

// programs are the simulations by name. A figure goes to a file.
func programs(file string) map[string]program {
	return map[string]program{
		"intervals":   {intervals, 4000},
		"calibration": {calibration, 2000},
		"best":        {best, 2000},
		"ranks":       {ranks(file), 400},
	}
}

func main() {
	args := append(os.Args[1:], "", "", "")
	p, known := programs(args[2])[args[0]]
	if n, err := strconv.Atoi(args[1]); err == nil && n > 0 {
		p.replications = n
	}
	if !known {
		fmt.Fprintln(os.Stderr, "usage: go run ./experiments/simulate intervals|calibration|best|ranks [REPLICATIONS [FIGURE.svg]]")
		os.Exit(2)
	}
	p.write(os.Stdout, p.replications)
}
