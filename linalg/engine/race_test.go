//go:build race

package engine

// The race detector makes sync.Pool forget at random.
const raceDetector = true
