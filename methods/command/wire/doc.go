// Package wire reads and writes the lines and files exchanged with a method that is a process of
// its own: see docs/protocol.md. It knows nothing about how the process is started.
//
// A message is an object of JSON on a line of its own. What is larger than a line is a file in the
// method's folder.
package wire
