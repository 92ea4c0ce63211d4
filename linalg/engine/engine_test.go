package engine

import (
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/testblas"
)

// each runs a test with every set of kernels this machine has, with the portable
// ones and with the fast path switched off.
func each(t *testing.T, test func(t *testing.T, im Implementation)) {
	names := []string{"gonum", "portable"}
	for _, e := range machineKernels() {
		names = append(names, e.name)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			im, err := New(name)
			if err != nil {
				t.Fatal(err)
			}
			test(t, im)
		})
	}
}

func TestGonumSuite(t *testing.T) {
	each(t, func(t *testing.T, im Implementation) {
		for name, test := range map[string]func(*testing.T){
			"Dgemm":  func(t *testing.T) { testblas.TestDgemm(t, im) },
			"Dsyrk":  func(t *testing.T) { testblas.DsyrkTest(t, im) },
			"Dsyr2k": func(t *testing.T) { testblas.Dsyr2kTest(t, im) },
			"Dtrsm":  func(t *testing.T) { testblas.DtrsmTest(t, im) },
			"Dtrmm":  func(t *testing.T) { testblas.DtrmmTest(t, im) },
			"Dsymm":  func(t *testing.T) { testblas.DsymmTest(t, im) },
			"Dgemv":  func(t *testing.T) { testblas.DgemvTest(t, im) },
			"Dsymv":  func(t *testing.T) { testblas.DsymvTest(t, im) },
			"Dtrsv":  func(t *testing.T) { testblas.DtrsvTest(t, im) },
			"Dtrmv":  func(t *testing.T) { testblas.DtrmvTest(t, im) },
			"Dtxmv":  func(t *testing.T) { testblas.DtxmvTest(t, im) },
			"Dger":   func(t *testing.T) { testblas.DgerTest(t, im) },
			"Dsyr":   func(t *testing.T) { testblas.DsyrTest(t, im) },
			"Dsyr2":  func(t *testing.T) { testblas.Dsyr2Test(t, im) },
			"Dgbmv":  func(t *testing.T) { testblas.DgbmvTest(t, im) },
			"Dsbmv":  func(t *testing.T) { testblas.DsbmvTest(t, im) },
			"Dspmv":  func(t *testing.T) { testblas.DspmvTest(t, im) },
			"Dspr":   func(t *testing.T) { testblas.DsprTest(t, im) },
			"Dspr2":  func(t *testing.T) { testblas.Dspr2Test(t, im) },
			"Dtbmv":  func(t *testing.T) { testblas.DtbmvTest(t, im) },
			"Dtbsv":  func(t *testing.T) { testblas.DtbsvTest(t, im) },
			"Dtpmv":  func(t *testing.T) { testblas.DtpmvTest(t, im) },
			"Dtpsv":  func(t *testing.T) { testblas.DtpsvTest(t, im) },
			"Ddot":   func(t *testing.T) { testblas.DdotTest(t, im) },
			"Dnrm2":  func(t *testing.T) { testblas.Dnrm2Test(t, im) },
			"Daxpy":  func(t *testing.T) { testblas.DaxpyTest(t, im) },
			"Dscal":  func(t *testing.T) { testblas.DscalTest(t, im) },
		} {
			t.Run(name, test)
		}
	})
}

var _ blas.Float64 = Implementation{}
