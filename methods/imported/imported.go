// Package imported represents a method that is not part of this program: its predictions
// are made elsewhere, on the splits that runexp splits writes, and are read by runexp
// import.
package imported

import (
	"context"
	"errors"

	"gpcbench/methods/method"
)

// Config is what is known about such a method.
type Config struct {
	Source string `option:"source" help:"what made the predictions, such as scikit-learn 1.2; the method's label by default"`
}

// New returns a method from an unknown source.
func New() *Config { return &Config{} }

// Fit is an error: there is nothing to fit with.
func (c *Config) Fit(context.Context, method.Task, method.Recorder) (method.Predictor, error) {
	return nil, errors.New("imported: this method is not run here; runexp import brings its predictions")
}
