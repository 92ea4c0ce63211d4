package command

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gpcbench/methods/method"
)

// Config says which program fits, and with what. Other options are passed on to the program.
type Config struct {
	method.Scaling
	Run           words    `option:"run" type:"list of text" help:"the program and its arguments; file names are relative to the specification"`
	Inputs        files    `option:"inputs" type:"list of file names" help:"files, or folders of files, that make up the program: they are copied into its folder, and their content is part of a cell's identity"`
	Environment   []string `option:"environment" omitzero:"true" help:"environment variables that the program gets in addition to those of the protocol: names, or NAME=VALUE"`
	Socket        bool     `option:"socket" omitzero:"true" help:"communicate over a local socket instead of descriptors 3 and 4; the network then stays on"`
	BudgetSeconds float64  `option:"budget_seconds" omitzero:"true" min:"0" help:"stop after this much time on the clock; 0 is no limit, anything else makes results depend on the machine"`
	MemoryGB      float64  `option:"memory_gb" omitzero:"true" min:"0" help:"memory limit of the program and its descendants; 0 is nine tenths of the machine's"`
	WaitSeconds   float64  `option:"wait_seconds" omitzero:"true" min:"0" help:"longest wait for an answer while the clock is stopped; 0 is 600"`
	FitSeconds    float64  `option:"fit_seconds" omitzero:"true" min:"0" help:"time on the clock after which the fit fails; 0 is a day"`
	SnapshotMB    float64  `option:"snapshot_mb" omitzero:"true" min:"0" help:"largest size of a snapshot or checkpoint, in MB; 0 is 1024"`

	StopAt int // iteration whose trace is answered by stop, for checks; 0: none

	others map[string]any
}

// New returns a configuration that does not name a program yet.
func New() *Config { return &Config{Scaling: method.Scaling{Standardise: true}} }

// Validate refuses a configuration without a program.
func (c *Config) Validate() error {
	if len(c.Run) == 0 || c.Run[0] == "" {
		return &method.OptionError{Key: "run", Problem: `it names the program to start, such as run = ["python3", "method.py"]`}
	}
	for _, v := range c.Environment {
		if name, _, _ := strings.Cut(v, "="); name == "" || strings.HasPrefix(name, "GPCBENCH_") {
			return &method.OptionError{Key: "environment", Problem: fmt.Sprintf("%q is not a variable that a program can be given", v)}
		}
	}
	return nil
}

// SetOther takes an option of the program.
func (c *Config) SetOther(name string, v any) error {
	if n, ok := v.(int64); ok {
		if _, err := method.Integer(n); err != nil {
			return err
		}
	}
	if c.others == nil {
		c.others = map[string]any{}
	}
	c.others[name] = v
	return nil
}

// Others returns the program's options.
func (c *Config) Others() map[string]any { return maps.Clone(c.others) }

// With returns the configuration with other options of the program.
func (c *Config) With(others map[string]any) *Config {
	with := *c
	with.others = others
	return &with
}

// words is a list of text whose order and repetitions matter.
type words []string

// SetOption takes a list of text.
func (w *words) SetOption(v any) error {
	list, err := texts(v)
	*w = list
	return err
}

// Option returns the list.
func (w *words) Option() any { return append([]string{}, *w...) }

// files is a list of names of files, each with the digest of its content.
type files []string

// SetOption takes a list of names inside the folder of the specification.
func (f *files) SetOption(v any) error {
	list, err := texts(v)
	for _, text := range list {
		if name := nameOf(text); !filepath.IsLocal(name) {
			return fmt.Errorf("%q does not lie in the folder of the specification, or below it", name)
		}
	}
	*f = list
	return err
}

// Option returns the list.
func (f *files) Option() any { return append([]string{}, *f...) }

// names returns the files without their digests.
func (f files) names() []string {
	out := make([]string, len(f))
	for i, text := range f {
		out[i] = nameOf(text)
	}
	return out
}

// nameOf is the name before a digest.
func nameOf(text string) string {
	name, _, _ := strings.Cut(text, method.DigestMark)
	return name
}

// texts returns v as a list of text.
func texts(v any) ([]string, error) {
	if list, ok := v.([]string); ok {
		return slices.Clone(list), nil
	}
	list, ok := v.([]any)
	if !ok {
		return nil, fmt.Errorf("want a list of texts, got %v", v)
	}
	out := make([]string, len(list))
	for i, e := range list {
		if out[i], ok = e.(string); !ok || strings.ContainsRune(out[i], 0) {
			return nil, fmt.Errorf("want a list of texts, got %v in it", e)
		}
	}
	return out, nil
}

// endless is more than any time in seconds, memory in GB or size in MB that matters. Its nanoseconds and bytes
// are below 2^63, which those of a larger option would exceed.
const endless = 1e9

// seconds is a time of the options, or the default for 0.
func seconds(option float64, otherwise time.Duration) time.Duration {
	if option == 0 {
		return otherwise
	}
	return time.Duration(min(option, endless) * float64(time.Second))
}

// wait is the longest wait for an answer while the clock is stopped.
func (c *Config) wait() time.Duration { return seconds(c.WaitSeconds, 10*time.Minute) }

// longest is the most time on the clock.
func (c *Config) longest() time.Duration { return seconds(c.FitSeconds, 24*time.Hour) }

// snapshotBytes is the most bytes of a snapshot.
func (c *Config) snapshotBytes() int64 {
	if c.SnapshotMB == 0 {
		return 1 << 30
	}
	return int64(min(c.SnapshotMB, endless) * (1 << 20))
}
