package wording

import "strings"

// ShellWord writes a word as a shell takes it for that word.
func ShellWord(word string) string {
	if IsPlainWord(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// ShellPath is ShellWord of a file, which a program does not take for an option though it begins with a dash.
func ShellPath(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return ShellWord(path)
}

// IsPlainWord says whether neither a shell nor sbatch reads anything into a word.
func IsPlainWord(word string) bool {
	return word != "" && !strings.ContainsFunc(word, func(c rune) bool {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		return !letter && !strings.ContainsRune("_-./:=,%+@", c)
	})
}
