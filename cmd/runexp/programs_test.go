package main

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gpcbench/examples/command"
	"gpcbench/methods/command/commandtest"
)

// programAsMethod is oneMethod with a program of one's own, which declares the same bits where it is to.
func programAsMethod(does string, sameBits bool) string {
	return strings.Replace(oneMethod, `name = "logistic"`, fmt.Sprintf("name = \"command\"\nlabel = \"P\"\nrun = %s\noptions = { same_bits = %v }", command.List(commandtest.Run(does)), sameBits), 1)
}

// Cells of a program that declares the same bits are held to them, others are outside the promise.
func TestVerifyPrograms(t *testing.T) {
	if testing.Short() || runtime.GOOS == "windows" {
		t.Skip("starts programs")
	}
	b := newBench(t)
	b.write("same.toml", programAsMethod("", true))
	b.want(0, nil, "run", "same.toml")
	b.want(0, []string{"2 cells run again, 2 with the same bits, 0 that differ"}, "verify", "same.toml", "--rerun", "2")
	b.write("fickle.toml", programAsMethod("is fickle", true))
	b.want(0, nil, "run", "fickle.toml", "--only", "repeat=0")
	b.want(4, []string{"1 cell run again, 0 with the same bits, 1 that differ", "should have the same bits"}, "verify", "fickle.toml", "--rerun", "1")
	b.write("other.toml", programAsMethod("", false))
	b.want(0, nil, "run", "other.toml", "--only", "repeat=0")
	b.want(1, []string{"1 cell is outside the promise of the same bits", "no cell has a record that another run would repeat"}, "verify", "other.toml", "--rerun", "1")
}
