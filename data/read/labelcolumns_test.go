package read

import (
	"testing"

	"gpcbench/data/datatest"
)

// A packed table of another kind is not searched for damage because it has no header of ARFF.
func TestLabelsOfAnotherKind(t *testing.T) {
	packed := gzipped(t, 20000)
	path := datatest.Write(t, "t.csv.gz", packed[:len(packed)-1]) // cut in its checksum
	if stated, likely, err := ARFFLabels(path); err != nil || stated.N != 0 || likely.N != 0 {
		t.Errorf("%+v, %+v, %v", stated, likely, err)
	}
}
