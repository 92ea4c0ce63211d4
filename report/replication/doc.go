// Package replication is what a paper says and whether it holds: the numbers and claims of a
// published.toml, the verdict on each number, the outcome of each claim, and what is kept of both in
// verdicts.json. It puts a paper's numbers beside the tables of package analysis, which knows no
// paper.
//
// # Verdicts
//
// A number is reproduced if
//
//	|ours - published| <= 2 sqrt(se_ours^2 + se_published^2) + u/2,
//
// with u the unit of the last printed digit, and if the right side is at most a fifth of the
// published number, 2 u, or half of the gap between the best and the worst method of the row;
// otherwise it is too noisy. se_published is what published.toml
// says that the paper's +- means (the constants Spread...). A word of the paper, such as "Large", for which published.toml has a
// number, is reproduced by everything above that number. See [Verdict].
package replication
