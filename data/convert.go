package data

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"time"
)

// keepEvery is the amount of text, 256 MiB, after which a conversion keeps how far
// it is.
const keepEvery = 256 << 20

// conversion turns the text of a source into a table file. It reads the text
// twice, to find out what there is and to write it, in memory that does not grow
// with the number of rows.
//
// Whatever ends it before it is done, the next one goes on after the row that was
// last kept in the file .part beside the table: the lines before are passed over
// without being parsed. (Packed text has to be unpacked again all the same.) After an
// error it begins anew: then nothing is left of it.
type conversion struct {
	ctx    context.Context
	source *source
	path   string // of the table file
	every  int64  // bytes of text between two times that the state is kept
	tell   *progress

	state  kept
	survey *survey
	out    *tableWriter // nil in the first reading
	text   int64        // bytes read so far, in both readings
	began  time.Time    // when the first of them was
}

// kept is how far a conversion is, as it is kept on the disk.
type kept struct {
	Digest     string // of the table
	Writing    bool   // it is in the second reading
	Part, Line int    // everything up to this line is done
	Columns    []column
	Label      int
	Labels     map[string]*seenLabel
	Counts     []map[string]int
	Written    written
}

func (c *conversion) file() string { return c.path + ".part" }

// run converts from where the last attempt ended.
func (c *conversion) run() (err error) {
	s := c.source
	c.survey = newSurvey(s.name, &s.format)
	c.resume()
	defer func() {
		if err == nil || c.ctx.Err() == nil {
			os.Remove(c.file())
		}
	}()
	if !c.state.Writing {
		for i := c.state.Part; i < len(s.parts); i++ {
			if err := c.read(i, func(r reader) error { return c.survey.surveyPart(r, s.parts[i], i) }); err != nil {
				return err
			}
		}
		c.state.Writing, c.state.Part, c.state.Line = true, 0, 0
		if c.text >= c.every {
			if err := c.keep(0); err != nil {
				return err
			}
		}
	}
	if err := c.survey.layOut(); err != nil {
		return err
	}
	if s.check != nil {
		if err := s.check(c.survey); err != nil {
			return err
		}
	}
	classes, err := makeClasses(s.name, c.survey.labels, &s.format)
	if err != nil {
		return err
	}
	if c.out, err = newTableWriter(c.path, c.description(classes), c.state.Written); err != nil {
		return fmt.Errorf("the cache cannot be written: %w", err)
	}
	defer func() {
		switch {
		case err != nil && c.ctx.Err() != nil:
			c.out.file.Close()
		case err != nil:
			c.out.abort()
		}
	}()
	for i := c.state.Part; i < len(s.parts); i++ {
		if err := c.read(i, func(r reader) error { return c.writePart(r, s.parts[i], classes) }); err != nil {
			return wrapFile(s.parts[i].file, err)
		}
	}
	if s.splits != nil {
		if c.out.desc.Splits, err = s.splitRows(c.out); err != nil {
			return err
		}
	}
	if err := c.out.finish(); err != nil {
		return wrapFile(s.name, err)
	}
	c.tell.end(fmt.Sprintf("%d rows; %s", c.out.rows, c.speed()))
	return nil
}

// description is what the table file will say of itself.
func (c *conversion) description(classes *classMap) description {
	desc := description{
		Digest: c.state.Digest, N: classes.rows(), D: c.survey.dim,
		Classes: classes.names, Counts: classes.counts, Attributes: c.survey.attributes(),
	}
	for _, count := range c.survey.counts {
		rows := 0
		for label, n := range count {
			if classes.class[label] >= 0 {
				rows += n
			}
		}
		desc.Parts = append(desc.Parts, rows)
	}
	return desc
}

// writePart writes the rows of a part, or those that are not written yet.
func (c *conversion) writePart(r reader, p part, classes *classMap) error {
	if _, err := r.header(); err != nil {
		return err
	}
	x := make([]float64, c.survey.dim)
	for {
		rec, err := r.next()
		if rec == nil || err != nil {
			return err
		}
		use, err := c.survey.read(rec, p)
		if err != nil {
			return err
		}
		if !use {
			continue
		}
		class, known := classes.class[string(c.survey.labelOf(rec))]
		if !known {
			return errChanged
		}
		if class < 0 {
			continue
		}
		if err := c.survey.encode(x); err != nil {
			return err
		}
		err = c.out.write(x, class)
		var content *ContentError
		if errors.As(err, &content) {
			content.File, content.Line = p.file, rec.line
		}
		if err != nil {
			return err
		}
	}
}

// read opens part i, where it was left if that was kept, and gives it to f.
func (c *conversion) read(i int, f func(reader) error) error {
	r, err := openPart(c.source.parts[i], &c.source.format)
	if err != nil {
		return err
	}
	w := &watched{reader: r, c: c}
	w.lines, _ = r.(lineReader)
	if i == c.state.Part {
		w.from = c.state.Line
	}
	c.state.Part = i
	err = f(w)
	if e := r.close(); err == nil {
		err = e
	}
	return err
}

// lineReader is a reader of text by lines: one that can be gone on with.
type lineReader interface {
	place() (line int, bytes int64)
	skipTo(line int) error
	share() float64
}

// watched is the reader of a conversion: before each record, when all those before
// are dealt with, the state is kept if it is time to, and progress told.
type watched struct {
	reader
	c       *conversion
	lines   lineReader // nil if the file is not text by lines
	from    int        // line that was dealt with before
	records int
	last    int64 // bytes when the state was last kept
	before  int64 // bytes at the last record
}

// header reads the header and passes over the lines that are done.
func (w *watched) header() ([]string, error) {
	names, err := w.reader.header()
	if err != nil || w.from == 0 || w.lines == nil {
		return names, err
	}
	if err := w.lines.skipTo(w.from); err != nil {
		return nil, err
	}
	_, w.last = w.lines.place()
	w.before = w.last
	return names, nil
}

func (w *watched) next() (*record, error) {
	w.records++
	if w.records%1024 == 0 {
		if err := w.c.ctx.Err(); err != nil {
			return nil, err
		}
	}
	if w.lines == nil {
		return w.reader.next()
	}
	line, bytes := w.lines.place()
	if w.c.began.IsZero() {
		w.c.began = time.Now()
	}
	w.c.text += bytes - w.before
	w.before = bytes
	if bytes-w.last >= w.c.every {
		w.last = bytes
		if err := w.c.keep(line); err != nil {
			return nil, err
		}
	}
	w.c.tell.show(w.records, func() string { return w.c.progress(w.lines.share()) })
	return w.reader.next()
}

// progress says how far the conversion is, if so much of the present part is read.
func (c *conversion) progress(share float64) string {
	reading := "first reading"
	if c.out != nil {
		reading = "second reading"
	}
	if n := len(c.source.parts); n > 1 {
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

// keep writes down that everything up to a line of the present part is done.
func (c *conversion) keep(line int) (err error) {
	c.state.Line = line
	c.state.Columns, c.state.Label, c.state.Labels, c.state.Counts = c.survey.columns, c.survey.label, c.survey.labels, c.survey.counts
	if c.out != nil {
		if c.state.Written, err = c.out.flush(); err != nil {
			return err
		}
	}
	f, err := os.Create(c.file() + ".tmp")
	if err != nil {
		return err
	}
	err = errors.Join(gob.NewEncoder(f).Encode(&c.state), f.Sync(), f.Close())
	if err != nil {
		return fmt.Errorf("the state of the conversion cannot be kept: %w", err)
	}
	return os.Rename(f.Name(), c.file())
}

// resume takes over what an earlier conversion of the same table kept, if that can
// be read.
func (c *conversion) resume() {
	f, err := os.Open(c.file())
	if err != nil {
		return
	}
	defer f.Close()
	var state kept
	if gob.NewDecoder(f).Decode(&state) != nil || state.Digest != c.state.Digest || state.Part >= len(c.source.parts) {
		return
	}
	if _, err := os.Stat(c.path + ".tmp"); err != nil && state.Written.Rows > 0 {
		return
	}
	c.state = state
	if state.Labels == nil {
		state.Labels = make(map[string]*seenLabel) // every row so far lacked a value
	}
	c.survey.columns, c.survey.label, c.survey.labels, c.survey.counts = state.Columns, state.Label, state.Labels, state.Counts
	reading := "first"
	if state.Writing {
		reading = "second"
	}
	c.tell.say(fmt.Sprintf("going on with the %s reading, after line %d of %s", reading, state.Line, c.source.parts[state.Part].file))
}
