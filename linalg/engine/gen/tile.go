package main

import "fmt"

// micro is the micro-kernel of rows x v vectors that is being written; type tile in tile.go of package engine
// says what it computes. The accumulators are the first rows*v registers, the row of B the next v, and what is
// left takes turns holding elements of A.
//
// Registers: AX the argument, SI and R11 rows 0.. and 4.. of A, R8 and R9 one and
// three row strides, R10 column stride, DI and R12 B and its row stride, DX and
// R13 C and its row stride, CX the count.
type micro struct {
	isa
	name    string // of the kernel
	rows, v int
	turn    int // of the registers left
}

// tile writes the micro-kernel of rows x v vectors.
func tile(s isa, rows, v int) {
	m := &micro{isa: s, name: tileName(s, rows, v), rows: rows, v: v}
	text(m.name, "t *tile", 8)
	m.arguments()
	m.start()
	m.sum()
	m.finish()
	p("")
}

// acc is the register of an accumulator, bvec of a vector of the row of B.
func (m *micro) acc(i, j int) string { return fmt.Sprintf("%s%d", m.reg, i*m.v+j) }
func (m *micro) bvec(j int) string   { return fmt.Sprintf("%s%d", m.reg, m.rows*m.v+j) }

// scratch is the next of the registers that are left.
func (m *micro) scratch() string {
	taken := m.rows*m.v + m.v
	m.turn++
	return fmt.Sprintf("%s%d", m.reg, taken+m.turn%min(m.regs-taken, 8))
}

// arow is where the element of row i of A is in the current column.
func (m *micro) arow(i int) string {
	base := "SI"
	if i >= 4 {
		base, i = "R11", i-4
	}
	return []string{"(" + base + ")", "(" + base + ")(R8*1)", "(" + base + ")(R8*2)", "(" + base + ")(R9*1)"}[i]
}

// advance goes on to the next column of A.
func (m *micro) advance() {
	ins("ADDQ R10, SI")
	if m.rows > 4 {
		ins("ADDQ R10, R11")
	}
}

// load and store move vector j of a row of C. The last one may have fewer lanes: masked by K1 in AVX-512; AVX2 is
// only given whole vectors.
func (m *micro) load(j int, dst string) {
	if m.reg == "Z" && j == m.v-1 {
		ins("VMOVUPD.Z %d(DX), K1, %s", j*m.w*8, dst)
	} else {
		ins("VMOVUPD %d(DX), %s", j*m.w*8, dst)
	}
}

func (m *micro) store(j int, src string) {
	if m.reg == "Z" && j == m.v-1 {
		ins("VMOVUPD %s, K1, %d(DX)", src, j*m.w*8)
	} else {
		ins("VMOVUPD %s, %d(DX)", src, j*m.w*8)
	}
}

// arguments writes how the registers get what the argument says.
func (m *micro) arguments() {
	ins("MOVQ t+0(FP), AX; MOVQ 0(AX), CX; MOVQ 8(AX), SI; MOVQ 16(AX), R8; MOVQ 24(AX), R10")
	ins("MOVQ 32(AX), DI; MOVQ 40(AX), R12; MOVQ 48(AX), DX; MOVQ 56(AX), R13")
	ins("LEAQ (R8)(R8*2), R9")
	if m.rows > 4 {
		ins("LEAQ (SI)(R8*4), R11")
	}
	if m.reg == "Z" {
		ins("MOVQ 112(AX), BX; KMOVW BX, K1")
	}
}

// start writes what the accumulators begin with: zero, or beta*C.
func (m *micro) start() {
	ins("CMPQ 80(AX), $0; JNE %s_load", m.name)
	for i := range m.rows * m.v {
		if m.reg == "Z" {
			ins("VPXORQ Z%d, Z%d, Z%d", i, i, i)
		} else {
			ins("VXORPD Y%d, Y%d, Y%d", i, i, i)
		}
	}
	ins("JMP %s_k", m.name)
	label("%s_load", m.name)
	ins("VBROADCASTSD 72(AX), %s", m.bvec(0))
	for i := range m.rows {
		for j := range m.v {
			m.load(j, m.acc(i, j))
			ins("VMULPD %s, %s, %s", m.bvec(0), m.acc(i, j), m.acc(i, j))
		}
		if i < m.rows-1 {
			ins("ADDQ R13, DX")
		}
	}
	ins("MOVQ 48(AX), DX")
}

// sum writes the sum over k, the largest tile's in two steps a turn.
func (m *micro) sum() {
	label("%s_k", m.name)
	if m.rows != m.mr {
		ins("TESTQ CX, CX; JZ %s_finish", m.name)
		label("%s_one", m.name)
		m.step()
		ins("DECQ CX; JNZ %s_one", m.name)
		return
	}
	ins("MOVQ CX, BX; SHRQ $1, CX; JZ %s_odd", m.name)
	p("\tPCALIGN $32")
	label("%s_two", m.name)
	m.step()
	m.step()
	ins("DECQ CX; JNZ %s_two", m.name)
	label("%s_odd", m.name)
	ins("ANDQ $1, BX; JZ %s_finish", m.name)
	m.step()
}

// step writes what one k adds.
func (m *micro) step() {
	for j := range m.v {
		ins("VMOVUPD %d(DI), %s", j*m.w*8, m.bvec(j))
	}
	for i := range m.rows {
		x := m.scratch()
		ins("VBROADCASTSD %s, %s", m.arow(i), x)
		for j := range m.v {
			ins("VFMADD231PD %s, %s, %s", x, m.bvec(j), m.acc(i, j))
		}
	}
	m.advance()
	ins("ADDQ R12, DI")
}

// finish writes the three ends: alpha*s, C + alpha*s, or the triangular solve.
func (m *micro) finish() {
	label("%s_finish", m.name)
	ins("CMPQ 88(AX), $1; JEQ %s_add; JGT %s_solve", m.name, m.name)
	ins("VBROADCASTSD 64(AX), %s", m.bvec(0))
	m.rowsOut(func(i, j int) { ins("VMULPD %s, %s, %s", m.bvec(0), m.acc(i, j), m.acc(i, j)) })
	label("%s_add", m.name)
	ins("VBROADCASTSD 64(AX), %s", m.bvec(0))
	m.rowsOut(func(i, j int) {
		x := m.scratch()
		m.load(j, x)
		ins("VFMADD213PD %s, %s, %s", x, m.bvec(0), m.acc(i, j))
	})
	label("%s_solve", m.name)
	m.solve()
	m.rowsOut(func(i, j int) {})
}

// solve writes the triangular solve, row by row.
func (m *micro) solve() {
	ins("MOVQ 96(AX), BX")
	for i := range m.rows {
		ins("VBROADCASTSD %d(BX), %s", i*8, m.bvec(0))
		for j := range m.v {
			ins("VMULPD %s, %s, %s", m.bvec(0), m.acc(i, j), m.acc(i, j))
		}
		for r := i + 1; r < m.rows; r++ {
			x := m.scratch()
			ins("VBROADCASTSD %s, %s", m.arow(r), x)
			for j := range m.v {
				ins("VFMADD231PD %s, %s, %s", x, m.acc(i, j), m.acc(r, j))
			}
		}
		if i < m.rows-1 {
			m.advance()
		}
	}
}

// rowsOut writes the rows of C after what last does with each accumulator, and the return.
func (m *micro) rowsOut(last func(i, j int)) {
	for i := range m.rows {
		for j := range m.v {
			last(i, j)
			m.store(j, m.acc(i, j))
		}
		if i < m.rows-1 {
			ins("ADDQ R13, DX")
		}
	}
	ins("VZEROUPPER; RET")
}
