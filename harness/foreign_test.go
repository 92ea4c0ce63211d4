package harness

import (
	"strings"
	"testing"
)

// Of several columns that are not there the first is told, each time.
func TestMissingColumnsAreToldInOrder(t *testing.T) {
	for range 20 {
		if _, err := readForeign("f.csv", []byte("dataset,row\na,0\n")); err == nil || !strings.Contains(err.Error(), "there is no column fold") {
			t.Fatalf("%v", err)
		}
	}
}
