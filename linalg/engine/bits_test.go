package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/rand/v2"
	"runtime"
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
		"Dgemm":                   "4f65c467f81e728f",
		"Dpotrf":                  "acb1f0b95a183ecd",
		"Dpotrf, in part gonum's": "4f97be9f8df8a510",
		"Dpotri":                  "8770377589760a4b",
		"Dpotri, in part gonum's": "ebab65ef00d4060c",
		"Dsymm":                   "95589a4d998f3b22",
		"Dsymv, in part gonum's":  "4e4f4287d7a231e5",
		"Dsyr2k":                  "4d7267db81c838bc",
		"Dsyrk":                   "4430d2c2fd13ff26",
		"Dtrmm":                   "21a38f4af45f8265",
		"Dtrsm":                   "43125d4cc0be7aa2",
		"Dtrsv, in part gonum's":  "316c99014f64bcbc",
		"Exp":                     "167d5715f6788ec9",
		"Log":                     "069743f296d2c107",
		"Sigmoid":                 "494ee443d835f84f",
		"Softplus":                "62c2110c6b4f9844",
		"log Phi":                 "17387285bbef1c28",
		"phi/Phi":                 "fb809f1317ff4901",
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
	// gonum has assembly for amd64 alone, and elsewhere the compiler may fuse what it has in Go.
	gonumsBits := runtime.GOARCH == "amd64" && !compilerFuses(0x1p-27, -1)
	for _, e := range append(machineKernels(), &portable) {
		for _, routine := range routines {
			var ours, gonums []float64
			for seed := range uint64(6) {
				s := source{rand.New(rand.NewPCG(seed, 12)), 100, true}
				if seed == 0 {
					s.max = 280
				}
				c := s.draw(routine)
				if got := c.run(Implementation{kernels: e}); c.gonums {
					gonums = append(gonums, got...)
				} else {
					ours = append(ours, got...)
				}
			}
			if ours != nil {
				check(routine, ours)
			}
			if gonums != nil && gonumsBits {
				check(routine+", in part gonum's", gonums)
			}
		}
	}
	x := specialArguments(1000, 50)
	y := make([]float64, len(x))
	for name, f := range map[string]func(dst, src []float64){
		"Exp": Exp, "Log": Log, "Sigmoid": Sigmoid, "Softplus": Softplus, "log Phi": logPhi, "phi/Phi": mills,
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
