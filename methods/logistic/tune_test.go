package logistic

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

// chosen is the weight that five folds choose.
func chosen(t *testing.T, of method.Task) float64 {
	t.Helper()
	c := New()
	c.InnerFolds = 5
	weight, err := c.weight(t.Context(), of, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	return weight
}

// Columns that say nothing want a strong penalty, few columns for many rows a weak one.
func TestTuneFollowsTheData(t *testing.T) {
	for _, classes := range []int{2, 3} {
		x, y := sample(40, 60, classes)
		rand.New(rand.NewPCG(5, 6)).Shuffle(len(y), func(i, j int) { y[i], y[j] = y[j], y[i] })
		if c := chosen(t, task(x, y, classes, true)); c > 0.01 {
			t.Errorf("%d classes: columns of noise choose c = %v", classes, c)
		}
		x, y = sample(3000, 2, classes)
		if c := chosen(t, task(x, y, classes, true)); c < 0.1 {
			t.Errorf("%d classes: 3000 rows of 2 columns choose c = %v", classes, c)
		}
	}
}

// The fit that follows is the one with the weight that was chosen, and the folds are the
// same each time.
func TestTunedFit(t *testing.T) {
	x, y := sample(40, 8, 3)
	of := task(x, y, 3, true)
	tuned, plain := New(), New()
	tuned.InnerFolds, plain.InnerFolds, plain.C = 5, 0, chosen(t, of)
	a, err := tuned.Fit(t.Context(), of, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := plain.Fit(t.Context(), of, &methodtest.Recorder{})
	if err != nil {
		t.Fatal(err)
	}
	first, _ := methodtest.Score(a, 3, of.Train)
	second, _ := methodtest.Score(b, 3, of.Train)
	if first != second || math.IsNaN(first) {
		t.Errorf("NLL %v and %v", first, second)
	}
}

// Classes of a row or two are always trained on.
func TestInnerFoldsOfRareClasses(t *testing.T) {
	x, y := sample(20, 2, 2)
	y[0], y[1], y[2] = 2, 3, 3
	of := task(x, y, 4, true)
	fold := method.InnerFolds(of, 5)
	for class := range 4 {
		always := 0
		for row, f := range fold {
			if y[row] == class && f < 0 {
				always++
			}
		}
		if always != 1 {
			t.Errorf("%d rows of class %d are in no test part", always, class)
		}
	}
	if c := chosen(t, of); math.IsNaN(c) {
		t.Error("no weight was chosen")
	}
}

// A choice ends with a quarter of the budget, and leaves C where no weight was compared by then.
func TestChoiceWithinABudget(t *testing.T) {
	x, y := sample(40, 60, 2)
	of := task(x, y, 2, true)
	for at, want := range map[time.Duration]float64{0: chosen(t, of), 2 * time.Second: 3, time.Second: 3} {
		c := New()
		c.InnerFolds, c.C, c.BudgetSeconds = 5, 3, 4
		if got, err := c.weight(t.Context(), of, &methodtest.Recorder{Clock: func() time.Duration { return at }}); err != nil || got != want {
			t.Errorf("after %v: c = %v, %v, want %v", at, got, err, want)
		}
	}
}

// Fits that begin where those with the weight before ended choose as fits from 0 to their end do.
func TestChoiceOfExactFits(t *testing.T) {
	for _, classes := range []int{2, 3} {
		for _, rows := range []int{60, 400} {
			x, y := sample(rows, 10, classes)
			of := task(x, y, classes, true)
			c, fold := New(), method.InnerFolds(of, 5)
			best, err := c.LightestBest(5, func(weight float64, f int) (float64, error) {
				train, test := method.DivideBy(fold, f)
				inner, exact := of, New()
				inner.Train, exact.InnerFolds, exact.C = of.Train.Subset(train), 0, weight
				p, err := exact.Fit(t.Context(), inner, &methodtest.Recorder{})
				if err != nil {
					return 0, err
				}
				return sumNLL(p.(*Model), of, test), nil
			})
			if got := chosen(t, of); err != nil || got != best {
				t.Errorf("%d classes, %d rows: c = %v, of exact fits %v, %v", classes, rows, got, best, err)
			}
		}
	}
}
