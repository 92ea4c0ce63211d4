package loader

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/split"
)

// TestLargeTable loads a text table of two million rows of 20 attributes, 40
// million inputs, which as float64 would take 320 MB, and reads minibatches,
// a shuffled split and the scaler from it, in a process of its own that notes
// its peak of anonymous memory. That must not exceed 64 MiB, and must hardly
// depend on the number of rows.
func TestLargeTable(t *testing.T) {
	if _, err := os.Stat("/proc/self/status"); err != nil {
		t.Skip("the system has no /proc to read the memory from")
	}
	if os.Getenv("GPCBENCH_LARGE") == "" {
		t.Skip("GPCBENCH_LARGE is not set: this takes some seconds and 400 MB of disk")
	}
	peak := func(rows int) int {
		path := filepath.Join(t.TempDir(), "large.csv")
		writeLarge(t, path, rows)
		return peakOf(t, "TestLargeTableChild", path)
	}
	small, large := peak(200_000), peak(2_000_000)
	if large > 64<<10 || large > small+16<<10 {
		t.Errorf("peak RssAnon of %d KiB, %d KiB with a tenth of the rows", large, small)
	}
}

// peakOf runs a test with a file in a process of its own and returns the peak of anonymous
// memory in KiB that it prints.
func peakOf(t *testing.T, test, path string) int {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run", "^"+test+"$", "-test.v")
	cmd.Env = append(os.Environ(), "GPCBENCH_LARGE_FILE="+path)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, after, found := strings.Cut(string(out), "peak RssAnon ")
	kib, err := strconv.Atoi(strings.Fields(after + " x")[0])
	if !found || err != nil {
		t.Fatalf("no peak in %s", out)
	}
	t.Log(strings.TrimSpace(strings.SplitN(string(out), "\n", 3)[1]))
	return kib
}

func writeLarge(t *testing.T, path string, rows int) {
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	rng := rand.New(rand.NewPCG(8, 1))
	var line []byte
	for i := range rows {
		line = line[:0]
		for range 20 {
			line = strconv.AppendInt(line, int64(rng.IntN(2000)-1000), 10)
			line = append(line, '.', byte('0'+i%10), ',')
		}
		line = strconv.AppendInt(line, int64(i%2), 10)
		w.Write(append(line, '\n'))
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

// TestLargeTableChild is the process that TestLargeTable measures.
func TestLargeTableChild(t *testing.T) {
	path := os.Getenv("GPCBENCH_LARGE_FILE")
	if path == "" {
		t.Skip("run by TestLargeTable")
	}
	stop := watchAnon()
	start := time.Now()
	ds, err := loadFile(catalogue.UserTable{File: path}, filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	loaded := time.Since(start)
	split, err := split.Spec{Kind: "kfold", Folds: 10}.Make(ds, split.Limits{Test: 100_000}, 3, func(int, string) *rand.Rand { return rand.New(rand.NewPCG(8, 3)) })
	if err != nil {
		t.Fatal(err)
	}
	ex := data.NewExamples(ds, split.Train, data.FitScaler(ds, split.Train))
	minibatches := data.NewMinibatches(ex.Len(), 200, rand.New(rand.NewPCG(8, 2)))
	pos, x, y := make([]int, 200), mat.NewDense(200, ds.Dim(), nil), make([]int, 200)
	for step := range 2000 {
		minibatches.At(pos, step)
		ex.Read(x, y, pos)
	}
	fmt.Printf("peak RssAnon %d KiB, %d x %d, %T, loaded in %v, all in %v\n", stop(), ds.Len(), ds.Dim(), ds.Table, loaded, time.Since(start))
}

// watchAnon looks at the anonymous resident memory of this process until it is told to
// stop, and then says what the most of it was, in KiB.
func watchAnon() (stop func() int) {
	peak := 0
	done, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		for {
			peak = max(peak, rssAnon())
			select {
			case <-done:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	return func() int {
		close(done)
		<-stopped
		return peak
	}
}

// rssAnon is the anonymous resident memory of this process in KiB.
func rssAnon() int {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(text), "RssAnon:")
	kib, _ := strconv.Atoi(strings.Fields(after + " 0")[0])
	return kib
}
