package command

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gpcbench/methods/methodtest"
)

// interrupting is a recorder in whose fit somebody stops the run.
type interrupting struct {
	methodtest.Recorder
	stop context.CancelFunc
}

func (i *interrupting) Checkpoint(int, func(io.Writer) error) error {
	i.stop()
	return nil
}

// A program that traces is told of an interrupt.
func TestInterruptReachesTheProgram(t *testing.T) {
	task, _ := blobs(t)
	marker := filepath.Join(t.TempDir(), "why")
	ctx, stop := context.WithCancel(t.Context())
	c := configured("", map[string]any{"iterations": 1000, "pause": 0.02, "marker": marker})
	_, err := c.Fit(ctx, task, &interrupting{stop: stop})
	if reason, _ := os.ReadFile(marker); !errors.Is(err, context.Canceled) || string(reason) != "interrupt" {
		t.Errorf("%v, the program was told %q", err, reason)
	}
}

// One that does not trace is ended with all that it has started. It would last an hour, longer than tests may.
func TestInterruptEndsTheProgram(t *testing.T) {
	for _, does := range []string{"waits for a process", "ignores SIGTERM"} {
		task, _ := blobs(t)
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(300*time.Millisecond, stop)
		if _, err := configured(does, nil).Fit(ctx, task, &methodtest.Recorder{}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", does, err)
		}
	}
}
