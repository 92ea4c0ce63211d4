//go:build unix

package check

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"gpcbench/methods/command"
	"gpcbench/methods/command/commandtest"
)

func TestMain(m *testing.M) {
	commandtest.Main()
	os.Exit(m.Run())
}

// findings are what is found of a program.
func findings(t *testing.T, does string, labels bool) map[string]string {
	t.Helper()
	c := command.New()
	if err := c.Run.SetOption(commandtest.Run(does)); err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	err := Run(t.Context(), c.With(map[string]any{"iterations": 20, "pause": 0.01, "same_bits": true}), t.TempDir(), labels, func(f Finding) {
		if out[f.Check] = f.Fix; f.Fix == "" {
			delete(out, f.Check)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Of a program that is as it should be there is nothing to fix.
func TestGoodProgram(t *testing.T) {
	for _, labels := range []bool{false, true} {
		if labels && testing.Short() {
			continue
		}
		if f := findings(t, "", labels); len(f) > 0 {
			t.Errorf("label sets %v: %v", labels, f)
		}
	}
}

// What a program does wrong is found, each by its check.
func TestFaultyPrograms(t *testing.T) {
	for does, want := range map[string][]string{
		"predicts equally": {"a fit of 150 rows learns"},
		"is careless":      {"a snapshot is the fit up to there", "a fit that was killed goes on as if it had not been", "it ends when it is told to"},
		"is fickle":        {"the same seed gives the same fit"},
		"exits at start":   {"a fit of 150 rows learns"},
		"predicts half":    {"a fit of 150 rows learns"},
	} {
		found := findings(t, does, false)
		for _, check := range want {
			if found[check] == "" {
				t.Errorf("%s: not found that %s", does, check)
			}
			delete(found, check)
		}
		if len(found) > 0 {
			t.Errorf("%s: %v", does, found)
		}
	}
	if f := findings(t, "lacks a module", false); !strings.Contains(f["a fit of 150 rows learns"], "gpytorch") {
		t.Errorf("%v", f)
	}
}

// Probabilities of 0 for what is true are told.
func TestProgramThatPredictsClasses(t *testing.T) {
	c := command.New()
	if err := c.Run.SetOption(commandtest.Run("predicts classes")); err != nil {
		t.Fatal(err)
	}
	told := ""
	if err := Run(t.Context(), c, t.TempDir(), false, func(f Finding) { told += f.Note + f.Fix }); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(told, "of 60 rows had a probability of 0") {
		t.Error(told)
	}
}

// A program that hangs is told.
func TestHangingProgram(t *testing.T) {
	defer func(seconds float64) { longestWait = seconds }(longestWait)
	longestWait = 0.5
	if f := findings(t, "never ends", false); !strings.Contains(f["a fit of 150 rows learns"], "timeout: the fit did not end in 500ms") {
		t.Errorf("%v", f)
	}
}

// A check that somebody stops finds nothing.
func TestInterruptedCheck(t *testing.T) {
	c := command.New()
	if err := c.Run.SetOption(commandtest.Run("never ends")); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, stop)
	err := Run(ctx, c, t.TempDir(), false, func(f Finding) { t.Errorf("%+v", f) })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
