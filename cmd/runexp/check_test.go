package main

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/experiments"
	"gpcbench/harness/plan"
	"gpcbench/harness/record"
	"gpcbench/harness/rows"
	"gpcbench/harness/spec"
	"gpcbench/report/document"
	"gpcbench/report/replication"
	"gpcbench/wording"
)

// standIn loads every data set as one of a few made-up rows.
type standIn struct{}

func (standIn) Load(_ context.Context, s rows.Source) (*data.Dataset, error) {
	e, err := catalogue.Get(s.Name)
	if err != nil {
		return nil, err
	}
	const n = 40
	x, y := mat.NewDense(n, 1, nil), make([]int, n)
	for i := range y {
		x.Set(i, 0, float64(i))
		y[i] = i % 2
	}
	return &data.Dataset{Name: s.Name, Table: data.NewMemory(x, y), Kind: data.Kind(e.Task), ClassNames: []string{"-1", "+1"}, Digest: "made up"}, nil
}

// pretend writes records of all cells of table 2 on Diabetis, as though they
// had been run, with errors around the one given.
func (b *bench) pretend(results, profile string, errorRate float64) {
	b.t.Helper()
	const name = "wenzel2019/table2"
	src, _ := experiments.Source(name)
	s, err := parseSpec(src, spec.BuiltIn+name, profile)
	if err != nil {
		b.t.Fatal(err)
	}
	p, err := plan.New(context.Background(), s, plan.Env{Results: b.path(results), Only: plan.Filter{{Key: "dataset", Value: "diabetis"}}, Loader: standIn{}})
	if err != nil {
		b.t.Fatal(err)
	}
	journal, err := record.NewJournal(p.Folder)
	if err != nil {
		b.t.Fatal(err)
	}
	defer journal.Close()
	for _, c := range p.Cells {
		wobble := 0.01 * float64(c.Repeat%2)
		err := journal.Append(record.Record{
			V: record.Version, Cell: c.Cell, Status: record.OK,
			Metrics:    map[string]float64{"error": errorRate + wobble, "nll": 0.5 + wobble, "nll_median": 0.4 + wobble},
			Timing:     record.Timing{WallSeconds: 1, CPUSeconds: 1, Iterations: 10},
			Provenance: map[string]string{"data": "made up"},
		})
		if err != nil {
			b.t.Fatal(err)
		}
	}
}

// verdicts reads verdicts.json as the program wrote it.
func (b *bench) verdicts(results string) map[string]string {
	b.t.Helper()
	var file struct {
		V        int
		Verdicts []struct {
			At              map[string]string
			Metric, Verdict string
		}
	}
	if err := json.Unmarshal([]byte(b.read(results+"/verdicts.json")), &file); err != nil {
		b.t.Fatal(err)
	}
	out := map[string]string{}
	for _, v := range file.Verdicts {
		out[v.At["dataset"]+" "+v.At["label"]+" "+v.Metric] = v.Verdict
	}
	return out
}

// A verdict is kept, stays, gets worse and gets lost. The paper's error on
// Diabetis is 0.23 +- 0.07 for both methods, in all four variants: too noisy.
func TestCheck(t *testing.T) {
	b := newBench(t)
	check := []string{"check", "wenzel2019/table2", "--profile", "paper", "--results"}
	b.pretend("good", "paper", 0.23)
	b.want(1, []string{"there are no verdicts to compare with", "--update"}, append(check, "good")...)
	b.want(0, []string{"too noisy", "verdicts written to good/verdicts.json"}, append(check, "good", "--update")...)
	var facts checkFacts
	b.asJSON(&facts, append(check, "good")...)
	if len(facts.Verdicts) == 0 || facts.Verdicts[0].Verdict == "" || len(facts.Regressions) > 0 {
		t.Errorf("as JSON: %+v", facts)
	}
	kept := b.verdicts("good")
	for _, label := range []string{"X-GPC", "SVGPC"} {
		if v := kept["diabetis "+label+" error"]; v != "too noisy" {
			t.Errorf("%s: the error is %q, want too noisy", label, v)
		}
		if v := kept["german-ida "+label+" error"]; v == "reproduced" || v == "worse" {
			t.Errorf("%s: there are no records of german-ida, and the verdict is %q", label, v)
		}
	}
	b.want(0, []string{"wenzel2019/table2: ", "too noisy", "  in variant equal: ", "claims of wenzel2019: "}, append(check, "good")...)
	before := b.read("good/verdicts.json")

	// A part of the cells is compared with what is kept of this part.
	for _, part := range []string{"method=xgpc", "label=X-GPC", "dataset=diabetis", "variant=equal", "kernel=se"} {
		out := b.want(0, []string{"too noisy"}, append(check, "good", "--only", part)...)
		if strings.Contains(out.stdout+out.stderr, "cannot be compared") {
			t.Errorf("--only %s: a verdict on another cell is missed:\n%s", part, out.stderr)
		}
	}
	b.want(2, []string{"repeat=0", "all repeats"}, append(check, "good", "--only", "repeat=0")...)
	b.want(2, []string{"--update", "leave --only out"}, append(check, "good", "--only", "method=xgpc", "--update")...)

	b.pretend("bad", "paper", 0.43)
	b.write("bad/verdicts.json", before)
	b.want(4, []string{"regression: ", "diabetis", "was too noisy and is now worse", "8 verdicts got worse"}, append(check, "bad")...)
	b.want(4, []string{"4 verdicts got worse"}, append(check, "bad", "--only", "method=xgpc")...)
	b.write("bad/verdicts.json", strings.ReplaceAll(unsealed(before), "too noisy", "reproduced"))
	b.want(4, []string{"was reproduced and is now worse", "8 verdicts got worse"}, append(check, "bad")...)
	b.write("bad/verdicts.json", before)
	if b.read("bad/verdicts.json") != before {
		t.Error("check without --update wrote verdicts.json")
	}

	b.pretend("gone", "smoke", 0.23) // has records, but not of this profile
	b.write("gone/verdicts.json", before)
	b.want(1, []string{"diabetis", "cannot be compared"}, append(check, "gone")...)

	// All that was kept is compared where no experiment is named, records or not.
	b.pretend("moved", "paper", 0.23)
	b.write("moved/verdicts.json", strings.ReplaceAll(unsealed(before), `"experiment": "wenzel2019/table2"`, `"experiment": "wenzel2019/figure2"`))
	b.want(1, []string{"wenzel2019/figure2 [paper]: 8 verdicts and ", "cannot be compared: there are no records"}, "check", "--profile", "paper", "--results", "moved")
	b.want(1, []string{"there are no verdicts to compare with: moved/verdicts.json has none for these experiments", "--update writes them"}, append(check, "moved")...)
	b.want(0, []string{"verdicts written to moved/verdicts.json"}, "check", "--profile", "paper", "--results", "moved", "--update")
	if strings.Contains(b.read("moved/verdicts.json"), "wenzel2019/figure2") || !maps.Equal(b.verdicts("moved"), kept) {
		t.Error("what was kept of an experiment without records was not taken out")
	}

	b.write("emptied/verdicts.json", before)
	b.want(1, []string{"holds no records", "wenzel2019/table2 [paper]: 8 verdicts and ", "cannot be compared: there are no records"}, "check", "--profile", "paper", "--results", "emptied")
	b.pretend("unkept", "paper", 0.23)
	b.write("unkept/verdicts.json", `{"v":1,"verdicts":[{}]}`)
	b.want(1, []string{"unkept/verdicts.json has none for these experiments"}, append(check, "unkept")...)
	b.want(1, []string{"unkept/verdicts.json has none for these experiments"}, append(check, "unkept", "--only", "method=xgpc")...)

	b.pretend("torn", "paper", 0.23)
	b.write("torn/verdicts.json", before[:len(before)/2])
	for _, args := range [][]string{{"torn"}, {"torn", "--update"}} { // not written over
		b.want(1, []string{"torn/verdicts.json is damaged", "delete it and have runexp check --update write a new one"}, append(check, args...)...)
	}
}

// Where records are damaged the verdicts stay as they were kept: those of fits that cannot be read
// would get worse in silence.
func TestDamageIsNotKept(t *testing.T) {
	b := newBench(t)
	check := []string{"check", "wenzel2019/table2", "--profile", "paper", "--results", "r", "--update"}
	b.pretend("r", "paper", 0.23)
	b.want(0, nil, check...)
	kept := b.read("r/verdicts.json")
	files, err := filepath.Glob(b.path("r/wenzel2019/table2/paper/*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	if err := os.Rename(files[0], files[0]+".gz"); err != nil {
		t.Fatal(err)
	}
	b.want(1, []string{"cannot be read: damaged packed file", "no verdict was written: r/verdicts.json is unchanged"}, check...)
	if b.read("r/verdicts.json") != kept {
		t.Error("verdicts without the records were kept")
	}
}

// Without records of the named experiments there is nothing to check, and the verdicts stay as they were kept.
func TestCheckOfNothing(t *testing.T) {
	b := newBench(t)
	check := []string{"check", "wenzel2019/table2", "--profile", "paper", "--results", "none"}
	said := []string{"there is nothing to check: none holds no records of wenzel2019/table2 in the profile paper; runexp run wenzel2019/table2 --profile paper --results none makes them"}
	b.want(1, append(said, "there are no verdicts to compare with"), check...)
	b.want(1, said, append(check, "--update")...)
	if _, err := os.Stat(b.path("none")); err == nil {
		t.Error("verdicts on nothing were written")
	}
	b.pretend("r", "paper", 0.23)
	b.want(0, nil, "check", "wenzel2019/table2", "--profile", "paper", "--results", "r", "--update")
	kept := b.read("r/verdicts.json")
	b.write("none/verdicts.json", kept)
	b.want(1, said, append(check, "--update")...)
	if b.read("none/verdicts.json") != kept {
		t.Error("verdicts without their records were written over")
	}
	kept = b.read("r/verdicts.json")
	b.want(1, []string{"nothing to check: r holds no records of wenzel2019/figure2"}, "check", "wenzel2019/table2", "wenzel2019/figure2", "--profile", "paper", "--results", "r", "--update")
	if b.read("r/verdicts.json") != kept {
		t.Error("verdicts were written although one of two experiments has no records")
	}
	b.want(1, []string{"diabetis", "cannot be compared"}, check...)
}

// Damaged records that a claim of another experiment is held against are reported.
func TestDamageBesideAClaim(t *testing.T) {
	b := newBench(t)
	b.write("r/panos2018/table4/paper/a.jsonl", "{\n")
	b.want(1, []string{"a.jsonl:1: damaged journal"}, "check", "panos2018/table2", "--profile", "paper", "--results", "r", "--update")
	both := b.want(1, []string{"a.jsonl:1: damaged journal"}, "check", "panos2018/table2", "panos2018/table4", "--profile", "paper", "--results", "r", "--update")
	if n := strings.Count(both.stderr, "damaged journal"); n != 1 {
		t.Errorf("the damage is said %d times:\n%s", n, both.stderr)
	}
}

// Only the paper's own setting gets a verdict.
func TestQuickIsPreliminary(t *testing.T) {
	b := newBench(t)
	b.pretend("r", "quick", 0.23)
	b.want(0, nil, "check", "wenzel2019/table2", "--results", "r", "--update")
	for what, v := range b.verdicts("r") {
		if strings.HasPrefix(what, "diabetis") && v != "preliminary" && !strings.HasSuffix(what, "seconds") {
			t.Errorf("%s: %q, want preliminary", what, v)
		}
	}
}

// A claim whose outcome changes keeps the former one, which its row shows before and after the change is kept. A file
// that cannot be read costs a report nothing else.
func TestFormerOutcomes(t *testing.T) {
	b := newBench(t)
	b.pretend("r", "paper", 0.23)
	update := []string{"check", "wenzel2019/table2", "--profile", "paper", "--results", "r", "--update"}
	report := []string{"report", "wenzel2019/table2", "--profile", "paper", "--results", "r"}
	b.want(0, nil, update...)
	file := b.path("r/verdicts.json")
	kept, err := replication.ReadVerdicts(file)
	if err != nil {
		t.Fatal(err)
	}
	today := kept.Claims[0].History
	if len(today) != 1 || today[0].Outcome != kept.Claims[0].Outcome {
		t.Fatalf("kept %v", today)
	}
	kept.Claims[0].History = []document.Dated{{Since: "2026-01-02", Outcome: wording.MetByAny}}
	if err := replication.WriteVerdicts(file, kept); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		b.want(0, nil, report...)
		if text := b.read("r/report/wenzel2019/table2/paper/report.md"); !strings.Contains(text, "earlier (2026-01-02): met by any method") {
			t.Errorf("the former outcome is not in\n%s", text)
		}
		b.want(0, nil, update...)
	}
	if kept, err = replication.ReadVerdicts(file); err != nil || len(kept.Claims[0].History) != 2 {
		t.Errorf("kept %v, %v", kept.Claims[0].History, err)
	}
	b.write("r/verdicts.json", "{")
	if got := b.want(0, nil, report...); !strings.Contains(got.stderr, "earlier outcomes of claims are left out") {
		t.Errorf("stderr %q", got.stderr)
	}
}
