package command

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/command/commandtest"
	"gpcbench/methods/command/wire"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

func TestMain(m *testing.M) {
	commandtest.Main()
	byePatience = 2 * time.Second
	pauseLeast = 10 * time.Millisecond
	os.Exit(m.Run())
}

// blobs is a task of 60 rows for a program, and 30 rows to predict.
func blobs(t testing.TB) (method.Task, *data.Examples) {
	rng := rand.New(rand.NewPCG(3, 4))
	task := methodtest.Task(methodtest.Blobs(60, 3, 3, rng), 3, 5)
	task.Outside = &method.Outside{Folder: t.TempDir(), Inputs: t.TempDir(), Threads: 1, Trace: true, Attributes: []string{"a", "b", "c"}, Classes: []string{"x", "y", "z"}}
	return task, data.NewExamples(methodtest.Blobs(30, 3, 3, rng), data.All(30), nil)
}

// configured is the program that misbehaves so, with options.
func configured(does string, options map[string]any) *Config {
	c := New()
	c.Run, c.others = commandtest.Run(does), options
	return c
}

// predicted are the probabilities of rows.
func predicted(p method.Predictor, rows *data.Examples) *mat.Dense {
	dst := mat.NewDense(rows.Len(), 3, nil)
	p.(*predictor).PredictExamples(dst, rows, nil)
	return dst
}

// A program fits, is traced, predicts at every point of its trace, and is kept and loaded. A fit that was interrupted ends as one that was not.
func TestFit(t *testing.T) {
	task, rows := blobs(t)
	rec := &methodtest.Recorder{Every: 5, States: map[int][]byte{}}
	c := configured("", map[string]any{"iterations": 12})
	p, err := c.Fit(t.Context(), task, rec)
	if err != nil {
		t.Fatal(err)
	}
	model := p.(*predictor)
	defer model.Close()
	last := predicted(model, rows)
	if len(model.Along()) < 3 {
		t.Errorf("states along the way: %v", model.Along())
	}
	for at, state := range model.Along() {
		if same := mat.Equal(predicted(state, rows), last); same != (at == 12) {
			t.Errorf("the state after iteration %d predicts as that at the end: %v", at, same)
		}
	}

	raw, err := model.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := Load(raw)
	if err != nil {
		t.Fatal(err)
	}
	if err := loaded.(*predictor).predict(mat.NewDense(30, 3, nil), rows, []int{1}); err == nil {
		t.Error("a program that was not allowed was started")
	}
	loaded.(method.Starting).Allow(method.Outside{Folder: t.TempDir()})
	if !mat.Equal(predicted(loaded, rows), last) {
		t.Error("a model that was kept predicts something else")
	}
	loaded.(method.Starting).Close()

	again := task
	outside := *task.Outside
	outside.Folder = t.TempDir()
	again.Outside = &outside
	resumed, err := c.Fit(t.Context(), again, rec.Interrupted(7))
	if err != nil {
		t.Fatal(err)
	}
	defer resumed.(*predictor).Close()
	if !mat.Equal(predicted(resumed, rows), last) {
		t.Error("a fit that was interrupted ends elsewhere")
	}
	if a, b := len(model.Along()), len(resumed.(*predictor).Along()); a != b {
		t.Errorf("%d states along the way, %d of the fit that was interrupted", a, b)
	}
}

// The forms of inputs and both wires say the same.
func TestForms(t *testing.T) {
	task, rows := blobs(t)
	var first *mat.Dense
	for _, c := range []struct {
		want   string
		socket bool
	}{{"matrix", false}, {"csr", false}, {"table", false}, {"matrix", true}} {
		config := configured("", map[string]any{"iterations": 3, "want": c.want})
		config.Socket = c.socket
		outside := *task.Outside
		outside.Folder = t.TempDir()
		outside.Log = &bytes.Buffer{}
		task.Outside = &outside
		p, err := config.Fit(t.Context(), task, &methodtest.Recorder{})
		if err != nil {
			t.Fatal(c, err)
		}
		got := predicted(p, rows)
		p.(*predictor).Close()
		if first == nil {
			first = got
		}
		if !mat.EqualApprox(got, first, 1e-12) {
			t.Errorf("%v predicts something else", c)
		}
	}
}

func TestInputsAreCopied(t *testing.T) {
	task, _ := blobs(t)
	if err := os.WriteFile(filepath.Join(task.Outside.Inputs, "m.py"), []byte("pass"), 0o666); err != nil {
		t.Fatal(err)
	}
	c := configured("", nil)
	c.Inputs = files{"m.py" + method.DigestMark + "0000"}
	if _, err := c.Fit(t.Context(), task, &methodtest.Recorder{}); err == nil {
		t.Error("a file that was changed is copied")
	}
}

// Lists of labels become the probabilities of all; what is no list of labels is refused.
func TestListsOfLabels(t *testing.T) {
	p := &predictor{session: &session{o: method.Outside{Folder: t.TempDir()}}, classes: 4}
	for _, c := range []struct {
		labels []int
		says   string
	}{{[]int{3, 1, 0, 3}, ""}, {[]int{3, 1, 0, 4}, "listed label 4"}, {[]int{3, 1, -1, 0}, "listed label -1"}, {[]int{3, 1, 2, 2}, "label 2 twice"}, {[]int{3, 1, 0}, "has 24 bytes"}} {
		f, err := wire.CreateNumbers(filepath.Join(p.o.Folder, "labels"))
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range c.labels {
			f.Int(l)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		all, err := p.scattered([]float64{0.1, 0.2, 0.3, 0.4}, "labels", 2, 2)
		switch {
		case c.says == "" && (err != nil || !slices.Equal(all, []float64{0, 0.2, 0, 0.1, 0.3, 0, 0, 0.4})):
			t.Errorf("%v, %v", all, err)
		case c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)):
			t.Errorf("%v, want %q", err, c.says)
		}
	}
}

// A limit beyond the range of what it is counted in is none. A wait of 1e300 seconds ended before it began.
func TestEnormousLimits(t *testing.T) {
	task, _ := blobs(t)
	c := configured("plain", map[string]any{"iterations": 4})
	c.WaitSeconds, c.FitSeconds, c.BudgetSeconds, c.MemoryGB, c.SnapshotMB = 1e300, 1e300, 1e300, 1e300, 1e300
	p, err := c.Fit(t.Context(), task, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	p.(*predictor).Close()
	if c.memory(*task.Outside) <= 0 || c.snapshotBytes() <= 0 {
		t.Errorf("a memory of %d and snapshots of %d", c.memory(*task.Outside), c.snapshotBytes())
	}
}

// A whole number that a program would be told with other digits is refused.
func TestLargeWholeNumbers(t *testing.T) {
	if err := New().SetOther("seed", int64(1<<53)); err != nil {
		t.Error(err)
	}
	if err := New().SetOther("seed", int64(1<<53+1)); err == nil || err.Error() != "want a whole number of at most 2^53, got 9007199254740993" {
		t.Errorf("%v", err)
	}
}
