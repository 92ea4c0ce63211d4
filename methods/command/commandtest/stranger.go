// Package commandtest is a program that speaks the protocol, for tests: the test binary started
// once more. It fits well, or misbehaves as instructed.
package commandtest

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Main turns a process that the harness has started into the program, and then does not return.
// Tests call it first in TestMain.
func Main() {
	if len(os.Args) == 2 && os.Args[1] == "sleeps" {
		time.Sleep(long)
	}
	if os.Getenv("GPCBENCH_PROTOCOL") == "" {
		return
	}
	s := &stranger{}
	if len(os.Args) > 1 {
		s.does = os.Args[1]
	}
	s.run()
	os.Exit(0)
}

// Run is the command of the program, as in a specification; does says how it misbehaves, "" for not
// at all.
func Run(does string) []string {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return []string{self, does}
}

// message is any message of the harness.
type message struct {
	Type       string
	Path       string
	Reason     string
	Rows       int
	Columns    int
	Classes    int
	Task       string
	Seed       uint64
	Iterations int
	Budget     float64
	Threads    int
	Options    map[string]any
	Checkpoint *struct {
		Iteration int
		Path      string
	}
	Restore  *string
	X        json.RawMessage
	Y        labels
	Table    *struct{ File string }
	Snapshot *string
	Out      string
	Labels   string
}

type array struct {
	File  string
	Shape []int
}

// labels are a matrix, or lists of labels.
type labels struct {
	array
	Indptr, Indices string
}

// values are those of the matrix.
func (y labels) values() []float64 {
	if y.Indptr == "" {
		return floatsOf(y.File)
	}
	out := make([]float64, y.Shape[0]*y.Shape[1])
	starts, of := intsOf(y.Indptr), intsOf(y.Indices)
	for i := range y.Shape[0] {
		for _, l := range of[starts[i]:starts[i+1]] {
			out[i*y.Shape[1]+int(l)] = 1
		}
	}
	return out
}

// stranger is the program: softmax regression by gradient steps with noise from its own random
// numbers, so that a resumed fit must keep their state.
type stranger struct {
	does  string
	in    *bufio.Reader
	out   *os.File
	conn  net.Conn
	hello message

	x, y  []float64
	model model
}

// model is all of a fit's state.
type model struct {
	Iteration int
	D, C      int
	W         []float64 // C x (D + 1)
	Random    []byte
}

func (s *stranger) run() {
	s.connect()
	s.atStart()
	s.hello = s.read()
	s.model = model{D: s.hello.Columns, C: s.hello.Classes, W: make([]float64, s.hello.Classes*(s.hello.Columns+1))}
	want, _ := s.hello.Options["want"].(string)
	plain := s.does == "plain"
	sameBits, _ := s.hello.Options["same_bits"].(bool)
	s.say(map[string]any{"type": "ready", "protocol": 1, "name": "softmax regression", "version": "2.1", "language": "Go", "libraries": map[string]string{"json": "1"}, "want": want, "snapshots": !plain, "checkpoints": !plain, "same_bits": sameBits, "lists": s.does == "lists", "unknown": 1})
	if s.hello.Restore != nil {
		s.model = load(*s.hello.Restore)
	} else {
		s.fit()
	}
	for {
		m := s.read()
		switch m.Type {
		case "snapshot":
			s.write("snapshot", m.Path)
		case "predict":
			s.predict(m)
		case "bye":
			s.atEnd()
			return
		default:
			panic("what is " + m.Type)
		}
	}
}

// connect opens the wire.
func (s *stranger) connect() {
	if address := os.Getenv("GPCBENCH_SOCKET"); address != "" {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			panic(err)
		}
		s.conn = conn
		s.in = bufio.NewReader(conn)
		s.say(map[string]any{"type": "token", "token": os.Getenv("GPCBENCH_TOKEN")})
		return
	}
	s.in, s.out = bufio.NewReader(os.NewFile(3, "in")), os.NewFile(4, "out")
}

func (s *stranger) read() (m message) {
	line, err := s.in.ReadBytes('\n')
	if err != nil {
		os.Exit(0) // the harness is gone
	}
	if err := json.Unmarshal(line, &m); err != nil {
		panic(err)
	}
	return m
}

func (s *stranger) say(m any) {
	line, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	s.raw(string(line) + "\n")
}

func (s *stranger) raw(text string) {
	if s.conn != nil {
		s.conn.Write([]byte(text))
		return
	}
	s.out.WriteString(text)
}

func floatsOf(name string) []float64 {
	raw, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	out := make([]float64, len(raw)/8)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*i:]))
	}
	return out
}

// inputs reads rows in the requested form.
func (s *stranger) inputs(m message) []float64 {
	if m.Table != nil {
		return tableOf(m.Table.File)
	}
	var sparse struct{ Indptr, Indices, Values string }
	if json.Unmarshal(m.X, &sparse) == nil && sparse.Indptr != "" {
		starts, columns, values := intsOf(sparse.Indptr), intsOf(sparse.Indices), floatsOf(sparse.Values)
		x := make([]float64, (len(starts)-1)*s.model.D)
		for i := range len(starts) - 1 {
			for at := starts[i]; at < starts[i+1]; at++ {
				x[i*s.model.D+int(columns[at])] = values[at]
			}
		}
		return x
	}
	var dense array
	if err := json.Unmarshal(m.X, &dense); err != nil {
		panic(err)
	}
	return floatsOf(dense.File)
}

func intsOf(name string) []int64 {
	raw, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	out := make([]int64, len(raw)/8)
	for i := range out {
		out[i] = int64(binary.LittleEndian.Uint64(raw[8*i:]))
	}
	return out
}

// tableOf reads a table: a text counts by its length, a missing value is 0.
func tableOf(name string) (x []float64) {
	raw, err := os.ReadFile(name)
	if err != nil {
		panic(err)
	}
	lines := strings.Split(strings.TrimRight(string(raw), "\n"), "\n")
	for _, line := range lines[1:] {
		for _, field := range strings.Split(line, ",") {
			v := float64(len(field))
			fmt.Sscan(field, &v)
			x = append(x, v)
		}
	}
	return x
}

func (s *stranger) fit() {
	m := s.read()
	s.x, s.y = s.inputs(m), m.Y.values()
	if m.Table != nil {
		s.model.D = len(s.x) / m.Y.Shape[0]
		s.model.W = make([]float64, s.model.C*(s.model.D+1))
	}
	source := rand.NewPCG(s.hello.Seed, 1)
	if c := s.hello.Checkpoint; c != nil {
		s.model = load(c.Path)
		if err := source.UnmarshalBinary(s.model.Random); err != nil {
			panic(err)
		}
	}
	rng := rand.New(source)
	s.atFit()
	iterations := s.hello.Iterations
	if iterations == 0 {
		iterations = 20
	}
	pause, _ := s.hello.Options["pause"].(float64)
	for t := s.model.Iteration + 1; t <= iterations; t++ {
		time.Sleep(time.Duration(pause * 1e9))
		s.step()
		s.model.W[0] += 1e-3 * rng.NormFloat64()
		s.model.Iteration = t
		s.model.Random, _ = source.MarshalBinary()
		if s.does == "plain" {
			continue
		}
		s.atTrace(t)
		s.say(map[string]any{"type": "trace", "iteration": t, "objective": -float64(t)})
		if !s.paused() {
			break
		}
		s.afterTrace(t)
	}
	s.atDone()
	s.say(map[string]any{"type": "done", "iteration": s.model.Iteration, "converged": true, "reason": "all iterations"})
}

// paused answers in a pause, and says whether the fit goes on.
func (s *stranger) paused() bool {
	for {
		switch m := s.read(); m.Type {
		case "snapshot", "checkpoint":
			s.write(m.Type, m.Path)
		case "continue":
			return true
		case "stop":
			s.atStop(m.Reason)
			return false
		default:
			panic("what is " + m.Type)
		}
	}
}

// write writes the state, into a folder.
func (s *stranger) write(kind, path string) {
	if s.atWrite(kind, path) {
		return
	}
	text, err := json.Marshal(s.model)
	if err == nil {
		err = os.Mkdir(path, 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(path, "model.json"), text, 0o600)
	}
	if err != nil {
		panic(err)
	}
	s.say(map[string]any{"type": kind, "path": path})
}

func load(path string) (m model) {
	text, err := os.ReadFile(filepath.Join(path, "model.json"))
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil {
		panic(err)
	}
	return m
}

// probabilities writes those of a row to p.
func (m *model) probabilities(p, x []float64) {
	sum := 0.0
	for c := range p {
		w := m.W[c*(m.D+1):]
		f := w[m.D]
		for j, v := range x {
			f += w[j] * v
		}
		p[c] = math.Exp(f)
		sum += p[c]
	}
	for c := range p {
		p[c] /= sum
	}
}

// step is a gradient step of the log likelihood; of label sets each label is a class of its own.
func (s *stranger) step() {
	d, c, n := s.model.D, s.model.C, len(s.x)/max(1, s.model.D)
	gradient, p := make([]float64, len(s.model.W)), make([]float64, c)
	for i := range n {
		x := s.x[i*d : (i+1)*d]
		s.model.probabilities(p, x)
		for k := range p {
			r := -p[k]
			if s.hello.Task == "labels" {
				r = s.y[i*c+k] - s.label(k, x)
			} else if int(s.y[i]) == k {
				r++
			}
			for j, v := range x {
				gradient[k*(d+1)+j] += r * v
			}
			gradient[k*(d+1)+d] += r
		}
	}
	for i, g := range gradient {
		s.model.W[i] += g / float64(n)
	}
}

// label is the probability of a label by itself.
func (s *stranger) label(k int, x []float64) float64 {
	w := s.model.W[k*(s.model.D+1):]
	f := w[s.model.D]
	for j, v := range x {
		f += w[j] * v
	}
	return 1 / (1 + math.Exp(-f))
}

func (s *stranger) predict(m message) {
	now := s.model
	if m.Snapshot != nil {
		s.model = load(*m.Snapshot)
	}
	x, c := s.inputs(m), s.model.C
	p := make([]float64, m.Rows*c)
	for i := range m.Rows {
		row := x[i*s.model.D : (i+1)*s.model.D]
		s.model.probabilities(p[i*c:(i+1)*c], row)
		if s.hello.Task == "labels" {
			for k := range c {
				p[i*c+k] = s.label(k, row)
			}
		}
	}
	s.model = now
	shape := []int{m.Rows, c}
	if s.atPredict(m, p, &shape) {
		return
	}
	if m.Labels != "" {
		s.lists(m, p)
		return
	}
	s.numbers(m.Out, p)
	s.say(map[string]any{"type": "probabilities", "file": m.Out, "shape": shape})
}

// lists writes the ten best labels of each row, the worst of them first.
func (s *stranger) lists(m message, p []float64) {
	const wide = 10
	var best, labels []float64
	for row := range slices.Chunk(p, s.model.C) {
		order := make([]int, len(row))
		for k := range order {
			order[k] = k
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(row[a], row[b]) })
		for _, k := range order[len(order)-wide:] {
			best, labels = append(best, row[k]), append(labels, math.Float64frombits(uint64(k)))
		}
	}
	s.numbers(m.Out, best)
	s.numbers(m.Labels, labels)
	s.say(map[string]any{"type": "probabilities", "file": m.Out, "labels": m.Labels, "shape": []int{m.Rows, wide}})
}

func (s *stranger) numbers(name string, p []float64) {
	raw := make([]byte, 0, 8*len(p))
	for _, v := range p {
		raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
	}
	if err := os.WriteFile(name, raw, 0o600); err != nil {
		panic(err)
	}
}
