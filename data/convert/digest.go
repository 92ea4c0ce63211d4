package convert

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"gpcbench/data"
	"gpcbench/data/catalogue"
	"gpcbench/data/heuristics"
	"gpcbench/data/tablefile"
)

// preparation is the version of how this program prepares rows from given bytes and format; it is
// raised when rows may change.
const preparation = 1

// Digest returns the SHA-256 of the bytes of the files and of the preparation. If a file is packed
// in a mirror but not at its public address, the bytes of its content count, so that a data set is
// the same from both. Sums of large files are kept in the cache folder. A file with a wrong SHA-256
// is a *data.UnavailableError with data.ErrDamaged.
func (s *Source) Digest(c tablefile.Cache) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "gpcbench table %d\n", preparation)
	format, err := canonicalFormat(&s.Format)
	if err != nil {
		return "", err
	}
	h.Write(format)
	if s.Format.SplitColumn != "" && s.Format.Missing == catalogue.DropRow {
		fmt.Fprint(h, "\nwithout rows that lack the value to split by") // earlier programs kept them
	}
	if slices.ContainsFunc(s.Format.Units, heuristics.IsAmount) {
		fmt.Fprint(h, "\nwith amounts that multiply") // earlier programs removed them
	}
	add := func(path, member, role string) error {
		sum, err := cachedSum(c.Dir, path)
		if err != nil {
			return err
		}
		if known := s.Known[path]; len(known) > 0 && !slices.Contains(known, sum) {
			return &data.UnavailableError{File: path, Err: fmt.Errorf("%w: its SHA-256 is %s, not %s; runexp fetch %s downloads it again", data.ErrDamaged, sum, known[0], s.Name)}
		}
		if content, ok := s.Plain[sum]; ok {
			sum = content
		}
		fmt.Fprintf(h, "\n%s %q %s", role, member, sum)
		return nil
	}
	for _, p := range s.Parts {
		role := "rows"
		if p.Test {
			role = "test"
		}
		if err := add(p.Path, p.Member, role); err != nil {
			return "", err
		}
		if p.Labels != "" {
			if err := add(p.Labels, "", "labels"); err != nil {
				return "", err
			}
		}
	}
	for _, path := range s.Also {
		if err := add(path, "", "also"); err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// canonicalFormat returns the format as JSON with sorted keys and without keys that are not set, so
// that a new key does not change the digest of old tables.
func canonicalFormat(f *catalogue.Format) ([]byte, error) {
	text, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	var keys map[string]any
	if err := json.Unmarshal(text, &keys); err != nil {
		return nil, err
	}
	for key, value := range keys {
		if notSet(value) {
			delete(keys, key)
		}
	}
	return json.Marshal(keys)
}

// notSet says whether a JSON value is that of a key that is not set.
func notSet(value any) bool {
	switch v := value.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case bool:
		return !v
	case float64:
		return v == 0
	case []any:
		return len(v) == 0
	}
	return false
}
