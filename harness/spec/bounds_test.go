package spec

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gpcbench/machine"
)

// A megabyte of whatever is told in little time, and what is long without being deep is read.
func TestBounds(t *testing.T) {
	many := func(n int, line string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, line, i)
		}
		return b.String()
	}
	for what, c := range map[string]struct{ text, want string }{
		"inline tables":         {"x = " + strings.Repeat("{a = ", 4000) + "1" + strings.Repeat("}", 4000), "spec.toml:1:165: arrays and tables are nested more than 32 deep"},
		"arrays":                {"x = " + strings.Repeat("[", 800_000), "more than 32 deep"},
		"headers":               {strings.Repeat("[", 800_000), "more than 32 deep"},
		"parts of a header":     {"[a" + strings.Repeat(".a", 200_000) + "]", "more than 16 parts"},
		"parts of a quoted key": {`[a` + strings.Repeat(`."a"`, 200_000) + "]", "more than 16 parts"},
		"parts of a key":        {"\n a" + strings.Repeat(" . a", 100_000) + " = 1", "spec.toml:2:"},
		"keys":                  {many(80_000, "a%d = 1\n"), "more than 4000 keys"},
		"tables":                {many(80_000, "[a%d]\n"), "more than 4000 keys"},
		"inline keys":           {"x = {" + many(80_000, "a%d=1,") + "}", "more than 4000 keys"},
		"an open string":        {`x = "` + strings.Repeat("[", 800_000), "spec.toml:1:"},
		"an open text":          {`x = """` + strings.Repeat("[\n", 400_000), "spec.toml:"},
		"few keys":              {many(3_900, "a%d = 1\n"), "there is no method"},
		"few tables":            {strings.Repeat("[[a]]\n", 3_900), "there is no method"},
		"numbers":               {"x = [" + strings.Repeat("1.5,", 100_000) + "]", "there is no method"},
		"brackets in a string":  {`x = "` + strings.Repeat("[", 500_000) + `"`, "there is no method"},
		"dots in a comment":     {"#" + strings.Repeat(".", 500_000), "there is no method"},
	} {
		t.Run(what, func(t *testing.T) {
			before := machine.CPUTime()
			_, err := Parse([]byte(c.text), "spec.toml", Quick, nil)
			if took := machine.CPUTime() - before; took > 10*time.Second {
				t.Errorf("%s took %v", what, took)
			}
			if text := fmt.Sprint(err); !strings.Contains(text, c.want) {
				t.Errorf("%s: %.300s, want %q", what, text, c.want)
			}
		})
	}
}
