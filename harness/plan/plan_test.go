package plan_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/data/datatest"
	"gpcbench/harness/harnesstest"
	"gpcbench/harness/plan"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
)

func TestPlanOrderAndOptions(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(`
[experiment]
repeats = 2
split = { kind = "holdout", train = 0.5 }
options = { smooth = 2, iterations = 5 }
[[dataset]]
file = "two.csv"
[[method]]
name = "walk"
[[method]]
name = "rate"
options = { standardise = false }
[grid]
pause = [0, 1e-3]
`)
	var got []string
	for _, c := range p.Cells {
		got = append(got, fmt.Sprintf("%d %s %v %v %v", c.Repeat, c.Method, c.Options["pause"], c.Options["smooth"], c.Options["standardise"]))
	}
	want := []string{
		"0 walk 0 <nil> true", "0 walk 0.001 <nil> true", "0 rate <nil> 2 false", // has no pause, so once
		"1 walk 0 <nil> true", "1 walk 0.001 <nil> true", "1 rate <nil> 2 false",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A method is left out of data sets with more training rows than it takes.
func TestPlanLeavesOutWhatIsTooLarge(t *testing.T) {
	f := harnesstest.NewFolder(t)
	var got []string
	for _, c := range f.Plan(`
[experiment]
split = { kind = "holdout", train = 0.5 }
[[dataset]]
file = "two.csv"
[[dataset]]
file = "three.csv"
[[method]]
name = "rate"
[[method]]
name = "rate"
label = "of few rows"
most_rows = 1
`).Cells {
		got = append(got, c.Dataset+": "+c.Label)
	}
	if want := []string{"two: rate", "three: rate"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Kinds of errors, which the command tells apart by its exit codes.
const (
	specification = "fault of the specification"
	content       = "fault of a table's content"
	unavailable   = "data that cannot be had"
)

// kindOf returns the kind of an error; of several, a fault of content comes
// before data that cannot be had.
func kindOf(err error) string {
	if _, ok := errors.AsType[*spec.Error](err); ok {
		return specification
	}
	if _, ok := errors.AsType[*data.ContentError](err); ok {
		return content
	}
	if rows.IsUnavailable(err) {
		return unavailable
	}
	return "another error"
}

// A label column in which most values are different is hardly the right one.
func TestPlanAsksAfterTheLabel(t *testing.T) {
	f := harnesstest.NewFolder(t)
	const text = "[experiment]\nsplit = { kind = \"holdout\", train = 0.5 }\n[[dataset]]\nfile = \"two.csv\"\nlabel = %s\n[[method]]\nname = \"rate\"\n"
	harnesstest.Write(t, f.Dir, "two.csv", "a,class\n1,no\n2,no\n3,yes\n3,yes\n")
	if p := f.Plan(fmt.Sprintf(text, "1")); len(p.Notices) != 0 {
		t.Errorf("%q", p.Notices)
	}
	p := f.Plan(fmt.Sprintf(text, "0"))
	if len(p.Notices) != 1 || !strings.Contains(p.Notices[0], "x.toml:5:1: the labels of two have 3 different values in 4 rows") {
		t.Errorf("%q", p.Notices)
	}
}

// What a specification asks for in vain is reported with its place; data has errors
// of its own.
func TestPlanRefuses(t *testing.T) {
	const head = "[[dataset]]\nfile = \"two.csv\"\n"
	for _, c := range []struct {
		what, text string
		kind       string
		says       []string
	}{
		{"unknown method", head + "[[method]]\nname = \"walkk\"\n", specification, []string{"x.toml:4:1: ", `"walkk"`, "rate"}},
		{"unknown method beside what would be its option", head + "[[method]]\nname = \"walkk\"\n[[table]]\nrows = \"iterations\"\nmetric = \"nll\"\n", specification, []string{"x.toml:4:1: ", `"walkk"`}},
		{"unknown option", head + "[[method]]\nname = \"walk\"\noptions = { iteration = 3 }\n", specification, []string{"x.toml:5:13: ", "did you mean iterations?"}},
		{"option of another method", head + "[[method]]\nname = \"walk\"\noptions = { smooth = 3 }\n[[method]]\nname = \"rate\"\n", specification, []string{"x.toml:5:13: ", `"walk" has no option "smooth"`}},
		{"option of no method", "[experiment]\noptions = { smooth = 1 }\n" + head + "[[method]]\nname = \"walk\"\n", specification, []string{"x.toml:2:13: ", `"smooth"`}},
		{"bad value", head + "[[method]]\nname = \"walk\"\n[grid]\niterations = [3, 0]\n", specification, []string{"x.toml:6:18: ", "at least 1, got 0"}},
		{"bad values", head + "options = { pause = -1 }\n[[method]]\nname = \"walk\"\n[profile.paper]\noptions = { then = \"stop\" }\n", specification, []string{"x.toml:3:13: ", "x.toml:7:13: "}},
		{"bad bounds", head + "[[method]]\nname = \"svgp\"\noptions = { bounds = [10, -10] }\n", specification, []string{"x.toml:5:13: ", "low must be less than high, got 10 and -10"}},
		{"bounds of texts", head + "[[method]]\nname = \"svgp\"\n[grid]\nbounds = [[-1, 1], [\"a\", \"b\"]]\n", specification, []string{"x.toml:6:20: ", "low: want a number"}},
		{"what cannot be together", head + "[[method]]\nname = \"svgp\"\noptions = { likelihood = \"logit\", decoupled = true }\n", specification, []string{"x.toml:5:35: ", "decoupled"}},
		{"rows of a table", head + "[[method]]\nname = \"walk\"\n[[table]]\nrows = \"inducing\"\nmetric = \"nll\"\n", specification, []string{"x.toml:6:1: "}},
		{"x of a figure", head + "[[method]]\nname = \"walk\"\n[[figure]]\nkind = \"line\"\nx = \"dataset\"\ny = \"nll\"\n", specification, []string{"x.toml:7:1: "}},
		{"rows of equal N", head + "[[dataset]]\nfile = \"three.csv\"\n[[method]]\nname = \"rate\"\n[[table]]\nrows = \"N\"\n", specification, []string{"x.toml:8:1: ", "two and three both have N = 60 rows"}},
		{"rows of equal D", head + "[[dataset]]\nfile = \"three.csv\"\n[[method]]\nname = \"rate\"\n[[table]]\nrows = \"D\"\n", specification, []string{"x.toml:8:1: ", "two and three both have D = 2 attributes"}},
		{"rows of equal K", head + "[[dataset]]\nname = \"again\"\nfile = \"two.csv\"\n[[method]]\nname = \"rate\"\n[[table]]\nrows = \"K\"\n", specification, []string{"x.toml:9:1: ", "two and again both have K = 2 classes or labels"}},
		{"x of equal N", head + "[[dataset]]\nfile = \"three.csv\"\n[[method]]\nname = \"rate\"\n[[figure]]\nkind = \"line\"\nx = \"N\"\ny = \"nll\"\n", specification, []string{"x.toml:9:1: ", "two and three both have N = 60 rows"}},
		{"binary method", "[[dataset]]\nfile = \"three.csv\"\n[[method]]\nname = \"walk\"\n", specification, []string{"x.toml:4:1: ", "3 classes", "methods that do: ", "rate"}},
		{"published", head + "split = { kind = \"published\" }\n[[method]]\nname = \"walk\"\n", specification, []string{"no published split"}},
		{"published repeats", "[[dataset]]\nfile = \"two.csv\"\nsplit = { kind = \"published\" }\nrepeats = 2\n[[method]]\nname = \"walk\"\n", specification, []string{"x.toml:4:1: ", "0 published splits", "2 repeats"}},
		{"folds", head + "split = { kind = \"kfold\", folds = 61 }\n[[method]]\nname = \"walk\"\n", specification, []string{"x.toml:3:1: ", "61 folds of 60 rows"}},
		{"folds of all", "[experiment]\nsplit = { kind = \"kfold\", folds = 61 }\n" + head + "[[method]]\nname = \"walk\"\n", specification, []string{"x.toml:2:1: ", "61 folds of 60 rows"}},
		{"folds of the profile", head + "[[method]]\nname = \"walk\"\n[profile.paper]\nsplit = { kind = \"kfold\", folds = 61 }\n", specification, []string{"x.toml:6:1: ", "61 folds of 60 rows"}},
		{"label", head + "label = \"species\"\n[[method]]\nname = \"walk\"\n", specification, []string{"x.toml:3:1: ", "species"}},
		{"number of the label", head + "label = 3\n[[method]]\nname = \"walk\"\n", specification, []string{"x.toml:3:1: ", "label = 3", "0 to 2"}},
		{"positive", head + "header = true\npositive = [\"maybe\"]\n[[method]]\nname = \"walk\"\n", specification, []string{"x.toml:4:1: ", "maybe"}},
		{"categorical", head + "header = true\ncategorical = [\"z\"]\n[[method]]\nname = \"walk\"\n", specification, []string{"x.toml:4:1: ", `"z"`}},
		{"label of a LIBSVM file", "[[dataset]]\nfile = \"t.libsvm\"\nlabel = 1\n[[method]]\nname = \"walk\"\n", specification, []string{"x.toml:3:1: ", "LIBSVM"}},
		{"no test file", head + "header = true\ntest_file = \"none.csv\"\n[[method]]\nname = \"walk\"\n", unavailable, []string{"x.toml:4:1: ", "none.csv"}},
		{"catalogue", "[[dataset]]\nname = \"ringnorn\"\n[[method]]\nname = \"walk\"\n", specification, []string{"x.toml:2:1: ", "ringnorn"}},
		{"catalogue's name", "[[dataset]]\nname = \"ring\"\nset = \"ringnorn\"\n[[method]]\nname = \"walk\"\n", specification, []string{"x.toml:3:1: ", "ringnorn"}},
		{"no file", "[[dataset]]\nfile = \"none.csv\"\n[[method]]\nname = \"walk\"\n", unavailable, []string{"x.toml:2:1: ", "none.csv"}},
		{"ragged row", "[[dataset]]\nfile = \"ragged.csv\"\n[[method]]\nname = \"walk\"\n", content, []string{"ragged.csv:3"}},
		{"ragged row and no file", "[[dataset]]\nfile = \"ragged.csv\"\n[[dataset]]\nfile = \"none.csv\"\n[[method]]\nname = \"walk\"\n", content, []string{"ragged.csv:3", "none.csv"}},
	} {
		f := harnesstest.NewFolder(t)
		harnesstest.Write(t, f.Dir, "ragged.csv", "a,b\n1,x\n2,3,y\n")
		harnesstest.Write(t, f.Dir, "t.libsvm", "1 1:2 2:3\n2 1:3 2:4\n")
		s, err := f.Parse(c.text)
		if err != nil {
			t.Errorf("%s: %v", c.what, err)
			continue
		}
		p, err := plan.New(context.Background(), s, f.Env())
		if err == nil {
			t.Errorf("%s: %d cells", c.what, len(p.Cells))
			continue
		}
		if kind := kindOf(err); kind != c.kind {
			t.Errorf("%s: %s, want %s (%v)", c.what, kind, c.kind, err)
		}
		for _, s := range c.says {
			if !strings.Contains(err.Error(), s) {
				t.Errorf("%s: %q does not say %q", c.what, err, s)
			}
		}
		if _, err := os.Stat(f.Env().Results); err == nil {
			t.Errorf("%s: a plan has written results", c.what)
		}
	}
}

func TestOnly(t *testing.T) {
	f := harnesstest.NewFolder(t)
	for _, c := range []struct {
		only  []string
		cells int
	}{
		{nil, 8},
		{[]string{"label=base rate"}, 4},
		{[]string{"method=walk", "method=rate"}, 8},
		{[]string{"repeat=0", "repeat=2", "method=walk"}, 2},
		{[]string{"iterations=20.0"}, 4},
		{[]string{"standardise=true"}, 8},
		{[]string{"dataset=three"}, 0},
		{[]string{"dataset="}, 0},
	} {
		p := f.Plan(harnesstest.TwoMethods, c.only...)
		if len(p.Cells) != c.cells {
			t.Errorf("only %v leaves %d cells, want %d", c.only, len(p.Cells), c.cells)
		}
	}
	s, err := f.Parse(harnesstest.TwoMethods)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []plan.Condition{{"datase", "two"}, {"repeat", "first"}, {"repeat", "-1"}} {
		env := f.Env()
		env.Only = plan.Filter{c}
		var wrong *plan.FilterError
		if _, err := plan.New(context.Background(), s, env); !errors.As(err, &wrong) || wrong.Condition != c {
			t.Errorf("only %s: %v", c, err)
		}
	}
}

// Lists of words are sets, and the empty one can be named.
func TestOnlyOfLists(t *testing.T) {
	f := harnesstest.NewFolder(t)
	const text = "[experiment]\noptions = { inducing = 9 }\n[[dataset]]\nfile = \"two.csv\"\n[[method]]\nname = \"svgp\"\noptions = { learn = [\"kernel\", \"inducing\"] }\n" +
		"[[method]]\nlabel = \"fixed\"\nname = \"svgp\"\noptions = { learn = [] }\n[[method]]\nname = \"walk\"\n"
	for only, label := range map[string]string{
		"learn=kernel,inducing": "svgp", "learn=inducing,kernel": "svgp", "learn=[inducing,kernel]": "svgp", "learn=[]": "fixed", "learn=": "fixed",
		"learn=kernel": "", "learn=kernel,kernel": "",
	} {
		p := f.Plan(text, only)
		if label == "" && len(p.Cells) > 0 || label != "" && (len(p.Cells) != 10 || p.Cells[0].Label != label) {
			t.Errorf("only %s leaves %d cells, want those of %q", only, len(p.Cells), label)
		}
	}
}

// An option that the canonical form leaves out at its default is left by that too.
func TestOnlyOfADefaultThatIsLeftOut(t *testing.T) {
	f := harnesstest.NewFolder(t)
	const text = "[experiment]\noptions = { inducing = 9 }\n[[dataset]]\nfile = \"two.csv\"\n[[method]]\nname = \"svgp\"\n[[method]]\nlabel = \"boxed\"\nname = \"svgp\"\noptions = { bounds = [-10, 1e1] }\n[[method]]\nname = \"walk\"\n"
	for only, label := range map[string]string{"bounds=none": "svgp", "bounds=-10,10": "boxed"} {
		p := f.Plan(text, only)
		for _, c := range p.Cells {
			if c.Label != label {
				t.Errorf("only %s leaves a cell of %s", only, c.Label)
			}
		}
		if len(p.Cells) == 0 {
			t.Errorf("only %s leaves nothing", only)
		}
	}
	ids := map[string]bool{}
	for _, grid := range []string{"iterations = [20]", "bounds = [\"none\"]", "bounds = [\"none\", [-10, 10]]"} {
		p := f.Plan("[experiment]\noptions = { inducing = 9 }\n[[dataset]]\nfile = \"two.csv\"\n[[method]]\nname = \"svgp\"\noptions = { iterations = 20 }\n[grid]\n" + grid)
		for _, c := range p.Cells {
			if _, ok := c.Options["bounds"]; !ok {
				t.Errorf("%s: a cell without its bounds", grid)
			}
			ids[c.ID] = true
		}
	}
	if len(ids) != 2*len(f.Plan("[experiment]\noptions = { inducing = 9 }\n[[dataset]]\nfile = \"two.csv\"\n[[method]]\nname = \"svgp\"").Cells) {
		t.Errorf("%d cells of two bounds: the default that is stated is another", len(ids))
	}
}

// A set of the catalogue can be there more than once, under names of its own and with
// other rows.
func TestSetUnderTwoNames(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(`
[experiment]
split = { kind = "holdout", train = 20, test = 30 }
[[dataset]]
name = "twonorm"
[[dataset]]
name = "small"
set = "twonorm"
published = "twonorm"
differs = "10 rows"
split = { kind = "holdout", train = 10, test = 30 }
[[method]]
name = "walk"
`)
	if len(p.Cells) != 2 || p.Cells[0].ID == p.Cells[1].ID {
		t.Fatalf("%d cells: %+v", len(p.Cells), p.Cells)
	}
	first, second := p.Datasets[0], p.Datasets[1]
	if second.Name != "small" || second.Set != "twonorm" || second.Differs != "10 rows" || first.Differs != "" {
		t.Errorf("%+v, %+v", first, second)
	}
	first.Name, first.Differs = second.Name, second.Differs
	if !reflect.DeepEqual(first, second) {
		t.Errorf("one set is %+v and %+v", first, second)
	}
}

func TestStates(t *testing.T) {
	f := harnesstest.NewFolder(t)
	text := strings.Replace(harnesstest.TwoMethods, `file = "two.csv"`, `name = "ringnorm-generated"`, 1)
	p := f.Plan(text, "repeat=0")
	finish(t, p)
	count := func(p *plan.Plan) map[string]int {
		n := map[string]int{}
		for _, c := range p.Cells {
			n[c.State]++
		}
		return n
	}
	if n := count(f.Plan(text)); n[plan.Done] != 2 || n[plan.ToDo] != 6 {
		t.Errorf("%v", n)
	}
	changed := strings.Replace(text, `label = "base rate"`, "label = \"base rate\"\noptions = { smooth = 3 }", 1)
	if p := f.Plan(changed); count(p)[plan.Done] != 1 || count(p)[plan.Stale] != 1 || p.Stale != 1 {
		t.Errorf("%v, %d stale", count(p), p.Stale)
	}
	if p := f.Plan(changed, "label=walk"); p.Stale != 1 {
		t.Errorf("a filter changes the number of stale records to %d", p.Stale)
	}
	s, err := f.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	env := f.Env()
	env.Loader = harnesstest.Gone{}
	p, err = plan.New(context.Background(), s, env)
	if err != nil || len(p.Missing) != 1 || count(p)[plan.Done] != 2 || len(p.Cells) != 2 || p.Stale != 0 {
		t.Errorf("without the data: %v, %+v", err, p)
	}
	if err := p.LacksForShares(); !errors.As(err, new(*plan.NoDataError)) || !strings.Contains(err.Error(), "data is missing here: ringnorm-generated.") {
		t.Errorf("shares without the data: %v", err)
	}
	env.Results = filepath.Join(f.Dir, "none")
	if p, err = plan.New(context.Background(), s, env); err != nil || len(p.Cells) != 0 {
		t.Fatal(p, err)
	}
	var noData *plan.NoDataError
	p.Missing[0].Err = &data.UnavailableError{File: "f", Err: rows.ErrNotInCache}
	if err := p.NoData(); !errors.As(err, &noData) || !strings.HasSuffix(err.Error(), ": its data is not in the cache yet: get it with runexp run or runexp fetch ringnorm-generated, which try mirrors first") {
		t.Errorf("nobody has tried to get the data: %v", err)
	}
	p.Missing[0].Err = &data.UnavailableError{File: "f", Err: errors.New("no answer")}
	if err := p.NoData(); !errors.As(err, &noData) || !strings.Contains(err.Error(), "runexp fetch ringnorm-generated,") {
		t.Errorf("%v", err)
	}
}

// Where experiments share records, those of the other are none of one's own.
func TestBegun(t *testing.T) {
	const smooth = "options = { smooth = 3 }"
	f := harnesstest.NewFolder(t)
	text := strings.Replace(harnesstest.TwoMethods, `file = "two.csv"`, `name = "ringnorm-generated"`, 1)
	other := strings.Replace(text, `label = "base rate"`, "label = \"base rate\"\n"+smooth, 1)
	if !f.Plan(text).Begun(nil) {
		t.Error("an experiment with a folder of its own is not begun")
	}
	for _, c := range []struct {
		ran, only string
		beside    string
		begun     bool
	}{
		{other, "label=walk", other, false}, // which both have
		{other, "repeat=0", other, false},
		{text, "label=base rate", other, true}, // which is its own
		{text, "label=walk", text, false},
		{text, "repeat=0", text, true}, // every method has one
	} {
		finish(t, f.Plan(c.ran, c.only))
		if got := f.Plan(text).Begun(f.Plan(c.beside)); got != c.begun {
			t.Errorf("%s of %q: begun is %v", c.only, c.ran, got)
		}
		if err := os.RemoveAll(f.Env().Results); err != nil {
			t.Fatal(err)
		}
	}
}

// More repeats than there are different splits are refused, unless each draws its training rows.
func TestRepeatsOfTheSameSplit(t *testing.T) {
	f := harnesstest.NewFolder(t)
	harnesstest.Write(t, f.Dir, "test.csv", harnesstest.Table(7, "no", "yes"))
	const contiguous = "[[dataset]]\nfile = \"two.csv\"\nsplit = { kind = \"kfold\", folds = 3, order = \"contiguous\" }\nrepeats = %d\n"
	const files = "[[dataset]]\nfile = \"two.csv\"\ntest_file = \"test.csv\"\nrepeats = %d\n"
	const method = "[[method]]\nname = \"rate\"\n"
	for text, problem := range map[string]string{
		fmt.Sprintf(contiguous, 4): "x.toml:4:1: contiguous folds are not shuffled, so there are only 3 splits of data set two, but 4 repeats were requested",
		fmt.Sprintf(files, 2):      "x.toml:4:1: data set two has one split, that into file and test_file, but 2 repeats were requested",
	} {
		s, err := f.Parse(text + method)
		if err != nil {
			t.Fatal(err)
		}
		_, err = plan.New(context.Background(), s, f.Env())
		datatest.CheckProblem(t, "plan", err, problem)
		if p := f.Plan(text + "max_train = 20\n" + method); len(p.Cells) < 2 {
			t.Errorf("%s with training rows drawn: %d cells", text, len(p.Cells))
		}
	}
	if p := f.Plan(fmt.Sprintf(contiguous, 3) + method); len(p.Cells) != 3 {
		t.Errorf("%d cells of three contiguous folds", len(p.Cells))
	}
}

// What would be too many cells is refused before any is made.
func TestPlanHasLimits(t *testing.T) {
	f := harnesstest.NewFolder(t)
	harnesstest.Write(t, f.Dir, "two.csv", "a,class\n1,no\n2,no\n3,yes\n3,yes\n")
	const head = "[experiment]\nrepeats = %d\nsplit = { kind = \"holdout\", train = 0.5 }\n[[dataset]]\nfile = \"two.csv\"\n"
	for _, test := range []struct{ text, problem string }{
		{fmt.Sprintf(head, 1_000_000_000) + "[[method]]\nname = \"logistic\"\n", "x.toml:4:1: the plan would have 1000000000 cells"},
		{fmt.Sprintf(head, 2) + "[[method]]\nname = \"svgp\"\noptions = { inducing = 1 }\n[grid]\n" + axes(), "the plan would have 2000000000000000000 cells"},
	} {
		s, err := f.Parse(test.text)
		if err == nil {
			_, err = plan.New(context.Background(), s, f.Env())
		}
		datatest.CheckProblem(t, "plan", err, test.problem)
	}
}

// axes are nine axes of 100 values.
func axes() string {
	var b strings.Builder
	for _, option := range []string{"variance", "noise", "lengthscale", "iterations", "batch", "budget_seconds", "tolerance", "seed", "c"} {
		b.WriteString(option + " = [")
		for i := range 100 {
			fmt.Fprintf(&b, "%d, ", i+1)
		}
		b.WriteString("]\n")
	}
	return b.String()
}

// Cells of a label on a grid are told apart by the options that it varies.
func TestNamesOnAGrid(t *testing.T) {
	f := harnesstest.NewFolder(t)
	p := f.Plan(strings.Replace(harnesstest.TwoMethods, "name = \"walk\"", "name = \"walk\"\n[grid]\niterations = [3, 5]\n[[method]]\nname = \"rate\"\nlabel = \"other\"", 1))
	var names []string
	for _, c := range p.Cells {
		if c.Repeat == 1 {
			names = append(names, c.Title())
		}
	}
	if want := []string{"two, walk, iterations = 3, repeat 1", "two, walk, iterations = 5, repeat 1", "two, other, repeat 1", "two, base rate, repeat 1"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// An option of the grid that no method has is one fault, however many values it takes.
func TestUnknownOptionOfTheGridOnce(t *testing.T) {
	f := harnesstest.NewFolder(t)
	s, err := f.Parse(strings.Replace(harnesstest.TwoMethods, "name = \"walk\"", "name = \"walk\"\n[grid]\nsteps = [1, 2]", 1))
	if err != nil {
		t.Fatal(err)
	}
	_, err = plan.New(context.Background(), s, f.Env())
	wrong, ok := errors.AsType[*spec.Error](err)
	if !ok || len(wrong.Problems) != 1 || !strings.Contains(wrong.Problems[0].Message, `has an option "steps"`) {
		t.Errorf("%v", err)
	}
}
