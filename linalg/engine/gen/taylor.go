package main

import "fmt"

// The constants of Taylor's series, by position in the table.
const (
	tHalf = iota
	tBefore
	tOne // 1/n from here on, n = 1, 2, ...
)

// taylorTerms is that of taylor.go in package engine; of its taylorCall the others are the places
// of fields.
const (
	taylorTerms = 14
	taylorIndex = 72
	taylorH     = 192
)

// taylor writes the kernel of TaylorTable with AVX2: taylorPortable in Go, operation for operation. First
// come the places of the 16 arguments, then h_n of all of them in four chains side by side, then
// four arguments at a time the sums.
func taylor() {
	constants := []string{tHalf: "$0.5", tBefore: "$-1.5"}
	for n := 1; n < taylorTerms; n++ {
		constants = append(constants, fmt.Sprintf("$%.17g", 1/float64(n)))
	}
	constants[tOne] = "$1.0"
	table("taylorTable", constants)
	k := func(i int) string { return entry("taylorTable", i) }

	text("taylorAVX2", "a *taylorCall", 8)
	ins("MOVQ a+0(FP), AX; MOVQ 0(AX), SI; MOVQ 8(AX), DI; MOVQ 16(AX), R12; MOVQ 24(AX), DX")
	for i := range 5 { // shift, begin, from, step, points
		ins("VBROADCASTSD %d(AX), Y%d", 32+8*i, 11+i)
	}
	for v := range 4 {
		dx, t := v, 8
		ins("VMOVUPD %d(SI), Y4; VADDPD Y11, Y4, Y5; VSUBPD Y13, Y5, Y5; VDIVPD Y14, Y5, Y5", 32*v) // u
		ins("VCMPPD $0x1e, Y12, Y4, Y4; VXORPD Y6, Y6, Y6; VCMPPD $0x1d, Y6, Y5, Y6; VANDPD Y4, Y6, Y6")
		ins("VMOVUPD %s, Y7; VBLENDVPD Y6, Y5, Y7, Y5; VMINPD Y15, Y5, Y5", k(tBefore))
		ins("VADDPD %s, Y5, Y6; VCVTTPD2DQY Y6, X6; VMOVUPD X6, %d(AX)", k(tHalf), taylorIndex+16*v)
		ins("VCVTDQ2PD X6, Y%d; VSUBPD Y%d, Y5, Y%d; VMULPD Y14, Y%d, Y%d", t, t, dx, dx, dx)
	}

	// Y0-Y3 have dx, Y4-Y7 h_n and Y8-Y11 h_(n-1), which change places.
	h, before := 4, 8
	ins("VMOVUPD %s, Y4; VXORPD Y8, Y8, Y8", k(tOne))
	for v := range 4 {
		if v > 0 {
			ins("VMOVAPD Y4, Y%d; VMOVAPD Y8, Y%d", 4+v, 8+v)
		}
		ins("VMOVUPD Y%d, %d(AX)", 4+v, taylorH+32*v)
	}
	for n := 1; n < taylorTerms; n++ {
		ins("VMOVUPD %s, Y15; VBROADCASTSD %d(DX), Y14", k(tOne+n-1), 8*n)
		for v := range 4 {
			t := 12 + v%2
			ins("VMULPD Y15, Y%d, Y%d; VMULPD Y%d, Y%d, Y%d; VMULPD Y14, Y%d, Y%d", v, t, h+v, t, t, before+v, before+v)
			ins("VADDPD Y%d, Y%d, Y%d; VMOVUPD Y%d, %d(AX)", before+v, t, before+v, before+v, taylorH+128*n+32*v)
		}
		h, before = before, h
	}

	// Y0-Y2 are the sums. Four derivatives of four arguments are transposed from Y3-Y6 to Y7-Y10.
	rows := []string{"R8", "R9", "R10", "R11"}
	ins("MOVQ $4, CX; LEAQ %d(AX), SI; LEAQ %d(AX), R13", taylorIndex, taylorH)
	label("taylorAVX2_loop")
	for j, row := range rows {
		ins("MOVLQSX %d(SI), %s; SHLQ $7, %s; ADDQ R12, %s", 4*j, row, row, row)
	}
	ins("VXORPD Y0, Y0, Y0; VXORPD Y1, Y1, Y1; VXORPD Y2, Y2, Y2")
	for first := 0; first < taylorTerms+2; first += 4 {
		for j, row := range rows {
			ins("VMOVUPD %d(%s), Y%d", 8*first, row, 3+j)
		}
		ins("VUNPCKLPD Y4, Y3, Y11; VUNPCKHPD Y4, Y3, Y12; VUNPCKLPD Y6, Y5, Y13; VUNPCKHPD Y6, Y5, Y14")
		ins("VPERM2F128 $0x20, Y13, Y11, Y7; VPERM2F128 $0x20, Y14, Y12, Y8; VPERM2F128 $0x31, Y13, Y11, Y9; VPERM2F128 $0x31, Y14, Y12, Y10")
		for i := range 4 {
			for sum := range 3 {
				if n := first + i - sum; n >= 0 && n < taylorTerms {
					t := []int{11, 12, 13, 14, 15, 3}[(3*i+sum)%6]
					ins("VMULPD %d(R13), Y%d, Y%d; VADDPD Y%d, Y%d, Y%d", 128*n, 7+i, t, t, sum, sum)
				}
			}
		}
	}
	ins("VMOVUPD Y0, (DI); VMOVUPD Y1, 128(DI); VMOVUPD Y2, 256(DI)")
	ins("ADDQ $32, DI; ADDQ $32, R13; ADDQ $16, SI; DECQ CX; JNZ taylorAVX2_loop")
	ins("VZEROUPPER; RET")
	p("")
}

// factors writes the kernel of Product with AVX2: factorsPortable in Go, operation for operation. The
// derivatives are multiplied in place, and added up afterwards, node after node.
func factors() {
	const value, first, second, rest, factor = 0, 128, 256, 384, 512
	text("factorsAVX2", "n int, f *TaylorValues, weight, first, second *float64", 40)
	ins("MOVQ n+0(FP), CX; MOVQ f+8(FP), SI; MOVQ weight+16(FP), DI; MOVQ first+24(FP), R8; MOVQ second+32(FP), R9")
	ins("VMOVUPD (DI), Y0; VMOVUPD 32(DI), Y1; VMOVUPD 64(DI), Y2; VMOVUPD 96(DI), Y3; MOVQ CX, BX")
	label("factorsAVX2_before")
	for v := range 4 {
		ins("VMOVUPD Y%d, %d(SI); VMULPD %d(SI), Y%d, Y%d", v, rest+32*v, value+32*v, v, v)
	}
	ins("ADDQ $%d, SI; DECQ BX; JNZ factorsAVX2_before", factor)
	ins("VMOVUPD Y0, (DI); VMOVUPD Y1, 32(DI); VMOVUPD Y2, 64(DI); VMOVUPD Y3, 96(DI)")
	ins("VMOVUPD %s, Y4; VMOVUPD %s, Y5", entry("taylorTable", tHalf), entry("taylorTable", tOne))
	ins("VMOVAPD Y5, Y0; VMOVAPD Y5, Y1; VMOVAPD Y5, Y2; VMOVAPD Y5, Y3")
	label("factorsAVX2_after")
	ins("SUBQ $%d, SI", factor)
	for v := range 4 {
		t, u := 6+2*v, 7+2*v
		ins("VMULPD %d(SI), Y%d, Y%d; VMULPD Y4, Y%d, Y%d", rest+32*v, v, t, t, u)
		ins("VMULPD %d(SI), Y%d, Y%d; VMOVUPD Y%d, %d(SI)", first+32*v, t, t, t, first+32*v)
		ins("VMULPD %d(SI), Y%d, Y%d; VMOVUPD Y%d, %d(SI)", second+32*v, u, u, u, second+32*v)
		ins("VMULPD %d(SI), Y%d, Y%d", value+32*v, v, v)
	}
	ins("VMOVSD -8(R8)(CX*8), X14; VMOVSD -8(R9)(CX*8), X15")
	for j := range 16 {
		ins("VSUBSD %d(SI), X14, X14; VSUBSD %d(SI), X15, X15", first+8*j, second+8*j)
	}
	ins("VMOVSD X14, -8(R8)(CX*8); VMOVSD X15, -8(R9)(CX*8)")
	ins("DECQ CX; JNZ factorsAVX2_after")
	ins("VZEROUPPER; RET")
	p("")
}
