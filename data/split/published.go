package split

import (
	"fmt"

	"gpcbench/data"
	"gpcbench/wording"
)

// Published are the splits that come with the data.
var Published = Spec{Kind: published.Name}

// published: the r-th split of ds.Splits.
var published = Kind{
	Name:     "published",
	Keys:     []string{"distinct"},
	Complete: func(*Spec, Stated) {},
	Repeats:  func(_ Spec, published int) int { return max(1, published) },
	Cut: func(_ Spec, ds *data.Dataset, repeat int, _ Stream) (data.Split, error) {
		if repeat >= len(ds.Splits) {
			return data.Split{}, data.RequestErrorf(ds.Name, "split %d was requested, but %s", repeat, publishedCount(len(ds.Splits)))
		}
		return ds.Splits[repeat], nil
	},
	Text: func(Spec) string { return "Splits are the published ones" },
	Differ: func(_ Spec, dataset string, published int, _ bool) (int, string) {
		return max(1, published), fmt.Sprintf("data set %s has %s", dataset, wording.Plural(published, "published split"))
	},
	Given: true,
}

func publishedCount(n int) string {
	switch n {
	case 0:
		return "it has no published split: the kinds kfold and holdout can split any table"
	case 1:
		return "it has one published split, number 0"
	}
	return "it has fewer published splits"
}
