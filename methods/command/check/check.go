// Package check tries a program that is meant to be a method on generated rows, and reports what to
// fix in it.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"time"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/command"
	"gpcbench/methods/method"
)

// Finding is what one check found.
type Finding struct {
	Check string // what was tried
	Fix   string // what to fix; "": nothing
	Note  string // what else there is to say
}

// The toy problem.
const (
	trainRows = 150
	testRows  = 60
	columns   = 4
	classes   = 3
	noise     = 0.05 // share of classes by chance
)

// agree is how far predictions that should be the same may differ, for a program that may compute
// in float32.
const agree = 1e-5

// leastLearnt is by what share the NLL of a fit that learns is below that of the classes' shares. A program that
// predicts equal probabilities can be a hundredth below it by chance.
const leastLearnt = 0.05

// longestWait is how many seconds a program may fit, and how long it may take to answer, unless the specification says:
// on so few rows a longer time means that it hangs. Tests wait less.
var longestWait = 300.0

// checker tries one program.
type checker struct {
	ctx    context.Context
	config *command.Config
	inputs string // folder that its files are found from
	labels bool   // label sets
	tell   func(Finding)
	seed   uint64

	first *outcome // of the toy fit
}

// outcome is a successful fit with its predictions of the test rows.
type outcome struct {
	p      *mat.Dense
	nll    float64
	along  map[int]*mat.Dense
	rec    *recorder
	alone  float64 // the largest difference of a row that is predicted alone
	ended  string  // how the program ended, where that was not well
	shares float64 // the NLL of the classes' shares

	excluded int // test rows' classes, or labels, that had a probability of 0
}

// Run tries a program and reports each finding as soon as there is one. The error
// is ctx's.
func Run(ctx context.Context, config *command.Config, inputs string, labels bool, tell func(Finding)) error {
	limited := *config
	limited.FitSeconds, limited.WaitSeconds = cmp.Or(config.FitSeconds, longestWait), cmp.Or(config.WaitSeconds, longestWait)
	c := &checker{ctx: ctx, config: &limited, inputs: inputs, labels: labels, tell: tell, seed: 1}
	if !c.toy() {
		return ctx.Err() // the others would say the same
	}
	for _, try := range []func(){c.alone, c.end, c.shuffled, c.again, c.snapshots, c.resume, c.threads, c.noisy, c.budget} {
		if try(); ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return nil
}

// report reports a finding. The result of an interrupted check is not one.
func (c *checker) report(name, note, fix string) {
	if c.ctx.Err() == nil {
		c.tell(Finding{name, fix, note})
	}
}

// toy has the program learn.
func (c *checker) toy() bool {
	const name = "a fit of 150 rows learns"
	o, err := c.fit(c.config, newRecorder(), fitting{alone: true})
	if err != nil {
		c.report(name, "", "the fit failed: "+err.Error())
		return false
	}
	c.first = o
	fix := ""
	if o.nll > (1-leastLearnt)*o.shares {
		fix = fmt.Sprintf("its NLL on new rows is %.3g, that of the classes' shares %.3g: it learns next to nothing, or rows, classes or the order of columns are mixed up", o.nll, o.shares)
	}
	c.report(name, fmt.Sprintf("NLL %.3g, of the classes' shares %.3g", o.nll, o.shares), fix)
	return true
}

// alone checks whether a row's prediction depends on that row only.
func (c *checker) alone() {
	fix := ""
	if d := c.first.alone; d > agree {
		fix = fmt.Sprintf("a row predicted alone differs by %.2g from the same row among others: predict must not scale, or take means, by the rows that it is given", d)
	}
	c.report("a row alone is predicted as among others", "", fix)
}

// end checks how the program ended.
func (c *checker) end() {
	fix := ""
	if c.first.ended != "" {
		fix = "after bye " + c.first.ended + ": end within five seconds with code 0, and wait for what was started"
	}
	c.report("it ends when it is told to", "", fix)
}

// shuffled has it learn classes that mean nothing.
func (c *checker) shuffled() {
	const name = "shuffled classes are not learnt"
	o, err := c.fit(c.config, newRecorder(), fitting{shuffle: true})
	if err != nil {
		c.report(name, "", "the fit failed: "+err.Error())
		return
	}
	fix := ""
	if o.nll < o.shares-0.15 {
		fix = fmt.Sprintf("after a fit to shuffled classes its NLL is %.3g, better than %.3g of the shares: it knows more than it was given", o.nll, o.shares)
	}
	note := fmt.Sprintf("NLL %.3g", o.nll)
	if o.excluded > 0 {
		note += fmt.Sprintf("; %d true classes or labels of %d rows had a probability of 0, which records count as 1e-300: no class of a new row is impossible", o.excluded, testRows)
	}
	c.report(name, note, fix)
}

// again has it fit once more.
func (c *checker) again() {
	const name = "the same seed gives the same fit"
	o, err := c.fit(c.config, newRecorder(), fitting{})
	if err != nil {
		c.report(name, "", "the second fit failed: "+err.Error())
		return
	}
	fix := ""
	if d := distance(o.p, c.first.p); d > agree {
		fix = fmt.Sprintf("predictions of two fits differ by %.2g: take all random numbers from the seed of hello", d)
	} else if d > 0 && c.first.rec.about["sameness"] == "" {
		fix = fmt.Sprintf("it declares same_bits, but predictions of two fits differ by %.2g: do not declare it, or let nothing depend on time, threads or the order of sums", d)
	}
	c.report(name, "", fix)
}

// snapshots has it stop after an iteration, and compares with the snapshot of a longer fit.
func (c *checker) snapshots() {
	const name = "a snapshot is the fit up to there"
	if len(c.first.along) < 2 {
		c.report(name, "it has none: its curve is a point", "")
		return
	}
	at := c.first.middle()
	config := *c.config
	config.StopAt = at
	o, err := c.fit(&config, newRecorder(), fitting{})
	if err == nil {
		if last := o.rec.traced[len(o.rec.traced)-1]; c.first.along[last] != nil {
			at = last // programs may trace by the time
		} else {
			c.report(name, fmt.Sprintf("not compared: it traces by the time, and was stopped after iteration %d", last), "")
			return
		}
	}
	switch {
	case err != nil:
		c.report(name, "", fmt.Sprintf("a fit that was stopped after iteration %d failed: %v", at, err))
	case distance(o.p, c.first.along[at]) > agree:
		c.report(name, "", fmt.Sprintf("a fit stopped after iteration %d and the snapshot of that iteration differ by %.2g: write the state itself, not what later iterations change, and do nothing more after stop", at, distance(o.p, c.first.along[at])))
	default:
		c.report(name, fmt.Sprintf("iteration %d", at), "")
	}
}

// middle is the last state before the end whose iteration every trace has, or else simply the last
// one.
func (o *outcome) middle() (at int) {
	end := o.rec.traced[len(o.rec.traced)-1]
	any := 0
	for t := range o.along {
		if t >= end {
			continue
		}
		any = max(any, t)
		if method.OnCurve(t) {
			at = max(at, t)
		}
	}
	if at == 0 {
		return any
	}
	return at
}

// resume interrupts a fit and goes on from its checkpoint.
func (c *checker) resume() {
	const name = "a fit that was killed goes on as if it had not been"
	rec := newRecorder()
	rec.keep = max(1, len(c.first.rec.traced)/2)
	if rec.keep < len(c.first.rec.traced) {
		rec.keep = c.first.rec.traced[rec.keep-1]
	}
	ctx, cancel := context.WithCancel(c.ctx)
	defer cancel()
	rec.end = cancel
	killed := *c
	killed.ctx = ctx
	_, err := killed.fit(c.config, rec, fitting{})
	if rec.state == nil {
		c.report(name, "it writes no checkpoints: it would start anew", "")
		return
	}
	if err != nil && c.ctx.Err() == nil && !errors.Is(err, context.Canceled) {
		c.report(name, "", "the fit failed: "+err.Error())
		return
	}
	on := newRecorder()
	on.from, on.state = rec.at, rec.state
	o, err := c.fit(c.config, on, fitting{})
	switch {
	case err != nil:
		c.report(name, "", "it did not go on from its checkpoint: "+err.Error())
	case distance(o.p, c.first.p) > agree:
		c.report(name, "", fmt.Sprintf("its predictions differ by %.2g: a checkpoint must hold everything that later iterations depend on, including random states", distance(o.p, c.first.p)))
	default:
		c.report(name, fmt.Sprintf("after iteration %d", rec.at), "")
	}
}

// threads has it fit on two.
func (c *checker) threads() {
	const name = "it keeps to its threads"
	one := c.first.rec
	o, err := c.fit(c.config, newRecorder(), fitting{threads: 2})
	if err != nil {
		c.report(name, "", "with two threads the fit failed: "+err.Error())
		return
	}
	note := fmt.Sprintf("%.2g s with one, %.2g s with two", one.wall.Seconds(), o.rec.wall.Seconds())
	used := one.cpu().Seconds() / max(one.wall.Seconds(), 1e-9)
	if one.wall > time.Second && used > 1.5 {
		c.report(name, note, fmt.Sprintf("with one thread it used %.1f processors: set the number of threads of its libraries to that of hello", used))
		return
	}
	c.report(name, note, "")
}

// noisy has it print a lot before and while it speaks.
func (c *checker) noisy() {
	const name = "what it prints disturbs nothing"
	shell, err := exec.LookPath("sh")
	if err != nil {
		c.report(name, "not tried: there is no sh", "")
		return
	}
	config := *c.config
	config.Run = append([]string{shell, "-c", `printf '%0200000d\n' 1; printf '%0200000d\n' 2 >&2; exec "$0" "$@"`}, config.Run...)
	if _, err := c.fit(&config, newRecorder(), fitting{}); err != nil {
		c.report(name, "", "with noise on its standard output the fit failed: "+err.Error())
		return
	}
	c.report(name, "", "")
}

// budget gives it a second.
func (c *checker) budget() {
	const name = "it ends at a budget of a second"
	config := *c.config
	config.BudgetSeconds = 1
	if others := c.config.Others(); others["iterations"] != nil {
		others["iterations"] = int64(100_000_000)
		config = *config.With(others)
	}
	rec := newRecorder()
	_, err := c.fit(&config, rec, fitting{})
	note := fmt.Sprintf("%.2g s", rec.wall.Seconds())
	switch {
	case err != nil:
		c.report(name, note, "it did not: "+err.Error()+". Trace often, and end when trace is answered by stop")
	case rec.events[command.EventBudget] > 0:
		c.report(name, note, "it was ended by a signal, so that its last snapshot counts: trace at least ten times a second, and end when trace is answered by stop")
	default:
		c.report(name, note, "")
	}
}

// fitting holds what is special about a fit.
type fitting struct {
	shuffle bool
	alone   bool // a row is predicted alone, too
	threads int
}

// fit fits and predicts.
func (c *checker) fit(config *command.Config, rec *recorder, f fitting) (o *outcome, err error) {
	defer data.Failed(&err)
	folder, err := data.TemporaryFolder("gpcbench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	train, test := c.rows(f.shuffle)
	task := method.Task{
		Kind: data.Multiclass, Classes: classes, Train: train,
		Stream:  func(string) *rand.Rand { return rand.New(rand.NewPCG(c.seed, 7)) },
		Outside: &method.Outside{Folder: folder, Inputs: c.inputs, Threads: max(1, f.threads), Trace: true, Attributes: data.AttributeNames(columns), Classes: []string{"a", "b", "c"}},
	}
	if c.labels {
		task.Kind = data.Multilabel
	}
	rec.since = time.Now()
	model, err := config.Fit(c.ctx, task, rec)
	if err != nil {
		return nil, err
	}
	rec.wall, rec.running = rec.Elapsed(), false
	used := time.Duration(0)
	if rec.cpu != nil {
		used = rec.cpu()
	}
	rec.cpu = func() time.Duration { return used }
	p := model.(command.Model)
	defer p.Close()
	o = &outcome{rec: rec, p: mat.NewDense(testRows, classes, nil), along: map[int]*mat.Dense{}}
	p.PredictExamples(o.p, test, nil)
	for t, state := range p.Along() {
		dst := mat.NewDense(testRows, classes, nil)
		state.(command.Model).PredictExamples(dst, test, nil)
		o.along[t] = dst
	}
	if f.alone {
		for i := range 3 {
			one := mat.NewDense(1, classes, nil)
			p.PredictExamples(one, test, []int{i})
			o.alone = max(o.alone, floats.Distance(one.RawRowView(0), o.p.RawRowView(i), math.Inf(1)))
		}
	}
	c.score(o, train, test)
	p.Close()
	if rec.events[command.EventEnd] > 0 {
		o.ended = "it did not end, or not with code 0"
	}
	if n := rec.events[command.EventBehind]; n > 0 {
		o.ended = fmt.Sprintf("it left %d processes behind", n)
	}
	return o, nil
}

// distance is the largest difference of two predictions.
func distance(a, b *mat.Dense) float64 {
	return floats.Distance(a.RawMatrix().Data, b.RawMatrix().Data, math.Inf(1))
}
