package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"gpcbench/harness/run"
	"gpcbench/wording"
)

// asJSON runs a command with --json, whose output is one line, into v.
func (b *bench) asJSON(v any, args ...string) {
	b.t.Helper()
	o := b.want(0, nil, append(args, "--json")...)
	if strings.Count(o.stdout, "\n") != 1 {
		b.t.Errorf("runexp %s --json prints %q", strings.Join(args, " "), o.stdout)
	}
	if err := json.Unmarshal([]byte(o.stdout), v); err != nil {
		b.t.Fatalf("runexp %s --json: %v\n%s", strings.Join(args, " "), err, o.stdout)
	}
}

func TestListAsJSON(t *testing.T) {
	b := newBench(t)
	var all listing
	b.asJSON(&all, "list")
	i := slices.IndexFunc(all.Datasets, func(d listedDataset) bool { return d.Name == "wine" })
	if all.Version != 1 || i < 0 || all.Datasets[i].Rows != 178 || all.Datasets[i].Here != "yes" || all.Datasets[i].Licence != "CC BY 4.0" {
		t.Errorf("version %d, wine %d of %d", all.Version, i, len(all.Datasets))
	}
	i = slices.IndexFunc(all.Methods, func(m listedMethod) bool { return m.Name == "xgpc" })
	if i < 0 || !slices.ContainsFunc(all.Methods[i].Options, func(o listedOption) bool { return o.Name == "kernel" && o.Default != nil }) {
		t.Errorf("xgpc and its kernel are not in %d methods", len(all.Methods))
	}
	i = slices.IndexFunc(all.Experiments, func(e listedExperiment) bool { return e.Name == "villacampa2017/table2" })
	if i < 0 || all.Experiments[i].Datasets != 8 || !slices.Equal(all.Experiments[i].Waiting, []string{"satellite", "svmguide2"}) {
		t.Errorf("villacampa2017/table2: %+v", all.Experiments[max(i, 0)])
	}
	var some listing
	b.asJSON(&some, "list", "methods")
	if some.Experiments != nil || some.Datasets != nil || len(some.Methods) != len(all.Methods) {
		t.Error("list methods has more than methods")
	}
}

func TestPlanAsJSON(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	var before, after planFacts
	b.asJSON(&before, "plan", "s.toml")
	if len(before.Plans) != 1 || before.Plans[0].Cells["missing"] != 5 || before.Plans[0].Unknown != 5 || len(before.Plans[0].Groups) != 1 || before.Plans[0].Groups[0].Label != "logistic" {
		t.Errorf("%+v", before)
	}
	var two planFacts // cells are in the order of repeats
	b.write("two.toml", oneMethod+"\n[[method]]\nname = \"majority\"\n")
	b.asJSON(&two, "plan", "two.toml")
	if groups := two.Plans[0].Groups; len(groups) != 2 || groups[0].Cells["missing"] != 5 || groups[1].Cells["missing"] != 5 {
		t.Errorf("%+v", groups)
	}
	b.want(0, nil, "run", "s.toml")
	b.asJSON(&after, "plan", "s.toml")
	if after.Plans[0].Cells["done"] != 5 || after.Plans[0].Unknown+after.Plans[0].Known != 0 {
		t.Errorf("%+v", after)
	}
}

func TestVersionAsJSON(t *testing.T) {
	var v versionFacts
	newBench(t).asJSON(&v, "version")
	if v.Version != jsonVersion || v.Numerics != 2 || v.Program == "" || v.Go == "" {
		t.Errorf("%+v", v)
	}
}

// A report says where the numbers of a paper stand, each in one bin, what its claims come to, and
// which method to take.
func TestReportAsJSON(t *testing.T) {
	b := newBench(t)
	b.pretend("r", "paper", 0.23)
	var of reportFacts
	b.asJSON(&of, "report", "wenzel2019/table2", "--profile", "paper", "--results", "r", "--only", "dataset=diabetis")
	if len(of.Papers) != 1 || of.Papers[0]["paper"] != "wenzel2019" || of.Papers[0]["printed"] != 90.0 || of.Papers[0]["too_noisy"] != 2.0 {
		t.Errorf("%+v", of.Papers)
	}
	sum := 0.0
	for _, bin := range wording.Bins {
		sum += of.Papers[0][strings.ReplaceAll(bin, " ", "_")].(float64)
	}
	if sum != 90 {
		t.Errorf("%v numbers in bins", sum)
	}
	b.asJSON(&of, "report", "wenzel2019/table2", "--profile", "paper", "--results", "r")
	if len(of.Claims) == 0 || of.Claims[0].Paper != "wenzel2019" || of.Claims[0].Outcome == "" {
		t.Errorf("%+v", of.Claims)
	}
	b.write("s.toml", oneMethod+"[[method]]\nname = \"majority\"\n[[method]]\nname = \"xgpc\"\noptions = { inducing = 5, iterations = 5 }\n")
	b.want(0, nil, "run", "s.toml")
	b.asJSON(&of, "report", "s.toml")
	if len(of.Advice) != 1 || !of.Advice[0].Complete || of.Advice[0].Experiment != "s" || !slices.Equal(of.Advice[0].Floor, []string{"majority"}) {
		t.Errorf("%+v", of.Advice)
	}
}

// A run tells programs of each cell in a line of JSON, and nobody of anything if it is to be quiet.
func TestProgressAsJSON(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	o := b.want(0, []string{"5 finished now"}, "run", "s.toml", "--progress", "json")
	var last run.Ended
	n := 0
	for line := range strings.Lines(o.stderr) {
		if !strings.HasPrefix(line, "{") {
			continue // a notice
		}
		n++
		if err := json.Unmarshal([]byte(line), &last); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
	}
	if n != 5 || last.Done != 5 || last.Cells != 5 || last.Status != "ok" || last.Label != "logistic" || last.Metrics["error"] == 0 || last.Unknown != 0 {
		t.Errorf("%d lines, the last %+v", n, last)
	}
	if o := b.want(0, []string{"5 finished now"}, "run", "s.toml", "--quiet", "--results", "again"); strings.Contains(o.stderr, "error 0.") {
		t.Errorf("quiet: %s", o.stderr)
	}
	b.want(2, []string{"--progress loud: it must be one of text, json, none"}, "run", "s.toml", "--progress", "loud")
}
