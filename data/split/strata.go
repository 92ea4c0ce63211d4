package split

import (
	"math/rand/v2"

	"gpcbench/data"
)

// strata returns the number of rows of each class and a function that returns the class of a row;
// without stratification all rows are in one class.
func strata(ds *data.Dataset, stratify bool) (sizes []int, class func(row int) int) {
	if !stratify {
		return []int{ds.Len()}, func(int) int { return 0 }
	}
	return data.ClassCounts(ds), func(row int) int { return data.ClassOf(ds, row) }
}

// foldQuotas returns how many rows of each stratum, of the given sizes, go to each
// fold. The rows left over go to one fold after another, so that the folds' totals
// differ by at most one.
func foldQuotas(sizes []int, folds int) [][]int {
	quotas := make([][]int, len(sizes))
	next := 0 // fold of the next row left over
	for c, size := range sizes {
		quotas[c] = make([]int, folds)
		for f := range quotas[c] {
			quotas[c][f] = size / folds
		}
		for range size % folds {
			quotas[c][next%folds]++
			next++
		}
	}
	return quotas
}

// apportion divides total among strata in proportion to their sizes by the
// method of largest remainders. Of equal remainders the first wins.
func apportion(total int, sizes []int) []int {
	sum := 0
	for _, size := range sizes {
		sum += size
	}
	parts := make([]int, len(sizes))
	if sum == 0 {
		return parts
	}
	left := total
	remainder := make([]int, len(sizes))
	for c, size := range sizes {
		parts[c] = total * size / sum
		remainder[c] = total * size % sum
		left -= parts[c]
	}
	for ; left > 0; left-- {
		best := -1
		for c := range sizes {
			if parts[c] < sizes[c] && remainder[c] >= 0 && (best < 0 || remainder[c] > remainder[best]) {
				best = c
			}
		}
		parts[best]++
		remainder[best] = -1
	}
	return parts
}

// allot assigns each row, in file order, to a part in which its class still has a quota, and calls
// f with it. The probability of a part is proportional to what is left of its quota, which makes
// every division with these quotas equally likely (Knuth, The Art of Computer Programming 2, 3.4.2,
// algorithm S). A nil rng fills the parts one after another. quotas is used up.
func allot(n int, class func(row int) int, quotas [][]int, rng *rand.Rand, f func(row, part int)) {
	left := make([]int, len(quotas))
	for c := range quotas {
		for _, q := range quotas[c] {
			left[c] += q
		}
	}
	for row := range n {
		c := class(row)
		at := 0
		if rng != nil {
			at = rng.IntN(left[c])
		}
		part := 0
		for at >= quotas[c][part] {
			at -= quotas[c][part]
			part++
		}
		quotas[c][part]--
		left[c]--
		f(row, part)
	}
}

// sample draws size rows of an index without replacement; they keep their order.
func sample(index data.Index, n, size int, rng *rand.Rand) data.Index {
	s := data.NewSet(n)
	one := func(int) int { return 0 }
	allot(index.Len(), one, [][]int{{size, index.Len() - size}}, rng, func(j, part int) {
		if part == 0 {
			s.Add(index.At(j))
		}
	})
	return s.Done()
}

// withEveryClass returns drawn, which are some rows of index, with the first row of each class that
// it lacks. Each takes the place of the last drawn row of the class that is then the largest. If
// rows have label sets, drawn stays unchanged.
func withEveryClass(ds *data.Dataset, index, drawn data.Index) data.Index {
	if ds.Kind == data.Multilabel {
		return drawn
	}
	rows := make([][]int, len(ds.ClassNames)) // drawn, by class
	for j := range drawn.Len() {
		row := drawn.At(j)
		c := data.ClassOf(ds, row)
		rows[c] = append(rows[c], row)
	}
	changed := false
	for j := range index.Len() {
		row := index.At(j)
		c, largest := data.ClassOf(ds, row), 0
		if len(rows[c]) > 0 {
			continue
		}
		for k := range rows {
			if len(rows[k]) > len(rows[largest]) {
				largest = k
			}
		}
		if len(rows[largest]) < 2 {
			break // there are more classes than drawn rows
		}
		rows[largest] = rows[largest][:len(rows[largest])-1]
		rows[c], changed = []int{row}, true
	}
	if !changed {
		return drawn
	}
	s := data.NewSet(ds.Len())
	for _, class := range rows {
		for _, row := range class {
			s.Add(row)
		}
	}
	return s.Done()
}
