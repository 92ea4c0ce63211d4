package command

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"gpcbench/methods/method"
)

// temporary is the folder of a program for temporary files, inside its own.
const temporary = "tmp"

// inherited are the variables that a program has from the user, where they are set.
var inherited = []string{"PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "JULIA_DEPOT_PATH", "PYENV_VERSION", "PYENV_ROOT", "VIRTUAL_ENV", "R_LIBS_USER", "R_LIBS", "PYTHONUSERBASE",
	"SYSTEMROOT", "COMSPEC", "PATHEXT", "WINDIR"} // the last line: Windows starts nothing without them

// threadVariables set the number of threads of libraries.
var threadVariables = []string{"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS", "NUMEXPR_NUM_THREADS", "NUMBA_NUM_THREADS", "JULIA_NUM_THREADS"}

// libraryFolders are where interpreters look below the user's home folder, by the variable that
// overrides it: a program does not have that home folder.
var libraryFolders = map[string]string{"PYTHONUSERBASE": ".local", "R_LIBS_USER": "R/%p-library/%v", "JULIA_DEPOT_PATH": ".julia"}

// environment is all of a program's environment: a list, so that a log cannot reveal other
// variables of the user.
func (s *session) environment() []string {
	folder := s.o.Folder
	env := []string{
		"HOME=" + folder, "TMPDIR=" + filepath.Join(folder, temporary), "TMP=" + filepath.Join(folder, temporary), "TEMP=" + filepath.Join(folder, temporary),
		"GPCBENCH_PROTOCOL=1", "PYTHONHASHSEED=0", "PYTHONDONTWRITEBYTECODE=1", "PYTHONUNBUFFERED=1", "OMP_WAIT_POLICY=PASSIVE",
	}
	for _, name := range inherited {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	if home, err := os.UserHomeDir(); err == nil && runtime.GOOS == "linux" {
		for name, folder := range libraryFolders {
			if os.Getenv(name) == "" {
				env = append(env, name+"="+filepath.Join(home, folder))
			}
		}
	}
	threads := strconv.Itoa(max(1, s.o.Threads))
	for _, name := range threadVariables {
		env = append(env, name+"="+threads)
	}
	for _, v := range s.c.Environment {
		name, _, set := strings.Cut(v, "=")
		if value, ok := os.LookupEnv(name); !set && ok {
			v = name + "=" + value
		} else if !set {
			continue
		}
		env = append(env, v)
	}
	return env
}

// isInput says whether a word of the command is one of the files in the program's folder.
func (s *session) isInput(word string) bool {
	return slices.ContainsFunc(s.c.Inputs.names(), func(name string) bool { return filepath.Clean(name) == filepath.Clean(word) })
}

// resolved is the command with each word that is a file beside the specification as an absolute
// path, except for the inputs, which are in the program's folder.
func (s *session) resolved() ([]string, error) {
	out := slices.Clone([]string(s.c.Run))
	for i, word := range out {
		onPath := i == 0 && !strings.ContainsAny(word, `/\`)
		if onPath || filepath.IsAbs(word) || s.isInput(word) || s.o.Inputs == "" {
			continue
		}
		beside := filepath.Join(s.o.Inputs, word)
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			if beside, err = filepath.Abs(beside); err != nil {
				return nil, err
			}
			out[i] = beside
		}
	}
	return out, nil
}

// copyInputs copies the files that make up the program into its folder. A file that has changed
// since the plan is an error.
func copyInputs(c *Config, o method.Outside) error {
	for _, text := range c.Inputs {
		name, digest, _ := strings.Cut(text, method.DigestMark)
		to := filepath.Join(o.Folder, name)
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			return err
		}
		sum, err := copyFile(filepath.Join(o.Inputs, name), to)
		if err != nil {
			return failf(Install, "its input %s cannot be copied: %v", name, err)
		}
		if digest != "" && sum != digest {
			return failf(Install, "its input %s was changed since the plan was made; run again", name)
		}
	}
	return nil
}

// copyFile copies a file with its executable permission, and returns the SHA-256 of its content.
func copyFile(from, to string) (string, error) {
	in, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not a regular file", from)
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600|info.Mode().Perm()&0o100)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	_, err = io.Copy(io.MultiWriter(out, sum), in)
	if e := out.Close(); err == nil {
		err = e
	}
	return hex.EncodeToString(sum.Sum(nil)), err
}

// system is what a record says about the program's surroundings.
func (s *session) system() (network string) {
	switch {
	case s.proc.Offline():
		return "off"
	case s.c.Socket || runtime.GOOS == "windows":
		return "on: the wire is a socket"
	}
	return "on: this system does not let it be taken away"
}
