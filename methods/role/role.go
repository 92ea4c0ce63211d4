// Package role says which methods are not models to be compared. It goes by names alone, so that
// readers of old records do not need the methods.
package role

// Role is what a method is there for.
type Role int

// The roles.
const (
	Model    Role = iota // to be compared with others
	Outside              // a program of the user's fits and predicts: only some verbs start it, and it gives the same bits only if it declares so
	Linear               // a linear model, whose loss relative to that of the shares is the noise of a table
	Floor                // learns nothing but how often each class or label is
	Imported             // nothing is fitted: predictions are made elsewhere
)

// Of has the role of every method that is not a model of this program, by the name that specs
// use.
var Of = map[string]Role{
	"command":      Outside,
	"imported":     Imported,
	"label-prior":  Floor,
	"logistic":     Linear,
	"logistic-ova": Linear,
	"majority":     Floor,
}

// Baseline says whether the course of a fit is of no interest: figures show only its end, as a
// horizontal line.
func (r Role) Baseline() bool { return r == Linear || r == Floor || r == Imported }
