//go:build !linux

package main

import "os"

// peakMemory is not known elsewhere.
func peakMemory(*os.ProcessState) int64 { return 0 }
