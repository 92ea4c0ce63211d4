package work

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"time"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/harness/record"
	"gpcbench/methods/method"
)

// checkpoint is the first line, in JSON, of the file from which an interrupted fit
// continues. The name of the file says which cell it belongs to. After the line
// comes the state as the method writes it, since it may have hundreds of
// megabytes, and then the CRC-32 of all of that, four bytes, low byte first.
type checkpoint struct {
	Cell        string             `json:"cell,omitempty"` // ID; not written by earlier versions
	Iteration   int                `json:"iteration"`
	WallSeconds float64            `json:"wall_seconds"`
	CPUSeconds  float64            `json:"cpu_seconds"`
	Inducing    int                `json:"inducing"`
	Traced      int                `json:"traced"`
	Events      map[string]int     `json:"events"`
	CPUParts    map[string]float64 `json:"cpu_parts,omitempty"`
	Trace       []record.Point     `json:"trace"`
}

// largestState is the size in bytes of the largest checkpoint that is read.
const largestState = 16 << 30

// Checkpoint saves the state after iteration t if a checkpoint is due. It does so
// only once the trace of that iteration is taken, so that a fit that continues
// from the state misses none.
func (r *recorder) Checkpoint(t int, save func(w io.Writer) error) error {
	if r.file == "" || r.clock.elapsed()-r.saved < r.every || method.OnCurve(t) && r.iteration < t {
		return nil
	}
	r.clock.stop()
	defer r.clock.start()
	r.saved = r.clock.elapsed()
	if err := r.store(t, save); err != nil {
		return fmt.Errorf("checkpoint after iteration %d: %w", t, err)
	}
	return nil
}

// Resume returns the state saved by an earlier part of the fit.
func (r *recorder) Resume() (t int, state []byte) { return r.stateIter, r.state }

// store writes the checkpoint. The file is always a complete checkpoint.
func (r *recorder) store(t int, save func(w io.Writer) error) error {
	head, err := json.Marshal(checkpoint{
		Cell: r.cell, Iteration: t, WallSeconds: r.clock.wall.Seconds(), CPUSeconds: r.clock.cpu.Seconds(),
		Inducing: r.inducing, Traced: r.iteration, Events: r.events, CPUParts: r.parts, Trace: r.trace,
	})
	if err != nil {
		return err
	}
	return atomicfile.WriteFunc(r.file, func(file io.Writer) error {
		sum := crc32.NewIEEE()
		w := io.MultiWriter(file, sum)
		if _, err := w.Write(append(head, '\n')); err != nil {
			return err
		}
		if err := save(w); err != nil {
			return err
		}
		_, err := file.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
		return err
	})
}

// load restores the checkpoint, if there is one that is whole and belongs to the cell. For any other it returns why the
// fit starts anew.
func (r *recorder) load() (useless string) {
	if r.file == "" {
		return ""
	}
	content, err := data.ReadRegular(r.file, largestState)
	if errors.Is(err, fs.ErrNotExist) {
		return ""
	}
	if err != nil {
		return "cannot be read: " + data.Cause(err).Error()
	}
	c, state, ok := readCheckpoint(content)
	if !ok {
		return "is cut or damaged"
	}
	if c.Cell != "" && c.Cell != r.cell {
		return "is of another cell"
	}
	r.stateIter, r.state = c.Iteration, state
	r.clock.wall = time.Duration(c.WallSeconds * 1e9)
	r.clock.cpu = time.Duration(c.CPUSeconds * 1e9)
	r.saved = r.clock.elapsed()
	r.inducing, r.iteration, r.trace = c.Inducing, c.Traced, c.Trace
	if c.Events != nil {
		r.events = c.Events
	}
	maps.Copy(r.parts, c.CPUParts)
	return ""
}

// readCheckpoint splits a file into its parts; ok is false if it is damaged.
func readCheckpoint(content []byte) (c checkpoint, state []byte, ok bool) {
	const sumBytes = 4
	if len(content) < sumBytes {
		return c, nil, false
	}
	content, sum := content[:len(content)-sumBytes], content[len(content)-sumBytes:]
	if crc32.ChecksumIEEE(content) != binary.LittleEndian.Uint32(sum) {
		return c, nil, false
	}
	head, state, found := bytes.Cut(content, []byte("\n"))
	if !found || json.Unmarshal(head, &c) != nil || !c.possible() {
		return c, nil, false
	}
	return c, state, true
}

// longest is more seconds than any fit takes.
const longest = 1e9

// possible says whether a fit can have written this first line.
func (c *checkpoint) possible() bool {
	if c.Iteration < 1 || c.Traced < 0 || c.Traced > c.Iteration || c.Inducing < 0 ||
		!(c.WallSeconds >= 0 && c.WallSeconds < longest && c.CPUSeconds >= 0 && c.CPUSeconds < longest) {
		return false
	}
	last := 0
	for _, p := range c.Trace {
		if p.Iteration <= last || p.Iteration > c.Traced {
			return false
		}
		last = p.Iteration
	}
	return last == c.Traced
}
