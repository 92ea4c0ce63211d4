package wording

import "strings"

// ShellWord quotes a word for a shell if it needs that.
func ShellWord(word string) string {
	if IsPlainWord(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// ShellPath is ShellWord of a file, written so that a leading dash does not make it an option.
func ShellPath(path string) string {
	if strings.HasPrefix(path, "-") {
		path = "./" + path
	}
	return ShellWord(path)
}

// IsPlainWord says whether a word has no special meaning to a shell or to sbatch.
func IsPlainWord(word string) bool {
	return word != "" && !strings.ContainsFunc(word, func(c rune) bool {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		return !letter && !strings.ContainsRune("_-./:=,%+@", c)
	})
}
