package page

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"
	"testing"
)

// Every function that writes a section stands in the registry, and sections have names of their
// own.
func TestSectionsAreListed(t *testing.T) {
	names, listed := map[string]bool{}, map[string]bool{}
	written := map[string]string{} // functions that write a section, with their files
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && writesSection(f.Type) {
				written[f.Name.Name] = e.Name()
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			field, ok := n.(*ast.KeyValueExpr)
			if !ok || e.Name() != "sections.go" {
				return true
			}
			key, _ := field.Key.(*ast.Ident)
			switch value := field.Value.(type) {
			case *ast.BasicLit:
				if key.Name == "Name" {
					if names[value.Value] {
						t.Errorf("two sections have the name %s", value.Value)
					}
					names[value.Value] = true
				}
			case *ast.Ident:
				if key.Name == "Write" {
					listed[value.Name] = true
				}
			}
			return true
		})
	}
	for name, file := range written {
		if !listed[name] {
			t.Errorf("%s in %s writes a section that Sections does not list", name, file)
		}
	}
	if len(written) < 15 {
		t.Errorf("%d functions that write sections are found", len(written))
	}
}

// writesSection says whether a function is of the type of Section.Write.
func writesSection(f *ast.FuncType) bool {
	if f.Results != nil || len(f.Params.List) != 2 {
		return false
	}
	second, ok := f.Params.List[1].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	name, ok := second.X.(*ast.Ident)
	return ok && name.Name == "Context"
}
