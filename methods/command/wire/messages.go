package wire

// Version is the version of the protocol.
const Version = 1

// The types of messages. Both sides send Snapshot and Checkpoint: the answer has the name of the
// request.
const (
	TypeToken         = "token"
	TypeHello         = "hello"
	TypeReady         = "ready"
	TypeFit           = "fit"
	TypeTrace         = "trace"
	TypeSnapshot      = "snapshot"
	TypeCheckpoint    = "checkpoint"
	TypeContinue      = "continue"
	TypeStop          = "stop"
	TypeDone          = "done"
	TypePredict       = "predict"
	TypeProbabilities = "probabilities"
	TypeBye           = "bye"
	TypeFailed        = "failed"
)

// The forms in which a method may request its inputs.
const (
	WantMatrix = "matrix" // N x D numbers
	WantTable  = "table"  // the columns as they stand in the user's file
	WantCSR    = "csr"    // compressed sparse rows
)

// The kinds of task.
const (
	TaskClasses = "classes" // a row has one class
	TaskLabels  = "labels"  // a row has any number of labels
)

// Why a fit is to stop.
const (
	StopBudget    = "budget"
	StopInterrupt = "interrupt"
)

// Array is a matrix or a vector in a file: little-endian float64, row by row.
type Array struct {
	File  string `json:"file"`
	Shape []int  `json:"shape"`
}

// Rows are inputs, in one of the forms.
type Rows struct {
	X     any    `json:"x,omitempty"`     // an Array or Sparse
	Table *Table `json:"table,omitempty"` // instead of X
}

// Sparse are compressed sparse rows in three files: where each row starts and the end, N + 1 int64; the
// columns of the values, int64 from 0; the values, float64. All are little-endian.
type Sparse struct {
	Starts  string `json:"indptr"`
	Columns string `json:"indices"`
	Values  string `json:"values"`
	Shape   []int  `json:"shape"`
}

// LabelLists are the labels of rows in two files: where each row starts and the end, N + 1 int64; its labels, int64
// from 0.
type LabelLists struct {
	Starts string `json:"indptr"`
	Labels string `json:"indices"`
	Shape  []int  `json:"shape"`
}

// Table is a CSV file with a line of names (RFC 4180). An empty field is a missing value.
type Table struct {
	File string `json:"file"`
	Rows int    `json:"rows"`
}

// Schema is the file that Hello names: what rows, columns and classes are called.
type Schema struct {
	Attributes []string `json:"attributes"` // of the D columns of a matrix
	Classes    []string `json:"classes"`    // or labels
	Table      []Column `json:"table"`      // the columns of a table
}

// Column is a column of a table.
type Column struct {
	Name string `json:"name"`
	Kind string `json:"kind"` // "number" or "category"
}

// Hello is the first message. A limit of 0 means no limit.
type Hello struct {
	Type       string         `json:"type"`
	Protocol   int            `json:"protocol"`
	Task       string         `json:"task"`
	Rows       int            `json:"rows"`
	Columns    int            `json:"columns"`
	Classes    int            `json:"classes"` // or labels
	Schema     string         `json:"schema"`
	Seed       uint64         `json:"seed"` // below 2^53
	Threads    int            `json:"threads"`
	Memory     int64          `json:"memory"` // bytes
	Budget     float64        `json:"budget"` // seconds
	Options    map[string]any `json:"options"`
	Iterations int64          `json:"iterations"`
	Trace      bool           `json:"trace"` // whether traces are of use
	Checkpoint *Resume        `json:"checkpoint"`
	Restore    *string        `json:"restore"` // a snapshot: no fit follows
}

// Resume is what a fit resumes from.
type Resume struct {
	Iteration int    `json:"iteration"`
	Path      string `json:"path"`
}

// Fit starts the clock.
type Fit struct {
	Type string `json:"type"`
	Rows
	Y any `json:"y"` // an Array, or LabelLists
}

// Predict asks for probabilities. A snapshot of nil is the state at the end of the fit.
type Predict struct {
	Type string `json:"type"`
	Rows
	N        int     `json:"rows"`
	Snapshot *string `json:"snapshot"`
	Out      string  `json:"out"`
	Labels   string  `json:"labels,omitempty"` // file for the labels of lists, for a method that predicts lists
}

// Ask has the method write a snapshot or a checkpoint.
type Ask struct {
	Type string `json:"type"`
	Path string `json:"path"`
}

// Word is a message without more: continue, bye, or stop with its reason.
type Word struct {
	Type   string `json:"type"`
	Reason string `json:"reason,omitempty"`
}

// Message is any message of a method. Each type uses some of the
// fields.
type Message struct {
	Type string `json:"type"`

	Token string `json:"token"` // token

	// ready
	Protocol    int               `json:"protocol"`
	Name        string            `json:"name"`
	Version     string            `json:"version"`
	Language    string            `json:"language"`
	Libraries   map[string]string `json:"libraries"`
	Want        string            `json:"want"`
	Snapshots   bool              `json:"snapshots"`
	Checkpoints bool              `json:"checkpoints"`
	GPU         bool              `json:"gpu"`
	SameBits    bool              `json:"same_bits"` // whether another fit of the same cell gives the same bits
	Lists       bool              `json:"lists"`     // of label sets: predictions are lists of the best labels

	// trace and done
	Iteration int      `json:"iteration"`
	Objective *float64 `json:"objective"`
	Converged *bool    `json:"converged"`
	Reason    string   `json:"reason"`

	Path string `json:"path"` // snapshot, checkpoint

	// probabilities
	File   string `json:"file"`
	Shape  []int  `json:"shape"`
	Labels string `json:"labels"` // of lists

	// failed
	Kind string `json:"kind"`
	Text string `json:"message"`
}
