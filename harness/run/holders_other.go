//go:build !linux

package run

// holders are not known here.
func holders(string) []int { return nil }

// ofUser is not known here either.
func ofUser(int) string { return "" }
