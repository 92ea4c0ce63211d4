package main

import "gpcbench/report/replication"

// checkFacts is what check finds, for programs; docs/json.md describes its JSON.
type checkFacts struct {
	Version     int                     `json:"version"`
	Papers      []map[string]any        `json:"papers"`
	Verdicts    []replication.Verdict   `json:"verdicts"`
	Claims      []replication.KeptClaim `json:"claims"`
	Regressions []string                `json:"regressions"`
}

// checkFactsOf says what was judged and what got worse.
func checkFactsOf(now judged, found comparison) checkFacts {
	out := checkFacts{
		Version: jsonVersion, Papers: []map[string]any{},
		Verdicts: append([]replication.Verdict{}, now.verdicts...), Claims: append([]replication.KeptClaim{}, now.claims...),
		Regressions: append(append([]string{}, found.verdicts...), found.claims...), // so that empty lists are not null in JSON
	}
	for _, b := range now.papers {
		out.Papers = append(out.Papers, paperFact(b))
	}
	return out
}
