package work

import (
	"io"
	"os"
	"path/filepath"
	"runtime"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/machine"
	"gpcbench/methods/method"
	"gpcbench/methods/role"
)

// outside is the environment of a user's program that fits a cell: a folder and a log, which are closed when the
// cell is done.
type outside struct {
	*method.Outside
	log *os.File
}

// programMemory is the share of the memory that a program may use.
const programMemory = 0.9

// outsideOf returns the environment of the user's program that fits a cell, nil for built-in methods.
func outsideOf(p *prepared, q Request) (*outside, error) {
	if role.Of[q.Cell.Method] != role.Outside {
		return nil, nil
	}
	o, err := NewOutside(q.Inputs)
	if err != nil {
		return nil, err
	}
	o.Threads, o.Pinned = max(1, q.Threads), q.Timing == record.TimedAlone
	o.Attributes, o.Classes = p.dataset.Attributes, p.dataset.ClassNames
	out := &outside{Outside: &o}
	if q.Log != "" {
		if out.log, err = createLog(q.Log); err != nil {
			os.RemoveAll(o.Folder)
			return nil, err
		}
		out.Log = out.log
	}
	return out, nil
}

// NewOutside returns the environment of a user's program, with a new folder, which the caller must remove. The
// program's files are relative to inputs.
func NewOutside(inputs string) (method.Outside, error) {
	folder, err := data.TemporaryFolder("gpcbench-")
	if err != nil {
		return method.Outside{}, err
	}
	return method.Outside{Folder: folder, Inputs: inputs, Threads: runtime.GOMAXPROCS(0), Memory: int64(programMemory * machine.Memory())}, nil
}

// createLog creates a log file, in place of an earlier one.
func createLog(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	return os.Create(path)
}

// given returns what the task of a fit needs of the environment; trace says whether to trace the fit.
func (o *outside) given(trace bool) *method.Outside {
	if o == nil {
		return nil
	}
	o.Trace = trace
	return o.Outside
}

// anew empties the folder for another fit.
func (o *outside) anew() error {
	if o == nil {
		return nil
	}
	if err := os.RemoveAll(o.Folder); err != nil {
		return err
	}
	return os.Mkdir(o.Folder, 0o700)
}

// close removes the folder, and the log if it is empty.
func (o *outside) close() {
	if o == nil {
		return
	}
	os.RemoveAll(o.Folder)
	if o.log != nil {
		info, err := o.log.Stat()
		if o.log.Close(); err == nil && info.Size() == 0 {
			os.Remove(o.log.Name())
		}
	}
}

// close ends the program that predicts for the model of a fit, if any, and removes its folder.
func (f fitted) close() {
	if c, ok := f.model.(io.Closer); ok {
		c.Close()
	}
	f.outside.close()
}

// scoreAlong scores the trace of a fit by an external program.
func scoreAlong(r *recorder, model method.Traced) (err error) {
	defer data.Failed(&err)
	r.scoreAlong(model.Along())
	return nil
}
