package model

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gpcbench/data"
	"gpcbench/methods"
	"gpcbench/methods/method"
)

// A model file is
//
//	gpcbench model 3    the format and its version
//	{...}               the header, one line of JSON
//	...                 the predictor as its method marshals it; for a mean the files of its members, each
//	                    preceded by its length, eight bytes, little-endian
//	32 bytes            the SHA-256 of everything before

// Version is the version of the format. Version 2 did not state whether a LIBSVM file counts its
// columns from 0 or 1.
const Version = 3

const magic = "gpcbench model "

// Save writes the model to w.
func (m *Model) Save(w io.Writer) error {
	predictor, err := m.marshal()
	if err != nil {
		return fmt.Errorf("saving a model of %s: %w", m.Method, err)
	}
	header, err := json.Marshal(m.Header)
	if err != nil {
		return fmt.Errorf("saving a model of %s: %w", m.Method, err)
	}
	sum := sha256.New()
	all := io.MultiWriter(w, sum)
	for _, part := range [][]byte{fmt.Appendf(nil, "%s%d\n", magic, Version), append(header, '\n'), predictor} {
		if _, err := all.Write(part); err != nil {
			return err
		}
	}
	_, err = w.Write(sum.Sum(nil))
	return err
}

// marshal returns the part of a file after the header, without the checksum.
func (m *Model) marshal() ([]byte, error) {
	if len(m.Members) > 0 {
		return m.marshalMembers()
	}
	return m.Predictor.MarshalBinary()
}

// Load reads a model that Save wrote.
func Load(r io.Reader) (*Model, error) { return load(r, true) }

// load is Load; means says whether the model may be a mean.
func load(r io.Reader, means bool) (*Model, error) {
	in := bufio.NewReader(r)
	if err := checkVersion(in); err != nil {
		return nil, err
	}
	content, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	if len(content) < sha256.Size {
		return nil, errors.New("the model file is damaged: it ends early")
	}
	content, sum := content[:len(content)-sha256.Size], content[len(content)-sha256.Size:]
	have := sha256.Sum256(append(fmt.Appendf(nil, "%s%d\n", magic, Version), content...))
	if !bytes.Equal(have[:], sum) {
		return nil, errors.New("the model file is damaged: its checksum does not match its content; copy the file or fit the model again")
	}
	line, predictor, _ := bytes.Cut(content, []byte{'\n'})
	m := &Model{}
	if err := json.Unmarshal(line, &m.Header); err != nil {
		return nil, fmt.Errorf("the model file is damaged: %w", err)
	}
	if err := m.check(); err != nil {
		return nil, fmt.Errorf("the model cannot be used: %w", err)
	}
	if m.Method == meanMethod && !means {
		return nil, errors.New("the model cannot be used: it is a mean of means")
	}
	if err := m.load(predictor); err != nil {
		return nil, fmt.Errorf("the model cannot be used: %w", err)
	}
	return m, nil
}

// load unmarshals the predictor and tries it. The file is not trusted: parts that do not fit
// together are found at the latest by a panic, which load recovers from.
func (m *Model) load(raw []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("its predictor does not fit its columns and classes, or its parts do not fit together (%v)", p)
		}
	}()
	if m.Method == meanMethod {
		return m.loadMembers(raw)
	}
	if m.Predictor, err = methods.Registry[m.Method].Load(raw); err != nil {
		return err
	}
	columns, classes := m.Predictor.Size()
	if d := m.Encoding.Dim(); columns != 0 && columns != d || classes != len(m.Classes) {
		return fmt.Errorf("its predictor does not fit its columns and classes: it has %d attributes and %d classes, but the file has %d and %d", columns, classes, d, len(m.Classes))
	}
	if _, starting := m.Predictor.(method.Starting); starting {
		return nil // it is tried once it may be started
	}
	return m.try()
}

// checkVersion reads and checks the first line. It stops reading a file that does not begin like
// a model file.
func checkVersion(in *bufio.Reader) error {
	start := make([]byte, len(magic))
	if _, err := io.ReadFull(in, start); err != nil || string(start) != magic {
		return errors.New("this is not a model file; runexp fit writes one")
	}
	line, err := in.ReadSlice('\n')
	version, e := strconv.Atoi(strings.TrimSuffix(string(line), "\n"))
	switch {
	case err != nil || e != nil:
		return errors.New("the model file is damaged: its first line has no version")
	case version != Version:
		return fmt.Errorf("the model file has version %d of the format, but this program reads version %d: use the program that wrote it, or fit the model again", version, Version)
	}
	return nil
}

// unavailable returns the error for a model file that cannot be read.
func unavailable(path string, err error) error {
	gone, _ := errors.AsType[*data.UnavailableError](data.NewUnavailableError(path, err))
	gone.What = "model"
	return gone
}

// watched is a reader that remembers read errors.
type watched struct {
	io.Reader
	err error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if err != nil && err != io.EOF {
		w.err = err
	}
	return n, err
}

// Open reads the model in a file. The error is a *data.UnavailableError if the file cannot be
// read, and a *data.ContentError if it is not a complete model file.
func Open(path string) (*Model, error) {
	f, err := data.OpenRegular(path)
	if err != nil {
		return nil, unavailable(path, err)
	}
	defer f.Close()
	in := &watched{Reader: f}
	m, err := Load(in)
	if in.err != nil {
		return nil, unavailable(path, in.err)
	}
	if err != nil {
		return nil, &data.ContentError{File: path, Problem: err.Error()}
	}
	return m, nil
}
