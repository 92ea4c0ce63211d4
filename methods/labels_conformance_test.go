package methods

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpcbench/data"
	"gpcbench/gp/inputs"
	"gpcbench/methods/labelprior"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// labelKinds are options that make another model of a method for label sets that has them.
var labelKinds = []map[string]any{{}, {"kernel": "se"}, {"subspace": 3}, {"negatives": 2}}

// tagged is a task of label sets, as small ones are made for every method.
type tagged struct {
	task   method.Task
	test   *data.Examples
	sparse bool                                        // its rows are
	build  func(more map[string]any) method.Classifier // the method, with light options and more
}

const (
	tags    = 7 // labels, of which no training row has the last
	tagDims = 5
)

// forEachTagging runs a test for every method for label sets, in each of its kinds, on dense
// and on sparse rows.
func forEachTagging(t *testing.T, run func(t *testing.T, name string, of tagged)) {
	for _, name := range For(data.Multilabel) {
		for _, kind := range labelKinds {
			if !hasAll(name, kind) {
				continue
			}
			build := func(t *testing.T, more map[string]any) method.Classifier {
				options := map[string]any{}
				for key, v := range kind {
					options[key] = v
				}
				for key, v := range more {
					options[key] = v
				}
				return build(t, name, options)
			}
			for _, sparse := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%v/sparse=%v", name, kind, sparse), func(t *testing.T) {
					task, test := taggings(sparse, taggedRows)
					run(t, name, tagged{task, test, sparse, func(more map[string]any) method.Classifier { return build(t, more) }})
				})
			}
		}
	}
}

// hasAll says whether a method has all the options.
func hasAll(name string, options map[string]any) bool {
	have := 0
	for _, o := range Describe(name) {
		if _, ok := options[o.Name]; ok {
			have++
		}
	}
	return have == len(options)
}

// taggedRows are the training rows of small tasks.
const taggedRows = 90

// taggings returns so many rows to train on and 50 to test.
func taggings(sparse bool, train int) (method.Task, *data.Examples) {
	dense, rows := methodtest.LabelBlobs(train+50, tagDims, tags-1, rand.New(rand.NewPCG(3, 4)))
	var table data.Table = dense
	if sparse {
		table = rows
	}
	task := methodtest.LabelTask(table, tags, 5)
	task.Train = data.NewExamples(table, data.Range{From: 0, To: train}, nil)
	return task, data.NewExamples(table, data.Range{From: train, To: train + 50}, nil)
}

// fit returns the predictor and its probabilities in the test rows.
func (of tagged) fit(t *testing.T, c method.Classifier) (method.Predictor, *mat.Dense) {
	t.Helper()
	p, err := c.Fit(t.Context(), of.task, &methodtest.Recorder{Every: 1000})
	if err != nil {
		t.Fatal(err)
	}
	return p, of.predict(p, 0, of.test.Len())
}

// predict returns the probabilities of test rows from to to-1, as they are: sparse or dense.
func (of tagged) predict(p method.Predictor, from, to int) *mat.Dense {
	var pos []int
	for i := from; i < to; i++ {
		pos = append(pos, i)
	}
	dst := mat.NewDense(to-from, tags, nil)
	p.(method.RowsPredictor).PredictRows(dst, inputs.Read(nil, of.test, pos))
	return dst
}

func TestTaggingSameSeedSameBits(t *testing.T) {
	forEachTagging(t, func(t *testing.T, name string, of tagged) {
		c := of.build(nil)
		before := fmt.Sprintf("%+v", c)
		_, first := of.fit(t, c)
		_, again := of.fit(t, c)
		if !mat.Equal(first, again) {
			t.Error("two fits with one seed differ")
		}
		if after := fmt.Sprintf("%+v", c); after != before {
			t.Errorf("Fit changed the configuration from %s to %s", before, after)
		}
	})
}

// The batches are large enough for products that goroutines share.
func TestTaggingSameBitsForEveryNumberOfThreads(t *testing.T) {
	forEachTagging(t, func(t *testing.T, name string, of tagged) {
		of.task, of.test = taggings(of.sparse, 200)
		c := of.build(map[string]any{"inducing": 130, "batch": 150, "iterations": 3})
		var first *mat.Dense
		withThreads(func(threads int) {
			if _, p := of.fit(t, c); first == nil {
				first = p
			} else if !mat.Equal(p, first) {
				t.Errorf("%d threads have other bits than one", threads)
			}
		})
	})
}

// Probabilities are finite, far from everything seen too, and dense and sparse rows have the
// same. Neither the training nor the predicted rows are changed.
func TestTaggingProbabilities(t *testing.T) {
	forEachTagging(t, func(t *testing.T, name string, of tagged) {
		x0, _ := of.task.Train.ReadAll()
		p, sure := of.fit(t, of.build(nil))
		x, _ := of.test.ReadAll()
		before := mat.DenseCopyOf(x)
		dense := mat.NewDense(of.test.Len(), tags, nil)
		p.Predict(dense, x)
		if !mat.EqualApprox(dense, sure, 1e-9) {
			t.Error("Predict and PredictRows differ")
		}
		if x1, _ := of.task.Train.ReadAll(); !mat.Equal(x, before) || !mat.Equal(x0, x1) {
			t.Error("rows were changed")
		}
		x.Set(0, 0, 1e6)
		p.Predict(dense, x)
		for i := range of.test.Len() {
			for k, v := range dense.RawRowView(i) {
				if !(v >= 0 && v <= 1) {
					t.Fatalf("row %d, label %d: probability %v", i, k, v)
				}
			}
		}
	})
}

func TestTaggingCancellation(t *testing.T) {
	forEachTagging(t, func(t *testing.T, name string, of tagged) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := of.build(nil).Fit(ctx, of.task, &methodtest.Recorder{}); !errors.Is(err, context.Canceled) {
			t.Errorf("a cancelled fit returns %v", err)
		}
		if name == "label-prior" {
			return // which has a single iteration
		}
		ctx, cancel = context.WithCancel(t.Context())
		defer cancel()
		rec := &canceller{cancel: cancel}
		if _, err := of.build(nil).Fit(ctx, of.task, rec); !errors.Is(err, context.Canceled) || rec.asked > 4 {
			t.Errorf("a fit cancelled in iteration 3 went on to %d and returns %v", rec.asked, err)
		}
	})
}

// What looks at the inputs predicts better than what does not.
func TestTaggingBeatsTheBaseRate(t *testing.T) {
	forEachTagging(t, func(t *testing.T, name string, of tagged) {
		if name == "label-prior" {
			t.Skip("it is the base rate")
		}
		_, p := of.fit(t, of.build(map[string]any{"batch": 0, "iterations": 300}))
		base := of.predict(labelprior.Rates(of.task.Train.LabelCounts(tags), of.task.Train.Len()), 0, of.test.Len())
		if loss, most := of.logLoss(p), 0.8*of.logLoss(base); !(loss < most) {
			t.Errorf("log loss %.3f, wanted below %.3f", loss, most)
		}
	})
}

// logLoss returns the mean log loss of the labels of the test rows.
func (of tagged) logLoss(p *mat.Dense) float64 {
	n := of.test.Len()
	var pos []int
	for i := range n {
		pos = append(pos, i)
	}
	sets, sum := data.NewLabelSets(), 0.0
	of.test.ReadLabels(sets, pos)
	for i := range n {
		has := make([]bool, tags)
		for _, l := range sets.Row(i) {
			has[l] = true
		}
		for k, v := range p.RawRowView(i) {
			if !has[k] {
				v = 1 - v
			}
			sum -= math.Log(v)
		}
	}
	return sum / float64(n*tags)
}

func TestTaggingSaveAndLoad(t *testing.T) {
	forEachTagging(t, func(t *testing.T, name string, of tagged) {
		p, want := of.fit(t, of.build(nil))
		if !mat.Equal(of.predict(savedAndLoaded(t, name, p), 0, of.test.Len()), want) {
			t.Error("the loaded predictor gives other probabilities")
		}
	})
}

// A row's probabilities do not depend on the rows around it, and predictors are safe for
// concurrent use.
func TestTaggingRowsAlone(t *testing.T) {
	forEachTagging(t, func(t *testing.T, name string, of tagged) {
		p, all := of.fit(t, of.build(nil))
		var wait sync.WaitGroup
		for _, cut := range [][2]int{{0, 1}, {17, 18}, {20, 49}, {3, 50}, {49, 50}} {
			wait.Go(func() {
				if !mat.Equal(of.predict(p, cut[0], cut[1]), all.Slice(cut[0], cut[1], 0, tags)) {
					t.Errorf("rows %d to %d alone have other probabilities", cut[0], cut[1])
				}
			})
		}
		wait.Wait()
	})
}

func TestTaggingResume(t *testing.T) {
	forEachTagging(t, func(t *testing.T, name string, of tagged) {
		x, _ := of.test.ReadAll()
		c := of.build(nil)
		checkResume(t, name, c, of.task, tags, x)
		if _, err := c.Fit(t.Context(), of.task, &methodtest.Recorder{From: 3, State: []byte("nonsense")}); err == nil {
			t.Error("a damaged checkpoint is no error")
		}
	})
}

func TestTaggingRefusesClasses(t *testing.T) {
	task, _ := blobs(2)
	for _, name := range For(data.Multilabel) {
		if _, err := build(t, name, nil).Fit(t.Context(), task, &methodtest.Recorder{}); err == nil {
			t.Errorf("%s: a binary task is no error", name)
		}
	}
}
