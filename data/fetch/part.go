package fetch

import (
	"net/http"
	"os"
	"strings"

	"gpcbench/data"
)

// infoSuffix is the suffix of the file beside a .part that records the origin of
// its bytes: the address and the validator (ETag or date) of the server's copy.
const infoSuffix = ".info"

// begin empties the part and records where its bytes will come from.
func (f *Fetcher) begin(address, part string, resp *http.Response) error {
	validator := resp.Header.Get("ETag")
	if validator == "" || strings.HasPrefix(validator, "W/") {
		validator = resp.Header.Get("Last-Modified")
	}
	if err := os.Remove(part); err != nil && !os.IsNotExist(err) {
		return unwritable(f.Cache, err)
	}
	if err := os.WriteFile(part+infoSuffix, []byte(address+"\n"+validator+"\n"), 0o666); err != nil {
		return unwritable(f.Cache, err)
	}
	return nil
}

// removePart removes a part and the record of where it came from.
func removePart(part string) {
	_ = os.Remove(part)
	_ = os.Remove(part + infoSuffix)
}

// partial returns how many bytes of an address a part holds, and the validator of
// the copy they came from. A part from another address counts as empty.
func partial(address, part string) (int64, string) {
	info, err := os.Stat(part)
	if err != nil {
		return 0, ""
	}
	text, err := data.ReadRegular(part+infoSuffix, data.SmallFile)
	if err != nil {
		return 0, ""
	}
	from, validator, _ := strings.Cut(strings.TrimSuffix(string(text), "\n"), "\n")
	if from != address {
		return 0, ""
	}
	return info.Size(), validator
}
