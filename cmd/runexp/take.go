package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"gpcbench/data"
	"gpcbench/data/atomicfile"
	"gpcbench/data/read"
	"gpcbench/harness/draft"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/report"
	"gpcbench/report/replication"
	"gpcbench/take"
	"gpcbench/wording"
)

// takeResults is the folder of the records of take unless --results names another.
const takeResults = "out"

// mostMinutes is the longest time of take, a week.
const mostMinutes = 7 * 24 * 60

func takeVerb() verb {
	return verb{
		name: "take", args: "TABLE", help: "from your own table to a model: look at the table, race the methods that suit it, judge the best and fit it on all rows",
		flags: []flags{
			raceFlags, progressFlags, jsonFlag, labelFlag(labelGuessed),
			outFlag("`file` of the model, which must not exist yet (default: the table's name with .gpc, or -2.gpc where that exists)"),
		},
		words: files, interrupted: resumable, run: (*app).take,
	}
}

// raceOptions are the flags of take alone.
type raceOptions struct {
	report  string  // folder of the report; "": none
	minutes float64 // for everything; 0: by the number of rows
	means   bool    // the mean of several methods may be taken
}

// raceFlags include the folder of records, whose default differs from that of other verbs.
func raceFlags(fs *flag.FlagSet, a *arguments) {
	a.results = takeResults
	resultsFlag(fs, a)
	fs.StringVar(&a.race.report, "report", "", "`folder` of a report on what was run (default: none is written)")
	fs.BoolVar(&a.race.means, "mean", false, "take the mean of the best two or three methods where the folds say that it is better than the best one")
	fs.Func("minutes", "`number` of minutes for everything (default: half a minute up to 3000 rows, 5 minutes from 30000 on, in between in proportion to the rows)", func(text string) error {
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
		return usagef("take takes one table, such as runexp take my.csv")
	}
	if err := checkOutputs(args); err != nil {
		return err // before minutes of work
	}
	s, err := a.specificationFor(ctx, args.words[0], args)
	if err != nil {
		return err
	}
	args.words, args.profile = []string{s.path}, spec.Quick
	quiet := *a
	quiet.stderr = io.Discard // its notices about the table are part of the output of take
	p, err := quiet.onePlan(ctx, "take", args)
	if err != nil {
		return err
	}
	t := takeAnswer{specified: s, dataset: p.Datasets[0], read: p.Tables[0].Summary, results: args.results}
	end := start.Add(timeFor(args.race.minutes, t.dataset.Rows))
	race, err := a.race(ctx, p, args, start, end)
	if err != nil {
		return err
	}
	t.Outcome = race.Outcome()
	var unfitted, written error
	if t.Taken != "" {
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
	if t.Taken == "" {
		written = errors.Join(written, t.nothingTaken())
	}
	tell := a.tellAnswer
	if args.json {
		tell = func(t takeAnswer) error { return a.printJSON(t.facts()) }
	}
	return errors.Join(tell(t), unfitted, written) // the race is reported even if the fit failed
}

// checkOutputs returns an error if the model or the report cannot be written where the arguments say.
func checkOutputs(args arguments) error {
	if args.out != "" {
		if err := atomicfile.CheckOutput(args.out); err != nil {
			return existing(err)
		}
	}
	if args.race.report == "" {
		return nil
	}
	if err := cmp.Or(os.MkdirAll(args.race.report, 0o777), atomicfile.Probe(args.race.report)); err != nil {
		return atomicfile.Unwritable(args.race.report, err)
	}
	return nil
}

// nothingTaken is the error of a race in which no method is taken.
func (t *takeAnswer) nothingTaken() error {
	if len(t.Failed) > 0 && len(t.TooSlow)+len(t.Untried) == 0 {
		return fmt.Errorf("take: every method failed; %s says why", t.specificationWords("report"))
	}
	return errors.New("take: no method was tested in the time allowed: --minutes allows more")
}

// timeFor is how long take as a whole may last for a number of rows.
func timeFor(minutes float64, rows int) time.Duration {
	if minutes == 0 {
		minutes = min(max(float64(rows)/6000, 0.5), 5)
	}
	return time.Duration(minutes * float64(time.Minute))
}

// takeAnswer is everything that take reports.
type takeAnswer struct {
	specified
	take.Outcome
	dataset record.Dataset
	read    *data.Summary // of the table as the specification reads it; nil for label sets
	results string
	model   string // file; "" where none was written
	outside bool   // the model starts a program
	of      string // label of the model
	trouble string
	report  string // folder
	seconds float64
}

// leastFit is the training time of the fit on all rows, however little time is left.
const leastFit = 2 * time.Second

// fitTaken fits the method that is taken on all rows and writes the model, named after the table
// unless --out names it. No model is written if the method does no better than the class shares.
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
		return fmt.Errorf("%s on all rows: %w; runexp fit %s --method %s --out %s fits it alone", t.Taken, err, wording.ShellPath(filepath.ToSlash(t.path)), wording.ShellWord(t.Taken), wording.ShellPath(out))
	}
	t.model, t.of, t.outside = path, m.Label, m.StartsProgram()
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

// tellAnswer prints what take did and the results.
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
			c = append(c, strings.TrimPrefix(more, " and ")+" (runexp plan lists them)")
		}
		fmt.Fprintln(a.stdout, style.Plain("Look out: "+strings.Join(c, "; ")+"."))
	}
	fmt.Fprintln(a.stdout)
	for _, line := range t.files() {
		fmt.Fprintln(a.stdout, line)
	}
	return nil
}

// specificationWords are the words of a command on the specification of a race.
func (t takeAnswer) specificationWords(verb string) string {
	return "runexp " + verb + words([]string{filepath.ToSlash(t.path)}) + selection{results: t.results}.recordsFlag()
}
