package page

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpcbench/harness/record"
	"gpcbench/report/document"
	"gpcbench/wording"
)

// programs names the user's programs whose curves are of separate fits, and those that were run in several versions.
func programs(d *document.Document, c *Context) {
	var refitted []string
	for _, label := range c.Labels {
		if slices.ContainsFunc(c.Refits, func(cell *record.Planned) bool { return cell.Label == label }) {
			refitted = append(refitted, label)
		}
	}
	if len(refitted) > 0 {
		d.Tell("%s", "The points of "+wording.And(refitted)+" in time are separate fits, with parts of the budget and with all of it.")
	}
	if mixed := mixedVersions(c); len(mixed) > 0 {
		d.Tell("**Mixed versions**: cells of one method were run with different versions and may differ because of that.")
		d.TellList(document.EscapeAll(mixed))
	}
}

// mixedVersions lists the programs that have records of several versions, each with its versions.
func mixedVersions(c *Context) (out []string) {
	versions := map[string]valuesByKey{} // by label, of the provenance
	other := map[string]bool{}           // labels that are no programs: their records need not be read
	for _, cell := range slices.Concat(c.Cells, c.Refits) {
		if other[cell.Label] {
			continue
		}
		r, done := c.Record(cell.ID)
		if !done || r.Status != record.OK {
			continue
		}
		if !r.OfCommand() {
			other[cell.Label] = true
			continue
		}
		for key, version := range r.Provenance {
			if !record.OfProgram(key) {
				continue
			}
			if versions[cell.Label] == nil {
				versions[cell.Label] = valuesByKey{}
			}
			versions[cell.Label].add(key, version)
		}
	}
	for _, label := range c.Labels {
		for _, key := range slices.Sorted(maps.Keys(versions[label])) {
			if of := versions[label][key]; len(of) > 1 {
				name := strings.TrimPrefix(key, "library ")
				out = append(out, fmt.Sprintf("%s: %s", label, strings.TrimSpace(name+" "+wording.And(slices.Sorted(maps.Keys(of))))))
			}
		}
	}
	return out
}
