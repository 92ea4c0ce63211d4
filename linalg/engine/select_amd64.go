package engine

import "golang.org/x/sys/cpu"

//go:generate go run ./gen

var kernelsAVX2 = kernels{
	name: "avx2", width: 4, rows: 4,
	tiles:     tilesAVX2,
	transpose: transpose4, dot1: dot1AVX2, dot4: dot4AVX2,
	exp: func(dst, src []float64) { blocksOf16(dst, src, expAVX2) },
}

var kernelsAVX512 = kernels{
	name: "avx512", width: 8, rows: 8, masks: true,
	tiles:     tilesAVX512,
	transpose: transpose4, dot1: dot1AVX512, dot4: dot4AVX512,
	exp: func(dst, src []float64) { blocksOf16(dst, src, expAVX512) },
}

// machineKernels lists what this machine can run, the fastest first.
func machineKernels() []*kernels {
	var found []*kernels
	x := cpu.X86
	fma := x.HasAVX2 && x.HasFMA
	if fma && x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512BW {
		found = append(found, &kernelsAVX512)
	}
	if fma {
		found = append(found, &kernelsAVX2)
	}
	return found
}

// peakLoops are loops of nothing but multiply-adds, by name of kernels: 48 vectors
// an iteration.
var peakLoops = map[string]func(iterations int){"avx2": peakAVX2, "avx512": peakAVX512}
