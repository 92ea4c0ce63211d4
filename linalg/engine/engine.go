// Package engine is dense linear algebra at the speed of the hardware, with the
// same bits everywhere.
//
// It replaces the inner parts of gonum's BLAS (products, triangular solves, and the
// Cholesky factorisation of its LAPACK) with kernels in assembly, and keeps
// gonum's own code for all the rest:
//
//	info := engine.Install() // once, at the start of main or of TestMain
//
// after which blas64, lapack64 and mat use it.
//
// # Bits
//
// Each number that is computed is one chain of fused multiply-adds in a fixed order
// (see tile, and the comment of each routine). The chain does not depend on how the
// matrix is cut into tiles and blocks, so results are identical to the last bit with
// AVX2, AVX-512 and NEON, for every number of threads, every place in a matrix and
// every run. On a machine without kernels gonum's code is used, whose last bits differ:
// Info says so, and a record should keep it.
//
// All this is so whatever GOAMD64 is set to; but with v3 or more the compiler fuses
// multiply-adds in Go, of gonum's code for vectors too. Records should be made with
// the default.
//
// Vector routines, and matrices smaller than smallCholesky, smallSolve and symmetricBlock,
// are left to gonum. It has assembly for these only on amd64; on arm64 the compiler fuses
// operations of its Go code, so their last bits differ there.
//
// # Threads
//
// Products and solves above a stated size (parallelWork) are divided statically over the
// goroutines that package threads has free: GOMAXPROCS, less those that compute already.
// With GOMAXPROCS = 1, as in worker processes that run side by side, nothing is started.
package engine

import (
	"fmt"
	"os"
	"sync/atomic"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// Variable is the environment variable that forces a choice of kernels: gonum,
// portable, avx2, avx512 or neon. Unset or empty, the fastest the machine has is taken.
const Variable = "GPCBENCH_ENGINE"

// Info says which code does the algebra.
type Info struct {
	Kernels string // gonum, portable, avx2, avx512 or neon
	Notice  string // why, if it is not the fastest there is; for provenance
}

func (i Info) String() string {
	if i.Notice == "" {
		return i.Kernels
	}
	return i.Kernels + " (" + i.Notice + ")"
}

// Install makes blas64 and lapack64 use this package, as far as the machine
// supports it, and says what was chosen. It must be called before any algebra is
// done, not at the same time; calling it again chooses again.
func Install() Info {
	e, info := choose(os.Getenv(Variable))
	blas64.Use(Implementation{kernels: e})
	lapack64.Use(Lapack{kernels: e})
	return info
}

// New is the implementation with the kernels of that name (see Variable), or an
// error that lists what this machine can run.
func New(name string) (Implementation, error) {
	e, info := choose(name)
	if name != "" && info.Kernels != name {
		return Implementation{}, fmt.Errorf("engine: %s", info.Notice)
	}
	return Implementation{kernels: e}, nil
}

// choose returns the kernels asked for, or nil for gonum's code.
func choose(name string) (*kernels, Info) {
	found := machineKernels()
	switch name {
	case "":
		if len(found) == 0 {
			return nil, Info{"gonum", "this processor has none of the instruction sets with kernels (AVX2 with FMA, AVX-512, NEON): gonum's code is used, and last bits differ"}
		}
		return found[0], Info{Kernels: found[0].name}
	case "gonum":
		return nil, Info{"gonum", Variable + "=gonum"}
	case "portable":
		return &portable, Info{"portable", Variable + "=portable"}
	}
	names := "gonum, portable"
	for _, e := range found {
		if e.name == name {
			return e, Info{e.name, Variable + "=" + name}
		}
		names += ", " + e.name
	}
	return nil, Info{"gonum", fmt.Sprintf("this machine cannot run %s=%s; it can run %s", Variable, name, names)}
}

// best returns the kernels for elementwise functions, which need no
// installation.
func best() *kernels {
	if e := chosen.Load(); e != nil {
		return e
	}
	return chooseBest()
}

// chosen caches the result of best.
var chosen atomic.Pointer[kernels]

func chooseBest() *kernels {
	e, _ := choose(os.Getenv(Variable))
	if e == nil {
		e = &portable
	}
	chosen.Store(e)
	return e
}
