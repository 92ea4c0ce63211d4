package main

import "strings"

// The constants of log Phi, by position in the table; special.go of package engine has the
// same numbers and says where they come from.
const (
	nAbs    = iota // all bits but the sign
	nRoot          // 1/sqrt(2)
	nLimit         // the largest t
	nK             // of the polynomial's argument
	nBeyond        // where Phi(x) = 1
	nMinusHalf
	nHalf
	nOne
	nTwo
	nDensity // 1/sqrt(2 pi)
	nRatio   // sqrt(2/pi)
	nInf
	nMinusInf
)

var normalTable = []string{
	nAbs: "$0x7fffffffffffffff", nRoot: "$0.7071067811865476", nLimit: "$1.0e200", nK: "$3.75", nBeyond: "$40.0",
	nMinusHalf: "$-0.5", nHalf: "$0.5", nOne: "$1.0", nTwo: "$2.0",
	nDensity: "$0.39894228040143267794", nRatio: "$0.79788456080286535588",
	nInf: "$0x7ff0000000000000", nMinusInf: "$0xfff0000000000000",
}

// normal writes the two passes of log Phi for vectors of four elements with AVX2:
// normalTerms and normalJoin in Go, operation for operation.
func normal() {
	table("normalTable", normalTable)
	k := func(i int) string { return entry("normalTable", i) }
	// Of NaN and a number the minimum is the second operand, here the argument.
	load := func() {
		ins("VMOVUPD (SI)(AX*1), Y0; VMOVUPD %s, Y2; VMINPD Y0, Y2, Y2", k(nBeyond)) // Y0 = x, Y2 = min(x, beyond)
		ins("VANDPD %s, Y0, Y1; VMULPD %s, Y1, Y1; VMOVUPD %s, Y3; VMINPD Y1, Y3, Y1", k(nAbs), k(nRoot), k(nLimit))
	}

	text("normalTermsAVX2", "vectors int, x, c, gz *float64", 32)
	ins("MOVQ vectors+0(FP), CX; MOVQ x+8(FP), SI; MOVQ c+16(FP), DX; MOVQ gz+24(FP), R8; XORQ AX, AX; TESTQ CX, CX; JZ normalTermsAVX2_done")
	label("normalTermsAVX2_loop")
	load()
	ins("VSUBPD %s, Y1, Y3; VADDPD %s, Y1, Y4; VDIVPD Y4, Y3, Y3; VMOVUPD Y3, (DX)(AX*1)", k(nK), k(nK))
	ins("VMULPD Y2, Y2, Y2; VMULPD %s, Y2, Y2; VMOVUPD Y2, (R8)(AX*1)", k(nMinusHalf))
	ins("ADDQ $32, AX; DECQ CX; JNZ normalTermsAVX2_loop")
	label("normalTermsAVX2_done")
	ins("VZEROUPPER; RET")
	p("")

	text("normalJoinAVX2", "vectors int, x, c, gz, l, slope *float64", 48)
	ins("MOVQ vectors+0(FP), CX; MOVQ x+8(FP), SI; MOVQ c+16(FP), DX; MOVQ gz+24(FP), R8; MOVQ l+32(FP), R9; MOVQ slope+40(FP), R10")
	ins("XORQ AX, AX; TESTQ CX, CX; JZ normalJoinAVX2_done")
	label("normalJoinAVX2_loop")
	load()
	names := strings.NewReplacer("{x}", "Y0", "{t}", "Y1", "{y}", "Y2", "{c}", "Y3", "{e}", "Y4", "{square}", "Y5",
		"{l}", "Y6", "{g}", "Y7", "{right}", "Y8", "{a}", "Y9", "{b}", "Y10", "{one}", "Y11")
	vec := func(format string, args ...any) { ins(names.Replace(format), args...) }
	// c/(1 + 2t), and for the left l = c/2, g = -y^2/2.
	vec("VMOVUPD %s, {one}; VFMADD132PD %s, {one}, {t}; VMOVUPD (DX)(AX*1), {c}; VDIVPD {t}, {c}, {c}", k(nOne), k(nTwo))
	vec("VMULPD {y}, {y}, {square}; VMULPD %s, {c}, {l}; VMULPD %s, {square}, {g}", k(nHalf), k(nMinusHalf))
	// For the right e = e^(-y^2/2), q = e c/2, l = 1 - q, g = ((1 - l) - q)/l.
	vec("VMOVUPD (R8)(AX*1), {e}; VMOVAPD {y}, {a}; VFMSUB213PD {square}, {y}, {a}; VMULPD %s, {a}, {a}; VFMADD213PD {e}, {e}, {a}", k(nMinusHalf))
	vec("VMULPD {c}, {a}, {b}; VMULPD %s, {b}, {b}; VSUBPD {b}, {one}, {e}; VSUBPD {e}, {one}, {square}; VSUBPD {b}, {square}, {square}; VDIVPD {e}, {square}, {square}", k(nHalf))
	vec("VXORPD {right}, {right}, {right}; VCMPPD $1, {y}, {right}, {right}") // 0 < y
	vec("VBLENDVPD {right}, {e}, {l}, {l}; VMOVUPD {l}, (R9)(AX*1); VBLENDVPD {right}, {square}, {g}, {g}; VMOVUPD {g}, (R8)(AX*1)")
	ins("TESTQ R10, R10; JZ normalJoinAVX2_next")
	vec("VMULPD %s, {a}, {a}; VDIVPD {e}, {a}, {a}; VMOVUPD %s, {b}; VDIVPD {c}, {b}, {b}; VBLENDVPD {right}, {a}, {b}, {b}", k(nDensity), k(nRatio))
	vec("VCMPPD $0, %s, {x}, {a}; VBLENDVPD {a}, %s, {b}, {b}; VMOVUPD {b}, (R10)(AX*1)", k(nMinusInf), k(nInf))
	label("normalJoinAVX2_next")
	ins("ADDQ $32, AX; DECQ CX; JNZ normalJoinAVX2_loop")
	label("normalJoinAVX2_done")
	ins("VZEROUPPER; RET")
	p("")
}
