package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"gpcbench/data/atomicfile"
)

// createOutput opens a file that does not exist yet.
func createOutput(path string) (*atomicfile.Output, error) {
	out, err := atomicfile.CreateOutput(path)
	return out, existing(err)
}

// existing turns the error of an output that exists already into a usage error.
func existing(err error) error {
	if exists, ok := errors.AsType[*atomicfile.ExistsError](err); ok {
		return usagef("%v", exists)
	}
	return err
}

// freeOutput opens a file for a trained model. If path exists, it takes the first free name of path-2,
// path-3 and so on, before the ending.
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
