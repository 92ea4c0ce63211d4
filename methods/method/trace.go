package method

// Trace is rec.Trace for an objective that may fail. Its error goes before that
// of the recorder.
func Trace(rec Recorder, t int, objective func() (float64, error), predictor func() (Predictor, error)) error {
	var failed error
	err := rec.Trace(t, func() float64 {
		v, err := objective()
		failed = err
		return v
	}, predictor)
	if failed != nil {
		return failed
	}
	return err
}
