// Package slurm runs the cells of a plan as array jobs of the workload manager
// Slurm, through its commands sbatch, squeue, sacct and scancel.
//
// A task of an array job runs one share of the plan ([plan.Plan.Shares]), with
// the number of the task: runexp run --shard $SLURM_ARRAY_TASK_ID/N. It needs
// nothing of Slurm but to be started, and its records are those of any other run.
//
// What was submitted is kept beside the records ([Submission], submission.go), so
// that it is known which cells a task has. What became of the tasks Slurm is asked
// for ([States], states.go). From both follows which cells are queued and running
// ([Queue], queue.go), and so which shares a further submission has to run. A job's
// script is made by [Job.Script] (script.go).
package slurm
