package main

import "fmt"

// stripVectors is the number of vectors across the widest strip of a sparse product.
const stripVectors = 8

func gatherName(s isa, v int) string  { return fmt.Sprintf("gather%d%s", v, s.name) }
func scatterName(s isa, v int) string { return fmt.Sprintf("scatter%d%s", v, s.name) }

// sparse writes the two kernels of v vectors across; type sparseRow in sparse.go says what
// they compute. The strip of the dense row is in the first v registers.
//
// Registers: AX the argument, CX the count, SI the values, DI the columns, R8 and R9 B and
// its row stride, R10 a row of B, DX the dense row.
func sparse(s isa, v int) {
	masked := func(j int) string {
		if s.reg == "Z" && j == v-1 {
			return "K1, "
		}
		return ""
	}
	load := func(from string, j, dst int) {
		suffix := ""
		if masked(j) != "" {
			suffix = ".Z"
		}
		ins("VMOVUPD%s %d(%s), %s%s%d", suffix, j*s.w*8, from, masked(j), s.reg, dst)
	}
	store := func(src int, to string, j int) {
		ins("VMOVUPD %s%d, %s%d(%s)", s.reg, src, masked(j), j*s.w*8, to)
	}
	open := func(name string) {
		text(name, "t *sparseRow", 8)
		ins("MOVQ t+0(FP), AX; MOVQ 0(AX), CX; MOVQ 8(AX), SI; MOVQ 16(AX), DI; MOVQ 24(AX), R8; MOVQ 32(AX), R9; MOVQ 40(AX), DX")
		if s.reg == "Z" {
			ins("MOVQ 48(AX), BX; KMOVW BX, K1")
		}
		for j := range v {
			load("DX", j, j)
		}
		ins("TESTQ CX, CX; JZ %s_done", name)
		label("%s_loop", name)
		ins("MOVLQSX (DI), R10; IMULQ R9, R10; ADDQ R8, R10; VBROADCASTSD (SI), %s%d", s.reg, v)
	}
	next := func(name string) {
		ins("ADDQ $4, DI; ADDQ $8, SI; DECQ CX; JNZ %s_loop", name)
		label("%s_done", name)
	}

	name := gatherName(s, v)
	open(name)
	for j := range v {
		if masked(j) != "" {
			load("R10", j, v+1)
			ins("VFMADD231PD %s%d, %s%d, %s%d", s.reg, v+1, s.reg, v, s.reg, j)
		} else {
			ins("VFMADD231PD %d(R10), %s%d, %s%d", j*s.w*8, s.reg, v, s.reg, j)
		}
	}
	next(name)
	for j := range v {
		store(j, "DX", j)
	}
	ins("VZEROUPPER; RET")
	p("")

	name = scatterName(s, v)
	open(name)
	for j := range v {
		x := v + 1 + j%4
		load("R10", j, x)
		ins("VFMADD231PD %s%d, %s%d, %s%d", s.reg, j, s.reg, v, s.reg, x)
		store(x, "R10", j)
	}
	next(name)
	ins("VZEROUPPER; RET")
	p("")
}

// sparseTables returns the declarations of the tables of kernels by vectors across.
func sparseTables(s isa) string {
	var out string
	for _, kind := range []struct {
		table string
		name  func(isa, int) string
	}{{"gather", gatherName}, {"scatter", scatterName}} {
		out += fmt.Sprintf("var %s%s = sparseTable{\n", kind.table, s.name)
		for v := 1; v <= stripVectors; v++ {
			out += fmt.Sprintf("%d: %s,\n", v, kind.name(s, v))
		}
		out += "}\n\n"
	}
	return out
}
