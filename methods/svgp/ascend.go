package svgp

import (
	"context"
	"errors"
)

func (f *fit) ascend(ctx context.Context) error { return errors.New("svgp: lbfgs: not there yet") }
