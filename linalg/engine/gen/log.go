package main

import "strings"

// The constants of log, by position in the table; log.go of package engine has the
// same numbers and says where they come from.
const (
	lTiny    = iota // the smallest normal number
	lInf            // +Inf
	lUp             // 2^54
	lUpBits         // 54
	lHalf           // bits of sqrt(1/2), less the exponent's bias
	lExpMask        // bits of 2^52
	lBias           // 2^52 + 1023
	lOneBits        // bits of 1
	lOne
	lTwo
	lHalfF
	lLn2Hi
	lLn2Lo
	lMinusInf
	lPoly // seven coefficients, highest first
)

var logTable = []string{
	lTiny: "$0x0010000000000000", lInf: "$0x7ff0000000000000",
	lUp: "$18014398509481984.0", lUpBits: "$54.0",
	lHalf: "$-0x00095f619980c433", lExpMask: "$0x4330000000000000", lBias: "$4503599627371519.0",
	lOneBits: "$0x3ff0000000000000", lOne: "$1.0", lTwo: "$2.0", lHalfF: "$0.5",
	lLn2Hi: "$6.93147180369123816490e-01", lLn2Lo: "$1.90821492927058770002e-10",
	lMinusInf: "$0xfff0000000000000",
	lPoly:     "$0.14616585424888623", "$0.15331710618210773", "$0.18182889455674947",
	"$0.22222211130259878", "$0.2857142862600327", "$0.39999999999899444", "$0.666666666666667",
}

// logarithm writes the logarithm of blocks of 16 elements with AVX2, which serves
// AVX-512 too: it is bound by the division. log.go has the algorithm.
func logarithm() {
	table("logTable", logTable)
	text("logAVX2", "blocks int, dst, src *float64", 24)
	ins("MOVQ blocks+0(FP), CX; MOVQ dst+8(FP), DI; MOVQ src+16(FP), SI; SHLQ $2, CX; TESTQ CX, CX; JZ logAVX2_done")
	names := []string{"{x}", "Y0", "{k}", "Y1", "{m}", "Y2", "{f}", "Y3", "{s}", "Y4", "{z}", "Y5", "{p}", "Y6", "{h}", "Y7", "{t}", "Y8", "{one}", "Y9"}
	regs := strings.NewReplacer(names...)
	k := func(i int) string { return entry("logTable", i) }
	vec := func(format string, args ...any) { ins(regs.Replace(format), args...) }

	label("logAVX2_loop")
	vec("VMOVUPD (SI), {x}")
	// Subnormal numbers times 2^54, and 54 off the exponent.
	vec("VCMPPD $1, %s, {x}, {t}; VMULPD %s, {x}, {m}; VBLENDVPD {t}, {m}, {x}, {m}; VANDPD %s, {t}, {t}", k(lTiny), k(lUp), k(lUpBits))
	// m 2^k = x with m in [sqrt(1/2), sqrt(2)).
	vec("VPSUBQ %s, {m}, {k}; VPSRLQ $52, {k}, {k}; VPSLLQ $52, {k}, {z}; VPSUBQ {z}, {m}, {m}; VPADDQ %s, {m}, {m}", k(lHalf), k(lOneBits))
	vec("VPOR %s, {k}, {k}; VSUBPD %s, {k}, {k}; VSUBPD {t}, {k}, {k}", k(lExpMask), k(lBias))
	// f = m - 1, s = f/(2 + f), z = s*s, p = z * polynomial.
	vec("VSUBPD %s, {m}, {f}; VADDPD %s, {f}, {s}; VDIVPD {s}, {f}, {s}; VMULPD {s}, {s}, {z}", k(lOne), k(lTwo))
	vec("VMOVUPD %s, {p}", k(lPoly))
	for i := lPoly + 1; i < len(logTable); i++ {
		vec("VFMADD213PD %s, {z}, {p}", k(i))
	}
	vec("VMULPD {z}, {p}, {p}")
	// k ln2Hi - ((h - (s(h + p) + k ln2Lo)) - f) with h = f*f/2.
	vec("VMULPD {f}, {f}, {h}; VMULPD %s, {h}, {h}; VADDPD {h}, {p}, {p}; VMULPD {s}, {p}, {p}; VFMADD231PD %s, {k}, {p}", k(lHalfF), k(lLn2Lo))
	vec("VSUBPD {p}, {h}, {h}; VSUBPD {f}, {h}, {h}; VFMSUB132PD %s, {h}, {k}", k(lLn2Hi))
	// Zero, negative, infinite and NaN: the square root has the right NaN and Inf.
	vec("VXORPD {t}, {t}, {t}; VCMPPD $1, {x}, {t}, {p}; VCMPPD $1, %s, {x}, {h}; VANDPD {p}, {h}, {h}; VMOVMSKPD {h}, AX; CMPQ AX, $15; JEQ logAVX2_store", k(lInf))
	vec("VSQRTPD {x}, {m}; VCMPPD $0, {t}, {x}, {p}; VBLENDVPD {p}, %s, {m}, {m}; VBLENDVPD {h}, {k}, {m}, {k}", k(lMinusInf))
	label("logAVX2_store")
	vec("VMOVUPD {k}, (DI)")
	ins("ADDQ $32, SI; ADDQ $32, DI; DECQ CX; JNZ logAVX2_loop")
	label("logAVX2_done")
	ins("VZEROUPPER; RET")
	p("")
}

// horner writes the evaluation of a polynomial, in place, for blocks of 16 elements:
// four vectors side by side hide the latency of a multiply-add.
func horner() {
	text("hornerAVX2", "blocks int, x, coefficients *float64, n int", 32)
	ins("MOVQ blocks+0(FP), CX; MOVQ x+8(FP), DI; MOVQ coefficients+16(FP), R8; MOVQ n+24(FP), R9; TESTQ CX, CX; JZ hornerAVX2_done")
	label("hornerAVX2_block")
	ins("MOVQ R8, SI; LEAQ -1(R9), AX; VBROADCASTSD (SI), Y4; VMOVAPD Y4, Y5; VMOVAPD Y4, Y6; VMOVAPD Y4, Y7")
	for v := range 4 {
		ins("VMOVUPD %d(DI), Y%d", v*32, v)
	}
	label("hornerAVX2_power")
	ins("ADDQ $8, SI; VBROADCASTSD (SI), Y8")
	for v := range 4 {
		ins("VFMADD213PD Y8, Y%d, Y%d", v, 4+v)
	}
	ins("DECQ AX; JNZ hornerAVX2_power")
	for v := range 4 {
		ins("VMOVUPD Y%d, %d(DI)", 4+v, v*32)
	}
	ins("ADDQ $128, DI; DECQ CX; JNZ hornerAVX2_block")
	label("hornerAVX2_done")
	ins("VZEROUPPER; RET")
	p("")
}
