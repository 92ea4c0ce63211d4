package method

import (
	"fmt"

	"gpcbench/data"
)

// AbsentClassError says that a class has no training row.
type AbsentClassError struct {
	Rows  int    // to train on
	Class int    // from 0
	Name  string // of the class, where it is known
}

func (e *AbsentClassError) Error() string {
	name := fmt.Sprintf("%d (counted from 0)", e.Class)
	if e.Name != "" {
		name = fmt.Sprintf("%q", e.Name)
	}
	return fmt.Sprintf("none of the %d training rows is of class %s, and the method cannot learn a class that it never sees", e.Rows, name)
}

// CheckClasses returns an *AbsentClassError if a class of the task has no training row.
// Cost O(N), once.
func CheckClasses(task Task) error {
	seen := make([]bool, task.Classes)
	missing := task.Classes
	for c := range task.Train.Classes() {
		if !seen[c] {
			seen[c] = true
			missing--
		}
		if missing == 0 {
			return nil
		}
	}
	for c, ok := range seen {
		if !ok {
			return &AbsentClassError{Rows: task.Train.Len(), Class: c}
		}
	}
	return nil
}

// CheckBinary returns an error unless the task is binary with training rows of
// both classes.
func CheckBinary(task Task) error {
	if task.Kind != data.Binary || task.Classes != 2 {
		return fmt.Errorf("the method is for two classes, the task is %s with %d", task.Kind, task.Classes)
	}
	return CheckClasses(task)
}

// CheckFull returns an error if there are more training rows than a method without inducing
// inputs has memory for. Its message names another method, which has inducing inputs.
func CheckFull(task Task, name string, most int, sparse string) error {
	if n := task.Train.Len(); n > most {
		return fmt.Errorf("%s: %d training rows are more than the %d that a method without inducing inputs can have; use %s, or fewer rows", name, n, most, sparse)
	}
	return nil
}

// CheckMulticlass returns an error unless every row of the task has one of two
// or more classes, and every class has training rows.
func CheckMulticlass(task Task) error {
	if task.Kind != data.Binary && task.Kind != data.Multiclass || task.Classes < 2 {
		return fmt.Errorf("the method is for rows with one of two or more classes, the task is %s with %d", task.Kind, task.Classes)
	}
	return CheckClasses(task)
}
