package convert

import (
	"fmt"
	"time"

	"gpcbench/data/read"
)

// watched is the reader of a conversion. Before it reads a record, when all earlier ones are
// processed, it saves the state and writes progress if they are due.
type watched struct {
	read.Reader
	c       *conversion
	lines   read.Resumable // the same reader; nil if the file is not text by lines
	from    int            // line up to which an earlier conversion got
	records int
	kept    int64 // bytes when the state was last saved
	before  int64 // bytes at the last record
}

// Header reads the header and skips the lines that are done.
func (w *watched) Header() ([]string, error) {
	names, err := w.Reader.Header()
	if err != nil || w.from == 0 || w.lines == nil {
		return names, err
	}
	if err := w.lines.SkipTo(w.from); err != nil {
		return nil, err
	}
	_, w.kept = w.lines.Place()
	w.before = w.kept
	return names, nil
}

// Next returns the next record.
func (w *watched) Next() (*read.Record, error) {
	w.records++
	if w.records%1024 == 0 {
		if err := w.c.ctx.Err(); err != nil {
			return nil, err
		}
	}
	if w.lines == nil {
		return w.Reader.Next()
	}
	line, bytes := w.lines.Place()
	if w.c.began.IsZero() {
		w.c.began = time.Now()
	}
	w.c.text += bytes - w.before
	w.before = bytes
	if bytes-w.kept >= w.c.every {
		w.kept = bytes
		if err := w.c.keep(line); err != nil {
			return nil, err
		}
	}
	w.c.progress.Show(w.records, func() string { return w.c.describe(w.lines.Share()) })
	return w.Reader.Next()
}

// describe says how far the conversion is when the given share of the current part has been read.
func (c *conversion) describe(share float64) string {
	reading := "first reading"
	if c.out != nil {
		reading = "second reading"
	}
	if n := len(c.source.Parts); n > 1 {
		reading += fmt.Sprintf(" of file %d of %d", c.state.Part+1, n)
	}
	if share > 0 {
		reading += fmt.Sprintf(", %.0f%%", 100*share)
	}
	return reading + ", " + c.speed()
}

// speed says how much text was read, both readings together, and how fast.
func (c *conversion) speed() string {
	mb := float64(c.text) / 1e6
	return fmt.Sprintf("%.0f MB of text read, %.0f MB/s", mb, mb/time.Since(c.began).Seconds())
}
