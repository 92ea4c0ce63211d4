// Command typecheck checks the types of all packages of the module in a folder, with their tests, as for
// some platforms. It reads sources alone: no package is compiled for them, which takes a few minutes for
// each. What is not seen is what a compiler, an assembler or a linker would refuse.
//
//	cd dist/typecheck && go run . -module ../.. darwin/arm64 windows/amd64
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	module := flag.String("module", ".", "`folder` of the module")
	flag.Parse()
	for _, platform := range flag.Args() {
		if err := check(*module, platform); err != nil {
			fmt.Fprintf(os.Stderr, "typecheck: %s: %v\n", platform, err)
			os.Exit(1)
		}
	}
}

// check prints the errors of a module as for one platform, written system/processor.
func check(module, platform string) error {
	system, processor, found := strings.Cut(platform, "/")
	if !found {
		return errors.New("not a platform: write it as in linux/amd64")
	}
	all, err := packages.Load(&packages.Config{
		Mode:  packages.LoadAllSyntax,
		Dir:   module,
		Env:   append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0"),
		Tests: true,
	}, "./...")
	if err != nil {
		return err
	}
	if n := packages.PrintErrors(all); n > 0 {
		return fmt.Errorf("%d errors", n)
	}
	return nil
}
