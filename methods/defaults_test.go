package methods

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/methods/methodtest"
	"gpcbench/methods/role"
)

// allTables is the environment variable that has TestDefaults take all tables and as many
// inducing inputs as the defaults have: minutes to hours, by the machine. It names methods
// and tables, such as "svgp,vi:ring,wine", or is "all".
const allTables = "GPCBENCH_DEFAULTS"

// A table is data that a default fit is to stand.
type table struct {
	name    string
	classes int
	train   int // rows
	draw    func(rng *rand.Rand, x []float64) (class int)
	columns int
	short   bool // in the short form of the test
	stands  bool // that a fit ends and tells classes apart is all that is asked of it
}

// tables have the shapes that data of users have: those of the IDA collection, and what
// makes fits fall over.
func tables() []table {
	gauss := func(rng *rand.Rand, x []float64) {
		for j := range x {
			x[j] = rng.NormFloat64()
		}
	}
	noisy := func(class, classes int, share float64, rng *rand.Rand) int {
		if rng.Float64() < share {
			return rng.IntN(classes)
		}
		return class
	}
	linear := func(scale, flip float64) func(*rand.Rand, []float64) int {
		return func(rng *rand.Rand, x []float64) int {
			gauss(rng, x)
			sum := 0.0
			for j := range min(len(x), 4) {
				sum += x[j]
			}
			class := 0
			if rng.Float64() < 1/(1+math.Exp(-scale*sum)) {
				class = 1
			}
			return noisy(class, 2, flip, rng)
		}
	}
	ring := func(rng *rand.Rand, x []float64) int {
		gauss(rng, x)
		class := rng.IntN(2)
		for j := range x {
			if class == 1 {
				x[j] = 2*x[j] + 2/math.Sqrt(float64(len(x)))
			}
		}
		return class
	}
	around := func(classes int, distance, flip float64) func(*rand.Rand, []float64) int {
		return func(rng *rand.Rand, x []float64) int {
			gauss(rng, x)
			class := rng.IntN(classes)
			angle := 2 * math.Pi * float64(class) / float64(classes)
			x[0] += distance * math.Cos(angle)
			x[1] += distance * math.Sin(angle)
			return noisy(class, classes, flip, rng)
		}
	}
	rare := func(share, shift float64) func(*rand.Rand, []float64) int {
		return func(rng *rand.Rand, x []float64) int {
			gauss(rng, x)
			if rng.Float64() < share {
				x[0] += shift
				return 1
			}
			return 0
		}
	}
	binary := func(rng *rand.Rand, x []float64) int {
		sum := 0.0
		for j := range x {
			x[j] = float64(rng.IntN(2))
			sum += x[j]
		}
		return noisy(int(sum)%2, 2, 0.6, rng)
	}
	wrapped := func(of func(*rand.Rand, []float64) int, change func(rng *rand.Rand, x []float64)) func(*rand.Rand, []float64) int {
		return func(rng *rand.Rand, x []float64) int {
			class := of(rng, x)
			change(rng, x)
			return class
		}
	}
	return []table{
		{"banana", 2, 150, wrapped(around(2, 1.5, 0), func(_ *rand.Rand, x []float64) { x[1] += x[0] * x[0] }), 2, false, false},
		{"breast cancer", 2, 130, linear(0.5, 0.1), 9, false, false},
		{"diabetis", 2, 200, linear(0.7, 0.2), 8, false, false},
		{"flare solar", 2, 200, binary, 9, false, false},
		{"german", 2, 200, linear(0.5, 0.2), 20, false, false},
		{"heart", 2, 110, linear(1, 0), 13, false, false},
		{"image", 2, 200, wrapped(ring, func(_ *rand.Rand, x []float64) { x[5] = 10 * x[4] }), 18, false, false},
		{"ringnorm", 2, 200, ring, 20, false, false},
		{"splice", 2, 200, linear(3, 0), 60, false, false},
		{"thyroid", 2, 90, around(2, 4, 0), 5, false, false},
		{"titanic", 2, 100, binary, 3, false, false},
		{"twonorm", 2, 200, linear(2, 0), 20, false, false},
		{"waveform", 3, 150, around(3, 2, 0), 21, false, false},
		{"one in a thousand", 2, 1000, rare(0.002, 4), 3, false, false},
		{"one in fifty", 2, 150, rare(0.02, 3), 3, true, false},
		{"rows there twice", 2, 120, wrapped(linear(1, 0), func(_ *rand.Rand, x []float64) {
			for j := range x {
				x[j] = math.Round(x[j])
			}
		}), 2, false, false},
		{"a constant column", 2, 100, wrapped(linear(1, 0), func(_ *rand.Rand, x []float64) { x[3] = 7 }), 4, false, false},
		{"a column far out", 2, 100, wrapped(linear(1, 0), func(_ *rand.Rand, x []float64) { x[3] = 1e9 + x[3] }), 4, false, false},
		{"a row far out", 2, 100, wrapped(linear(1, 0), func(rng *rand.Rand, x []float64) {
			if rng.IntN(60) == 0 {
				for j := range x {
					x[j] = 1e9 * (1 + x[j]/1e9)
				}
			}
		}), 3, true, true},
		{"heavy tails", 2, 150, wrapped(linear(1, 0), func(_ *rand.Rand, x []float64) { x[0] = math.Exp(3 * x[0]) }), 4, false, false},
		{"many columns", 2, 60, linear(1, 0), 200, false, false},
		{"fifty classes", 50, 400, around(50, 20, 0), 2, false, false},
		{"a fifth of labels noisy", 2, 100, linear(3, 0.4), 4, true, false},
		{"a fifth noisy, three classes", 3, 150, around(3, 3, 0.3), 3, false, false},
		{"nothing to learn", 2, 100, linear(0, 0), 5, false, false},
		{"separable", 2, 100, linear(100, 0), 2, false, false},
		{"ten rows", 2, 10, around(2, 3, 0), 2, false, false},
	}
}

// bundledSets are real tables of several classes that the program has.
var bundledSets = []string{"glass", "new-thyroid", "vehicle", "vowel", "wine"}

// thirds returns two thirds of the rows of a set, or 200 of them, to train on and the others, or 400, to
// test on, both spread over the table.
func thirds(set *data.Dataset) (train, test data.Rows) {
	order := rand.New(rand.NewPCG(77, 1)).Perm(set.Table.Len())
	n := min(200, 2*len(order)/3)
	train, test = order[:n], order[n:min(n+400, len(order))]
	slices.Sort(train)
	slices.Sort(test)
	return train, test
}

// slow are the methods that the short form of the test leaves out.
var slow = []string{"ep", "exact", "gibbs", "svi-mgpc", "vi"}

// drawn returns a table's rows to train on and 200 to test on. Every class is there.
func (d table) drawn() *data.Dataset {
	rng := rand.New(rand.NewPCG(uint64(len(d.name)), 77))
	n := d.train + 200
	x, y := mat.NewDense(n, d.columns, nil), make([]int, n)
	for i := range n {
		y[i] = d.draw(rng, x.RawRowView(i))
		if i < 2*d.classes && i < d.train/2 {
			for y[i] != i%d.classes {
				y[i] = d.draw(rng, x.RawRowView(i))
			}
		}
	}
	set := &data.Dataset{Kind: data.Binary, Table: data.NewMemory(x, y)}
	if d.classes > 2 {
		set.Kind = data.Multiclass
	}
	for c := range d.classes {
		set.ClassNames = append(set.ClassNames, fmt.Sprint(c))
	}
	return set
}

// outcome is what became of a default fit.
type outcome struct {
	nll, shares float64
	fall, gain  float64 // of the objective, nats a row: from its best to its end; by going on with finer
	err         error
	events      map[string]int
	seconds     float64
}

// String is an outcome in a table.
func (o outcome) String() string {
	if o.err != nil {
		return "fails: " + o.err.Error()
	}
	return fmt.Sprintf("NLL %.3f, shares %.3f, falls %.4f, gains %.4f, %.1f s, %v", o.nll, o.shares, o.fall, o.gain, o.seconds, o.events)
}

// blind are the methods that may tell no classes apart beside a row far out: one never does, one is a
// linear model, and dirichlet-full chooses alpha by 20 rows that are held out, and not well.
var blind = []string{"dirichlet-full", "logistic", "majority"}

// problems are what a default fit of a method is not to have.
func (o outcome) problems(name string, stands bool) []string {
	var out []string
	if o.err != nil {
		return []string{"it fails"}
	}
	if !(o.nll <= o.shares+0.02) {
		out = append(out, "worse than the class shares")
	}
	if stands {
		if o.nll > o.shares-0.05 && !slices.Contains(blind, name) {
			out = append(out, "tells no classes apart")
		}
		return out
	}
	if o.fall > 0.01 {
		out = append(out, "ends below its best")
	}
	if o.gain > 0.001 {
		out = append(out, "would gain by going on")
	}
	return out
}

// finer is a tolerance that a fit goes on to: a hundredth of that of its defaults. 0 ends a search with q at
// its best at 1e-5 or 3e-5; anything else goes on while it makes progress, and the answer is 0.
func finer(name string) float64 {
	const ofSearches = 1e-7
	atItsBest, tolerance := false, 0.0
	for _, o := range Describe(name) {
		switch o.Name {
		case "tolerance":
			tolerance = o.Default.(float64)
		case "collapse", "optimiser":
			atItsBest = atItsBest || o.Default == true || o.Default == "auto-collapsed"
		}
	}
	if tolerance == 0 && atItsBest {
		return ofSearches
	}
	return tolerance / 100
}

// ofDefaults fits a method with its defaults and more to the rows of train, and with three
// times the iterations and the finer tolerance where that is asked for.
func ofDefaults(t *testing.T, name string, more map[string]any, set *data.Dataset, train, test data.Index, on bool) outcome {
	t.Helper()
	task, held := methodtest.Standardised(set, train, test, 5)
	options, iterations := map[string]any{}, int64(0)
	for _, o := range Describe(name) {
		if v, ok := more[o.Name]; ok {
			options[o.Name] = v
		}
		if o.Name == "inducing" {
			if m, ok := o.Default.(int64); ok && int(m) > train.Len() {
				options["inducing"] = min(20, train.Len())
			}
		}
		if o.Name == "iterations" {
			iterations = o.Default.(int64)
		}
	}
	fit := func() (*methodtest.Recorder, float64, error) {
		c, _, err := New(name, options)
		if err != nil {
			t.Fatal(err)
		}
		rec := &methodtest.Recorder{}
		p, err := c.Fit(t.Context(), task, rec)
		if err != nil {
			return rec, 0, err
		}
		nll, _ := methodtest.Score(p, task.Classes, held)
		return rec, nll, nil
	}
	began := time.Now()
	rec, nll, err := fit()
	o := outcome{nll: nll, err: err, events: rec.Events, seconds: time.Since(began).Seconds(), shares: sharesNLL(task.Classes, task.Train, held)}
	if err != nil || len(rec.Objectives) == 0 || iterations == 0 {
		return o
	}
	best, end := math.Inf(-1), rec.Objectives[rec.Last]
	for _, v := range rec.Objectives {
		best = max(best, v)
	}
	rows := float64(train.Len())
	o.fall = (best - end) / rows
	tolerance := finer(name)
	if on && (int64(rec.Last) >= iterations || tolerance > 0) { // what made no more progress would end there again
		options["iterations"] = 3 * iterations
		if tolerance > 0 {
			options["tolerance"] = tolerance
		}
		later, _, err := fit()
		if err != nil {
			o.err = err
			return o
		}
		o.gain = (later.Objectives[later.Last] - end) / rows
	}
	return o
}

// sharesNLL is the NLL of the classes' shares among the rows to train on.
func sharesNLL(classes int, train, test *data.Examples) float64 {
	counts, rows := make([]float64, classes), 0.0
	for c := range train.Classes() {
		counts[c]++
		rows++
	}
	nll, n := 0.0, 0.0
	for c := range test.Classes() {
		nll -= math.Log((counts[c] + 1) / (rows + float64(classes)))
		n++
	}
	return nll / n
}

// TestDefaults: no default fit fails, is worse than the class shares, or ends below its best.
func TestDefaults(t *testing.T) {
	wanted := os.Getenv(allTables)
	if testing.Short() && wanted == "" {
		t.Skip("takes seconds")
	}
	ofMethods, ofTables, _ := strings.Cut(wanted, ":")
	listed := func(list, name string) bool {
		return list == "" || list == "all" || slices.Contains(strings.Split(list, ","), name)
	}
	more := map[string]any{}
	if wanted == "" || os.Getenv("GPCBENCH_INDUCING") != "" {
		more["inducing"] = 20
	}
	look := func(name, on string, set *data.Dataset, train, test data.Index, stands bool) {
		if !listed(ofMethods, name) || !listed(ofTables, on) {
			return
		}
		if len(set.ClassNames) > 2 && !Registry[name].Does(data.Multiclass) {
			return
		}
		t.Run(name+"/"+on, func(t *testing.T) {
			m := map[string]any{}
			if v, ok := more["inducing"]; ok {
				m["inducing"] = min(v.(int), train.Len())
			}
			o := ofDefaults(t, name, m, set, train, test, wanted != "")
			t.Log(o)
			if bad := o.problems(name, stands); len(bad) > 0 {
				t.Errorf("%s: %v", strings.Join(bad, ", "), o)
			}
		})
	}
	for _, name := range For(data.Binary) {
		if role.Of[name] == role.Imported || name == "softmax" || wanted == "" && slices.Contains(slow, name) {
			continue // softmax is the example of how a method is added
		}
		for _, d := range tables() {
			if wanted != "" || d.short {
				set := d.drawn()
				look(name, d.name, set, data.Range{From: 0, To: d.train}, data.Range{From: d.train, To: set.Table.Len()}, d.stands)
			}
		}
		if wanted == "" {
			continue
		}
		for _, on := range bundledSets {
			set := methodtest.Bundled(t, on)
			train, test := thirds(set)
			look(name, on, set, train, test, false)
		}
	}
}
