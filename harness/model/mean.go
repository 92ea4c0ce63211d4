package model

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"gpcbench/data"
	"gpcbench/harness/record"
)

// meanMethod is the Method of a mean of models.
const meanMethod = "mean"

// Mean returns the model that averages the probabilities of two or more models of one table: a linear opinion pool
// with equal weights (Stone, The opinion pool, Annals of Mathematical Statistics 1961). By Jensen's inequality its
// log loss on a row is at most the mean of the models' log losses. Prediction takes as long as all models together.
func Mean(of []*Model) *Model {
	head := of[0].Header
	head.Method, head.Options, head.Inducing, head.Scaler, head.Normalised, head.Provenance = meanMethod, record.Options{}, 0, nil, false, maps.Clone(head.Provenance)
	var labels []string
	for _, m := range of {
		labels = append(labels, m.Label)
	}
	head.Label = record.MeanLabel(labels)
	return &Model{Header: head, Members: of}
}

// MostMembers is the largest number of models in a mean. It bounds the memory that a file can claim.
const MostMembers = 10

// checkMean is check for a mean. The members are checked when they are loaded.
func (h *Header) checkMean() error {
	if h.Kind == data.Multilabel {
		return errors.New("it is a mean of models of label sets, which is not supported")
	}
	return h.Encoding.Check()
}

// marshalMembers returns the files of the members, each preceded by its length.
func (m *Model) marshalMembers() ([]byte, error) {
	var out bytes.Buffer
	for _, member := range m.Members {
		var file bytes.Buffer
		if err := member.Save(&file); err != nil {
			return nil, err
		}
		out.Write(binary.LittleEndian.AppendUint64(nil, uint64(file.Len())))
		out.Write(file.Bytes())
	}
	return out.Bytes(), nil
}

// loadMembers reads what marshalMembers wrote.
func (m *Model) loadMembers(raw []byte) error {
	for len(raw) > 0 {
		if len(raw) < 8 || len(m.Members) == MostMembers {
			return errors.New("its members do not end at the end of the file")
		}
		size := binary.LittleEndian.Uint64(raw)
		if raw = raw[8:]; size > uint64(len(raw)) {
			return errors.New("its members do not end at the end of the file")
		}
		member, err := load(bytes.NewReader(raw[:size]), false)
		if err != nil {
			return err
		}
		if member.Kind != m.Kind || member.Sparse != m.Sparse || !slices.Equal(member.Classes, m.Classes) || !reflect.DeepEqual(member.Encoding, m.Encoding) {
			return fmt.Errorf("its member %s was fitted to another table", member.Label)
		}
		m.Members = append(m.Members, member)
		raw = raw[size:]
	}
	if len(m.Members) < 2 {
		return errors.New("it is a mean of fewer than two models")
	}
	return nil
}
