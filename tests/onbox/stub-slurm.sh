#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A stand-in for sbatch, squeue, scancel, scontrol and sacct, as which it is linked: the queue is the file `jobs` in the folder
# TRAINYARD_STUB, with squeue's columns. `refuse` there is what sbatch says, `deaf` keeps all of them from answering, `lose` kills sbatch
# and its caller after the job is taken. Calls are counted in `calls`.
cd "$TRAINYARD_STUB" || exit 1
program=${0##*/}
echo "$program" >>calls
if [ -e deaf ]; then
    echo "$program: error: Unable to contact slurm controller (connect failure)" >&2
    exit 1
fi
for last; do :; done
case $program in
    sbatch)
        if [ -e refuse ]; then
            cat refuse >&2
            exit 1
        fi
        script=$(printf '%s\n' "$@" | sed -n 's/^--chdir=//p')/job.sh
        id=$(($(grep -c . jobs 2>/dev/null) + 7))
        echo "$id|PENDING|N/A|Priority|$(sed -n 's/^#SBATCH --job-name=//p' "$script")" >>"jobs"
        if [ -e lose ]; then
            rm -f lose
            # shellcheck disable=SC2046
            kill -KILL $(cat lose-too 2>/dev/null) $$
        fi
        echo "$id"
        ;;
    squeue) [ ! -e jobs ] || cat jobs ;;
    scancel) sed -i "s/^$last|[A-Z]*|/$last|CANCELLED|/" jobs ;;
    scontrol)
        row=$(grep "^$last|" jobs) || exit 1
        state=${row#*|}
        echo "JobId=$last JobName=${row##*|} JobState=${state%%|*} Reason=$(cat reason 2>/dev/null || echo None) StartTime=1795800000 EndTime=1795800090 BatchHost=n7"
        ;;
    *) exit 1 ;;
esac
