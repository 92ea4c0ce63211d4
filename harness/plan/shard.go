package plan

import (
	"cmp"
	"container/heap"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Shard is one of Count shares of a plan's cells, numbered from 1. The zero
// value means all cells.
type Shard struct{ Index, Count int }

// ParseShard parses a shard as written on the command line, such as "2/8".
func ParseShard(text string) (Shard, error) {
	first, second, found := strings.Cut(text, "/")
	index, errIndex := strconv.Atoi(first)
	count, errCount := strconv.Atoi(second)
	switch {
	case !found || errIndex != nil || errCount != nil || text != (Shard{index, count}).String():
		return Shard{}, errors.New("write it as i/n, such as 2/8")
	case count < 1:
		return Shard{}, errors.New("there must be at least one share")
	case count > MaxCells:
		return Shard{}, fmt.Errorf("there are at most %d shares, as many as a plan may have cells", MaxCells)
	case index < 1 || index > count:
		return Shard{}, fmt.Errorf("%d shares are numbered from 1 to %d", count, count)
	}
	return Shard{index, count}, nil
}

// String returns the shard as written on the command line.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// Whole says whether the shard is all cells.
func (s Shard) Whole() bool { return s.Count == 0 }

// Of returns the cells of a plan that belong to the shard.
func (s Shard) Of(p *Plan) []*Cell {
	if s.Whole() {
		return p.Cells
	}
	return p.Shares(s.Count)[s.Index-1]
}

// Shares deals the cells of a plan into n shares of about the same cost. It deals
// the most expensive cells first, each to the share with the least cost so far.
// Each share is in the order of the plan. The shares depend only on the
// specification, the data and the filter, not on which cells are done, so the
// same version of the program always makes the same shares.
// A cell with two labels is in one share. Cells whose data is missing are in none.
func (p *Plan) Shares(n int) [][]*Cell {
	var byCost []*Cell
	seen := map[string]bool{}
	for _, c := range p.Cells {
		if !seen[c.ID] && !c.noData {
			byCost = append(byCost, c)
		}
		seen[c.ID] = true
	}
	slices.SortStableFunc(byCost, func(a, b *Cell) int { return cmp.Compare(b.Cost, a.Cost) })

	lightest := make(weights, n) // equal weights in order are a heap
	for i := range lightest {
		lightest[i].share = i
	}
	shareOf := map[string]int{}
	for _, c := range byCost {
		shareOf[c.ID] = lightest[0].share
		lightest[0].cost += c.Cost
		heap.Fix(&lightest, 0)
	}
	shares := make([][]*Cell, n)
	for _, c := range p.Cells {
		if i, ok := shareOf[c.ID]; ok {
			shares[i] = append(shares[i], c)
		}
	}
	return shares
}

// weight is the cost of the cells dealt to a share.
type weight struct {
	share int
	cost  float64
}

// weights is a heap with the smallest cost first; ties go to the lower share.
type weights []weight

func (l weights) Len() int { return len(l) }
func (l weights) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(l[i].cost, l[j].cost), cmp.Compare(l[i].share, l[j].share)) < 0
}
func (l weights) Swap(i, j int) { l[i], l[j] = l[j], l[i] }
func (l weights) Push(any)      { panic("plan: the number of shares is fixed") }
func (l weights) Pop() any      { panic("plan: the number of shares is fixed") }
