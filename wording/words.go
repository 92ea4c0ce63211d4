package wording

import "fmt"

// cardinals are small numbers as words, and ordinals the parts of a whole.
var (
	cardinals = []string{"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}
	ordinals  = []string{2: "half", 3: "third", 4: "quarter", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth", 10: "tenth"}
)

// Word writes a number in a sentence: up to ten as a word, "five".
func Word(n int) string {
	if n < len(cardinals) {
		return cardinals[n]
	}
	return fmt.Sprint(n)
}

// OneIn writes one part of n in a sentence: "a tenth", "one in 20".
func OneIn(n int) string {
	switch {
	case n >= len(ordinals):
		return fmt.Sprintf("one in %d", n)
	case ordinals[n][0] == 'e':
		return "an " + ordinals[n]
	}
	return "a " + ordinals[n]
}
