package slurm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"gpcbench/wording"
)

// Job is an array job that runs shares of a plan.
type Job struct {
	Name      string
	Command   []string // command of a task, without the share
	Cache     string   // folder of the data cache, visible to all nodes
	Logs      string   // folder of the tasks' output, one file per task
	Shares    int      // number of shares of the plan
	Tasks     []int    // numbers of the shares to run, ascending
	Cores     int      // per task
	Exclusive bool     // whether a task has its node to itself
	Time      string   // time limit of a task in Slurm's notation; empty: the partition's
	Memory    string   // per node, in Slurm's notation; empty: the cluster's default
	Partition string   // empty: the cluster's default
	Extra     []string // further arguments of sbatch
	Comment   string   // identifies the job; empty: none
}

// Script returns the batch script of the job.
func (j Job) Script() string {
	var b strings.Builder
	if err := script.Execute(&b, j); err != nil {
		panic("slurm: script: " + err.Error())
	}
	return b.String()
}

// script replaces the shell by the command, so that Slurm's signals reach the
// command.
var script = template.Must(template.New("script").Funcs(template.FuncMap{
	"option": option, "shell": wording.ShellWord, "ranges": ranges, "escape": escape,
}).Parse(`#!/bin/sh
#SBATCH --job-name={{option .Name}}
#SBATCH --array={{ranges .Tasks}}
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={{.Cores}}
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output={{option (escape .Logs)}}/%A_%a.out
{{- if .Exclusive}}
#SBATCH --exclusive
{{- end}}
{{- if .Time}}
#SBATCH --time={{option .Time}}
{{- end}}
{{- if .Memory}}
#SBATCH --mem={{option .Memory}}
{{- end}}
{{- if .Partition}}
#SBATCH --partition={{option .Partition}}
{{- end}}
{{- if .Extra}}
#SBATCH{{range .Extra}} {{option .}}{{end}}
{{- end}}
{{- if .Comment}}
#SBATCH --comment={{option .Comment}}
{{- end}}
export GPCBENCH_DATA={{shell .Cache}}
exec{{range .Command}} {{shell .}}{{end}} --shard "$SLURM_ARRAY_TASK_ID/{{.Shares}}"
`))

// option quotes a word for an #SBATCH line.
func option(word string) string {
	if wording.IsPlainWord(word) {
		return word
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word) + `"`
}

// escape keeps Slurm from expanding % in a path.
func escape(path string) string { return strings.ReplaceAll(path, "%", "%%") }

// ranges formats ascending numbers as --array expects them: 1-3,7.
func ranges(numbers []int) string {
	var parts []string
	for from := 0; from < len(numbers); {
		to := from
		for to+1 < len(numbers) && numbers[to+1] == numbers[to]+1 {
			to++
		}
		part := strconv.Itoa(numbers[from])
		if to > from {
			part = fmt.Sprintf("%d-%d", numbers[from], numbers[to])
		}
		parts = append(parts, part)
		from = to + 1
	}
	return strings.Join(parts, ",")
}

// TimeLimit reports whether a text is a time limit of Slurm: minutes,
// minutes:seconds, hours:minutes:seconds, days-hours, days-hours:minutes or
// days-hours:minutes:seconds.
func TimeLimit(text string) bool {
	days, rest, hasDays := strings.Cut(text, "-")
	if !hasDays {
		days, rest = "0", text
	}
	parts := strings.Split(rest, ":")
	return len(parts) <= 3 && isNumber(days) && !slices.ContainsFunc(parts, func(p string) bool { return !isNumber(p) })
}

// Memory reports whether a text is an amount of memory in Slurm's notation: megabytes,
// or a number followed by K, M, G or T.
func Memory(text string) bool {
	number := strings.TrimRight(text, "KMGTkmgt")
	return len(text)-len(number) <= 1 && isNumber(number)
}

// isNumber reports whether a text is a non-negative whole number.
func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
