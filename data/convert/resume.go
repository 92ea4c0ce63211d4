package convert

import (
	"encoding/gob"
	"fmt"
	"io"
	"os"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/data/schema"
	"gpcbench/data/tablefile"
)

// keepEvery is the amount of text, 256 MiB, after which a conversion saves its state.
const keepEvery = 256 << 20

// stateVersion is raised when state changes: a conversion with another version is not resumed.
const stateVersion = 4

// state is the state of a conversion, as saved on disk.
type state struct {
	Version    int
	Digest     string // of the table
	Writing    bool   // it is in the second reading
	Part, Line int    // everything up to this line is done
	Written    tablefile.Written
	Seen       schema.Seen
}

func (c *conversion) stateFile() string { return c.path + ".part" }

// keep saves that everything up to a line of the current part is done.
func (c *conversion) keep(line int) (err error) {
	c.state.Version, c.state.Line, c.state.Seen = stateVersion, line, c.schema.Seen
	if c.out != nil {
		if c.state.Written, err = c.out.Flush(); err != nil {
			return err
		}
	}
	err = atomicfile.WriteFunc(c.stateFile(), func(w io.Writer) error { return gob.NewEncoder(w).Encode(&c.state) })
	if err != nil {
		return fmt.Errorf("the state of the conversion cannot be saved: %w", err)
	}
	return nil
}

// resume restores the state saved by an earlier conversion of the same table, if it can be read.
func (c *conversion) resume() {
	f, err := data.OpenRegular(c.stateFile())
	if err != nil {
		return
	}
	defer f.Close()
	var kept state
	if gob.NewDecoder(f).Decode(&kept) != nil || kept.Version != stateVersion || kept.Digest != c.state.Digest || kept.Part >= len(c.source.Parts) {
		return
	}
	if _, err := os.Stat(c.path + ".tmp"); err != nil && kept.Written.Rows > 0 {
		return
	}
	c.state = kept
	c.schema.GoOn(kept.Seen)
	reading := "first"
	if kept.Writing {
		reading = "second"
	}
	c.progress.Say(fmt.Sprintf("continuing the %s reading after line %d of %s", reading, kept.Line, c.source.Parts[kept.Part].Name))
}
