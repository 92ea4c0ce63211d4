// Package tablefile keeps prepared tables in files whose rows are read in place. It writes, opens,
// maps and checks them, and manages their cache folder.
//
// The layout of a table file:
//
//	magic (8 bytes)
//	inputs, N x D, row-major, little-endian float64 or float32
//	classes, N of one or two bytes, little-endian
//	description, JSON
//	length of the description (8 bytes), its CRC-32C (4 bytes), magic (8 bytes)
//
// The description has the CRC-32C of every block of inputs and of classes. A truncated file has no
// magic at its end. A damaged file does not match its sums. For a table in memory all sums are
// compared when it is opened; for a mapped one each is compared when the first row of its block is
// read, so that rows are available without reading the others.
package tablefile

import "gpcbench/data"

// tableMagic is the beginning and end of a table file. Its digits are the layout's version.
const tableMagic = "gpctab02"

// sumBlock is the number of bytes that a sum covers, 1 MiB.
const sumBlock = 1 << 20

// tableFooter is the number of bytes after the description.
const tableFooter = 8 + 4 + 8

// float32From is the number of inputs from which on a table file holds them as float32, to halve
// the 256 MiB and more that they would take. The rounding error is far below that of any
// measurement.
const float32From = 1 << 25

// InMemory is the largest number of inputs, 8 MiB, of a table that is read into
// memory rather than mapped.
const InMemory = 1 << 20

// Description is a table file's description of its table.
type Description struct {
	Digest     string        `json:"digest"`
	N          int           `json:"n"`
	D          int           `json:"d"`
	Width      int           `json:"width"`       // bytes per input
	ClassWidth int           `json:"class_width"` // bytes per class
	Classes    []string      `json:"classes"`
	Counts     []int         `json:"counts"`
	Attributes []string      `json:"attributes"`
	Parts      []int         `json:"parts"`               // rows of each part
	Splits     [][]int       `json:"splits,omitempty"`    // training rows of the published splits
	Summary    *data.Summary `json:"summary,omitempty"`   // of a user's table
	Otherwise  bool          `json:"otherwise,omitempty"` // earlier programs made different rows from the same files
	InputSums  []uint32      `json:"inputs_crc32c"`
	ClassSums  []uint32      `json:"classes_crc32c"`
}

func (d *Description) classesAt() int64 {
	return int64(len(tableMagic)) + int64(d.N)*int64(d.D)*int64(d.Width)
}

func (d *Description) end() int64 { return d.classesAt() + int64(d.N)*int64(d.ClassWidth) }
