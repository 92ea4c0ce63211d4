package convert

import (
	"reflect"
	"testing"

	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
	"gpcbench/data/read"
	"gpcbench/data/tablefile"
)

// TestDigestOfFormats: each key of a format changes the digest, and one that nobody wrote
// changes none.
func TestDigestOfFormats(t *testing.T) {
	path := datatest.Write(t, "t.csv", "1,2\n3,4\n")
	digest := func(f catalogue.Format) string {
		s := &Source{Format: f, Parts: []read.Part{{Path: path, Name: "t.csv"}}}
		sum, err := s.Digest(tablefile.Cache{})
		if err != nil {
			t.Fatal(err)
		}
		return sum
	}
	seen := map[string]string{digest(catalogue.Format{}): "no key"}
	if digest(catalogue.Format{Columns: []string{}, Merge: [][]string{}}) != digest(catalogue.Format{}) {
		t.Error("the digest depends on keys without a value")
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[catalogue.Format]()) {
		var f catalogue.Format
		switch v := reflect.ValueOf(&f).Elem().FieldByIndex(field.Index); v.Interface().(type) {
		case string:
			v.SetString("x")
		case bool:
			v.SetBool(true)
		case int:
			v.SetInt(1)
		case float64:
			v.SetFloat(1)
		case []string:
			v.Set(reflect.ValueOf([]string{"x"}))
		case [][]string:
			v.Set(reflect.ValueOf([][]string{{"x"}}))
		default:
			t.Fatalf("%s has the type %s", field.Name, field.Type)
		}
		sum := digest(f)
		if same, ok := seen[sum]; ok {
			t.Errorf("the digest of %s is that of %s", field.Name, same)
		}
		seen[sum] = field.Name
	}
}
