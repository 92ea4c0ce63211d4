package method_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"gpcbench/data"
	"gpcbench/methods/method"
	"gpcbench/methods/methodtest"
)

func TestCheckClasses(t *testing.T) {
	task := numbered(10_000)
	if err := method.CheckBinary(task); err != nil {
		t.Error(err)
	}
	task.Classes = 3
	if err := method.CheckClasses(task); err == nil || !strings.Contains(err.Error(), "class 2") {
		t.Errorf("a class without rows: %v", err)
	}
	if err := method.CheckBinary(task); err == nil {
		t.Error("three classes are binary")
	}
}

func TestCheckMulticlass(t *testing.T) {
	for _, classes := range []int{2, 3} {
		task := methodtest.Task(methodtest.Blobs(30, 2, classes, rand.New(rand.NewPCG(1, 1))), classes, 1)
		if err := method.CheckMulticlass(task); err != nil {
			t.Error(err)
		}
		task.Kind = data.Multilabel
		if err := method.CheckMulticlass(task); err == nil || !strings.Contains(err.Error(), "one of two or more classes") {
			t.Errorf("multi-label: %v", err)
		}
		task.Kind, task.Classes = data.Multiclass, classes+1
		var absent *method.AbsentClassError
		if err := method.CheckMulticlass(task); !errors.As(err, &absent) || absent.Class != classes {
			t.Errorf("a class without rows: %v", err)
		}
	}
}
