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
	Command   []string // that a task runs, without its share
	Cache     string   // folder of the data cache, which all nodes see
	Logs      string   // folder of what tasks print, a file each
	Shares    int      // of the plan
	Tasks     []int    // numbers of the shares to run, ascending
	Cores     int      // of a task
	Exclusive bool     // whether a task has its node for itself
	Time      string   // limit of a task, as Slurm has it; empty: the partition's
	Memory    string   // of a node, as Slurm has it; empty: the cluster's default
	Partition string   // empty: the cluster's default
	Extra     []string // more words for sbatch
	Comment   string   // by which the job is known; empty: none
}

// Script returns the batch script of the job.
func (j Job) Script() string {
	var b strings.Builder
	if err := script.Execute(&b, j); err != nil {
		panic("slurm: script: " + err.Error())
	}
	return b.String()
}

// script starts the command in the place of the shell, so that Slurm's signals
// reach it.
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

// option quotes a word for a line of sbatch's options.
func option(word string) string {
	if wording.IsPlainWord(word) {
		return word
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(word) + `"`
}

// escape keeps Slurm from replacing what follows a % in a path.
func escape(path string) string { return strings.ReplaceAll(path, "%", "%%") }

// ranges writes ascending numbers as --array has them: 1-3,7.
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

// TimeLimit says whether a text is a time limit of Slurm: minutes,
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

// Memory says whether a text is an amount of memory as Slurm has it: megabytes, or
// a number with K, M, G or T behind it.
func Memory(text string) bool {
	number := strings.TrimRight(text, "KMGTkmgt")
	return len(text)-len(number) <= 1 && isNumber(number)
}

// isNumber says whether a text is a whole number that is not negative.
func isNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789") == ""
}
