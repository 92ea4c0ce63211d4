package plan

// The states of a cell.
const (
	Done   = "done"
	Failed = "failed"
	Stale  = "stale"   // there is a record, but with other options, data, seed or numerics
	ToDo   = "missing" // the record, or a file beside it, is missing
)

// states finds out which cells are done and how long the others may take, and
// counts the records that belong to no cell.
func (b *builder) states() {
	p := b.plan
	type place struct {
		dataset, label string
		repeat         int
	}
	old := map[place]bool{}
	for r := range p.records.All() {
		if n, _ := p.records.Index(r.ID); !b.seen[n] && !b.unseen[r.Dataset] {
			p.Stale++
			old[place{r.Dataset, r.Label, r.Repeat}] = true
		}
	}
	b.known.sort()
	for _, c := range p.Cells {
		_, ok := p.records.Index(c.ID)
		switch {
		case p.IsDone(c, false):
			c.State = Done
		case ok && !p.records.IsOK(c.ID):
			c.State = Failed
		case old[place{c.Dataset, c.Label, c.Repeat}]:
			c.State = Stale
		default:
			c.State = ToDo
		}
		c.Seconds = b.known.of(c.Cell)
	}
	b.estimateFromProfiles()
}

// estimateFromProfiles estimates, from records of other profiles, the times of cells that have no
// similar record in this profile.
func (b *builder) estimateFromProfiles() {
	var known estimates
	for _, c := range b.plan.Cells {
		if c.Seconds > 0 || c.State == Done {
			continue
		}
		if known == nil {
			known = b.otherProfiles()
		}
		c.Seconds = known.ofProfile(c.Cell)
	}
}
