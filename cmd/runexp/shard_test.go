package main

import (
	"os/exec"
	"strings"
	"testing"
)

// Three shards at once do what one run does, and the tables from them are the
// same to the last byte.
func TestShards(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", threeMethods+"[[table]]\nmetric = [\"error\", \"nll\"]\n")
	b.want(0, nil, "run", "s.toml", "--results", "alone")
	var all []*exec.Cmd
	for _, shard := range []string{"1/3", "2/3", "3/3"} {
		cmd, _, _ := b.process("run", "s.toml", "--results", "shared", "--shard", shard)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all = append(all, cmd)
	}
	for _, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Errorf("%v: %v", cmd.Args, err)
		}
	}
	same(t, "three shards", b.deterministic("shared", "s", "quick"), b.deterministic("alone", "s", "quick"))
	if n := b.lines("shared", "s", "quick"); n != 15 {
		t.Errorf("the shards wrote %d records of 15 cells", n)
	}
	for _, results := range []string{"alone", "shared"} {
		b.want(0, []string{"15 of 15 cells done"}, "report", "s.toml", "--results", results)
	}
	if b.read("shared/report/s/quick/table1.csv") != b.read("alone/report/s/quick/table1.csv") {
		t.Error("the table from the shards is another than that from one run")
	}
	b.want(0, []string{"cells, 5 were done before, 0 finished now"}, "run", "s.toml", "--results", "shared", "--shard", "1/3")
	b.want(0, []string{"0 cells, 0 were done before"}, "run", "s.toml", "--results", "shared", "--shard", "99/99")
}

// withGerman is oneMethod on a data set that is not in the cache, and on the table.
var withGerman = strings.Replace(oneMethod, "[[dataset]]", "[[dataset]]\nname = \"german\"\n[[dataset]]", 1)

// Shares of what data there is are not those of a machine that has it all.
func TestShardWithoutData(t *testing.T) {
	b := newBench(t)
	b.write("a.toml", oneMethod)
	b.write("both.toml", withGerman)
	o := b.want(3, []string{
		"both: nothing is run because data is missing here: german.",
		"runexp fetch german",
		"--only dataset=NAME",
		"data set german cannot be obtained",
	}, "run", "a.toml", "both.toml", "--shard", "1/2")
	if strings.Contains(o.stderr, "goes on") || b.lines("results", "a", "quick")+b.lines("results", "both", "quick") > 0 {
		t.Errorf("cells were run:\n%s", o.stderr)
	}
	b.want(0, []string{"finished now"}, "run", "both.toml", "--shard", "1/2", "--only", "dataset=t")
}

func TestBadShards(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", oneMethod)
	for shard, says := range map[string]string{
		"0/3": "3 shares are numbered from 1 to 3", "4/3": "3 shares are numbered from 1 to 3",
		"a/b": "write it as i/n, such as 2/8", "+1/2": "write it as i/n", "01/2": "write it as i/n", "1/0": "there must be at least one share",
	} {
		b.want(2, []string{shard, "-shard", says}, "run", "s.toml", "--shard", shard)
	}
	b.want(2, []string{"flag provided but not defined: --shard"}, "report", "s.toml", "--shard", "1/2")
	if n := b.lines("results", "s", "quick"); n != 0 {
		t.Errorf("%d cells were run", n)
	}
}
