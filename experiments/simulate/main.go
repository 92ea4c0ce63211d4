// Simulate tells how often what reports say is wrong, where the truth is known. It writes the tables of
// docs/statistics.md:
//
//	go run ./experiments/simulate intervals     # of means over repeats and of a split
//	go run ./experiments/simulate calibration   # intervals of calibration errors
//	go run ./experiments/simulate best          # the comparison with the best
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
)

// programs are the simulations by name, with the replications that docs/statistics.md has of them.
var programs = map[string]struct {
	write        func(w io.Writer, replications int)
	replications int
}{
	"intervals":   {intervals, 4000},
	"calibration": {calibration, 2000},
	"best":        {best, 2000},
}

func main() {
	args := append(os.Args[1:], "", "")
	p, known := programs[args[0]]
	if n, err := strconv.Atoi(args[1]); err == nil && n > 0 {
		p.replications = n
	}
	if !known {
		fmt.Fprintln(os.Stderr, "usage: go run ./experiments/simulate intervals|calibration|best [REPLICATIONS]")
		os.Exit(2)
	}
	p.write(os.Stdout, p.replications)
}
