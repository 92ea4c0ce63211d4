// Command dist makes the archives of a release: for each platform the program with its licence,
// README, completions, manual page and the licences of its data, and the SHA-256 sums of all
// archives. The same commit gives the same bytes, wherever and whenever it is built with the same
// version of Go.
//
//	go run ./dist -out out/dist
//	go run ./dist -out out/dist -targets linux/amd64
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// allTargets are the platforms of a release.
const allTargets = "linux/amd64,linux/arm64,darwin/amd64,darwin/arm64,windows/amd64"

func main() {
	out := flag.String("out", "out/dist", "`folder` of the archives")
	targets := flag.String("targets", allTargets, "platforms, separated by commas")
	flag.Parse()
	if err := release(*out, strings.Split(*targets, ",")); err != nil {
		fmt.Fprintf(os.Stderr, "dist: %v\n", err)
		os.Exit(1)
	}
}

// release makes the archives of some platforms, and SHA256SUMS.
func release(out string, targets []string) error {
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	version, hash, at, err := commit()
	if err != nil {
		return err
	}
	b := builder{version + " " + hash}
	shared, err := b.sharedFiles()
	if err != nil {
		return err
	}
	var sums bytes.Buffer
	for _, target := range targets {
		system, processor, found := strings.Cut(target, "/")
		if !found {
			return fmt.Errorf("%q is not a platform: write it as in linux/amd64", target)
		}
		program, err := b.build(system, processor)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("gpcbench-%s-%s-%s", version, system, processor)
		binary, archive, pack := "runexp", name+".tar.gz", packTar
		if system == "windows" {
			binary, archive, pack = "runexp.exe", name+".zip", packZip
		}
		packed, err := pack(name, append([]file{{binary, program, true}}, shared...), at)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, archive), packed, 0o666); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(packed), archive)
		fmt.Printf("%s: %.1f MB\n", filepath.Join(out, archive), float64(len(packed))/1e6)
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), sums.Bytes(), 0o666)
}

// commit is the name of a release, its commit and the time of the commit. A tree with uncommitted
// changes has no release.
func commit() (version, hash string, at time.Time, err error) {
	changed, err := output(nil, "git", "status", "--porcelain", "--untracked-files=no")
	if err != nil {
		return "", "", time.Time{}, err
	}
	if len(changed) > 0 {
		return "", "", time.Time{}, errors.New("there are uncommitted changes, and an archive must be that of a commit: commit or undo them")
	}
	described, err := output(nil, "git", "describe", "--tags", "--always", "--abbrev=12")
	if err != nil {
		return "", "", time.Time{}, err
	}
	last, err := output(nil, "git", "log", "-1", "--format=%H %ct")
	if err != nil {
		return "", "", time.Time{}, err
	}
	hash, seconds, _ := strings.Cut(string(bytes.TrimSpace(last)), " ")
	n, err := strconv.ParseInt(seconds, 10, 64)
	return string(bytes.TrimSpace(described)), hash, time.Unix(n, 0).UTC(), err
}

// builder compiles the program so that it reports what it was built from.
type builder struct{ release string }

// build compiles the program for a platform, without cgo and without paths of this machine.
func (b builder) build(system, processor string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "gpcbench-dist-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "runexp")
	environment := []string{"CGO_ENABLED=0", "GOFLAGS=", "GOOS=" + system, "GOARCH=" + processor, "GOAMD64=v1"}
	if _, err := output(environment, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid= -X 'gpcbench/harness.release="+b.release+"'", "-o", path, "./cmd/runexp"); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// sharedFiles are the files beside the program, the same on all platforms.
func (b builder) sharedFiles() ([]file, error) {
	out, err := pages(".")
	if err != nil {
		return nil, err
	}
	host, err := b.build(runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "gpcbench-dist-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "runexp.exe") // Windows requires the ending, and other systems accept it
	if err := os.WriteFile(program, host, 0o700); err != nil {
		return nil, err
	}
	for _, made := range []struct {
		name string
		args []string
	}{
		{"runexp.1", []string{"man"}},
		{"completions/runexp.bash", []string{"completion", "bash"}},
		{"completions/_runexp", []string{"completion", "zsh"}},
		{"completions/runexp.fish", []string{"completion", "fish"}},
		{"completions/runexp.ps1", []string{"completion", "powershell"}},
	} {
		text, err := output(nil, program, made.args...)
		if err != nil {
			return nil, err
		}
		out = append(out, file{made.name, text, false})
	}
	return out, nil
}

// output runs a command and returns what it prints.
func output(environment []string, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), environment...)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, complaint.String())
	}
	return text, nil
}
