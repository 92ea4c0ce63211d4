package main

import (
	"fmt"
	"strings"
)

// elementwise writes a loop over vectors of four elements: elementwise.go has what they
// compute. In body {p} is the vector at pointer p and {c} the vector of a constant;
// Y0 to Y7 are free. No operation is fused, so the bits are those of the same loop in Go.
func elementwise(name string, pointers, constants []string, body string) {
	params := fmt.Sprintf("vectors int, %s *float64", strings.Join(pointers, ", "))
	if len(constants) > 0 {
		params += fmt.Sprintf(", %s float64", strings.Join(constants, ", "))
	}
	text(name, params, 8*(1+len(pointers)+len(constants)))
	ins("MOVQ vectors+0(FP), CX")
	at, names := 8, []string{}
	for i, pointer := range pointers {
		register := []string{"DI", "SI", "DX", "R8", "R9"}[i]
		ins("MOVQ %s+%d(FP), %s", pointer, at, register)
		names = append(names, "{"+pointer+"}", "("+register+")(AX*1)")
		at += 8
	}
	for i, constant := range constants {
		register := fmt.Sprintf("Y%d", 15-i)
		ins("VBROADCASTSD %s+%d(FP), %s", constant, at, register)
		names = append(names, "{"+constant+"}", register)
		at += 8
	}
	ins("XORQ AX, AX; TESTQ CX, CX; JZ %s_done", name)
	label("%s_loop", name)
	ins("%s", strings.NewReplacer(names...).Replace(body))
	ins("ADDQ $32, AX; DECQ CX; JNZ %s_loop", name)
	label("%s_done", name)
	ins("VZEROUPPER; RET")
	p("")
}

// elementwises writes all of them.
func elementwises() {
	elementwise("standardiseAVX2", []string{"dst", "x", "centre", "inverse"}, nil,
		"VMOVUPD {x}, Y0; VSUBPD {centre}, Y0, Y0; VMULPD {inverse}, Y0, Y0; VMOVUPD Y0, {dst}")
	elementwise("addSquareAVX2", []string{"dst", "x"}, []string{"r"},
		"VMOVUPD {x}, Y0; VMULPD Y0, {r}, Y1; VMULPD Y0, Y1, Y1; VADDPD {dst}, Y1, Y1; VMOVUPD Y1, {dst}")
	elementwise("pullInputsAVX2", []string{"dst", "x", "gz", "inverse"}, []string{"r"},
		"VMULPD {x}, {r}, Y0; VMOVUPD {gz}, Y1; VSUBPD Y0, Y1, Y1; VMULPD {inverse}, Y1, Y1; VADDPD {dst}, Y1, Y1; VMOVUPD Y1, {dst}")
	elementwise("pullLengthsAVX2", []string{"dst", "x", "gz"}, []string{"r", "both"},
		"VMOVUPD {x}, Y0; VMULPD Y0, {r}, Y2; VMOVUPD {gz}, Y1; VSUBPD Y2, Y1, Y2; VMULPD Y1, {both}, Y1; VADDPD Y1, Y2, Y2; "+
			"VMULPD Y2, Y0, Y2; VMOVUPD {dst}, Y3; VSUBPD Y2, Y3, Y3; VMOVUPD Y3, {dst}")
	elementwise("adamAVX2", []string{"dst", "x", "m", "v", "grad"}, []string{"first", "second", "rate", "root", "epsilon"},
		"VMOVUPD {grad}, Y0; VMOVUPD {m}, Y1; VSUBPD Y1, Y0, Y2; VMULPD Y2, {first}, Y2; VADDPD Y2, Y1, Y1; VMOVUPD Y1, {m}; "+
			"VMOVUPD {v}, Y3; VMULPD Y0, Y0, Y0; VSUBPD Y3, Y0, Y0; VMULPD Y0, {second}, Y0; VADDPD Y0, Y3, Y3; VMOVUPD Y3, {v}; "+
			"VSQRTPD Y3, Y3; VMULPD Y3, {root}, Y3; VADDPD Y3, {epsilon}, Y3; VMULPD Y1, {rate}, Y1; VDIVPD Y3, Y1, Y1; "+
			"VADDPD {x}, Y1, Y1; VMOVUPD Y1, {dst}")
	elementwise("timesAVX2", []string{"dst", "x", "y"}, nil,
		"VMOVUPD {x}, Y0; VMULPD {y}, Y0, Y0; VMOVUPD Y0, {dst}")
	elementwise("exponentsAVX2", []string{"dst", "b"}, []string{"sum"},
		"VADDPD {b}, {sum}, Y0; VMOVUPD {dst}, Y1; VSUBPD Y0, Y1, Y1; VXORPD Y2, Y2, Y2; VMINPD Y1, Y2, Y1; VMOVUPD Y1, {dst}")
	elementwise("subtractAVX2", []string{"dst", "x", "y", "z"}, []string{"c"},
		"VMOVUPD {x}, Y0; VSUBPD {y}, Y0, Y0; VMULPD {z}, {c}, Y1; VSUBPD Y1, Y0, Y0; VMOVUPD Y0, {dst}")
	elementwise("approachAVX2", []string{"dst", "from", "to"}, []string{"rate"},
		"VMOVUPD {from}, Y0; VMOVUPD {to}, Y1; VSUBPD Y0, Y1, Y1; VMULPD {rate}, Y1, Y1; VADDPD Y1, Y0, Y0; VMOVUPD Y0, {dst}")
	elementwise("pullRowAVX2", []string{"dst", "m", "a"}, []string{"gi", "hi"},
		"VMOVUPD {dst}, Y0; VSUBPD {a}, Y0, Y0; VMULPD Y0, {hi}, Y0; VMULPD {m}, {gi}, Y1; VADDPD Y0, Y1, Y0; VMOVUPD Y0, {dst}")

	// Of special.go. Of NaN and a number the maximum is the second operand, here the argument.
	elementwise("minusAbsAVX2", []string{"dst", "x"}, []string{"minusZero"},
		"VORPD {x}, {minusZero}, Y0; VMOVUPD Y0, {dst}")
	elementwise("sigmoidJoinAVX2", []string{"dst", "x", "y"}, []string{"one"},
		"VMOVUPD {y}, Y0; VXORPD Y1, Y1, Y1; VMOVUPD {x}, Y2; VCMPPD $1, Y1, Y2, Y1; VBLENDVPD Y1, Y0, {one}, Y1; "+
			"VADDPD {one}, Y0, Y0; VDIVPD Y0, Y1, Y1; VMOVUPD Y1, {dst}")
	elementwise("softplusTermsAVX2", []string{"y", "u"}, []string{"one"},
		"VMOVUPD {y}, Y0; VADDPD {one}, Y0, Y1; VMOVUPD Y1, {u}; VSUBPD {one}, Y1, Y2; VSUBPD Y2, Y0, Y0; VDIVPD Y1, Y0, Y0; VMOVUPD Y0, {y}")
	elementwise("softplusJoinAVX2", []string{"dst", "x", "u", "y"}, nil,
		"VXORPD Y0, Y0, Y0; VMAXPD {x}, Y0, Y0; VMOVUPD {u}, Y1; VADDPD {y}, Y1, Y1; VADDPD Y1, Y0, Y0; VMOVUPD Y0, {dst}")
}
