//go:build !amd64 && !arm64

package engine

// machineKernels lists the kernels written for this architecture: none.
func machineKernels() []*kernels { return nil }

var peakLoops = map[string]func(iterations int){}
