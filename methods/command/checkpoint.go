package command

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gpcbench/methods/command/wire"
	"gpcbench/methods/method"
)

// saved is the harness's part of a fit's checkpoint; the program's part and the snapshots are
// stored beside it.
type saved struct {
	Iteration  int            `json:"iteration"`
	Last       int            `json:"last"`
	Traced     int            `json:"traced"`
	Checkpoint string         `json:"checkpoint"`
	Snapshots  map[int]string `json:"snapshots"`
}

// save asks the program for a checkpoint and writes it with all snapshots so far.
func (r *run) save(w io.Writer, t int) error {
	name := fmt.Sprintf("checkpoint-%d", t)
	if err := r.keep(wire.TypeCheckpoint, name); err != nil {
		return err
	}
	defer os.RemoveAll(filepath.Join(r.o.Folder, name))
	names := slices.Sorted(maps.Values(r.snapshots))
	return pack(w, r.o.Folder, saved{Iteration: t, Last: r.last, Traced: r.traced, Checkpoint: name, Snapshots: r.snapshots}, append(names, name))
}

// resume unpacks what an interrupted part of the fit has saved; it returns nil
// if there is none.
func (r *run) resume(folder string) (*saved, error) {
	t, raw := r.rec.Resume()
	if t == 0 {
		return nil, nil
	}
	s := &saved{}
	if err := unpack(bytes.NewReader(raw), folder, s); err != nil {
		return nil, fmt.Errorf("%w: %w", method.OtherCheckpoint("command"), err)
	}
	if s.Iteration != t || s.Last < t || s.Traced > s.Last || s.Last > math.MaxInt32 {
		return nil, method.OtherCheckpoint("command")
	}
	for _, name := range slices.AppendSeq([]string{s.Checkpoint}, maps.Values(s.Snapshots)) {
		if _, _, err := wire.Place(folder, name); err != nil {
			return nil, fmt.Errorf("%w: %w", method.OtherCheckpoint("command"), err)
		}
	}
	if s.Snapshots == nil {
		s.Snapshots = map[int]string{}
	}
	return s, nil
}
