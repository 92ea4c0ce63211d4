package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"gpcbench/analysis"
	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/data/read"
	"gpcbench/examples/command"
	"gpcbench/harness/draft"
	"gpcbench/harness/machine"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/run"
	"gpcbench/harness/spec"
	"gpcbench/methods/role"
	"gpcbench/report"
	"gpcbench/report/replication"
	"gpcbench/take"
	"gpcbench/wording"
)

// takeResults is the folder of the records of take where --results names none.
const takeResults = "out"

// mostMinutes is the longest time of take, a week.
const mostMinutes = 7 * 24 * 60

func takeVerb() verb {
	return verb{
		name: "take", args: "TABLE", help: "from a table of one's own to a model: look at it, race the methods that fit it, judge the best, fit it on all rows",
		flags: []flags{
			raceFlags, progressFlags, jsonFlag, labelFlag(labelGuessed),
			outFlag("`file` of the model, which must not be there yet (default: the table's name with .gpc, or -2.gpc where that is there)"),
		},
		words: files, interrupted: resumable, run: (*app).take,
	}
}

// raceOptions are the flags of take alone.
type raceOptions struct {
	report  string  // folder of the report; "": none
	minutes float64 // that all may take; 0: by the number of rows
}

// raceFlags are also those of the folder of records, which is another one than elsewhere.
func raceFlags(fs *flag.FlagSet, a *arguments) {
	a.results = takeResults
	resultsFlag(fs, a)
	fs.StringVar(&a.race.report, "report", "", "`folder` of a report on what was run (default: none is written)")
	fs.Func("minutes", "`number` of minutes that all may take (default: half a minute up to 3000 rows, from there on with their number, 5 from 30000 on)", func(text string) error {
		minutes, number := read.ParseNumber([]byte(text))
		if !number || !(minutes > 0) || minutes > mostMinutes {
			return fmt.Errorf("it takes a number above 0, at most %d", mostMinutes)
		}
		a.race.minutes = minutes
		return nil
	})
}

// take goes from a table to a model: it drafts a specification, races its methods within a limit of
// time, says what came out, and fits the method that it takes on all rows.
func (a *app) take(ctx context.Context, args arguments) error {
	start := time.Now()
	if len(args.words) != 1 {
		return usagef("take: one table, such as runexp take my.csv")
	}
	table := args.words[0]
	if args.out != "" {
		if err := atomicfile.CheckOutput(args.out); err != nil {
			return existing(err) // before minutes of work
		}
	}
	if args.race.report != "" {
		if err := cmp.Or(os.MkdirAll(args.race.report, 0o777), atomicfile.Probe(args.race.report)); err != nil {
			return atomicfile.Unwritable(args.race.report, err)
		}
	}
	s, err := a.specificationFor(ctx, table, args)
	if err != nil {
		return err
	}
	args.words, args.profile = []string{s.path}, spec.Quick
	quiet := *a
	quiet.stderr = io.Discard // what it would tell of the table stands in what take says
	p, err := quiet.onePlan(ctx, "take", args)
	if err != nil {
		return err
	}
	of := p.Datasets[0]
	end := start.Add(timeFor(args.race.minutes, of.Rows))
	race, err := a.race(ctx, p, args, start, end)
	if err != nil {
		return err
	}
	outcome := race.Outcome()
	t := takeAnswer{specified: s, Outcome: outcome, dataset: of, results: args.results}
	var unfitted, written error
	if outcome.Taken != "" {
		if unfitted = a.fitTaken(ctx, p, args, end, &t); unfitted != nil && ctx.Err() != nil {
			return unfitted
		}
	}
	if args.race.report != "" {
		if written = writeReport(p, args); written == nil {
			t.report = args.race.report
		}
	}
	t.seconds = time.Since(start).Seconds()
	tell := a.tellAnswer
	if args.json {
		tell = func(t takeAnswer) error { return a.printJSON(t.facts()) }
	}
	if outcome.Taken == "" {
		written = errors.Join(written, nothingTaken(outcome))
	}
	return errors.Join(tell(t), unfitted, written) // what was raced is told though the fit failed
}

// nothingTaken is the error of a race in which nothing is taken.
func nothingTaken(o take.Outcome) error {
	if len(o.Failed) > 0 && len(o.TooSlow)+len(o.Untried) == 0 {
		return errors.New("take: every method failed")
	}
	return errors.New("take: no method was tested in the time that there was: --minutes gives more")
}

// timeFor is how long all of take may last for so many rows.
func timeFor(minutes float64, rows int) time.Duration {
	if minutes == 0 {
		minutes = min(max(float64(rows)/6000, 0.5), 5)
	}
	return time.Duration(minutes * float64(time.Minute))
}

// specified is a table with the specification that was drafted for it.
type specified struct {
	draft.Looked // without a summary of a file of label sets
	draft.Draft
	sizes string // of label sets
	path  string
}

// specificationFor drafts the specification of a race for a table, and keeps it in a file that is called
// as the table is. One of the same text is left as it is, so that the command can be given again; with
// another one there, the name has a number.
func (a *app) specificationFor(ctx context.Context, table string, args arguments) (s specified, err error) {
	if s.Looked, err = look(table, args.label); err != nil {
		return s, err
	}
	s.Said.Raced = true
	programs := programsFolder(args.results)
	nothing, err := os.MkdirTemp("", "gpcbench-take-*") // records would have repeats that are done not be looked at
	if err != nil {
		return s, err
	}
	defer os.Remove(nothing)
	args.results = nothing
	trees := ""
	if s.Summary != nil {
		trees = a.treesHere(ctx, programs, read.Stem(table)+".toml")
	}
	for n := 1; ; n++ {
		s.path = read.Stem(table) + ".toml"
		if n > 1 {
			s.path = fmt.Sprintf("%s-%d.toml", read.Stem(table), n)
		}
		args.out = s.path
		var text string
		if s.Summary == nil {
			text, s.sizes, err = a.draftLabelSets(ctx, table, args)
		} else {
			s.Draft, text, err = a.drafted(ctx, s.Looked, args)
			text += trees
		}
		if err != nil {
			return s, err
		}
		if kept, err := keepSpecification(s.path, text); kept || err != nil {
			return s, err
		}
	}
}

// programsFolder is the folder, relative to the current one, of programs that take part in a race: that of
// the records where this is below the current one.
func programsFolder(results string) string {
	const name = "take-programs"
	if filepath.IsLocal(results) {
		return filepath.Join(results, name)
	}
	return name
}

// treesOf is the distribution of Python whose trees take part.
const treesOf = "scikit-learn"

// treesHead begins the methods of trees in a specification.
const treesHead = "\n# Trees, of scikit-learn.\n"

// treesHere are methods of trees for a specification in the current folder, with their programs in a folder
// below it: none where no Python has scikit-learn. Where Python does not answer in time they are those of the
// specification that may be there already. Where there are none for another reason it says so.
func (a *app) treesHere(ctx context.Context, folder, specification string) string {
	python, err := machine.FindPython(ctx, machine.PythonPatience, treesOf)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		there, _ := data.ReadRegular(specification, maxSpec)
		if _, methods, has := strings.Cut(string(there), treesHead); has {
			return treesHead + methods
		}
		fmt.Fprintf(a.stderr, "notice: trees are not in the race: no Python answered within %v\n", machine.PythonPatience)
		return ""
	case err != nil:
		return ""
	}
	text := treesHead
	adapters, err := command.TreesOf(python.Command, filepath.ToSlash(folder))
	for _, of := range adapters {
		if err == nil {
			err = writeFiles(folder, of.Files)
		}
		text += of.Method + "\n"
	}
	if err != nil {
		fmt.Fprintf(a.stderr, "notice: trees are not in the race: %v\n", err)
		return ""
	}
	return text
}

// keepSpecification writes a specification to a file unless it has that text already, and says whether it
// has it then.
func keepSpecification(path, text string) (kept bool, err error) {
	there, err := data.ReadRegular(path, maxSpec)
	if err == nil {
		return bytes.Equal(there, []byte(text)), nil
	}
	if _, is := os.Lstat(path); is == nil {
		return false, nil // what cannot be read, or is no file, is not ours
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("%s cannot be written: %w", path, err)
	}
	out, err := createOutput(path)
	if err != nil {
		return false, err
	}
	defer out.Abandon()
	if _, err := out.WriteString(text); err != nil {
		return false, fmt.Errorf("%s cannot be written: %w", path, err)
	}
	err = out.Finish()
	if _, meanwhile := errors.AsType[*atomicfile.ExistsError](err); meanwhile {
		return keepSpecification(path, text)
	}
	return err == nil, err
}

// race runs cells of a plan until its race is over or its time is up.
func (a *app) race(ctx context.Context, p *plan.Plan, args arguments, start, end time.Time) (*take.Race, error) {
	costs := map[string]float64{}
	for _, c := range p.Cells {
		if role.Of[c.Method] != role.Outside { // nothing is known of a program's
			costs[c.Label] = c.Cost
		}
	}
	in := inputOf(p, args)
	deadline := end.Add(-time.Duration(overhead * float64(end.Sub(start))))
	r := turns{take.NewRace(analysis.New(in), draft.LinearLabel, costs, start, deadline, time.Now), newRaceProgress(a.stderr, args.progress, end), func() bool { return ctx.Err() != nil }}
	opt := run.Options{Jobs: runtime.NumCPU(), Predictions: true, Engine: a.engine, Turns: r}
	if args.progress == progressJSON {
		opt.Progress, opt.JSON = a.stderr, true
	}
	_, err := run.Run(ctx, p, opt)
	r.progress.end()
	if _, some := errors.AsType[*run.FailedError](err); some {
		err = nil // the outcome names them
	}
	return r.Race, err
}

// overhead is the share of the time of take that loading, saving and reports are left.
const overhead = 0.07

// turns has the queue of cells ask a race which is next.
type turns struct {
	*take.Race
	progress    *raceProgress
	interrupted func() bool
}

func (t turns) Next(left, atWork []*plan.Cell) (*plan.Cell, time.Time) {
	c, until := t.Race.Next(planned(left), planned(atWork))
	if c == nil {
		return nil, until
	}
	return left[slices.IndexFunc(left, func(of *plan.Cell) bool { return of.ID == c.ID && of.Label == c.Label })], until
}

// Ended is told of a cell that is no longer at work: of one that an interrupt ended there is nothing to tell.
func (t turns) Ended(c *plan.Cell) {
	if t.interrupted() {
		return
	}
	t.Race.Ended(c.Planned)
	r, has := t.Record(c.ID)
	t.progress.tell(c, r, has)
}

func planned(cells []*plan.Cell) []*record.Planned {
	out := make([]*record.Planned, len(cells))
	for i, c := range cells {
		out[i] = c.Planned
	}
	return out
}

// takeAnswer is all that take has to tell.
type takeAnswer struct {
	specified
	take.Outcome
	dataset record.Dataset
	results string
	model   string // file; "" where none was written
	outside bool   // the model starts a program
	of      string // label of the model
	trouble string
	report  string // folder
	seconds float64
}

// leastFit is what the fit on all rows may train for however little time is left.
const leastFit = 2 * time.Second

// fitTaken fits the method that is taken on all rows and keeps the model, which is called as the table
// is unless --out names it. A method that does no better than shares alone is not kept.
func (a *app) fitTaken(ctx context.Context, p *plan.Plan, args arguments, end time.Time, t *takeAnswer) error {
	if t.NoModel() != "" {
		return nil
	}
	if args.progress == progressText {
		fmt.Fprintf(a.stderr, "%s on all rows\n", t.Taken)
	}
	out := args.out
	if out == "" {
		out = read.Stem(t.Table) + ".gpc"
	}
	within := max(time.Until(end), leastFit)
	m, path, err := a.fitCell(ctx, p, t.Taken, out, within)
	if err != nil {
		return fmt.Errorf("%s on all rows: %w; runexp fit %s --method %s --out %s fits it without a limit of time", t.Taken, err, wording.ShellPath(filepath.ToSlash(t.path)), wording.ShellWord(t.Taken), wording.ShellPath(out))
	}
	t.model, t.of, t.outside = path, m.Label, role.Of[m.Method] == role.Outside
	switch {
	case m.NotConverged:
		t.trouble = m.Trouble
	case m.Seconds >= within.Seconds():
		t.trouble = fmt.Sprintf("stopped after %.0f s, when the time was up", m.Seconds)
	}
	return nil
}

// writeReport writes the report on a plan.
func writeReport(p *plan.Plan, args arguments) error {
	r, err := report.Build(replication.Input{Input: inputOf(p, args)})
	if err != nil {
		return err
	}
	return report.WriteAll(args.race.report, []*report.Report{r})
}

// tellAnswer prints what take did and what came out.
func (a *app) tellAnswer(t takeAnswer) error {
	style := terminalStyle(a.stdout)
	if why := t.NoModel(); why != "" {
		fmt.Fprintln(a.stdout, why)
	}
	for _, line := range t.about() {
		fmt.Fprintln(a.stdout, style.Plain(line))
	}
	fmt.Fprintln(a.stdout)
	if len(t.Results) > 0 {
		if err := printColumns(a.stdout, t.Lines(draft.LinearLabel), style); err != nil {
			return err
		}
	}
	for _, line := range t.Sentences(draft.LinearLabel) {
		fmt.Fprintln(a.stdout, style.Plain(line))
	}
	if c, more := data.Few(t.cautions()); len(c) > 0 {
		if more != "" {
			c = append(c, strings.TrimPrefix(more, " and ")+" (runexp plan has them)")
		}
		fmt.Fprintln(a.stdout, style.Plain("Look out: "+strings.Join(c, "; ")+"."))
	}
	fmt.Fprintln(a.stdout)
	for _, line := range t.files() {
		fmt.Fprintln(a.stdout, line)
	}
	return nil
}

// raceProgress tells how a race goes: on a terminal in one line that is written over, else in a line a
// cell.
type raceProgress struct {
	w     io.Writer
	until time.Time
	width func() int // of a terminal whose line is written over; nil of others
	cells int
}

func newRaceProgress(w io.Writer, how string, until time.Time) *raceProgress {
	if how != progressText {
		w = io.Discard
	}
	return &raceProgress{w: w, until: until, width: screenWidth(w)}
}

// tell tells of a cell that has ended.
func (p *raceProgress) tell(c *plan.Cell, r record.Record, has bool) {
	p.cells++
	what := "given up"
	switch {
	case has && r.Status != record.OK:
		what = "FAILED: " + r.Error
	case has:
		what = fmt.Sprintf("%s, %.1f s", run.InShort(r.Metrics), r.Timing.WallSeconds)
	}
	line := fmt.Sprintf("%d: %s, repeat %d: %s; at most %v left", p.cells, c.Label, c.Repeat, what, max(0, time.Until(p.until)).Round(time.Second))
	if p.width != nil {
		fmt.Fprintf(p.w, "\r\x1b[K%s", run.Line(line, p.width()-1))
		return
	}
	fmt.Fprintln(p.w, line)
}

// end clears the line of a terminal.
func (p *raceProgress) end() {
	if p.width != nil {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// specificationWords are the words of a command on the specification of a race.
func (t takeAnswer) specificationWords(verb string) string {
	return "runexp " + verb + words([]string{filepath.ToSlash(t.path)}) + selection{results: t.results}.recordsFlag()
}
