package methods

import (
	"testing"

	"gpcbench/methods/role"
)

// Package role names methods that there are, and as imported those alone that leave no model.
func TestRolesAreOfMethods(t *testing.T) {
	for name := range role.Of {
		if _, known := Registry[name]; !known {
			t.Errorf("%q has a role and is no method", name)
		}
	}
	for name, entry := range Registry {
		if imported := role.Of[name] == role.Imported; imported != (entry.Load == nil) {
			t.Errorf("%s: imported %v, leaves models %v", name, imported, entry.Load != nil)
		}
	}
}
