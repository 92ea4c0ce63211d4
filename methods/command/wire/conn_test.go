package wire

import (
	"os"
	"strings"
	"testing"
	"time"
)

// What is written as null is told where it would help alone.
func TestAdviceOnNull(t *testing.T) {
	for line, advised := range map[string]bool{
		`{"type":"trace","iteration":1,"objective":NaN}`:   true,
		`{"type":"trace","iteration":1,"objective": -Inf}`: true,
		`Epoch 1: loss 0.3, inf gained`:                    false,
		`{"type":"trace","iteration":"one"}`:               false,
	} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		w.WriteString(line + "\n")
		_, err = NewConn(r, w).Receive(time.Now().Add(time.Minute))
		if err == nil || strings.Contains(err.Error(), "written as null") != advised {
			t.Errorf("%s: %v", line, err)
		}
		r.Close()
		w.Close()
	}
}
