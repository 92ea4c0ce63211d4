package methods

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/linalg/engine"
	"gpcbench/methods/method"
)

var update = flag.Bool("update", false, "write the golden files anew")

const bitsFile = "testdata/bits.json"

// TestBitsOfRecord holds the probabilities of every method, fitted to generated rows in whole and
// in minibatches, to those of the last release: they are what a record is a function of. If a
// change is meant, raise the version of the numerics, so that older records count as stale, and
// write the file anew with -update.
func TestBitsOfRecord(t *testing.T) {
	if info := engine.Install(); runtime.GOARCH != "amd64" || info.Kernels == "gonum" {
		t.Skipf("with %s on %s fits have bits of their own", info, runtime.GOARCH)
	}
	got := map[string]string{}
	forEach(t, func(t *testing.T, name string, classes int) {
		task, x := blobs(classes)
		for _, more := range wholeAndMinibatches(name) {
			for how, options := range alsoOfRecord(name, more) {
				_, p := fitted(t, build(t, name, options), task, classes, x)
				got[fmt.Sprintf("%s, %d classes, %v%s", name, classes, more, how)] = bitsOf(p)
			}
		}
	})
	forEachTagging(t, func(t *testing.T, name string, of tagged) {
		for _, more := range wholeAndMinibatches(name) {
			for how, options := range alsoOfRecord(name, more) {
				_, p := of.fit(t, of.build(options))
				got[fmt.Sprintf("%s, %v%s", strings.TrimPrefix(t.Name(), "TestBitsOfRecord/"), more, how)] = bitsOf(p)
			}
		}
	})
	if *update {
		text, err := json.MarshalIndent(got, "", "  ")
		if err == nil {
			err = os.WriteFile(bitsFile, append(text, '\n'), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	text, err := os.ReadFile(bitsFile)
	want := map[string]string{}
	if err == nil {
		err = json.Unmarshal(text, &want)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if got[key] != want[key] {
			t.Errorf("%s: the bits %q are not those of record, %q", key, got[key], want[key])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(got)) {
		if want[key] == "" {
			t.Errorf("%s: no bits are on record", key)
		}
	}
}

// ofRecord are options that the papers' specifications state, for their records were made when
// these were the defaults.
var ofRecord = map[string]map[string]any{
	"dirichlet":    {"lbfgs_memory": 0, "clocks": false},
	"ep-fitc":      {"ep_tolerance": 1e-4, "longest_step": 0, "lbfgs_memory": 0, "coarse_tolerance": 0.0},
	"ep-full":      {"ep_tolerance": 1e-4, "coarse_tolerance": 0.0},
	"gfitc":        {"ep_tolerance": 1e-3, "longest_step": 0, "lbfgs_memory": 0, "coarse_tolerance": 0.0},
	"kl":           {"least_gain": 0.0},
	"laplace-fitc": {"choose_prediction": false, "lbfgs_memory": 0, "stable_steps": false, "least_gain": 0.0, "share": []string{}},
	"laplace-full": {"choose_prediction": false, "clocks": false, "least_gain": 0.0},
	"logistic":     {"inner_folds": 0},
	"logistic-ova": {"inner_folds": 0},
	"mfsp":         {"lbfgs_memory": 0},
	"mlgpf":        {"keep_best": false, "natural": false, "limit_steps": false},
	"scmgpc":       {"update": "derived", "collapse": false},
	"sep":          {"keep_best": false, "keep_settled": false},
	"svgp":         {"optimiser": "auto-natural", "lbfgs_memory": 0},
	"svi-mgpc":     {"collapse": false, "clocks": false, "sweep_tolerance": 0.0},
	"vi":           {"epsilon": 0.03, "lbfgs_memory": 0},
	"xgpc":         {"collapse": false},

	"dirichlet-full": {"clocks": false},
	"exact":          {"batched_moves": false},
	"xgpc-corrected": {"collapse": false},
}

// laterOfRecord are the same of records that were made later, when other options were the defaults.
var laterOfRecord = map[string]map[string]any{
	"dirichlet":      {"clocks": false},
	"ep-fitc":        {"lbfgs_memory": 0, "coarse_tolerance": 0.0},
	"gfitc":          {"lbfgs_memory": 0, "coarse_tolerance": 0.0},
	"laplace-fitc":   {"lbfgs_memory": 0, "stable_steps": false, "least_gain": 0.0, "share": []string{}},
	"laplace-full":   {"clocks": false, "least_gain": 0.0},
	"mlgpf":          {"natural": false, "limit_steps": false},
	"scmgpc":         {"implicit": false, "lbfgs_memory": 0},
	"svgp":           {"lbfgs_memory": 0},
	"svi-mgpc":       {"lbfgs_memory": 0, "clocks": false, "sweep_tolerance": 0.0},
	"vi":             {"lbfgs_memory": 0},
	"xgpc":           {"lbfgs_memory": 0},
	"xgpc-corrected": {"lbfgs_memory": 0},
}

// alsoOfRecord returns options as they are, with what their bits are called by, and with those of
// the records where these are others.
func alsoOfRecord(name string, options map[string]any) map[string]map[string]any {
	with := func(more map[string]any) map[string]any {
		more = maps.Clone(more)
		maps.Copy(more, options)
		return more
	}
	old, changed := ofRecord[name]
	if !changed {
		return map[string]map[string]any{"": options}
	}
	all := map[string]map[string]any{"": with(old), ", present defaults": options}
	if later, changed := laterOfRecord[name]; changed {
		all[", later defaults"] = with(later)
	}
	return all
}

// wholeAndMinibatches are options of a few iterations of all rows, and of minibatches where the
// method has them.
func wholeAndMinibatches(name string) []map[string]any {
	if !hasAll(name, map[string]any{"batch": 0}) {
		return []map[string]any{{"iterations": 20}}
	}
	all := []map[string]any{{"iterations": 20, "batch": 0}, {"iterations": 20, "batch": 20}}
	if slices.ContainsFunc(Describe(name), defaultWasAuto) { // many records have it
		all = append(all, map[string]any{"iterations": 20, "batch": 20, "optimiser": "auto"})
	}
	return all
}

// defaultWasAuto says whether an option is that of which "auto" was the default once.
func defaultWasAuto(o method.Option) bool {
	return o.Name == "optimiser" && o.Default == "auto-collapsed"
}

// bitsOf is a hash of the bits of a matrix.
func bitsOf(p *mat.Dense) string {
	sum := sha256.New()
	n, c := p.Dims()
	for i := range n {
		for j := range c {
			binary.Write(sum, binary.LittleEndian, math.Float64bits(p.At(i, j)))
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}
