package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gpcbench/data/fetch"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
)

// manyCells has 50 cells a repeat: ten data sets, five settings, and a table and a
// figure of them.
func manyCells(repeats int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[experiment]\nrepeats = %d\nsplit = { kind = \"holdout\", train = 0.5 }\n", repeats)
	for i := range 10 {
		fmt.Fprintf(&b, "[[dataset]]\nname = \"d%d\"\nfile = \"t.csv\"\n", i)
	}
	b.WriteString("[[method]]\nname = \"logistic\"\n[[method]]\nname = \"xgpc\"\n[[method]]\nname = \"svgp\"\n[grid]\ninducing = [5, 10]\n" +
		"[[table]]\nmetric = [\"error\", \"nll\", \"seconds\"]\n[[figure]]\nkind = \"trace\"\ny = [\"nll\"]\n")
	return b.String()
}

// generate writes a record for every cell of a specification, each with a trace of
// 25 points, into journals of a thousand records each. It returns the number of
// records and of their bytes.
func (b *bench) generate(file, results string) (records int, size int64) {
	b.t.Helper()
	path := b.path(file)
	src, err := os.ReadFile(path)
	if err != nil {
		b.t.Fatal(err)
	}
	s, err := parseSpec(src, path, spec.Quick)
	if err != nil {
		b.t.Fatal(err)
	}
	loader := &rows.Cache{Fetcher: &fetch.Fetcher{Cache: b.path("cache")}}
	p, err := plan.New(context.Background(), s, plan.Env{Results: b.path(results), Loader: loader})
	if err != nil {
		b.t.Fatal(err)
	}
	b.mkdir(filepath.Join(results, s.Name, s.Profile))
	const each = 1000
	for from := 0; from < len(p.Cells); from += each {
		journal, err := os.Create(filepath.Join(p.Folder, fmt.Sprintf("%06d.jsonl", from/each)))
		if err != nil {
			b.t.Fatal(err)
		}
		out := bufio.NewWriter(journal)
		for i, c := range p.Cells[from:min(from+each, len(p.Cells))] {
			line, err := json.Marshal(generated(c.Cell, from+i))
			if err != nil {
				b.t.Fatal(err)
			}
			out.Write(append(record.Seal(line), '\n'))
			size += int64(len(line)) + 1
		}
		if err := out.Flush(); err != nil {
			b.t.Fatal(err)
		}
		journal.Close()
	}
	return len(p.Cells), size
}

// generated is a record as a fit makes it, with other numbers for each n.
func generated(c record.Cell, n int) record.Record {
	x := math.Mod(float64(n)*math.Phi, 1)
	r := record.Record{
		V: record.Version, Cell: c, Status: record.OK, Inducing: 10,
		Metrics: map[string]float64{"error": x / 3, "nll": x / 2, "nll_median": x / 4, "nll_sd": x, "brier": x / 5, "ece": x / 9, "auc": 1 - x/2, "clipped": 0},
		Timing:  record.Timing{WallSeconds: 1 + x, CPUSeconds: 1 + x, PeakRSS: 2e7, Iterations: 250},
		Provenance: map[string]string{
			"go": "go1.26", "platform": "linux/amd64", "cpu": "a processor", "cores": "64", "engine": "avx2", "features": "avx2 fma", "gpcbench": "v1",
			"numerics": "2", "data": "0123456789abcdef", "train_rows": "30", "test_rows": "30", "date": "2026-01-01T00:00:00Z", "timing": "shared",
		},
	}
	for range 15 {
		r.Calibration = append(r.Calibration, record.Bin{Count: 2, Confidence: x, Accuracy: 0.5})
	}
	for t := 1; t <= 25; t++ {
		objective := -100 * x / float64(t)
		r.Trace = append(r.Trace, record.Point{
			Seconds: x * float64(t) / 25, Iteration: t, Objective: &objective,
			Metrics: map[string]float64{"error": x / 3, "nll": x/2 + 1/float64(t), "nll_median": x / 4},
		})
	}
	return r
}

// A thousand records are enough to see that the generated ones are records.
func TestReportOnGeneratedRecords(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", manyCells(20))
	if n, _ := b.generate("s.toml", "results"); n != 1000 {
		t.Errorf("%d records", n)
	}
	b.want(0, []string{"1000 of 1000 cells done"}, "report", "s.toml")
	b.want(0, []string{"all 1000 1000 0 0 0"}, "plan", "s.toml")
}

// BenchmarkReport measures time and memory of a report, and of a run that has
// nothing to do, on 10,000 records, or as many as GPCBENCH_TEST_RECORDS says.
func BenchmarkReport(bm *testing.B) {
	records := 10_000
	if n, err := strconv.Atoi(os.Getenv("GPCBENCH_TEST_RECORDS")); err == nil {
		records = n
	}
	b := &bench{t: bm, dir: bm.TempDir()}
	b.mkdir("tmp")
	b.write("t.csv", tableOf(60))
	b.write("s.toml", manyCells(records/50))
	n, size := b.generate("s.toml", "results")
	for _, args := range [][]string{{"report", "s.toml"}, {"run", "s.toml"}, {"run", "s.toml", "--shard", "1/100"}} {
		bm.Run(strings.Join(args, "-"), func(bm *testing.B) {
			for bm.Loop() {
				cmd, _, stderr := b.process(args...)
				if err := cmd.Run(); err != nil {
					bm.Fatalf("%v: %s", err, stderr)
				}
				bm.ReportMetric(float64(n), "records")
				bm.ReportMetric(float64(size)/1e6, "journal-MB")
				bm.ReportMetric(float64(peakMemory(cmd.ProcessState))/1e6, "peak-MB")
				bm.ReportMetric((cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds(), "cpu-s")
			}
		})
	}
}
