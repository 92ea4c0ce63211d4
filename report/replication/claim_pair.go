package replication

// PairOutcome is what a claim about several pairs of methods comes to for one of them.
type PairOutcome struct {
	Method, Than     string // Than is empty where there is none
	Value, Low, High float64
	Outcome          string // one of [wording.Outcomes]
}

// byPair judges a claim for each pair of methods that has cases, where there are several: the
// mean over opponents may be as claimed although one of them is not. stand says how the cases
// stand to the claim.
func (c Claim) byPair(s Statistic, effects []effect, stand []string) []PairOutcome {
	type pair struct{ method, than string }
	var pairs []pair
	own, ownStand := map[pair][]effect{}, map[pair][]string{}
	for i, e := range effects {
		q := pair{e.method, e.than}
		if own[q] == nil {
			pairs = append(pairs, q)
		}
		own[q], ownStand[q] = append(own[q], e), append(ownStand[q], stand[i])
	}
	if len(pairs) < 2 {
		return nil
	}
	var out []PairOutcome
	for _, q := range pairs {
		value, low, high, _ := overall(own[q])
		outcome := s.region(c).bearing(own[q], ownStand[q], value, low, high).outcome(c)
		out = append(out, PairOutcome{q.method, q.than, s.figure(value), s.figure(low), s.figure(high), outcome})
	}
	return out
}

// jointly is the outcome of a claim from that of all its cases and those of its pairs of
// methods: it holds where it does for every pair, and in part where it does for some.
func jointly(all string, pairs []PairOutcome) string {
	if len(pairs) == 0 {
		return all
	}
	counts := map[string]int{}
	for _, q := range pairs {
		counts[q.Outcome]++
	}
	switch {
	case counts[Holds] == len(pairs):
		return Holds
	case counts[Holds] > 0, all == Holds:
		return HoldsInPart
	case all == CannotTell && counts[DoesNotHold] > 0:
		return DoesNotHold
	}
	return all
}
