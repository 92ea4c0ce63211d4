package document

// Ranks is how methods stand over data sets: a critical-difference diagram (Demsar 2006).
type Ranks struct {
	Title    string
	Sets     int     // data sets
	P        float64 // of the test of Friedman
	Critical float64 // difference of mean ranks up to which methods are not told apart
	Methods  []Ranked
	Groups   [][2]int // first and last of Methods that are not told apart
}

// Ranked is a method with its mean rank. The best stands first.
type Ranked struct {
	Name string
	Rank float64
}

func (Ranks) block() {}
