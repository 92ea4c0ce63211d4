package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"gpcbench/data/atomicfile"
)

// createOutput opens a file that is not there yet.
func createOutput(path string) (*atomicfile.Output, error) {
	out, err := atomicfile.CreateOutput(path)
	return out, existing(err)
}

// existing makes a wrong command line of an output that is there already.
func existing(err error) error {
	if exists, ok := errors.AsType[*atomicfile.ExistsError](err); ok {
		return usagef("%v", exists)
	}
	return err
}

// freeOutput opens a file for a model that is trained already. Where there is one already it is the
// first of path-2, path-3 and so on, before the ending, that is free.
func freeOutput(path string) (*atomicfile.Output, string, error) {
	ending := filepath.Ext(path)
	free := path
	for n := 2; ; n++ {
		out, err := atomicfile.CreateOutput(free)
		if _, exists := errors.AsType[*atomicfile.ExistsError](err); !exists {
			return out, free, err
		}
		free = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ending), n, ending)
	}
}
