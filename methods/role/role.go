// Package role says which methods are something else than models to be compared. It goes by names alone, so that those
// who read old records need not see the methods.
package role

// Role is what a method is there for.
type Role int

// The roles.
const (
	Model    Role = iota // to be compared with others
	Outside              // a program of the user's fits and predicts: some verbs alone start it, and it promises the same bits where it says so
	Linear               // a linear model, whose loss over that of the shares is the noise of a table
	Floor                // learns nothing but how often each class or label is
	Imported             // nothing is fitted: predictions are made elsewhere
)

// Of has the role of every method that is no model of this program, by the name that specs use.
var Of = map[string]Role{
	"command":      Outside,
	"imported":     Imported,
	"label-prior":  Floor,
	"logistic":     Linear,
	"logistic-ova": Linear,
	"majority":     Floor,
}

// Baseline says whether the course of a fit is of no interest: figures show where it ends, as a horizontal line.
func (r Role) Baseline() bool { return r == Linear || r == Floor || r == Imported }
