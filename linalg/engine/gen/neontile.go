package main

// microNEON is the micro-kernel of rows x v vectors, as type micro for amd64. The
// accumulators are the first rows*v registers, the row of B the next v, elements of A take
// turns in what is left.
//
// Registers: R0 the argument, R1 and R2 rows 0.. and 4.. of A, R3, R4 and R5 one, two and
// three row strides, R6 column stride, R7 and R8 B and its row stride, R9 and R10 C and its
// row stride, R11 the count, R12 the finish.
type microNEON struct {
	name    string // of the kernel
	rows, v int
	turn    int // of the registers left
}

// neonTile writes the micro-kernel of rows x v vectors.
func neonTile(rows, v int) {
	m := &microNEON{name: tileName(neon, rows, v), rows: rows, v: v}
	text(m.name, "t *tile", 8)
	ins("MOVD t+0(FP), R0; MOVD 0(R0), R11; MOVD 8(R0), R1; MOVD 16(R0), R3; MOVD 24(R0), R6")
	ins("MOVD 32(R0), R7; MOVD 40(R0), R8; MOVD 48(R0), R9; MOVD 56(R0), R10")
	ins("LSL $1, R3, R4; ADD R3, R4, R5; ADD R4<<1, R1, R2")
	m.start()
	m.sum()
	m.finish()
	p("")
}

// acc is the register of an accumulator, bvec of a vector of the row of B.
func (m *microNEON) acc(i, j int) int { return i*m.v + j }
func (m *microNEON) bvec(j int) int   { return m.rows*m.v + j }

// scratch is the next of the registers that are left.
func (m *microNEON) scratch() int {
	taken := m.rows*m.v + m.v
	m.turn++
	return taken + m.turn%min(neon.regs-taken, 8)
}

// element loads the element of row i of A in the current column.
func (m *microNEON) element(i, dst int) {
	base := "R1"
	if i >= 4 {
		base, i = "R2", i-4
	}
	ins("FMOVD (%s)%s, F%d", base, []string{"", "(R3)", "(R4)", "(R5)"}[i], dst)
}

// advance goes on to the next column of A.
func (m *microNEON) advance() {
	ins("ADD R6, R1")
	if m.rows > 4 {
		ins("ADD R6, R2")
	}
}

// start writes what the accumulators begin with: zero, or beta*C.
func (m *microNEON) start() {
	ins("MOVD 80(R0), R12; CBNZ R12, %s_load", m.name)
	for i := range m.rows * m.v {
		op("EOR", i, i, i)
	}
	ins("B %s_k", m.name)
	label("%s_load", m.name)
	ins("FMOVD 72(R0), F%d", m.bvec(0))
	for i := range m.rows {
		for j := range m.v {
			ins("FMOVQ %d(R9), F%d", j*16, m.acc(i, j))
			op("FMUL.lane", m.acc(i, j), m.acc(i, j), m.bvec(0))
		}
		ins("ADD R10, R9")
	}
	ins("MOVD 48(R0), R9")
}

// sum writes the sum over k.
func (m *microNEON) sum() {
	label("%s_k", m.name)
	ins("CBZ R11, %s_finish", m.name)
	label("%s_one", m.name)
	for j := range m.v {
		ins("FMOVQ %d(R7), F%d", j*16, m.bvec(j))
	}
	for i := range m.rows {
		x := m.scratch()
		m.element(i, x)
		for j := range m.v {
			op("FMLA.lane", m.acc(i, j), m.bvec(j), x)
		}
	}
	m.advance()
	ins("ADD R8, R7; SUB $1, R11; CBNZ R11, %s_one", m.name)
}

// finish writes the three ends: alpha*s, C + alpha*s, or the triangular solve.
func (m *microNEON) finish() {
	label("%s_finish", m.name)
	ins("MOVD 88(R0), R12; CMP $1, R12; BEQ %s_add; BGT %s_solve; FMOVD 64(R0), F%d", m.name, m.name, m.bvec(0))
	m.rowsOut(func(i, j int) int {
		op("FMUL.lane", m.acc(i, j), m.acc(i, j), m.bvec(0))
		return m.acc(i, j)
	})
	label("%s_add", m.name)
	ins("FMOVD 64(R0), F%d", m.bvec(0))
	m.rowsOut(func(i, j int) int {
		x := m.scratch()
		ins("FMOVQ %d(R9), F%d", j*16, x)
		op("FMLA.lane", x, m.acc(i, j), m.bvec(0))
		return x
	})
	label("%s_solve", m.name)
	m.solve()
	m.rowsOut(m.acc)
}

// solve writes the triangular solve, row by row.
func (m *microNEON) solve() {
	ins("MOVD 96(R0), R12")
	for i := range m.rows {
		ins("FMOVD %d(R12), F%d", i*8, m.bvec(0))
		for j := range m.v {
			op("FMUL.lane", m.acc(i, j), m.acc(i, j), m.bvec(0))
		}
		for r := i + 1; r < m.rows; r++ {
			x := m.scratch()
			m.element(r, x)
			for j := range m.v {
				op("FMLA.lane", m.acc(r, j), m.acc(i, j), x)
			}
		}
		if i < m.rows-1 {
			m.advance()
		}
	}
}

// rowsOut writes the rows of C, each vector from the register that last returns, and the return.
func (m *microNEON) rowsOut(last func(i, j int) int) {
	for i := range m.rows {
		for j := range m.v {
			ins("FMOVQ F%d, %d(R9)", last(i, j), j*16)
		}
		if i < m.rows-1 {
			ins("ADD R10, R9")
		}
	}
	ins("RET")
}
