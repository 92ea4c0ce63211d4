// Package methods is the list of the methods of gpcbench.
package methods

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"gpcbench/data"
	"gpcbench/gp/sparse"
	"gpcbench/methods/command"
	"gpcbench/methods/dirichlet"
	"gpcbench/methods/ep"
	"gpcbench/methods/exact"
	"gpcbench/methods/gfitc"
	"gpcbench/methods/gibbs"
	"gpcbench/methods/imported"
	"gpcbench/methods/kl"
	"gpcbench/methods/labelprior"
	"gpcbench/methods/laplace"
	"gpcbench/methods/logistic"
	"gpcbench/methods/logisticova"
	"gpcbench/methods/majority"
	"gpcbench/methods/method"
	"gpcbench/methods/mfsp"
	"gpcbench/methods/mlgpf"
	"gpcbench/methods/role"
	"gpcbench/methods/scmgpc"
	"gpcbench/methods/svgp"
	"gpcbench/methods/svimgpc"
	"gpcbench/methods/vi"
	"gpcbench/methods/xgpc"
)

// Entry is one method.
type Entry struct {
	Title string      // for tables, legends and lists
	Paper string      // citation key, empty for a baseline without a paper
	Tasks []data.Kind // kinds of task that it handles
	// New returns a pointer to the configuration struct with its defaults.
	New func() method.Classifier
	// Load returns a predictor from its marshalled form.
	Load func([]byte) (method.Predictor, error)
}

// Does says whether the method handles a kind of task.
func (e Entry) Does(kind data.Kind) bool { return slices.Contains(e.Tasks, kind) }

// Registry holds every method by the name that specs use.
var Registry = map[string]Entry{
	"command": {
		Title: "a program of one's own", Tasks: []data.Kind{data.Binary, data.Multiclass, data.Multilabel},
		New:  func() method.Classifier { return command.New() },
		Load: command.Load,
	},
	"dirichlet": {
		Title: "Dirichlet GPC", Paper: "milios2018", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return dirichlet.New() },
		Load: func(raw []byte) (method.Predictor, error) { return dirichlet.Load(raw) },
	},
	"dirichlet-full": {
		Title: "full Dirichlet GPC", Paper: "milios2018", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return dirichlet.NewFull() },
		Load: func(raw []byte) (method.Predictor, error) { return dirichlet.Load(raw) },
	},
	"ep": {
		Title: "EP", Paper: "villacampa2017", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return ep.New() },
		Load: loadModel,
	},
	"ep-fitc": {
		Title: "EPFitc", Paper: "hensman2015", Tasks: []data.Kind{data.Binary},
		New:  func() method.Classifier { return gfitc.NewBinary() },
		Load: loadClassifier,
	},
	"ep-full": {
		Title: "full EP", Paper: "hensman2015", Tasks: []data.Kind{data.Binary},
		New:  func() method.Classifier { return gfitc.NewFull() },
		Load: loadClassifier,
	},
	"exact": {
		Title: "exact posterior", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return exact.New() },
		Load: func(raw []byte) (method.Predictor, error) { return exact.Load(raw) },
	},
	"gfitc": {
		Title: "GFITC", Paper: "villacampa2017", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return gfitc.New() },
		Load: loadModel,
	},
	"gibbs": {
		Title: "Gibbs sampler", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return gibbs.New() },
		Load: func(raw []byte) (method.Predictor, error) { return gibbs.Load(raw) },
	},
	"imported": {
		Title: "predictions made elsewhere", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New: func() method.Classifier { return imported.New() },
	},
	"kl": {
		Title: "KL", Paper: "hensman2015", Tasks: []data.Kind{data.Binary},
		New:  func() method.Classifier { return kl.New() },
		Load: loadClassifier,
	},
	"label-prior": {
		Title: "label prior", Tasks: []data.Kind{data.Multilabel},
		New:  func() method.Classifier { return labelprior.New() },
		Load: method.LoadConstant,
	},
	"laplace-fitc": {
		Title: "Laplace with FITC", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return laplace.New() },
		Load: laplace.LoadAny,
	},
	"laplace-full": {
		Title: "Laplace", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return laplace.NewFull() },
		Load: laplace.LoadAny,
	},
	"logistic": {
		Title: "logistic regression", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return logistic.New() },
		Load: func(raw []byte) (method.Predictor, error) { return logistic.Load(raw) },
	},
	"logistic-ova": {
		Title: "logistic regression, one against all", Tasks: []data.Kind{data.Multilabel},
		New:  func() method.Classifier { return logisticova.New() },
		Load: func(raw []byte) (method.Predictor, error) { return logisticova.Load(raw) },
	},
	"majority": {
		Title: "class shares", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return majority.New() },
		Load: method.LoadConstant,
	},
	"mfsp": {
		Title: "MFSp", Paper: "hensman2015", Tasks: []data.Kind{data.Binary},
		New:  func() method.Classifier { return mfsp.New() },
		Load: func(raw []byte) (method.Predictor, error) { return sparse.LoadMixture(raw) },
	},
	"mlgpf": {
		Title: "MLGPF", Paper: "panos2018", Tasks: []data.Kind{data.Multilabel},
		New:  func() method.Classifier { return mlgpf.New() },
		Load: func(raw []byte) (method.Predictor, error) { return mlgpf.Load(raw) },
	},
	"scmgpc": {
		Title: "SC-MGPC", Paper: "galyfajou2018", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return scmgpc.New() },
		Load: loadModel,
	},
	"sep": {
		Title: "SEP", Paper: "villacampa2017", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return ep.NewStochastic() },
		Load: loadModel,
	},
	"svgp": {
		Title: "SVGPC", Paper: "hensman2015", Tasks: []data.Kind{data.Binary},
		New:  func() method.Classifier { return svgp.New() },
		Load: loadClassifier,
	},
	"svi-mgpc": {
		Title: "SVI-MGPC", Paper: "galyfajou2018", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return svimgpc.New() },
		Load: loadModel,
	},
	"vi": {
		Title: "VI", Paper: "villacampa2017", Tasks: []data.Kind{data.Binary, data.Multiclass},
		New:  func() method.Classifier { return vi.New() },
		Load: func(raw []byte) (method.Predictor, error) { return vi.Load(raw) },
	},
	"xgpc": {
		Title: "X-GPC", Paper: "wenzel2019", Tasks: []data.Kind{data.Binary},
		New:  func() method.Classifier { return xgpc.New() },
		Load: loadClassifier,
	},
	"xgpc-corrected": {
		Title: "X-GPC corrected", Paper: "wenzel2019", Tasks: []data.Kind{data.Binary},
		New:  func() method.Classifier { return xgpc.NewCorrected() },
		Load: loadClassifier,
	},
}

// loadClassifier returns a marshalled sparse model of one latent function.
func loadClassifier(raw []byte) (method.Predictor, error) { return sparse.LoadClassifier(raw) }

// loadModel returns a marshalled sparse model of any number of latent functions.
func loadModel(raw []byte) (method.Predictor, error) { return sparse.LoadModel(raw) }

// UnknownError is the error of a method name that the registry does not
// have.
type UnknownError struct{ Name string }

// Error names the methods there are.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("there is no method %q; known are %s", e.Name, strings.Join(Names(), ", "))
}

// Names returns the sorted names of the methods.
func Names() []string {
	out := make([]string, 0, len(Registry))
	for name := range Registry {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// For returns the sorted names of the methods of this program that handle a kind of task.
func For(kind data.Kind) []string {
	return slices.DeleteFunc(Names(), func(name string) bool {
		return role.Of[name] == role.Outside || !Registry[name].Does(kind)
	})
}

// New returns the named method with the given options, and the options after
// defaults in canonical form. The error is an *UnknownError or a
// *method.OptionError.
func New(name string, options map[string]any) (method.Classifier, map[string]any, error) {
	entry, ok := Registry[name]
	if !ok {
		return nil, nil, &UnknownError{Name: name}
	}
	cfg := entry.New()
	if err := method.Decode(cfg, options); err != nil {
		return nil, nil, err
	}
	if err := method.CheckPrior(cfg); err != nil {
		return nil, nil, err
	}
	if v, ok := cfg.(method.Validated); ok {
		if err := v.Validate(); err != nil {
			return nil, nil, err
		}
	}
	return cfg, method.Encode(cfg), nil
}

// Deciding returns the options of a method that decide a result: those of the canonical form,
// with a file represented by its digest, wherever it is.
func Deciding(name string, options map[string]any) map[string]any {
	out := maps.Clone(options)
	for _, o := range Describe(name) {
		if v, ok := out[o.Name]; ok && o.LeftOut != nil && reflect.DeepEqual(v, o.LeftOut) {
			delete(out, o.Name)
		}
		if text, ok := out[o.Name].(string); ok && o.Type == method.FileName {
			_, out[o.Name], _ = strings.Cut(text, method.DigestMark)
		}
	}
	return out
}

// Describe returns the options of the named method with their defaults, nil if
// there is no such method.
func Describe(name string) []method.Option {
	entry, ok := Registry[name]
	if !ok {
		return nil
	}
	return method.Describe(entry.New())
}
