package commandtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// long is longer than any test waits.
const long = time.Hour

// flood writes without end until somebody stops the program.
func flood(text string, write func(string)) {
	for {
		write(text)
	}
}

// atStart misbehaves before the greeting is read.
func (s *stranger) atStart() {
	switch s.does {
	case "exits at start":
		fmt.Println("first words")
		fmt.Fprintln(os.Stderr, "last words")
		os.Exit(3)
	case "lacks a module":
		fmt.Fprintln(os.Stderr, "ModuleNotFoundError: No module named 'gpytorch'")
		os.Exit(1)
	case "is silent":
		time.Sleep(long)
	case "speaks first":
		s.raw("{\"type\":\"ready\",\"protocol\":1}\n{\"type\":\"done\"}\n")
		time.Sleep(long)
	case "another version":
		s.read()
		s.say(map[string]any{"type": "ready", "protocol": 2})
		time.Sleep(long)
	case "wants nonsense":
		s.read()
		s.say(map[string]any{"type": "ready", "protocol": 1, "want": "tensor"})
		time.Sleep(long)
	case "says it is not installed":
		s.read()
		s.say(map[string]any{"type": "failed", "kind": "install", "message": "there is no\ncompiler\x1b[31m"})
	case "floods its output":
		line := strings.Repeat("noise ", 1000) + "\n"
		for range 300 {
			fmt.Print(line)
			fmt.Fprint(os.Stderr, line)
		}
	case "prints its environment":
		fmt.Println(strings.Join(os.Environ(), "\n"))
	case "is ended at start":
		die(syscall.SIGTERM)
		time.Sleep(long)
	}
}

// atFit misbehaves when the clock has started.
func (s *stranger) atFit() {
	switch s.does {
	case "exits in the fit":
		fmt.Fprintln(os.Stderr, "last words")
		os.Exit(4)
	case "is killed":
		die(syscall.SIGKILL)
		time.Sleep(long)
	case "aborts":
		signal.Reset(syscall.SIGTERM)
		die(syscall.SIGTERM)
		time.Sleep(long)
	case "no JSON":
		s.raw("Epoch 1: loss 0.3\n")
		time.Sleep(long)
	case "NaN in JSON":
		s.raw(`{"type":"trace","iteration":1,"objective":NaN}` + "\n")
		time.Sleep(long)
	case "half a line":
		s.raw(`{"type":"tra`)
		os.Exit(0)
	case "half a line and waits":
		s.raw(`{"type":"tra`)
		time.Sleep(long)
	case "a long line":
		s.raw(`{"type":"trace","iteration":1,"reason":"` + strings.Repeat("x", 1<<17) + `"}` + "\n")
		time.Sleep(long)
	case "floods the wire":
		flood(`{"type":"trace","iteration":1}`+"\n", s.raw)
	case "an unknown message":
		s.say(map[string]any{"type": "hyperdrive"})
		time.Sleep(long)
	case "closes the wire":
		s.out.Close()
		time.Sleep(long)
	case "ignores SIGTERM":
		signal.Ignore(syscall.SIGTERM)
		time.Sleep(long)
	case "never ends":
		time.Sleep(long)
	case "takes all memory":
		var held [][]byte
		for {
			b := make([]byte, 16<<20)
			for i := 0; i < len(b); i += 4096 {
				b[i] = 1
			}
			held = append(held, b)
			time.Sleep(2 * time.Millisecond)
			runtime.KeepAlive(held)
		}
	case "says it is out of memory":
		s.say(map[string]any{"type": "failed", "kind": "memory", "message": "out of memory on the card"})
		time.Sleep(long)
	case "fails with words":
		s.say(map[string]any{"type": "failed", "kind": "cosmic rays", "message": "it broke"})
	case "fails and then prints":
		s.say(map[string]any{"type": "failed", "message": "it broke"})
		time.Sleep(50 * time.Millisecond)
		fmt.Fprintln(os.Stderr, "last words")
		os.Exit(1)
	case "leaves a process behind":
		leave()
	case "waits for a process":
		leave()
		time.Sleep(long)
	case "works in pauses":
		go func() {
			for {
				math.Sqrt(float64(time.Now().UnixNano()))
			}
		}()
	}
}

// leave starts a process that escapes, and writes its number to a file.
func leave() {
	cmd := exec.Command(os.Args[0], "sleeps")
	getAway(cmd)
	cmd.Start()
	os.WriteFile("pid.part", fmt.Append(nil, cmd.Process.Pid), 0o600)
	os.Rename("pid.part", "pid")
}

// atStop writes the reason for the stop to the file that an option
// names.
func (s *stranger) atStop(reason string) {
	if marker, ok := s.hello.Options["marker"].(string); ok {
		os.WriteFile(marker, []byte(reason), 0o600)
	}
}

// atTrace misbehaves before a trace.
func (s *stranger) atTrace(t int) {
	switch {
	case s.does == "traces backwards" && t == 2:
		s.say(map[string]any{"type": "trace", "iteration": 1})
		s.paused()
	case s.does == "never traces again" && t == 3:
		time.Sleep(long)
	case s.does == "is done as it is ended" && t == 3:
		ended := make(chan os.Signal, 1)
		signal.Notify(ended, syscall.SIGTERM)
		<-ended
		s.say(map[string]any{"type": "done", "iteration": t})
		os.Exit(1)
	}
}

// afterTrace misbehaves after one.
func (s *stranger) afterTrace(t int) {
	if s.does == "dies once" && t == 7 {
		if _, err := os.Stat(s.hello.Options["marker"].(string)); err != nil {
			os.WriteFile(s.hello.Options["marker"].(string), nil, 0o600)
			die(syscall.SIGKILL)
		}
	}
}

// atDone misbehaves at the end of the fit.
func (s *stranger) atDone() {
	switch s.does {
	case "goes back when done":
		s.model.Iteration = 1
	case "is fickle": // in the last bits
		s.model.W[0] += 1e-13 * float64(1+time.Now().UnixNano()%1_000_000)
	}
}

// atWrite misbehaves where a snapshot or checkpoint is written, and says whether it has answered.
func (s *stranger) atWrite(kind, path string) bool {
	answer := func(named string) bool {
		s.say(map[string]any{"type": kind, "path": named})
		return true
	}
	switch s.does {
	case "is careless": // a snapshot is not the state, and a checkpoint lacks the random numbers
		was := s.model
		s.model.W = slices.Clone(s.model.W)
		s.model.W[0] += 0.1
		s.model.Random, _ = rand.NewPCG(9, 9).MarshalBinary()
		s.does = ""
		s.write(kind, path)
		s.does, s.model = "is careless", was
		return true
	case "names another snapshot":
		return answer("elsewhere")
	case "writes no snapshot":
		return answer(path)
	case "links a snapshot":
		os.Symlink("/etc/passwd", path)
		return answer(path)
	case "links inside a snapshot":
		os.Mkdir(path, 0o700)
		os.Symlink("/etc/passwd", path+"/model")
		return answer(path)
	case "a pipe as snapshot":
		pipe(path)
		return answer(path)
	case "a huge snapshot":
		f, _ := os.Create(path)
		f.Truncate(10 << 30)
		f.Close()
		return answer(path)
	}
	return false
}

// atPredict misbehaves at a prediction, and says whether it has answered.
func (s *stranger) atPredict(m message, p []float64, shape *[]int) bool {
	answer := func(name string) bool {
		s.say(map[string]any{"type": "probabilities", "file": name, "shape": *shape})
		return true
	}
	switch s.does {
	case "predicts NaN":
		p[0] = math.NaN()
	case "predicts more than one":
		p[0] = 1.5
	case "predicts less than zero":
		p[0], p[1] = -0.5, 1.5
	case "predicts half":
		for i := range p {
			p[i] /= 2
		}
	case "predicts equally":
		for i := range p {
			p[i] = 1 / float64(s.model.C)
		}
	case "predicts classes":
		for i := range m.Rows {
			row := p[i*s.model.C : (i+1)*s.model.C]
			best := slices.Index(row, slices.Max(row))
			clear(row)
			row[best] = 1
		}
	case "says another shape":
		(*shape)[1]++
	case "writes too few":
		s.numbers(m.Out, p[1:])
		return answer(m.Out)
	case "writes too many":
		f, _ := os.Create(m.Out)
		f.Truncate(10 << 30)
		f.Close()
		return answer(m.Out)
	case "writes a folder":
		os.Mkdir(m.Out, 0o700)
		return answer(m.Out)
	case "leads out of its folder":
		return answer("../../../etc/passwd")
	case "links its probabilities":
		os.Symlink("/etc/passwd", m.Out)
		return answer(m.Out)
	case "does not predict":
		time.Sleep(long)
	case "dies at prediction":
		os.Exit(5)
	case "fails at prediction":
		s.say(map[string]any{"type": "failed", "message": "TypeError: 'NoneType' object is not iterable"})
		return true
	case "looks at the other rows":
		for i := range m.Rows {
			share := math.Mod(float64(i)/float64(m.Rows), 1)
			for k := range s.model.C {
				p[i*s.model.C+k] = (1 - share) / float64(s.model.C)
			}
			p[i*s.model.C] += share
		}
	}
	return false
}

// atEnd misbehaves when all is over.
func (s *stranger) atEnd() {
	switch s.does {
	case "does not leave":
		signal.Ignore(syscall.SIGTERM)
		time.Sleep(long)
	case "exits with a code", "is careless":
		os.Exit(9)
	}
}
