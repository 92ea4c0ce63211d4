package drawing

import (
	"image/color"
	"testing"
)

func TestShade(t *testing.T) {
	if got := Shade(Blue, 1); got != Blue {
		t.Errorf("the last shade is %v, not %v", got, Blue)
	}
	if got := Shade(color.NRGBA{0, 100, 255, 255}, 0); got != (color.NRGBA{179, 209, 255, 255}) {
		t.Errorf("the palest is %v", got)
	}
	if got := Dark(color.NRGBA{200, 101, 0, 170}); got != (color.NRGBA{100, 50, 0, 170}) {
		t.Errorf("half way to black is %v", got)
	}
}
