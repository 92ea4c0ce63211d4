package fetch

import (
	"context"
	"errors"
	"os"
	"testing"

	"gpcbench/data/catalogue"
)

// TestMirrorHasWhatTheCatalogueSays brings every set that the mirror has into
// a cache, and hashes it.
func TestMirrorHasWhatTheCatalogueSays(t *testing.T) {
	if os.Getenv("GPCBENCH_MIRROR") == "" {
		t.Skip("GPCBENCH_MIRROR is not set: the real files are not here")
	}
	f := &Fetcher{Cache: t.TempDir(), Mirrors: mirrors(), Full: true}
	for _, name := range catalogue.Names() {
		e, err := catalogue.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		for i := range e.Files { // ask the mirror only
			e.Files[i].Addresses, e.Files[i].Unpacked.Addresses = nil, nil
		}
		err = f.Ensure(context.Background(), e)
		var u *UnavailableError
		switch {
		case err == nil:
			if !f.Have(e) {
				t.Errorf("%s: was brought, yet is not there", name)
			}
		case errors.As(err, &u):
			for _, file := range u.Files {
				for _, try := range file.Tried {
					if try.Err.Error() != "not there" {
						t.Errorf("%s: %s: %v", name, file.Path, try.Err)
					}
				}
			}
		default:
			t.Error(err)
		}
	}
}
