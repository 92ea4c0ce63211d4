// Package slurm runs the cells of a plan as array jobs of the workload manager
// Slurm, through its commands sbatch, squeue, sacct and scancel.
//
// A task of an array job runs one share of the plan ([plan.Plan.Shares]), with
// the number of the task: runexp run --shard $SLURM_ARRAY_TASK_ID/N. Slurm only
// starts it; its records are the same as those of any other run.
//
// Submissions are stored beside the records ([Submission], submission.go), to keep
// track of the cells of each task. Slurm is asked for the states of the tasks
// (states.go). The two together tell which cells are queued or running ([Queue],
// queue.go), and so which shares a further submission has to run. [Job.Script]
// makes a job's script (script.go).
package slurm
