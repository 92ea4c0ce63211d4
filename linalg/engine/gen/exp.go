package main

import "fmt"

// The constants of exp, by position in the table; exp.go of package engine has the
// same numbers and says where they come from.
const (
	cLog2E = iota
	cLn2Hi
	cLn2Lo
	cMax
	cMin
	cOne
	cBias
	cPoly // ten coefficients, highest first
)

var expTable = []string{
	cLog2E: "1.4426950408889634074",
	cLn2Hi: "6.93147180369123816490e-01",
	cLn2Lo: "1.90821492927058770002e-10",
	cMax:   "710.0",
	cMin:   "-746.0",
	cOne:   "1.0",
	cBias:  "",
	cPoly:  "2.510038549551032e-08", "2.7620088445409746e-07", "2.7557268459997064e-06",
	"2.4801521295954376e-05", "0.00019841269863053618", "0.0013888888917213717",
	"0.008333333333330062", "0.04166666666662413", "0.16666666666666669", "0.5000000000000001",
}

// expConstants writes the table, each constant four times over.
func expConstants() {
	for i, c := range expTable {
		for lane := 0; lane < 4; lane++ {
			at := i*32 + lane*8
			if i == cBias {
				p("DATA expTable<>+%d(SB)/8, $1023", at)
			} else {
				p("DATA expTable<>+%d(SB)/8, $%s", at, c)
			}
		}
	}
	p("GLOBL expTable<>(SB), RODATA|NOPTR, $%d\n", len(expTable)*32)
}

// exp writes the exponential of blocks of 16 elements; exp.go has the algorithm.
// Two vectors are worked on side by side to hide the latency of the polynomial.
func exp(s isa) {
	name := "exp" + s.name
	text(name, "blocks int, dst, src *float64", 24)
	ins("MOVQ blocks+0(FP), CX; MOVQ dst+8(FP), DI; MOVQ src+16(FP), SI")
	wide := s.reg == "Z"
	k := func(i int) string { return fmt.Sprintf("expTable<>+%d(SB)", i*32) }
	if wide {
		k = func(i int) string { return fmt.Sprintf("Z%d", 31-i) }
		for i := range expTable {
			ins("VBROADCASTSD expTable<>+%d(SB), %s", i*32, k(i))
		}
	}
	ins("TESTQ CX, CX; JZ %s_done", name)
	label("%s_loop", name)
	for pair := 0; pair < 16; pair += 2 * s.w {
		both := func(format string, args func(x, n, q, r string) []any) {
			for v := 0; v < 2; v++ {
				reg := func(i int) string { return fmt.Sprintf("%s%d", s.reg, 4*v+i) }
				ins(format, args(reg(0), reg(1), reg(2), reg(3))...)
			}
		}
		for v := 0; v < 2; v++ {
			ins("VMOVUPD %d(SI), %s%d", (pair+v*s.w)*8, s.reg, 4*v)
		}
		// x = min(max(x, cMin), cMax); with this order of operands NaN stays.
		both("VMOVUPD %s, %s", func(x, n, q, r string) []any { return []any{k(cMax), n} })
		both("VMINPD %s, %s, %s", func(x, n, q, r string) []any { return []any{x, n, x} })
		both("VMOVUPD %s, %s", func(x, n, q, r string) []any { return []any{k(cMin), n} })
		both("VMAXPD %s, %s, %s", func(x, n, q, r string) []any { return []any{x, n, x} })
		// n = round(x log2(e)), x = x - n ln(2).
		both("VMULPD %s, %s, %s", func(x, n, q, r string) []any { return []any{k(cLog2E), x, n} })
		round := "VROUNDPD $8, %s, %s"
		if wide {
			round = "VRNDSCALEPD $8, %s, %s"
		}
		both(round, func(x, n, q, r string) []any { return []any{n, n} })
		both("VFNMADD231PD %s, %s, %s", func(x, n, q, r string) []any { return []any{k(cLn2Hi), n, x} })
		both("VFNMADD231PD %s, %s, %s", func(x, n, q, r string) []any { return []any{k(cLn2Lo), n, x} })
		// q = the polynomial, then 1 + (x + x*x*q).
		both("VMOVUPD %s, %s", func(x, n, q, r string) []any { return []any{k(cPoly), q} })
		for i := cPoly + 1; i < len(expTable); i++ {
			both("VFMADD213PD %s, %s, %s", func(x, n, q, r string) []any { return []any{k(i), x, q} })
		}
		both("VMULPD %s, %s, %s", func(x, n, q, r string) []any { return []any{x, x, r} })
		both("VFMADD213PD %s, %s, %s", func(x, n, q, r string) []any { return []any{x, r, q} })
		both("VADDPD %s, %s, %s", func(x, n, q, r string) []any { return []any{k(cOne), q, q} })
		// Times 2^n, rounded once.
		for v := 0; v < 2; v++ {
			n, q := 4*v+1, 4*v+2
			if wide {
				ins("VSCALEFPD Z%d, Z%d, Z%d", n, q, q)
				continue
			}
			a, b := 8+2*v, 9+2*v
			ins("VCVTPD2DQY Y%d, X%d; VPSRAD $1, X%d, X%d; VPSUBD X%d, X%d, X%d", n, n, n, a, a, n, b)
			for _, h := range []int{a, b} {
				ins("VPMOVSXDQ X%d, Y%d; VPADDQ %s, Y%d, Y%d; VPSLLQ $52, Y%d, Y%d; VMULPD Y%d, Y%d, Y%d", h, h, k(cBias), h, h, h, h, h, q, q)
			}
		}
		for v := 0; v < 2; v++ {
			ins("VMOVUPD %s%d, %d(DI)", s.reg, 4*v+2, (pair+v*s.w)*8)
		}
	}
	ins("ADDQ $128, SI; ADDQ $128, DI; DECQ CX; JNZ %s_loop", name)
	label("%s_done", name)
	ins("VZEROUPPER; RET")
	p("")
}
