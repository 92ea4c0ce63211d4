package drawing

import (
	"image/color"
	"testing"
)

func TestMix(t *testing.T) {
	if got := Mix(Blue, White, 1); got != Blue {
		t.Errorf("the last shade is %v, not %v", got, Blue)
	}
	if got := Mix(color.NRGBA{0, 100, 255, 255}, White, 0.3); got != (color.NRGBA{179, 209, 255, 255}) {
		t.Errorf("the palest is %v", got)
	}
	if got := Mix(color.NRGBA{200, 101, 0, 170}, Black, 0.5); got != (color.NRGBA{100, 51, 0, 170}) {
		t.Errorf("half way to black is %v", got)
	}
}
