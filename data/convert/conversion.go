package convert

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/data/read"
	"gpcbench/data/schema"
	"gpcbench/data/tablefile"
)

// conversion turns the text of a source into a table file.
//
// If it is interrupted, the next one continues after the last row recorded in the file .part beside
// the table, and skips the lines before without parsing them. (Packed text must still be unpacked
// again.) After an error nothing of it is left, and the next one starts from the beginning.
type conversion struct {
	ctx      context.Context
	source   *Source
	path     string // of the table file
	every    int64  // bytes of text after which the state is saved again
	progress *tablefile.Progress

	state  state
	schema *schema.Schema
	out    *tablefile.Writer // nil in the first reading
	text   int64             // bytes read so far, in both readings
	began  time.Time         // when the first reading began
}

// run converts from where the last attempt ended.
func (c *conversion) run() (err error) {
	c.schema = schema.New(c.source.Name, &c.source.Format)
	c.resume()
	defer func() {
		if err == nil || c.ctx.Err() == nil {
			os.Remove(c.stateFile())
			atomicfile.RemoveUnfinished(c.stateFile())
		}
	}()
	if !c.state.Writing {
		if err := c.inferSchema(); err != nil {
			return err
		}
	}
	if c.source.Check != nil {
		if err := c.source.Check(c.schema); err != nil {
			return err
		}
	}
	if err := c.schema.Complete(); err != nil {
		return err
	}
	return c.writeTable()
}

// inferSchema is the first reading.
func (c *conversion) inferSchema() error {
	parts := c.source.Parts
	for again := true; again; again = c.schema.Again() {
		for i := c.state.Part; i < len(parts); i++ {
			if err := c.read(i, func(r read.Reader) error { return c.schema.Infer(r, parts[i], i) }); err != nil {
				return err
			}
		}
		c.state.Part, c.state.Line = 0, 0
	}
	c.state.Writing, c.state.Part, c.state.Line = true, 0, 0
	if c.text >= c.every {
		return c.keep(0)
	}
	return nil
}

// writeTable is the second reading.
func (c *conversion) writeTable() (err error) {
	if c.out, err = tablefile.Create(c.path, c.description(), c.state.Written); err != nil {
		return fmt.Errorf("the cache cannot be written: %w", err)
	}
	defer func() {
		switch {
		case err != nil && c.ctx.Err() != nil:
			c.out.Close()
		case err != nil:
			c.out.Abort()
		}
	}()
	parts := c.source.Parts
	for i := c.state.Part; i < len(parts); i++ {
		if err := c.read(i, func(r read.Reader) error { return c.writePart(r, parts[i]) }); err != nil {
			return wrapFile(parts[i].Name, err)
		}
	}
	if err := c.findSplits(); err != nil {
		return err
	}
	if err := c.out.Finish(); err != nil {
		return wrapFile(c.source.Name, err)
	}
	c.progress.End(fmt.Sprintf("%d rows; %s", c.out.Rows(), c.speed()))
	return nil
}

// description returns the description for the table file.
func (c *conversion) description() tablefile.Description {
	classes, counts := c.schema.Classes()
	d := tablefile.Description{
		Digest: c.state.Digest, N: c.schema.Rows(), D: c.schema.Dim(),
		Classes: classes, Counts: counts, Attributes: c.schema.Attributes(), Parts: c.schema.PartRows(),
	}
	if c.source.Format.Own {
		d.Summary = c.schema.Summary()
		d.Otherwise = c.schema.ReadOtherwise()
		d.Summary.Remarks = append(d.Summary.Remarks, c.source.Remarks...)
	}
	return d
}

// writePart writes the rows of a part that are not written yet.
func (c *conversion) writePart(r read.Reader, p read.Part) error {
	if _, err := r.Header(); err != nil {
		return err
	}
	x := make([]float64, c.schema.Dim())
	for {
		rec, err := r.Next()
		if rec == nil || err != nil {
			return err
		}
		class, use, err := c.schema.Encode(x, rec, p)
		if err != nil {
			return err
		}
		if !use {
			continue
		}
		err = c.out.Write(x, class)
		var content *data.ContentError
		if errors.As(err, &content) {
			content.File, content.Line = p.Name, rec.Line
		}
		if err != nil {
			return err
		}
	}
}

// findSplits finds the published splits in the rows that were written.
func (c *conversion) findSplits() error {
	if c.source.Splits == nil {
		return nil
	}
	t, err := c.out.Table()
	if err != nil {
		return err
	}
	splits, err := c.source.Splits(t)
	if err != nil {
		return err
	}
	c.out.SetSplits(splits)
	return nil
}

// read opens part i, at the saved place if there is one, and passes it to f.
func (c *conversion) read(i int, f func(read.Reader) error) error {
	r, err := read.Open(c.source.Parts[i], &c.source.Format)
	if err != nil {
		return err
	}
	w := &watched{Reader: r, c: c}
	w.lines, _ = r.(read.Resumable)
	if i == c.state.Part {
		w.from = c.state.Line
	}
	c.state.Part = i
	err = f(w)
	if e := r.Close(); err == nil {
		err = e
	}
	return err
}

// wrapFile names the file in an error that does not name one.
func wrapFile(file string, err error) error {
	var content *data.ContentError
	var unavailable *data.UnavailableError
	var request *data.RequestError
	if errors.As(err, &content) || errors.As(err, &unavailable) || errors.As(err, &request) {
		return err
	}
	return fmt.Errorf("%s: %w", file, err)
}
