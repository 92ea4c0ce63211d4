package take

import (
	"slices"

	"gpcbench/harness/record"
)

// mostAveraged is the largest number of methods in a mean.
const mostAveraged = 3

// average is the label of the mean of some labels. It does not depend on their order.
func (r *Race) average(labels []string) string {
	var members []string
	for _, label := range r.Labels {
		if slices.Contains(labels, label) {
			members = append(members, label)
		}
	}
	label := record.MeanLabel(members)
	r.means[label] = members
	return label
}

// members are the labels in a mean, or the label itself if it is one method.
func (r *Race) members(label string) []string {
	if of, mean := r.means[label]; mean {
		return of
	}
	return []string{label}
}

// averaged are the records of the mean of some members, on the repeats that all of them have, in the order of repeats.
func (r *Race) averaged(label string, members []string, repeats []int) (out []record.Record) {
	of := map[int][]record.Record{}
	for _, member := range members {
		for _, rec := range r.on(member, repeats) {
			of[rec.Repeat] = append(of[rec.Repeat], rec)
		}
	}
	for _, repeat := range repeats {
		if len(of[repeat]) < len(members) {
			continue
		}
		if mean, known := r.meanOf(label, of[repeat]); known {
			out = append(out, mean)
		}
	}
	return out
}

// meanOf is the record of the mean of records of one repeat. It is computed once.
func (r *Race) meanOf(label string, records []record.Record) (record.Record, bool) {
	id := ""
	for _, rec := range records {
		id += rec.ID
	}
	if mean, made := r.made[id]; made {
		return mean, mean.Status == record.OK
	}
	mean, rows, known := r.MeanOfMethods(records, r.worth.Loss)
	mean.ID, mean.Label = id, label
	r.made[id], r.rows[id] = mean, rows
	return mean, known
}

// inTime says whether the members of a mean can be fitted on all rows, in parallel, in the time that is left.
func (r *Race) inTime(label string) bool {
	return duration(r.together(r.members(label))) <= r.Deadline.Sub(r.Now())
}

// together is how long parallel fits of some labels on all rows take, in seconds.
func (r *Race) together(labels []string) (seconds float64) {
	longest := 0.0
	for _, label := range labels {
		longest = max(longest, r.finalFitSeconds(label))
		seconds += r.finalFitSeconds(label) / float64(r.Cores)
	}
	return max(longest, seconds)
}
