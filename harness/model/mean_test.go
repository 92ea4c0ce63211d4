package model

import (
	"bytes"
	"strings"
	"testing"

	"gpcbench/data/schema"
	"gpcbench/harness/record"
)

// labelled is small under another label.
func labelled(t *testing.T, label string) *Model {
	m := small(t)
	m.Label = label
	return m
}

func TestMeanInAFile(t *testing.T) {
	back, err := Load(bytes.NewReader(file(t, Mean([]*Model{labelled(t, "A"), labelled(t, "B"), labelled(t, "C")}))))
	if err != nil {
		t.Fatal(err)
	}
	if back.Label != "A + B + C" || back.Method != meanMethod || len(back.Members) != 3 || back.Members[1].Label != "B" || back.Members[2].Scaler == nil || back.Scaler != nil || back.StartsProgram() {
		t.Errorf("%+v", back)
	}
	if labels := record.MemberLabels(back.Label); len(labels) != 3 || labels[2] != "C" {
		t.Errorf("%q", labels)
	}
}

func TestMeansThatAreNone(t *testing.T) {
	a, b := labelled(t, "A"), labelled(t, "B")
	other := labelled(t, "C")
	other.Encoding = schema.NumericEncoding([]string{"a", "c"})
	renamed := labelled(t, "D")
	renamed.Classes = []string{"no", "maybe"}
	many := Mean([]*Model{a, b})
	for len(many.Members) <= MostMembers {
		many.Members = append(many.Members, a)
	}
	one := Mean([]*Model{a})
	whole := string(file(t, Mean([]*Model{a, b})))
	content := whole[:len(whole)-32]
	for want, damaged := range map[string]string{
		"it is a mean of means":                                  string(file(t, Mean([]*Model{a, Mean([]*Model{a, b})}))),
		"its member C was fitted to another table":               string(file(t, Mean([]*Model{a, other}))),
		"its member D was fitted to another table":               string(file(t, Mean([]*Model{a, renamed}))),
		"it is a mean of fewer than two models":                  string(file(t, one)),
		"its members do not end at the end of the file":          signed(content[:len(content)-40]),
		"its checksum does not match its content":                strings.Replace(whole, "yes", "yea", 1),
		"a mean of models of label sets, which is not supported": signed(strings.Replace(content, `"kind":"binary"`, `"kind":"multilabel"`, 1)),
	} {
		if _, err := Load(strings.NewReader(damaged)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if _, err := Load(bytes.NewReader(file(t, many))); err == nil {
		t.Error("there is a mean of eleven models")
	}
	if _, err := Load(strings.NewReader(signed(content[:len(content)-3] + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"))); err == nil {
		t.Error("what stands behind the members is no error")
	}
}
