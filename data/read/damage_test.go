package read

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"gpcbench/data/catalogue"
	"gpcbench/data/datatest"
)

// bzipped are 60 rows, packed by bzip2.
const bzipped = "QlpoOTFBWSZTWXMIAuQAAPRZgAAQAAV/ADgECGAwANosRNT/JKI9TRoQjTTJoZoJPVVAAB88+ggBIAQEICV3d3dXd1uq1rW+vWwNoAqqgICvHH" +
	"CqgCgICoCHnn3OeeepI9SSZJJJmKrmZmZJJJkVcmSSORZ3Va71VXVZqVmpWalZV8rbKrhbb82xgBdWLuSKcKEg5hAFyA=="

// gzipped is the text of so many rows, packed.
func gzipped(t *testing.T, rows int) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	fmt.Fprintln(w, "x,y,class")
	for i := range rows {
		fmt.Fprintf(w, "%d.25,%d.%d,%c\n", i*7919%1009, i%17, i*i%97, 'a'+rune(i%2))
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// zipped is an archive of a member with some text, deflated or stored.
func zipped(t *testing.T, name, text string, how uint16) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	m, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: how})
	if err != nil {
		t.Fatal(err)
	}
	m.Write([]byte(text))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A packed file that is cut short or damaged is called so, whatever its text looks like then.
func TestDamagedPackedFiles(t *testing.T) {
	const cut, damaged, archive = "the packed file is cut short: get it again", "the packed file is damaged (", "the zip archive is cut short or damaged: get it again"
	packed, few := gzipped(t, 20000), gzipped(t, 40)
	bz, err := base64.StdEncoding.DecodeString(bzipped)
	if err != nil {
		t.Fatal(err)
	}
	wrong := func(text string, at int) string { return text[:at] + "\xff\x00" + text[at+2:] }
	rows := strings.Repeat("1.5,2,a\n", 5000)
	stored := zipped(t, "t.csv", rows, zip.Store)
	deflated := zipped(t, "t.csv", few+rows+packed, zip.Deflate)
	for name, c := range map[string]struct{ content, says string }{
		"gzip in a row":             {packed[:len(packed)/2], cut},
		"gzip of few rows":          {few[:len(few)/2], cut},
		"gzip in its head":          {packed[:5], cut},
		"gzip in its checksum":      {packed[:len(packed)-4], cut},
		"gzip with other bytes":     {wrong(packed, len(packed)/2), damaged},
		"gzip with a wrong sum":     {wrong(packed, len(packed)-7), damaged},
		"gzip with a wrong head":    {wrong(packed, 2), damaged},
		"bzip2":                     {string(bz[:len(bz)/2]), cut},
		"bzip2 with other bytes":    {wrong(string(bz), len(bz)/2), damaged},
		"zip":                       {stored[:len(stored)/2], archive},
		"zip with other bytes":      {wrong(stored, len(stored)/2), damaged},
		"zip deflated, other bytes": {wrong(deflated, len(deflated)/2), damaged},
	} {
		path := datatest.Write(t, "t.csv", c.content)
		f := &catalogue.Format{Own: true}
		_, err := Detect(path, f, nil)
		if err == nil {
			err = Each(OwnPart(path), f, func(*Record) error { return nil })
		}
		if err == nil || !strings.HasPrefix(err.Error(), path+": "+c.says) || strings.Contains(err.Error(), "EOF") {
			t.Errorf("%s: %v, want %s", name, err, c.says)
		}
	}
	path := datatest.Write(t, "t.csv", few)
	if err := Each(OwnPart(path), &catalogue.Format{Kind: catalogue.Delimited, Header: true, Own: true}, func(*Record) error { return nil }); err != nil {
		t.Errorf("a whole file: %v", err)
	}
}

// What people keep tables in and is not read here is called what it is, packed too, and damaged too.
func TestPackedForeignFiles(t *testing.T) {
	pack := func(text string) string {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		w.Write([]byte(text))
		w.Close()
		return b.String()
	}
	rds := pack("X\n\x00\x00\x00\x03" + strings.Repeat("\x00\x01", 400))
	npz := zipped(t, "x.npy", "\x93NUMPY\x01\x00", zip.Store)
	for name, c := range map[string]struct{ content, says string }{
		"a.rds":   {rds, "this is an R data file: write the rows as CSV"},
		"b.rds":   {rds[:len(rds)-8], "this is an R data file: write the rows as CSV"},
		"c.rds":   {rds[:12], "the packed file is cut short: get it again"},
		"a.RData": {pack("RDX3\nX\n\x00\x00"), "this is an R data file: write the rows as CSV"},
		"a.npz":   {npz, "these are NumPy arrays (NPZ): write the rows as CSV"},
		"b.npz":   {npz[:len(npz)/2], "the zip archive is cut short or damaged: get it again. These are NumPy arrays (NPZ): write the rows as CSV"},
	} {
		path := datatest.Write(t, name, c.content)
		if _, err := Detect(path, &catalogue.Format{}, nil); err == nil || err.Error() != filepath.FromSlash(path)+": "+c.says {
			t.Errorf("%s: %v, want %s", name, err, c.says)
		}
	}
}
