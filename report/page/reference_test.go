package page

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"gpcbench/analysis"
	"gpcbench/harness/record"
	"gpcbench/report/replication"
	"gpcbench/report/reporttest"
)

func TestNotCompared(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(in *replication.Input, files map[string]string)
		says  string
		left  []string // cells with a distance
	}{
		"a missing file": {
			spoil: func(_ *replication.Input, files map[string]string) { delete(files, "X-GPC-1") },
			says:  "Not compared: d, X-GPC, repeat 1: its predictions were not kept\n\n`runexp run` makes missing predictions.\n",
			left:  []string{"Corrected-0", "Corrected-1", "X-GPC-0"},
		},
		"no predictions of the reference": {
			spoil: func(_ *replication.Input, files map[string]string) { delete(files, "Gibbs-0") },
			says:  "Not compared: d, X-GPC, repeat 0; d, Corrected, repeat 0; d, Linear, repeat 0: the reference's predictions were not kept",
			left:  []string{"Corrected-1", "X-GPC-1"},
		},
		"no predictions at all": {
			spoil: func(in *replication.Input, _ map[string]string) { in.OpenPredictions = nil },
			says:  "d, X-GPC, repeat 0; d, Corrected, repeat 0; d, Linear, repeat 0; d, Gibbs, repeat 0; d, X-GPC, repeat 1 and 3 more: its predictions were not kept",
		},
		"a missing row": {
			spoil: func(_ *replication.Input, files map[string]string) {
				text := files["X-GPC-0"]
				files["X-GPC-0"] = text[:strings.LastIndex(strings.TrimSpace(text), "\n")+1]
			},
			says: "d, X-GPC, repeat 0: its predictions cannot be read: predictions/X-GPC-0.csv: it has 7 of 8 test rows; delete this file, and a run makes it again",
			left: []string{"Corrected-0", "Corrected-1", "X-GPC-1"},
		},
		"another row": {
			spoil: func(_ *replication.Input, files map[string]string) {
				files["X-GPC-0"] = strings.Replace(files["X-GPC-0"], "\n3,yes", "\n4,yes", 1)
			},
			says: "not on the reference's rows: test row 4 is row 4 of class yes against row 3 of class yes",
			left: []string{"Corrected-0", "Corrected-1", "X-GPC-1"},
		},
		"a third class": {
			spoil: func(_ *replication.Input, files map[string]string) {
				files["X-GPC-0"] = strings.ReplaceAll(files["X-GPC-0"], "\n3,yes", "\n3,maybe")
			},
			says: "test row 4 is row 3 of class maybe against row 3 of class yes",
			left: []string{"Corrected-0", "Corrected-1", "X-GPC-1"},
		},
		"not a number": {
			spoil: func(_ *replication.Input, files map[string]string) {
				files["X-GPC-0"] = strings.Replace(files["X-GPC-0"], "\n3,yes,0", "\n3,yes,x", 1)
			},
			says: "its predictions cannot be read: predictions/X-GPC-0.csv: row 4: p(no) is",
			left: []string{"Corrected-0", "Corrected-1", "X-GPC-1"},
		},
		"NaN": {
			spoil: func(_ *replication.Input, files map[string]string) {
				lines := strings.SplitAfter(files["X-GPC-0"], "\n")
				lines[4] = "3,yes,NaN" + strings.Repeat(",1", strings.Count(lines[4], ",")-2) + "\n"
				files["X-GPC-0"] = strings.Join(lines, "")
			},
			says: "its predictions cannot be read: predictions/X-GPC-0.csv: row 4: p(no) is \"NaN\", which is not a number; delete this file",
			left: []string{"Corrected-0", "Corrected-1", "X-GPC-1"},
		},
		"an empty file": {
			spoil: func(_ *replication.Input, files map[string]string) { files["X-GPC-0"] = "" },
			says:  "its predictions cannot be read: predictions/X-GPC-0.csv: there are no rows; delete this file",
			left:  []string{"Corrected-0", "Corrected-1", "X-GPC-1"},
		},
		"a file that cannot be opened": {
			spoil: func(in *replication.Input, _ map[string]string) {
				in.OpenPredictions = func(string) (io.ReadCloser, string, error) { return nil, "", errors.New("disk on fire") }
			},
			says: "its predictions cannot be read: disk on fire",
		},
		"a failed reference": {
			spoil: func(in *replication.Input, _ map[string]string) {
				r := in.Records["Gibbs-0"]
				r.Status = record.Failed
				in.Records["Gibbs-0"] = r
			},
			says: "d, Linear, repeat 0: the reference Gibbs has no result there",
			left: []string{"Corrected-1", "X-GPC-1"},
		},
		"a selection without the reference": {
			spoil: func(in *replication.Input, _ map[string]string) {
				in.Cells = slices.DeleteFunc(in.Cells, func(c *record.Planned) bool { return c.Label == "Gibbs" })
			},
			says: "the reference Gibbs has no cell beside it",
		},
	} {
		in, files := reporttest.WithReference()
		c.spoil(&in, files)
		if text := markdown(t, in); !strings.Contains(text, c.says) {
			t.Errorf("%s: the report does not say %q:\n%s", name, c.says, text)
		}
		p := analysis.New(in.Input)
		var left []string
		for _, cell := range p.Cells {
			if _, ok := p.Records[cell.ID].Metrics["delta_mean"]; ok && cell.Label != "Gibbs" {
				left = append(left, cell.ID)
			}
		}
		if slices.Sort(left); !slices.Equal(left, c.left) {
			t.Errorf("%s: distances of %v, want %v", name, left, c.left)
		}
	}
}

// A run that has not converged is named above everything that is made of it.
func TestNotConvergedIsSaid(t *testing.T) {
	in, _ := reporttest.WithReference()
	r := in.Records["Gibbs-1"]
	r.Events = map[string]int{"not converged": 3}
	in.Records[r.ID] = r
	text := markdown(t, in)
	const says = "d, Gibbs, repeat 1 (3 latent values): it is the reference, so distances to it are unreliable"
	if at := strings.Index(text, says); at < 0 || at > strings.Index(text, "## Table 1") {
		t.Errorf("no warning above the tables:\n%s", text)
	}
	if text := onTerminal(t, in); !strings.Contains(text, "Not converged (split R-hat of 1.01 or more, or an effective sample size below 400):\n- "+says+"\n") {
		t.Errorf("the terminal is told\n%s", text)
	}
	in, _ = reporttest.WithReference()
	if text := markdown(t, in); strings.Contains(text, "Not converged") {
		t.Error("a warning without a reason")
	}
}

// Fits that gave a probability of 0 to what came true are named: few rows then decide on the NLL.
func TestRuledOutIsSaid(t *testing.T) {
	in, _ := reporttest.WithReference()
	r := in.Records["Gibbs-1"]
	r.Metrics = map[string]float64{"nll": 28.8, "error": 0.1, "clipped": 4}
	in.Records[r.ID] = r
	const says = "**Ruled out what came true**:\n\n- d, Gibbs, repeat 1 (4 outcomes): these had a probability of 0, which counts as 1e-300 in the NLL\n"
	if text := markdown(t, in); !strings.Contains(text, says) {
		t.Errorf("the report does not say %q:\n%s", says, text)
	}
}

// Samplers that do not know the loss on test rows well enough are counted, and those far from it named.
func TestNotReachedIsSaid(t *testing.T) {
	in, _ := reporttest.WithReference()
	for id, mcse := range map[string]float64{"Gibbs-0": 0.0015, "Gibbs-1": 0.1} {
		r := in.Records[id]
		r.Metrics = map[string]float64{"nll": 0.5, "error": 0.1, "rhat": 1, "rhat_rows": 1.001, "mcse_nll": mcse, "log_evidence_se": 2 * mcse}
		in.Records[id] = r
	}
	text := markdown(t, in)
	for _, want := range []string{
		"**Not reached**: 0 of 2 fits of samplers",
		"Beyond 1.05 or 0.002: 1.",
		"- d, Gibbs, repeat 1: their numbers are unreliable",
		"**Evidence not reached**",
		"- d, Gibbs, repeat 1 (0.20): their standard errors are above 0.1 nats",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report does not say %q:\n%s", want, text)
		}
	}
}
