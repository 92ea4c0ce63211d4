package main

import (
	"fmt"
	"strings"
)

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
	cLog2E: "$1.4426950408889634074",
	cLn2Hi: "$6.93147180369123816490e-01",
	cLn2Lo: "$1.90821492927058770002e-10",
	cMax:   "$710.0",
	cMin:   "$-746.0",
	cOne:   "$1.0",
	cBias:  "$1023",
	cPoly:  "$2.510038549551032e-08", "$2.7620088445409746e-07", "$2.7557268459997064e-06",
	"$2.4801521295954376e-05", "$0.00019841269863053618", "$0.0013888888917213717",
	"$0.008333333333330062", "$0.04166666666662413", "$0.16666666666666669", "$0.5000000000000001",
}

// table writes constants, each four times over; entry is where one is.
func table(name string, constants []string) {
	for i, c := range constants {
		for lane := range 4 {
			p("DATA %s<>+%d(SB)/8, %s", name, i*32+lane*8, c)
		}
	}
	p("GLOBL %s<>(SB), RODATA|NOPTR, $%d\n", name, len(constants)*32)
}

func entry(name string, i int) string { return fmt.Sprintf("%s<>+%d(SB)", name, i*32) }

// registers names the registers for one vector of arguments, from the first on: x
// the argument, n the power of two, q the polynomial, r a square, s and l a sum and
// what rounding lost of it.
func registers(s isa, first int) *strings.Replacer {
	var names []string
	for i, name := range []string{"{x}", "{n}", "{q}", "{r}", "{s}", "{l}"} {
		names = append(names, name, fmt.Sprintf("%s%d", s.reg, first+i))
	}
	return strings.NewReplacer(names...)
}

// exp writes the exponential of blocks of 16 elements; exp.go has the algorithm.
// Two vectors are worked on side by side to hide the latency of the polynomial.
func exp(s isa) {
	name := "exp" + s.name
	text(name, "blocks int, dst, src *float64", 24)
	ins("MOVQ blocks+0(FP), CX; MOVQ dst+8(FP), DI; MOVQ src+16(FP), SI")
	wide := s.reg == "Z"
	k := func(i int) string { return entry("expTable", i) }
	if wide {
		k = func(i int) string { return fmt.Sprintf("Z%d", 31-i) }
		for i := range expTable {
			ins("VBROADCASTSD %s, %s", entry("expTable", i), k(i))
		}
	}
	ins("TESTQ CX, CX; JZ %s_done", name)
	label("%s_loop", name)
	for pair := 0; pair < 16; pair += 2 * s.w {
		vectors := []*strings.Replacer{registers(s, 0), registers(s, 6)}
		both := func(format string, args ...any) {
			for _, v := range vectors {
				ins("%s", v.Replace(fmt.Sprintf(format, args...)))
			}
		}
		for i, v := range vectors {
			ins(v.Replace("VMOVUPD %d(SI), {x}"), (pair+i*s.w)*8)
		}
		// x = min(max(x, cMin), cMax); with this order of operands NaN stays.
		both("VMOVUPD %s, {n}", k(cMax))
		both("VMINPD {x}, {n}, {x}")
		both("VMOVUPD %s, {n}", k(cMin))
		both("VMAXPD {x}, {n}, {x}")
		// n = round(x log2(e)), x = x - n ln(2).
		both("VMULPD %s, {x}, {n}", k(cLog2E))
		if wide {
			both("VRNDSCALEPD $8, {n}, {n}")
		} else {
			both("VROUNDPD $8, {n}, {n}")
		}
		both("VFNMADD231PD %s, {n}, {x}", k(cLn2Hi))
		both("VFNMADD231PD %s, {n}, {x}", k(cLn2Lo))
		// q = the polynomial.
		both("VMOVUPD %s, {q}", k(cPoly))
		for i := cPoly + 1; i < len(expTable); i++ {
			both("VFMADD213PD %s, {x}, {q}", k(i))
		}
		// s = 1 + x, and q = s + (x*x*q + what s lost of x).
		both("VMULPD {x}, {x}, {r}")
		both("VADDPD %s, {x}, {s}", k(cOne))
		both("VSUBPD %s, {s}, {l}; VSUBPD {l}, {x}, {x}", k(cOne))
		both("VFMADD213PD {x}, {r}, {q}")
		both("VADDPD {s}, {q}, {q}")
		// Times 2^n, rounded once.
		for i, v := range vectors {
			if wide {
				ins("%s", v.Replace("VSCALEFPD {n}, {q}, {q}"))
				continue
			}
			n, a, b := 6*i+1, 12+2*i, 13+2*i
			ins("VCVTPD2DQY Y%d, X%d; VPSRAD $1, X%d, X%d; VPSUBD X%d, X%d, X%d", n, n, n, a, a, n, b)
			for _, h := range []int{a, b} {
				ins("VPMOVSXDQ X%d, Y%d; VPADDQ %s, Y%d, Y%d; VPSLLQ $52, Y%d, Y%d", h, h, k(cBias), h, h, h, h)
				ins(v.Replace("VMULPD Y%d, {q}, {q}"), h)
			}
		}
		for i, v := range vectors {
			ins(v.Replace("VMOVUPD {q}, %d(DI)"), (pair+i*s.w)*8)
		}
	}
	ins("ADDQ $128, SI; ADDQ $128, DI; DECQ CX; JNZ %s_loop", name)
	label("%s_done", name)
	ins("VZEROUPPER; RET")
	p("")
}
