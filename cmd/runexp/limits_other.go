//go:build !linux

package main

// checkLimits checks nothing on this system.
func checkLimits() error { return nil }

// startFirstChild does nothing: only on Linux does package os start a child to find out about the system.
func startFirstChild() {}
