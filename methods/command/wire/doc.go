// Package wire is the lines and files in which the program speaks with a method that is a process of its
// own: docs/protocol.md has them. It knows nothing of how the process is started.
//
// A message is an object of JSON on a line of its own. What is larger than a line is a file in the
// method's folder.
package wire
