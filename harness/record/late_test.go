package record

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

// On a network file system the journals of other machines may be seen late, in any order, and in part: a
// file not yet, up to some byte, or with zeros where its bytes have not come. Whoever reads meanwhile has
// records that are whole, and tells nothing that is not so; who reads at the end has all.
func TestJournalsSeenLate(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const journals, lines = 4, 5
	whole := map[string][]byte{}
	want := map[string]string{}
	for j := range journals {
		var text []byte
		for i := range lines {
			r := sample(fmt.Sprintf("%d-%d", j, i), OK)
			r.Metrics = map[string]float64{"nll": rng.Float64()}
			want[r.ID] = line(t, r)
			text = append(append(text, Seal([]byte(line(t, r)))...), '\n')
		}
		whole[fmt.Sprintf("%d.jsonl", j)] = text
	}
	for round := range 100 {
		dir := t.TempDir()
		for name, text := range whole {
			seen := bytes.Clone(text)
			switch cut := rng.IntN(len(text) + 1); rng.IntN(4) {
			case 0:
				continue
			case 1:
				seen = seen[:cut]
			case 2:
				clear(seen[cut:])
			case 3:
				clear(seen[cut:min(len(seen), cut+rng.IntN(600))])
			}
			if err := os.WriteFile(filepath.Join(dir, name), seen, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		reader := NewReader(dir)
		have := map[string]bool{}
		take := func(when string, records []Record) {
			for _, r := range records {
				have[r.ID] = true
				if line(t, r) != want[r.ID] {
					t.Fatalf("round %d, %s: a record that was never written: %s", round, when, line(t, r))
				}
			}
		}
		records, _ := reader.All() // what is not there yet may be told as damage
		take("at first", records)
		for name, text := range whole {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		take("later", reader.More("")) // may leave out what came behind a place that was read
		records, err := NewReader(dir).All()
		if err != nil || len(records) != len(want) {
			t.Fatalf("round %d, at the end: %d records, %v", round, len(records), err)
		}
		take("at the end", records)
	}
}
