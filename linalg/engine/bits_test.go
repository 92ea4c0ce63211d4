package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"testing"
)

// TestBitsOfRecord holds the bits of all routines to those of the last release: they
// are part of what makes a recorded result reproducible. If a change is meant, raise
// the version of the numerics, so that older records count as stale, and put the new
// sums here.
func TestBitsOfRecord(t *testing.T) {
	if len(machineKernels()) == 0 {
		t.Skip("there are no kernels for this machine")
	}
	sums := map[string]string{
		"Dgemm":    "2d9f3445ffa4ca31",
		"Dpotrf":   "57b667b4a5e597fa",
		"Dpotri":   "fa6b4387b3c3d46d",
		"Dsymm":    "9a9385a2ea842991",
		"Dsymv":    "104a1b440e5d0106",
		"Dsyr2k":   "9a8d83014c283ecc",
		"Dsyrk":    "592ee07f626b456e",
		"Dtrmm":    "38d8820046d0fa46",
		"Dtrsm":    "f01e8e4e066c8e63",
		"Dtrsv":    "87bdad98ddee3607",
		"Exp":      "167d5715f6788ec9",
		"Log":      "069743f296d2c107",
		"Sigmoid":  "494ee443d835f84f",
		"Softplus": "62c2110c6b4f9844",
		"Tanh":     "507d82832bfb5430",
		"log Phi":  "17387285bbef1c28",
		"phi/Phi":  "fb809f1317ff4901",
	}
	check := func(name string, values []float64) {
		h := sha256.New()
		for _, v := range values {
			if math.IsNaN(v) {
				v = math.NaN() // one of many
			}
			binary.Write(h, binary.LittleEndian, v)
		}
		if got := hex.EncodeToString(h.Sum(nil)[:8]); got != sums[name] {
			t.Errorf("the bits of %s have the sum %q, not %q", name, got, sums[name])
		}
	}
	for _, e := range append(machineKernels(), &portable) {
		for _, routine := range routines {
			if routine == "Dsymv" && compilerFuses(0x1p-27, -1) {
				continue // for small ones it is gonum's code in Go
			}
			var all []float64
			for seed := range uint64(6) {
				s := source{rand.New(rand.NewPCG(seed, 12)), 100, true}
				if seed == 0 {
					s.max = 280
				}
				all = append(all, s.draw(routine).run(Implementation{kernels: e})...)
			}
			check(routine, all)
		}
	}
	x := specialArguments(1000, 50)
	y := make([]float64, len(x))
	for name, f := range map[string]func(dst, src []float64){
		"Exp": Exp, "Log": Log, "Sigmoid": Sigmoid, "Softplus": Softplus, "Tanh": Tanh, "log Phi": logPhi, "phi/Phi": mills,
	} {
		f(y, x)
		check(name, y)
	}
}

// compilerFuses reports whether the compiler makes one rounding of x*y + z, as it does
// with GOAMD64=v3 where it does not know the numbers.
//
//go:noinline
func compilerFuses(x, minusOne float64) bool {
	return (1+x)*(1-x)+minusOne != 0
}
