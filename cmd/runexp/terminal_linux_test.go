package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// pseudoTerminal returns both ends of one that has so many columns.
func pseudoTerminal(t *testing.T, columns uint16) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there are no pseudo-terminals here")
	}
	t.Cleanup(func() { master.Close() })
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { slave.Close() })
	if err := unix.IoctlSetWinsize(int(slave.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}); err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// COLUMNS is asked first, then the terminal; one that does not know has 80.
func TestTerminalWidth(t *testing.T) {
	_, of60 := pseudoTerminal(t, 60)
	_, of0 := pseudoTerminal(t, 0)
	for _, c := range []struct {
		columns string
		out     *os.File
		want    int
	}{{"", of60, 60}, {"", of0, 80}, {"50", of60, 50}, {"none", of60, 60}, {"-1", of0, 80}} {
		t.Setenv("COLUMNS", c.columns)
		if got := terminalWidth(&careful{w: c.out})(); got != c.want {
			t.Errorf("COLUMNS=%s, %s: %d columns, want %d", c.columns, c.out.Name(), got, c.want)
		}
	}
	for _, kind := range []string{"", "dumb"} {
		t.Setenv("TERM", kind)
		if screenWidth(of60) != nil {
			t.Errorf("TERM=%s: its cursor can be moved", kind)
		}
	}
}

// A report is as wide as the terminal, in the characters of its locale; to a file it has lines of
// any length. A run leaves on the terminal what it tells a file.
func TestRunAndReportOnATerminal(t *testing.T) {
	b := newBench(t)
	b.write("s.toml", strings.Replace(fitSpec, "label = \"SVGPC\"", "label = \"a method of a long name\"", 1)+"[[table]]\nmetric = [\"error\", \"seconds\"]\n")
	master, slave := pseudoTerminal(t, 50)
	b.env = []string{"TERM=xterm", "COLUMNS=", "LC_ALL=C"}
	run := func(args ...string) string { return b.onTerminal(master, slave, args...) }
	if said := run("run", "s.toml"); !strings.Contains(said, "10/10 ") || !strings.HasSuffix(said, "10 finished now, 0 failed\n") {
		t.Errorf("run said\n%q", said)
	}
	said := run("report", "s.toml")
	if !strings.Contains(said, "\n+--") || strings.ContainsFunc(said, func(r rune) bool { return r > '~' }) {
		t.Errorf("report said\n%s", said)
	}
	whole := []string{"report: ", "page: ", "notice: ", "runexp fit "} // what is copied is not cut
	for line := range strings.Lines(said) {
		if len(line) > 51 && !slices.ContainsFunc(whole, func(begin string) bool { return strings.HasPrefix(line, begin) }) {
			t.Errorf("%d columns: %s", len(line)-1, line)
		}
	}
	b.want(0, []string{"┌──"}, "report", "s.toml")
}

// onTerminal runs a command on a terminal and returns what it said.
func (b *bench) onTerminal(master, slave *os.File, args ...string) string {
	said := make(chan string)
	go func() { // while the command writes: a terminal holds a few thousand bytes
		text, err := bufio.NewReader(master).ReadString(0)
		if err != nil {
			b.t.Error(err)
		}
		said <- strings.ReplaceAll(strings.TrimSuffix(text, "\x00"), "\r\n", "\n")
	}()
	cmd, _, _ := b.process(args...)
	cmd.Stdout, cmd.Stderr = slave, slave
	if err := cmd.Run(); err != nil {
		b.t.Error(err)
	}
	slave.Write([]byte{0})
	return <-said
}

// Help and lists are no wider than a terminal of 80 columns.
func TestHelpFitsATerminal(t *testing.T) {
	b := newBench(t)
	master, slave := pseudoTerminal(t, 80)
	b.env = []string{"TERM=xterm", "COLUMNS=", "LC_ALL=C.UTF-8"}
	commands := [][]string{{"help"}, {"list", "datasets"}}
	for _, v := range verbs() {
		commands = append(commands, []string{"help", v.name})
	}
	for _, args := range commands {
		for line := range strings.Lines(b.onTerminal(master, slave, args...)) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("runexp %s: %d columns: %s", strings.Join(args, " "), n, line)
			}
		}
	}
}
