package method

import "fmt"

// Folds is a number of folds of the training rows by which a fit chooses something, or
// AutoFolds.
type Folds int

// AutoFolds is "auto": the method's default.
const AutoFolds Folds = -1

// SetOption takes a number of folds, or "auto".
func (f *Folds) SetOption(v any) error {
	if v == "auto" {
		*f = AutoFolds
		return nil
	}
	n, err := Integer(v)
	if err != nil || n < 0 {
		return fmt.Errorf("want a whole number of at least 0, or \"auto\", got %v", v)
	}
	*f = Folds(n)
	return nil
}

// Option returns the number, or "auto".
func (f *Folds) Option() any {
	if *f == AutoFolds {
		return "auto"
	}
	return int64(*f)
}

// InnerFolds returns the fold that each training row is tested in, -1 for a row that is
// always trained on. They are stratified, and the first row of a class is in no test part, so
// that every class is always trained on.
func InnerFolds(task Task, folds int) []int {
	classes := make([]int, 0, task.Train.Len())
	for class := range task.Train.Classes() {
		classes = append(classes, class)
	}
	fold, seen := make([]int, len(classes)), make([]int, task.Classes)
	for _, row := range task.Stream("inner folds").Perm(len(classes)) {
		class := classes[row]
		if fold[row] = -1; seen[class] > 0 {
			fold[row] = seen[class] % folds
		}
		seen[class]++
	}
	return fold
}

// DivideBy returns the positions of the training rows and of the test rows of fold f.
func DivideBy(fold []int, f int) (train, test []int) {
	for row, of := range fold {
		if of == f {
			test = append(test, row)
		} else {
			train = append(train, row)
		}
	}
	return train, test
}
