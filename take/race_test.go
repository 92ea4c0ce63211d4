package take

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gpcbench/analysis"
	"gpcbench/data/split"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
)

// runner is a made-up method: the mean NLL of its rows, and the seconds of a cell.
type runner struct {
	name    string
	nll     float64
	seconds float64
	fails   bool
}

// simulation is a race on two cores by a clock that only it moves.
type simulation struct {
	race    *Race
	runners map[string]runner
	left    []*record.Planned
	atWork  []*record.Planned
	ends    map[string]time.Time // of cells at work: finished, or given up
	cut     map[string]bool
	began   []string
	now     time.Time
	offset  func(label string, repeat int) float64 // of the loss; nil: none
	atRow   func(label string, row int) float64    // the loss of a row by that of its cell; nil: as others
	tested  int                                    // rows of a repeat, as its records have them
}

// nll is the mean loss of a cell.
func (s *simulation) nll(label string, repeat int) float64 {
	if s.offset == nil {
		return s.runners[label].nll
	}
	return s.runners[label].nll + s.offset(label, repeat)
}

const testRowsOfRepeat = 40

// simulated is a simulation of made-up methods in ten repeats, with so many seconds, beside records that are there before.
func simulated(limit float64, labels []string, runners map[string]runner, before ...record.Record) *simulation {
	s := &simulation{tested: testRowsOfRepeat, runners: runners, ends: map[string]time.Time{}, cut: map[string]bool{}, now: time.Unix(0, 0)}
	in := analysis.Input{Spec: &spec.Spec{Name: "e", Datasets: []spec.Dataset{{Name: "my", Split: split.Spec{Kind: "kfold", Folds: 10}}}}, Records: map[string]record.Record{},
		Datasets: []record.Dataset{{Name: "my", Own: true, Available: true, Rows: 10 * testRowsOfRepeat, ClassNames: []string{"no", "yes"}}}}
	costs := map[string]float64{}
	for _, label := range labels {
		in.Spec.Methods = append(in.Spec.Methods, spec.Method{Name: runners[label].name, Label: label})
		costs[label] = assumedRate * min(runners[label].seconds, 10) // that of a slow one is not foreseen
		for repeat := range 10 {
			c := record.Cell{ID: fmt.Sprintf("%s/%d", label, repeat), Dataset: "my", Label: label, Method: runners[label].name, Repeat: repeat}
			in.Cells = append(in.Cells, &record.Planned{Cell: c})
		}
	}
	for _, r := range before {
		in.Records[r.ID] = r
	}
	in.OpenPredictions = func(cell string) (io.ReadCloser, string, error) {
		if _, ok := in.Records[cell]; !ok {
			return nil, cell, fs.ErrNotExist
		}
		label, at, _ := strings.Cut(cell, "/")
		repeat, _ := strconv.Atoi(at)
		text := record.ColumnRow + "," + record.ColumnClass + ",p(no),p(yes)\n"
		for row := range testRowsOfRepeat {
			part := 1 + 0.2*float64(row%5-2)
			if s.atRow != nil {
				part = s.atRow(label, row)
			}
			p := math.Exp(-s.nll(label, repeat) * part)
			text += fmt.Sprintf("%d,no,%.17g,%.17g\n", row, p, 1-p)
		}
		return io.NopCloser(strings.NewReader(text)), cell, nil
	}
	s.left = slices.Clone(in.Cells)
	clock := func() time.Time { return s.now }
	s.race = NewRace(analysis.New(in), "Linear", costs, s.now, s.now.Add(duration(limit)), clock)
	return s
}

// run runs the race to its end.
func (s *simulation) run() Outcome {
	for {
		for len(s.atWork) < 2 {
			next, until := s.race.Next(s.left, s.atWork)
			if next == nil {
				break
			}
			s.begin(next, until)
		}
		if len(s.atWork) == 0 {
			return s.race.Outcome()
		}
		s.end()
	}
}

func (s *simulation) begin(c *record.Planned, until time.Time) {
	s.left = slices.DeleteFunc(s.left, func(planned *record.Planned) bool { return planned.ID == c.ID })
	s.atWork = append(s.atWork, c)
	s.began = append(s.began, c.ID)
	s.ends[c.ID] = s.now.Add(duration(s.runners[c.Label].seconds))
	if s.ends[c.ID].After(until) {
		s.ends[c.ID], s.cut[c.ID] = until, true
	}
}

// end ends the cell at work that ends first.
func (s *simulation) end() {
	c := slices.MinFunc(s.atWork, func(a, b *record.Planned) int { return s.ends[a.ID].Compare(s.ends[b.ID]) })
	s.now = s.ends[c.ID]
	s.atWork = slices.DeleteFunc(s.atWork, func(planned *record.Planned) bool { return planned.ID == c.ID })
	of := s.runners[c.Label]
	r := record.Record{Cell: c.Cell, Status: record.OK, Metrics: map[string]float64{"nll": s.nll(c.Label, c.Repeat), "error": of.nll / 4},
		Timing: record.Timing{WallSeconds: of.seconds}, Provenance: map[string]string{"train_rows": "360", "test_rows": fmt.Sprint(s.tested)}}
	if of.fails {
		r.Status, r.Metrics = record.Failed, nil
	}
	if !s.cut[c.ID] {
		s.race.Records[c.ID] = r
	}
	s.race.Ended(c)
}

var labels = []string{"Shares", "Linear", "Quick", "Good", "Slow", "Broken"}

var runners = map[string]runner{
	"Shares": {"majority", 0.69, 0.01, false}, "Linear": {"logistic", 0.5, 0.1, false}, "Quick": {"xgpc", 0.4, 1, false},
	"Good": {"svgp", 0.39, 2, false}, "Slow": {"vi", 0.2, 1000, false}, "Broken": {"ep", 0, 1, true},
}

// Records of other options or data, which belong to no cell, are as though they were not there.
func TestRecordsOfNoCell(t *testing.T) {
	run := func(before ...record.Record) []string {
		s := simulated(60, labels, runners, before...)
		s.run()
		return s.began
	}
	stale := record.Record{Cell: record.Cell{ID: "stale", Dataset: "my", Label: "Good"}, Status: record.OK, Timing: record.Timing{WallSeconds: 300}, Provenance: map[string]string{"train_rows": "1"}}
	if got, want := run(stale), run(); !slices.Equal(got, want) {
		t.Errorf("began %v beside a record of no cell, %v without", got, want)
	}
}

// Where what had beaten all others fails after all, one of those is taken.
func TestLeaderThatFails(t *testing.T) {
	s := simulated(60, labels, runners)
	s.run()
	for _, label := range labels {
		if label != "Shares" {
			s.race.gone[label] = beaten
		}
	}
	s.race.gone["Good"], s.race.gone["Slow"], s.race.gone["Broken"] = failed, tooSlow, failed
	s.race.chosen = ""
	if out := s.race.Outcome(); out.Taken != "Quick" {
		t.Errorf("%q is taken", out.Taken)
	}
}

// A method that was judged is not among those that were too slow, though a later fold of it was.
func TestJudgedIsNotTooSlow(t *testing.T) {
	s := simulated(60, labels, runners)
	s.run()
	s.race.gone["Quick"] = tooSlow
	judged := s.race.Outcome().Results
	if !slices.ContainsFunc(judged, func(result Result) bool { return result.Label == "Quick" }) {
		t.Fatal("Quick was not judged")
	}
	if slow := s.race.Outcome().TooSlow; !slices.Equal(slow, []string{"Slow"}) {
		t.Errorf("too slow: %q", slow)
	}
}

// The best of those that there is time for is taken and judged on repeats that did not choose it; the
// linear model, which it beats by more than the interval, is dropped on the first repeat. The class shares do
// not race, and are compared with it on all rows.
func TestRace(t *testing.T) {
	s := simulated(60, labels, runners)
	out := s.run()
	if out.Taken != "Good" || !slices.Equal(out.Beaten, []string{"Linear", "Quick"}) || !slices.Equal(out.TooSlow, []string{"Slow"}) || !slices.Equal(out.Failed, []string{"Broken"}) {
		t.Errorf("%+v", out)
	}
	if out.Halves != [2]string{"Good", "Good"} {
		t.Errorf("the halves prefer %q", out.Halves)
	}
	if slices.Contains(s.began, "Linear/1") || s.began[0] != "Linear/0" || slices.Index(s.began, "Shares/0") < slices.Index(s.began, "Linear/9") {
		t.Errorf("cells in this order: %v", s.began)
	}
	if rest := s.race.Deadline.Sub(s.now).Seconds(); rest < fitFactor*2 {
		t.Errorf("the fit on all rows has %g s", rest)
	}
	best := out.Results[0]
	if best.Label != "Good" || best.Stands != Taken || best.Rows != 10*testRowsOfRepeat || math.Abs(best.Loss.Value-0.39) > 1e-9 || math.Abs(best.Error.Value-0.1) > 0.005 {
		t.Errorf("%+v", best)
	}
	last := out.Results[len(out.Results)-1]
	if last.Label != "Shares" || last.Rows != best.Rows || last.Stands != analysis.Floor || math.Abs(last.Above.Value-0.3) > 1e-9 || out.LinearWouldDo("Linear") != LinearNot || !out.Learnt() {
		t.Errorf("%+v", out.Results)
	}
}

// Whatever the time, no cell goes on beyond it, and what is taken can still be fitted.
func TestRaceKeepsItsTime(t *testing.T) {
	for _, limit := range []float64{0.5, 2, 5, 10, 20, 40, 100, 4000} {
		s := simulated(limit, labels, runners)
		out := s.run()
		if s.now.After(s.race.Deadline) {
			t.Errorf("%g s: it ends at %v", limit, s.now)
		}
		if limit >= 2 && (out.Taken == "" || out.Halves[1] == "") {
			t.Errorf("%g s: %+v", limit, out)
		}
		if rest := s.race.Deadline.Sub(s.now).Seconds(); out.Taken != "" && rest < runners[out.Taken].seconds {
			t.Errorf("%g s: the fit of %s has %g s", limit, out.Taken, rest)
		}
		if limit == 4000 && out.Taken != "Slow" {
			t.Errorf("with all the time there is: %s", out.Taken)
		}
	}
}

// Where the halves prefer different methods the figures on each half are those of what the other prefers,
// whatever is taken: the best of four methods that are alike but for chance seems better than it is, and the
// figures do not.
func TestFiguresAreOfRowsThatDidNotChoose(t *testing.T) {
	alike := map[string]runner{"Shares": {"majority", 0.7, 0.01, false}}
	order := []string{"Shares"}
	for _, label := range []string{"A", "B", "C", "D"} {
		alike[label] = runner{"xgpc", 0.5, 0.1, false}
		order = append(order, label)
	}
	s := simulated(60, order, alike)
	s.offset = func(label string, repeat int) float64 { // A is lucky on the first half, B on the second
		if label == "A" && repeat < 5 || label == "B" && repeat >= 5 {
			return -0.1
		}
		return 0
	}
	out := s.run()
	if out.Halves != [2]string{"A", "B"} || math.Abs(out.Results[0].Loss.Value-0.5) > 1e-9 {
		t.Errorf("%+v", out)
	}
	if first, own := out.Results[0], out.Results[1]; first.Stands != Choice || first.Label != "" || own.Stands != Taken || math.Abs(own.Loss.Value-2.5/6) > 1e-9 {
		t.Errorf("%+v, then %+v", first, own)
	}
	if said := strings.Join(out.Sentences("Linear"), " "); !strings.Contains(said, "The halves disagree (A, B).") || out.Lines("Linear")[1][0] != ofChoice {
		t.Errorf("%s\n%q", said, out.Lines("Linear"))
	}
}

// What the halves' figures are of is compared with them nowhere but on other rows, and how many rows judge a
// method is told where that differs.
func TestNothingIsComparedWithItself(t *testing.T) {
	s := simulated(60, labels, runners)
	s.run()
	ownRecords := s.race.on("Good", s.race.judging)
	if result := s.race.compared("Good", "", ownRecords, ownRecords); result.Stands != analysis.Undecided || !math.IsNaN(result.Above.Value) {
		t.Errorf("%+v", result)
	}
	unequal := Outcome{Taken: "A", Halves: [2]string{"A", "A"}, Results: []Result{{Label: "A", Rows: 40, Repeats: 2, Stands: Taken}, {Label: "B", Rows: 20, Repeats: 1, Stands: analysis.Worse}}}
	if lines := unequal.Lines(""); lines[0][4] != "rows" || lines[2][4] != "20" {
		t.Errorf("%q", lines)
	}
}

// A race that was interrupted goes on from its records to the same end.
func TestRaceGoesOn(t *testing.T) {
	whole := simulated(60, labels, runners)
	want := whole.run()
	again := simulated(60, labels, runners)
	for range 7 {
		if next, until := again.race.Next(again.left, again.atWork); next != nil {
			again.begin(next, until)
			again.end()
		}
	}
	race := NewRace(again.race.Experiment, "Linear", again.race.Costs, again.now, again.now.Add(duration(60)), again.race.Now)
	again.race = race
	if got := again.run(); got.Taken != want.Taken || fmt.Sprint(got.Results) != fmt.Sprint(want.Results) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

// Class shares that share no repeat with the choice are a floor all the same, and whether it is better is not known.
func TestFloorThatIsNotCompared(t *testing.T) {
	ended := func(label string, repeat int) record.Record {
		c := record.Cell{ID: fmt.Sprintf("%s/%d", label, repeat), Dataset: "my", Label: label, Method: runners[label].name, Repeat: repeat}
		return record.Record{Cell: c, Status: record.OK, Metrics: map[string]float64{"nll": runners[label].nll, "error": 0.1}, Provenance: map[string]string{"train_rows": "360", "test_rows": "40"}}
	}
	out := simulated(1e-9, []string{"Shares", "Linear"}, runners, ended("Linear", 0), ended("Shares", 9)).run()
	if last := out.Results[len(out.Results)-1]; last.Label != "Shares" || last.Stands != analysis.Floor || !math.IsNaN(last.Above.Value) || !out.Learnt() {
		t.Errorf("%+v", out.Results)
	}
	if said := strings.Join(out.Cautions(), ""); !strings.Contains(said, "do not show whether it is better than the class shares") {
		t.Errorf("cautions: %q", said)
	}
}

// Where nothing beats the shares, nothing was learnt.
func TestNothingLearnt(t *testing.T) {
	s := simulated(60, []string{"Shares", "Linear"}, map[string]runner{"Shares": {"majority", 0.6, 0.01, false}, "Linear": {"logistic", 0.62, 0.1, false}})
	if out := s.run(); out.Learnt() || out.NoModel() == "" || strings.Contains(fmt.Sprint(out.Lines("Linear")), Taken) {
		t.Errorf("%+v", out)
	}
}

// A difference of the last digits is none: a method that predicts the shares has learnt nothing.
func TestSharesUpToRounding(t *testing.T) {
	s := simulated(60, []string{"Shares", "Linear"}, map[string]runner{"Shares": {"majority", 0.6 + 1e-12, 0.01, false}, "Linear": {"logistic", 0.6, 0.1, false}})
	if out := s.run(); out.Learnt() {
		t.Errorf("%+v", out)
	}
}

// Where repeats test the same rows again, intervals are over repeats and no number of rows is told.
func TestRowsTestedAgain(t *testing.T) {
	s := simulated(60, labels, runners)
	s.race.once = false
	out := s.run()
	if best := out.Results[0]; best.Rows != 0 || best.Repeats != 10 || best.Loss.High-best.Loss.Low > 1e-9 {
		t.Errorf("%+v", best)
	}
	if said := strings.Join(out.Sentences("Linear"), " "); !strings.Contains(said, "means over 10 repeats, in which rows are tested more than once") {
		t.Error(said)
	}
}

// Repeats that test the same few rows agree, and tell nothing of others: nothing is dropped nor worse, and no
// interval is told.
func TestFewRowsTestedAgain(t *testing.T) {
	s := simulated(60, labels, runners)
	s.race.once, s.tested = false, 6
	out := s.run()
	if len(out.Beaten) > 0 || !math.IsNaN(out.Results[0].Loss.Low) {
		t.Errorf("%+v", out)
	}
	for _, result := range out.Results[1:] {
		if result.Stands != analysis.Undecided && result.Stands != analysis.Floor {
			t.Errorf("%+v", result)
		}
	}
}

// The sentences name each method once: what is taken or in the table was not dropped, and what is not in
// it was judged all the same.
func TestEachMethodIsNamedOnce(t *testing.T) {
	s := simulated(600, labels, runners)
	out := s.run()
	said := strings.Join(out.Sentences("Linear"), " ")
	table := fmt.Sprint(out.Lines("Linear"))
	for _, label := range labels {
		if named := strings.Count(said, label+",") + strings.Count(said, label+";") + strings.Count(said, label+"."); strings.Contains(table, label) == (named > 0) {
			t.Errorf("%s is named %d times beside the table:\n%s\n%s", label, named, table, said)
		}
	}
}

func TestEstimateInWords(t *testing.T) {
	for want, e := range map[string]Estimate{"0.250 [0.200, 0.310]": {0.25, 0.2, 0.31}, "–": {math.NaN(), 0, 0}, "0.25": {0.25, math.NaN(), 1}} {
		if got := e.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := (Estimate{-0.25, -0.31, -0.2}).text(0.25); got != "0.250 [0.200, 0.310]" {
		t.Errorf("turned: %q", got)
	}
}

// What no fold judged that did not choose it is not taken, however good it was where it was chosen.
func TestTakenIsJudged(t *testing.T) {
	s := simulated(60, labels, runners)
	if out := s.run(); out.Taken != "Good" || s.race.chosen != "Good" {
		t.Fatalf("%+v", out)
	}
	for _, repeat := range s.race.judging {
		delete(s.race.Records, fmt.Sprintf("Good/%d", repeat))
	}
	again := NewRace(analysis.New(s.race.Input), "Linear", s.race.Costs, s.race.Start, s.race.Deadline, s.race.Now)
	again.chosen, again.finalists = "Quick", s.race.finalists
	if out := again.Outcome(); out.Taken != "Quick" {
		t.Errorf("%s is taken", out.Taken)
	}
}

// A method with fewer repeats is not taken for the leader's being far off on one of them, where another is better on all
// that both have.
func TestFewRepeatsBesideALeaderFarOff(t *testing.T) {
	of := map[string]runner{"Half": {"vi", 0.45, 1, false}}
	maps.Copy(of, runners)
	s := simulated(90, []string{"Shares", "Linear", "Quick", "Good", "Half"}, of)
	s.offset = func(label string, repeat int) float64 {
		if label == "Good" && repeat == 5 {
			return 8
		}
		return 0
	}
	s.run()
	for _, repeat := range []int{3, 4, 7, 8, 9} {
		delete(s.race.Records, fmt.Sprintf("Half/%d", repeat))
	}
	again := NewRace(analysis.New(s.race.Input), "Linear", s.race.Costs, s.race.Start, s.race.Deadline, s.race.Now)
	again.chosen, again.finalists = "Good", []string{"Good", "Shares", "Linear", "Half", "Quick"}
	if out := again.Outcome(); out.Taken != "Quick" {
		t.Errorf("%s is taken", out.Taken)
	}
}

// Where each of three methods is better than the next on the repeats that both have, that is taken which loses least.
func TestMethodsThatAreBetterInACircle(t *testing.T) {
	losses := map[string]map[int]float64{
		"Quick":  {0: 0.884, 5: 1.238, 6: 0.948},
		"Good":   {0: 0.911, 5: 0.894},
		"Linear": {0: 0.906, 1: 0.858, 5: 0.881, 6: 2.957},
	}
	s := simulated(90, []string{"Shares", "Linear", "Quick", "Good"}, runners)
	s.offset = func(label string, repeat int) float64 { return losses[label][repeat] - s.runners[label].nll }
	s.run()
	for label := range losses {
		for repeat := range 10 {
			if _, has := losses[label][repeat]; !has {
				delete(s.race.Records, fmt.Sprintf("%s/%d", label, repeat))
			}
		}
	}
	again := NewRace(analysis.New(s.race.Input), "Linear", s.race.Costs, s.race.Start, s.race.Deadline, s.race.Now)
	for _, chosen := range []string{"Linear", "Quick", "Good"} {
		again.chosen, again.finalists = chosen, []string{"Linear", "Quick", "Good"}
		if best := again.ranked(again.both()); best[0] != "Good" {
			t.Errorf("%s leads: %v", chosen, best)
		}
	}
}

// A linear model that is worse by less than counts would do, however sure that is.
func TestLinearModelWithinTheMargin(t *testing.T) {
	for _, c := range []struct {
		high float64
		want string
	}{{0.0001, LinearDoes}, {0.3, LinearNot}, {math.NaN(), LinearNot}} {
		out := Outcome{Worth: analysis.Worth{Margin: 0.01}, Results: []Result{{Label: "Linear", Stands: analysis.Worse, Above: Estimate{c.high / 2, c.high / 4, c.high}}}}
		if got := out.LinearWouldDo("Linear"); got != c.want {
			t.Errorf("up to %g: %s, want %s", c.high, got, c.want)
		}
	}
}

// Repeats on which the method that is taken failed are told.
func TestCautionOfFailures(t *testing.T) {
	s := simulated(60, labels, runners)
	s.run()
	for id, r := range s.race.Records {
		if r.Label == "Good" && r.Repeat == 3 {
			r.Status, r.Metrics = record.Failed, nil
			s.race.Records[id] = r
		}
	}
	out := s.race.Outcome()
	if said := strings.Join(out.Cautions(), ""); out.Taken != "Good" || !strings.Contains(said, "Good failed on 1 of 10 repeats") {
		t.Errorf("%s is taken: %s", out.Taken, said)
	}
}

// What has no interval above the shares is not told to be better than they are.
func TestCautionWithoutAnInterval(t *testing.T) {
	for low, want := range map[float64]bool{0.1: false, -0.1: true, math.NaN(): true} {
		out := Outcome{Taken: "A", Halves: [2]string{"A", "A"}, Results: []Result{{Label: "A", Stands: Taken}, {Label: "Shares", Stands: analysis.Floor, Above: Estimate{0.2, low, 0.3}}}}
		if got := strings.Contains(strings.Join(out.Cautions(), ""), "do not show whether it is better than the class shares"); got != want {
			t.Errorf("from %g: %v", low, got)
		}
	}
}
