package record

import (
	"slices"
	"testing"
)

func TestHits(t *testing.T) {
	var h []byte
	want := map[int][]int{}
	for one := range 2 {
		for three := range 4 {
			for five := range 6 {
				h = append(h, Hit([...]int{one, three, five}))
				want[1], want[3], want[5] = append(want[1], one), append(want[3], three), append(want[5], five)
			}
		}
	}
	for _, k := range HitCutoffs {
		if got := Hits(h).At(k); !slices.Equal(got, want[k]) {
			t.Errorf("at %d: %v, want %v", k, got, want[k])
		}
	}
	if Hits(h).At(2) != nil || Hits("A-").At(1) != nil {
		t.Error("hits at 2, or of a character that is no digit")
	}
}
