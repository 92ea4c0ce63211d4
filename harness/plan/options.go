package plan

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"gpcbench/data"
	"gpcbench/harness/record"
	"gpcbench/harness/spec"
	"gpcbench/methods"
	"gpcbench/methods/method"
	"gpcbench/methods/role"
)

// setup is a method with its options after defaults, in a variant.
type setup struct {
	method  spec.Method
	variant spec.Variant   // without a name if the specification has no variants
	options record.Options // all options of the method
	kernel  []record.Fit   // fits whose kernel it starts from

	classifier method.Classifier // with these options
	refit      string            // option reduced for a point on the curve of the preceding full setup; "" for a full setup
}

// setups returns the methods of a data set in every variant at every point of the grid. They are computed once, so that
// all cells have the same digest of a program's files, even if the files change meanwhile.
func (b *builder) setups(d spec.Dataset) []setup {
	if _, known := b.ofDataset[d.Name]; !known {
		if b.ofDataset == nil {
			b.ofDataset = map[string][]setup{}
		}
		b.ofDataset[d.Name] = b.newSetups(d)
	}
	return b.ofDataset[d.Name]
}

func (b *builder) newSetups(d spec.Dataset) []setup {
	s := b.plan.Spec
	var out []setup
	for _, m := range s.Methods {
		has := optionsOf(m.Name)
		for _, v := range s.VariantsOf(m, d) {
			for point, settings := range s.Settings(d, m, v) {
				given := b.given(m, settings, has)
				if classifier, options := b.accepted(m, given, settings); options != nil {
					b.checkRun(m, options)
					out = append(out, setup{method: m, variant: v, options: options, kernel: b.kernelOf(d, m, v, point), classifier: classifier})
					out = append(out, b.refits(m, v, given, settings)...)
				}
			}
		}
	}
	tellApart(out)
	return out
}

// kernelOf returns the fits whose kernel a method starts from, with their options in a variant at a
// point of the grid.
func (b *builder) kernelOf(d spec.Dataset, m spec.Method, v spec.Variant, point int) []record.Fit {
	var out []record.Fit
	for _, label := range m.KernelOf {
		of := b.plan.Spec.Called(label)
		settings := b.plan.Spec.Settings(d, of, v)[point]
		if _, options := b.accepted(of, b.given(of, settings, optionsOf(of.Name)), settings); options != nil {
			out = append(out, record.Fit{Method: of.Name, Options: options})
		}
	}
	return out
}

// checkMethods notes methods that do not exist.
func (b *builder) checkMethods() {
	for _, m := range b.plan.Spec.Methods {
		if _, known := methods.Registry[m.Name]; !known {
			b.problem(b.plan.Spec.WhereMethod(m), "%v", &methods.UnknownError{Name: m.Name})
		}
	}
}

// tellApart adds the label to the source of imported predictions if several labels share a source. It does so for
// all of these labels, so that their predictions are never confused, whatever the order of the labels.
func tellApart(setups []setup) {
	labels := map[string][]string{} // by source
	for _, s := range setups {
		if source, imported := s.source(); imported && !slices.Contains(labels[source], s.method.Label) {
			labels[source] = append(labels[source], s.method.Label)
		}
	}
	for _, s := range setups {
		if source, imported := s.source(); imported && len(labels[source]) > 1 {
			s.options[record.SourceOption] = source + " (" + s.method.Label + ")"
		}
	}
}

// source returns what made the predictions, if they are imported.
func (s setup) source() (source string, imported bool) {
	return fmt.Sprint(s.options[record.SourceOption]), role.Of[s.method.Name] == role.Imported
}

// withDefaults adds to options in canonical form the defaults that the form omits. Filters,
// tables and figures may ask for them.
func withDefaults(name string, options record.Options) record.Options {
	for _, o := range methods.Describe(name) {
		if _, ok := options[o.Name]; !ok {
			options[o.Name] = o.Default
		}
	}
	return options
}

// given returns the settings that are options of a method, and notes those that
// are options of none.
func (b *builder) given(m spec.Method, settings map[string]spec.Setting, has map[string]string) record.Options {
	given := record.Options{}
	if role.Of[m.Name] == role.Imported {
		given[record.SourceOption] = m.Label
	}
	for key, v := range settings {
		switch {
		case has[key] == method.FileName:
			given[key] = b.file(key, v)
		case has[key] == method.FileNames:
			given[key] = b.files(v)
		case role.Of[m.Name] == role.Outside && (v.Own || m.Declares(key)):
			given[key] = v.Value // the program's own
		case has[key] != "":
			given[key] = v.Value
		case v.Own:
			b.problem(v.Where, "method %q has no option %q%s", m.Name, key, spec.Suggest(key, keysOf(has)))
		case !slices.Contains(b.allOptions(), key):
			b.problem(v.Where, "no method of this file has an option %q%s", key, b.whyNone(key))
		}
	}
	return given
}

// whyNone says what to do about an option that no method has. A program has the options that it names itself.
func (b *builder) whyNone(key string) string {
	why := spec.Suggest(key, b.allOptions())
	if slices.ContainsFunc(b.plan.Spec.MethodNames(), func(name string) bool { return role.Of[name] == role.Outside }) {
		why += "; one of a program needs a value in the options of its [[method]] too"
	}
	return why
}

// file returns the value of an option that names a file. A relative path is resolved from
// the specification's folder. A file that does not exist is noted.
func (b *builder) file(key string, v spec.Setting) any {
	path, ok := v.Value.(string)
	if !ok || path == "" {
		return v.Value
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(b.plan.Spec.Dir, path)
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		b.noteAbsent(v.Where, key, data.NewUnavailableError(path, err))
		return ""
	}
	return path
}

// accepted returns a method with its options, and the options with defaults added. If the method
// refuses any values, accepted notes every one of them once and returns nil.
func (b *builder) accepted(m spec.Method, given record.Options, settings map[string]spec.Setting) (method.Classifier, record.Options) {
	told := map[string]bool{}
	for {
		classifier, options, err := methods.New(m.Name, given)
		if err == nil && len(told) == 0 {
			return classifier, withDefaults(m.Name, options)
		}
		if err == nil {
			return nil, nil
		}
		at := b.plan.Spec.WhereMethod(m)
		var refused *method.OptionError
		known := false
		if errors.As(err, &refused) {
			if told[refused.Key] {
				return nil, nil // it is missed now
			}
			if _, known = given[refused.Key]; known {
				at = settings[refused.Key].Where
			}
		}
		b.problem(at, "method %q: %v", m.Name, err)
		if !known {
			return nil, nil
		}
		delete(given, refused.Key) // to find further faults
		told[refused.Key] = true
	}
}

// optionsOf returns the types of a method's options by name; none for an unknown method.
func optionsOf(name string) map[string]string {
	has := map[string]string{}
	for _, o := range methods.Describe(name) {
		has[o.Name] = o.Type
	}
	return has
}

// allOptions returns the options of all methods of the file, including programs.
func (b *builder) allOptions() []string { return optionsOfAll(b.plan.Spec) }

// optionsOfAll returns the options of all methods of a file.
func optionsOfAll(s *spec.Spec) []string {
	var all []string
	for _, name := range s.MethodNames() {
		all = append(all, keysOf(optionsOf(name))...)
		if role.Of[name] == role.Outside {
			all = append(all, s.Declared(name)...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func keysOf(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
