package wire

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// Whole numbers are read as R and others write them.
func TestWholeNumbers(t *testing.T) {
	var m Message
	err := json.Unmarshal([]byte(`{"type":"trace","protocol":1.0,"iteration":1e+05,"objective":null,"shape":[3.0,2],"path":"p"}`), &m)
	if err != nil || m.Type != "trace" || m.Protocol != 1 || m.Iteration != 100_000 || !slices.Equal(m.Shape, []int{3, 2}) || m.Path != "p" {
		t.Errorf("%+v, %v", m, err)
	}
	for _, number := range []string{"1.5", `"1"`, "1e300", "9007199254740994", "[1]"} {
		if err := json.Unmarshal([]byte(`{"type":"trace","iteration":`+number+`}`), &m); err == nil || !strings.Contains(err.Error(), number+" is not a whole number") {
			t.Errorf("%s: %v", number, err)
		}
	}
}
