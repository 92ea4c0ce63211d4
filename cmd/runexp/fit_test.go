package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

const fitSpec = `[experiment]
split = { kind = "kfold", folds = 5 }
[[dataset]]
file = "t.csv"
[[method]]
name = "logistic"
label = "Linear"
[[method]]
name = "svgp"
label = "SVGPC"
options = { inducing = 5, iterations = 20, batch = 0 }
`

// From a table to a model to predictions on new rows.
func TestFitAndPredict(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", fitSpec)
	b.write("new.csv", "b,id,a\n1.5,17,3\n4.5,18,0\n")
	b.want(0, []string{"SVGPC on the 60 rows of t, 2 classes", "model: m.gpc"}, "fit", "s.toml", "--method", "SVGPC", "--out", "m.gpc")
	o := b.want(0, []string{"row,predicted,p(no),p(yes),latent mean,latent variance\n0,no,0."}, "predict", "m.gpc", "new.csv")
	b.want(0, []string{"2 rows: out.csv"}, "predict", "m.gpc", "new.csv", "-o", "out.csv")
	if out := b.read("out.csv"); out != o.stdout || strings.Count(out, "\n") != 3 {
		t.Errorf("to a file:\n%s\nto standard output:\n%s", out, o.stdout)
	}

	cmd, stdout, stderr := b.process("predict", "m.gpc", "-")
	cmd.Stdin = strings.NewReader(b.read("new.csv"))
	if err := cmd.Run(); err != nil || stdout.String() != o.stdout {
		t.Errorf("from standard input: %v, %s\n%s", err, stderr, stdout)
	}
	if left, err := filepath.Glob(b.path("tmp/standard-input-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// A mean of methods predicts the mean of what each predicts.
func TestFitMean(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", fitSpec)
	b.want(0, []string{"Linear + SVGPC on the 60 rows of t, 2 classes", "model: m.gpc"}, "fit", "s.toml", "--method", "Linear + SVGPC", "--out", "m.gpc")
	columns := func(model string) (p []float64) {
		for _, line := range strings.Split(strings.TrimSpace(b.want(0, nil, "predict", model, "t.csv").stdout), "\n")[1:] {
			v, err := strconv.ParseFloat(strings.Split(line, ",")[3], 64)
			if err != nil {
				t.Fatal(err)
			}
			p = append(p, v)
		}
		return p
	}
	b.want(0, nil, "fit", "s.toml", "--method", "Linear", "--out", "l.gpc")
	b.want(0, nil, "fit", "s.toml", "--method", "SVGPC", "--out", "g.gpc")
	mean, linear, gp := columns("m.gpc"), columns("l.gpc"), columns("g.gpc")
	for i := range mean {
		if math.Abs(mean[i]-(linear[i]+gp[i])/2) > 1e-15 || linear[i] == gp[i] {
			t.Errorf("row %d: %g of %g and %g", i, mean[i], linear[i], gp[i])
		}
	}
	b.want(0, []string{"Linear + SVGPC on 60 rows", "nll "}, "predict", "m.gpc", "t.csv", "--score")
	b.want(2, []string{`--method SVGP: there is no such label`}, "fit", "s.toml", "--method", "Linear + SVGP", "--out", "n.gpc")
	b.want(2, []string{"name each method of a mean only once"}, "fit", "s.toml", "--method", "Linear + Linear", "--out", "n.gpc")
	b.write("tags.txt", tagRows(90))
	b.write("tags.toml", tagSpec)
	b.want(2, []string{"a mean takes methods for classes, not for label sets"}, "fit", "tags.toml", "--method", "logistic-ova + label-prior", "--out", "n.gpc")
}

// What can go wrong between a table and its predictions is reported, with the exit code that
// says whose fault it is, and leaves nothing behind.
func TestFitAndPredictRefuse(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", fitSpec)
	b.want(0, nil, "fit", "s.toml", "--method", "Linear", "--out", "m.gpc")
	model := b.read("m.gpc")
	b.write("damaged.gpc", strings.Replace(model, `"yes"`, `"yea"`, 1))
	b.write("later.gpc", strings.Replace(model, "model 3\n", "model 9\n", 1))
	b.write("short.csv", "a\n1\n")
	b.write("bad.csv", "a,b\n1,2\n3,high\n")
	b.write("colours.csv", "size,colour,class\n"+lines(60, func(i int) string {
		return fmt.Sprintf("%d,%s,%s", i*i%17, []string{"red", "blue"}[i%2], []string{"no", "yes"}[i%3%2])
	}))
	b.write("colours.toml", strings.Replace(fitSpec, "t.csv", "colours.csv", 1))
	b.want(0, nil, "fit", "colours.toml", "--method", "Linear", "--out", "colours.gpc")
	b.write("green.csv", "colour,size\nred,1\ngreen,2\n")
	b.write("empty.csv", "colour,size\n,1\n")
	fit := func(more ...string) []string { return append([]string{"fit", "s.toml"}, more...) }
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{2, `--method SVGP: there is no such label; the labels of s are ["Linear" "SVGPC"]; did you mean SVGPC?`, fit("--method", "SVGP", "--out", "n.gpc")},
		{2, `--method nothing: there is no such label; the labels of s are ["Linear" "SVGPC"]`, fit("--method", "nothing", "--out", "n.gpc")},
		{2, "say which method with --method", fit("--out", "n.gpc")},
		{2, "where the model goes with --out", fit("--method", "Linear")},
		{2, "fit: there is no --label here; use --method", fit("--label", "Linear", "--out", "n.gpc")},
		{2, "m.gpc exists already and is not overwritten: remove it, or give another name", fit("--method", "Linear", "--out", "m.gpc")},
		{1, "none/n.gpc cannot be written: no such file or directory", fit("--method", "Linear", "--out", "none/n.gpc")},
		{2, "predict takes a model and a file of rows", []string{"predict", "m.gpc"}},
		{3, "runexp: model none.gpc cannot be read: no such file", []string{"predict", "none.gpc", "t.csv"}},
		{1, "t.csv: this is not a model file; runexp fit writes one", []string{"predict", "t.csv", "t.csv"}},
		{1, "damaged.gpc: the model file is damaged: its checksum does not match its content", []string{"predict", "damaged.gpc", "t.csv"}},
		{1, "later.gpc: the model file has version 9 of the format, but this program reads version 3", []string{"predict", "later.gpc", "t.csv"}},
		{3, "none.csv cannot be read", []string{"predict", "m.gpc", "none.csv"}},
		{1, `short.csv: the model needs the column "b"`, []string{"predict", "m.gpc", "short.csv"}},
		{1, `bad.csv:3: column "b": "high" is not a number`, []string{"predict", "m.gpc", "bad.csv", "-o", "n.csv"}},
		{1, `green.csv:3: column "colour": "green" is a category that was not in the training data; known are ["blue" "red"]`, []string{"predict", "colours.gpc", "green.csv", "-o", "n.csv"}},
		{1, `empty.csv:2: column "colour": the value is missing`, []string{"predict", "colours.gpc", "empty.csv", "-o", "n.csv"}},
		{2, "t.csv exists already", []string{"predict", "m.gpc", "t.csv", "-o", "t.csv"}},
	} {
		b.want(c.code, []string{c.want}, c.args...)
	}
	entries, err := os.ReadDir(b.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "n.") || strings.HasPrefix(e.Name(), ".") {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

// A full disk and a folder that cannot be written are errors of the write.
func TestFitAndPredictWhereNothingCanBeWritten(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("/dev/full is Linux's")
	}
	b := newBench(t)
	b.write("s.toml", fitSpec)
	b.want(0, nil, "fit", "s.toml", "--method", "Linear", "--out", "m.gpc")
	b.want(1, []string{"/dev/full cannot be written: no space left on device"}, "fit", "s.toml", "--method", "Linear", "--out", "/dev/full")
	b.want(1, []string{"/dev/full cannot be written: no space left on device"}, "predict", "m.gpc", "t.csv", "-o", "/dev/full")
	b.want(0, []string{"0,no,"}, "predict", "m.gpc", "t.csv", "-o", "/dev/stdout")
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	b.mkdir("fixed")
	if err := os.Chmod(b.path("fixed"), 0o555); err != nil {
		t.Fatal(err)
	}
	b.want(1, []string{"fixed/n.gpc cannot be written: permission denied"}, "fit", "s.toml", "--method", "Linear", "--out", "fixed/n.gpc")
}

// A model that is trained has a place where its file has come to be meanwhile.
func TestModelIsNotLost(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.gpc")
	for _, want := range []string{"model.gpc", "model-2.gpc", "model-3.gpc"} {
		out, free, err := freeOutput(path)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(free) != want {
			t.Errorf("the model goes to %s, not to %s", free, want)
		}
		if err := out.Finish(); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := freeOutput(filepath.Join(path, "model.gpc")); err == nil {
		t.Error("a file is taken for a folder")
	}
}

// Two models that are written at once have a file each.
func TestModelsAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "model.gpc")
	save := func(text string) func(io.Writer) error {
		return func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		}
	}
	slow := func(w io.Writer) error {
		if _, err := os.Stat(path); err != nil { // the other comes meanwhile
			if _, err := keepModel(save("first"), path); err != nil {
				return err
			}
		}
		return save("second")(w)
	}
	second, err := keepModel(slow, path)
	if err != nil || filepath.Base(second) != "model-2.gpc" {
		t.Errorf("the second model went to %s: %v", second, err)
	}
	for file, want := range map[string]string{path: "first", second: "second"} {
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%s holds %q: %v", file, got, err)
		}
	}
	if left, _ := filepath.Glob(path + "-*"); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// A model of label sets ranks labels.
func TestFitAndPredictLabelSets(t *testing.T) {
	b := newBench(t)
	b.write("tags.txt", tagRows(90))
	b.write("s.toml", tagSpec)
	b.want(0, []string{"logistic-ova on the 90 rows of tags, 6 labels"}, "fit", "s.toml", "--method", "logistic-ova", "--out", "m.gpc")
	b.want(0, []string{"row,label 1,p 1,label 2,p 2", "\n89,"}, "predict", "m.gpc", "tags.txt")
	// Without the first line, columns are counted from 0 all the same.
	b.write("new.txt", "2 4 6\n 0:1 2:3\n 1:2\n")
	b.write("bare.txt", " 0:1 2:3\n 1:2\n")
	if whole, bare := b.want(0, nil, "predict", "m.gpc", "new.txt"), b.want(0, nil, "predict", "m.gpc", "bare.txt"); whole.stdout != bare.stdout {
		t.Errorf("with the first line:\n%s\nwithout:\n%s", whole.stdout, bare.stdout)
	}
	b.write("from1.txt", " 1:1 4:1\n")
	b.want(1, []string{`from1.txt:1: "4:1": a column is a number from 0 to 3`}, "predict", "m.gpc", "from1.txt")
	b.write("other.txt", "1 5 6\n 0:1\n")
	b.want(1, []string{"other.txt: there are 5 attributes and 6 labels, but the model was trained on 4 and 6"}, "predict", "m.gpc", "other.txt")
}

// A category that training has not seen aborts a file, unless its rows are to be marked.
func TestPredictMarksUnseenCategories(t *testing.T) {
	b := newBench(t)
	b.write("t.csv", "zip,a,class\n"+lines(60, func(i int) string {
		return fmt.Sprintf("%s,%d,%s", []string{"02134", "2134"}[i%2], i*i%17, []string{"no", "yes"}[i%2])
	}))
	b.write("s.toml", strings.Replace(fitSpec, `file = "t.csv"`, "file = \"t.csv\"\ncategorical = [\"zip\"]", 1))
	b.want(0, nil, "fit", "s.toml", "--method", "Linear", "--out", "m.gpc")
	b.write("new.csv", "zip,a\n02134,3\n002134,3\n2134,3\n")
	b.want(1, []string{
		`new.csv:3: column "zip": "002134" is a category that was not in the training data`,
		`write "02134" if it means the same; --mark-unseen predicts such rows from their other columns, and marks them`,
	}, "predict", "m.gpc", "new.csv")
	b.want(0, []string{"3 rows: out.csv", "1 of them have a category or a column unseen in training"}, "predict", "m.gpc", "new.csv", "--mark-unseen", "--out", "out.csv")
	rows := strings.Split(strings.TrimSpace(b.read("out.csv")), "\n")
	if len(rows) != 4 ||
		!strings.HasSuffix(rows[0], ",unseen") ||
		!strings.HasPrefix(rows[1], "0,no,") ||
		!strings.HasSuffix(rows[2], ",zip") ||
		!strings.HasPrefix(rows[3], "2,yes,") {
		t.Errorf("predictions %q", rows)
	}
	b.write("labelled.csv", "zip,a,class\n02134,3,no\n002134,3,yes\n2134,3,yes\n")
	b.want(0, []string{"Linear on 3 rows\n1 of them have a category or a column unseen in training\n"}, "predict", "m.gpc", "labelled.csv", "--mark-unseen", "--score")
	b.write("twice.csv", "zip,a,a\n2134,3,4\n")
	b.want(1, []string{
		`twice.csv:1: the header has the column "a" twice: remove all but one of them; the model was trained on column 1 (from 0) of 3 columns` + "\n",
	}, "predict", "m.gpc", "twice.csv")
}

// Columns that no training row has tell a model nothing.
func TestPredictOfColumnsThatTrainingHasNot(t *testing.T) {
	b := newBench(t)
	b.write("t.txt", lines(60, func(i int) string { return fmt.Sprintf("%d 1:%d 3:%d", i%2, i%2*9+i%7, i*i%17) }))
	b.write("s.toml", strings.Replace(fitSpec, "t.csv", "t.txt", 1))
	b.want(0, nil, "fit", "s.toml", "--method", "Linear", "--out", "m.gpc")
	b.write("new.txt", "0 1:3 7:1\n0 1:3\n")
	o := b.want(0, []string{"notice: 1 value in columns that no training row has: left out"}, "predict", "m.gpc", "new.txt")
	rows := strings.Split(strings.TrimSpace(o.stdout), "\n")
	if len(rows) != 3 || rows[1][1:] != rows[2][1:] {
		t.Errorf("predictions %q", rows)
	}
	b.want(0, []string{"notice: 1 value in columns that no training row has: left out", "Linear on 2 rows"}, "predict", "m.gpc", "new.txt", "--score")
}

// An interrupt ends the wait for rows of standard input that never come, and no file is left.
func TestInterruptedInput(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	t.Setenv("TMP", folder)
	in, out := io.Pipe()
	defer out.Close()
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, stop)
	if _, err := keepInput(ctx, in); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

// An error about temporary files names their folder: of standard input, which is copied there, and of cells that are run
// again.
func TestNowhereForTemporaryFiles(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	b.want(0, nil, "run", "s.toml", "--only", "repeat=0")
	b.want(0, nil, "fit", "s.toml", "--method", "logistic", "--out", "m.gpc")
	b.env = append(b.env, "TMPDIR="+b.path("nowhere"), "TMP="+b.path("nowhere"))
	b.want(1, []string{"predict: standard input cannot be copied to the folder for temporary files (TMPDIR): "}, "predict", "m.gpc", "-")
	b.want(1, []string{"cells cannot be run again: no folder for temporary files can be made in ", "; name another folder in TMPDIR"}, "verify", "s.toml", "--rerun", "1")
}
