#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# slurm.sh: the part of supervise.sh for a run whose loop is a batch job of Slurm; supervise.sh reads it if spec.sh says so.
# The run directory is on the disk that login node and compute node share. On the login node, the verbs submit the job,
# ask Slurm about it and cancel it; on the compute node, the job runs the loop. Tried with Slurm 22.05.
#
# A second job for the run is never left in the queue: sbatch writes the number of the job into a file of its own, a job
# is searched for by its name before another is submitted, and `job` is created only once. Slurm is asked for all jobs of
# the user at once, and not again for half a minute.
# shellcheck disable=SC2034,SC2153,SC2154 # variables that supervise.sh and this file share
SLURM_TIME_FORMAT=%s
export SLURM_TIME_FORMAT

queue=../.slurm-queue
job_id='' phase='' job_state='' job_reason='' job_start='' job_seconds='' slurm_says=''

# --- both sides ----------------------------------------------------------------------------------------------

# Puts the number of the run's only job into `job_id`, after recording $1 if there is none yet.
record_job() {
    put "job-by-$1" "$1" && ln "job-by-$1" job 2>/dev/null
    rm -f "job-by-$1"
    first_line job && job_id=$line
}

# since TIME: the seconds since then, into `age`; -1 when that is no time.
since() {
    age=-1
    case $1 in '' | *[!0-9]* | 0?*) return ;; esac
    age=$(($(date +%s) - $1))
}

# What the other side wrote last may be seen late on a shared disk, until this side changes the folder.
look_afresh() {
    put "fresh-$$" 1
    rm -f "fresh-$$"
}

# field NAME: of scontrol's line in `fields`, into `value`.
field() {
    value=
    case " $fields" in
        *" $1="*)
            value=" $fields"
            value=${value#*" $1="}
            value=${value%% *}
            ;;
    esac
}

# --- on the compute node -------------------------------------------------------------------------------------

# The batch job: keeps a loop running until the run has ended.
job() {
    record_job "$SLURM_JOB_ID"
    if [ "$job_id" != "$SLURM_JOB_ID" ]; then
        say "This run has another job, $job_id."
        exit 0
    fi
    loop_pid=
    trap 'kill -TERM "$loop_pid" 2>/dev/null' TERM
    trap 'kill -USR2 "$loop_pid" 2>/dev/null' USR2
    until has_exit; do
        sh ./supervise.sh loop </dev/null &
        loop_pid=$!
        while kill -0 "$loop_pid" 2>/dev/null; do wait "$loop_pid"; done
        has_exit || nap 1
    done
}

# Slurm told this loop to end: records why, and asks the run to end in the time that is left.
scheduler_ends() {
    grace=$GRACE
    why_ended
    if [ "$why" = limit ]; then
        has_event limit || event limit
    else
        put_surely "end-$why" 1
        event "$why"
    fi
    put_surely stop "$grace"
}

# Sets `why` to limit, preempted, cancelled or node-failed. Slurm writes into the job's output that it ends the job, and
# mostly why. It does that too for the signal before a time limit, while the job still counts as running. Otherwise the
# job is killed KillWait seconds later.
why_ended() {
    why=cancelled
    words=$(tail -n 50 slurm.out 2>/dev/null | grep -F "*** JOB $SLURM_JOB_ID ON " | tail -n 1)
    case $words in
        *'DUE TO TIME LIMIT'*) why=limit ;;
        *'DUE TO PREEMPTION'*) why=preempted ;;
        *'DUE TO NODE FAILURE'*) why=node-failed ;;
        *)
            find_slurm
            fields=$(limited 15 scontrol --oneliner show job "$SLURM_JOB_ID" 2>/dev/null)
            field JobState
            case $value in
                RUNNING)
                    why_told
                    return
                    ;;
                '') ! is_near_limit || why=limit ;;
            esac
            ;;
    esac
    kill_wait=$(limited 15 scontrol show config 2>/dev/null | sed -n 's/^KillWait *= *\([0-9]\{1,4\}\).*/\1/p')
    kill_wait=$((${kill_wait:-30} - 5))
    [ "$grace" -le "$kill_wait" ] || grace=$kill_wait
    [ "$grace" -ge 0 ] || grace=0
}

# By what the task says alone.
is_near_limit() { [ "$MAX_SECONDS" -gt 0 ] && since_begun && [ "$elapsed" -ge $((MAX_SECONDS - GRACE - 180)) ]; }

# The same for a job that Slurm has not ended yet: it will be preempted, is near its time limit, or was sent a signal.
why_told() {
    field PreemptTime
    case $value in [0-9]*) why=preempted; return ;; esac
    field EndTime
    case $value in '' | *[!0-9]*) return ;; esac
    # The signal comes up to a minute early.
    [ $((value - $(date +%s))) -gt $((GRACE + 180)) ] || why=limit
}

# The verbs `signal` and `catches` of the login node, in `request`: VERB NAME WORD. The result goes to `answer`. A poke
# says that there is one, or a `stop`: the shared disk may hide a new file for a minute.
obey_request() {
    if [ -n "$is_poked" ]; then
        is_poked=
        look_afresh
    fi
    first_line request || return 0
    rm -f request
    # shellcheck disable=SC2086
    set -- $line
    case $1 in signal | catches) ;; *) return 0 ;; esac
    sh ./supervise.sh "$1" "$2" </dev/null >/dev/null 2>&1
    put answer "$3 $?"
}

# --- on the login node: what Slurm says ----------------------------------------------------------------------

has_slurm=
# Some sites set the path in the profile only, or by a module there.
find_slurm() {
    [ -z "$has_slurm" ] || return 0
    PATH=$PATH:/opt/slurm/bin:/usr/local/slurm/bin:/cm/shared/apps/slurm/current/bin
    command -v sbatch >/dev/null 2>&1 ||
        PATH=$PATH:$(bash -l -c 'exec 3>&1 >/dev/null; module load slurm; printf %s "$PATH" >&3' 2>/dev/null </dev/null)
    command -v sbatch >/dev/null 2>&1 && has_slurm=1
}

# The first line of the file says when it was asked and whether Slurm answered; then one line for each job.
ask_queue() {
    if find_slurm; then
        rows=$(limited 30 squeue --noheader --states=all --user="$(id -un)" --format='%i|%T|%S|%r|%j' 2>&1)
        answered=$?
    else
        rows='sbatch and squeue are not there' answered=127
    fi
    [ $answered -ne 0 ] || rows=$(printf '%s\n' "$rows" | grep -F '|ty-')
    put "$queue" "$(date +%s) $answered
$(printf '%s\n' "$rows" | head -n 5000)"
}

# look SECONDS: sets `phase` (waiting, running, over, or empty when the queue does not have it), `job_state`,
# `job_reason` and `job_start` from an answer that is not older. Fails, with `slurm_says`, when Slurm does not answer.
look() {
    phase='' job_state='' job_reason='' job_start='' slurm_says=''
    first_line "$queue"
    since "${line%% *}"
    if [ "$age" -lt 0 ] || [ "$age" -ge "$1" ]; then ask_queue; fi
    first_line "$queue" || { slurm_says="$queue cannot be written"; return 1; }
    if [ "${line#* }" != 0 ]; then
        slurm_says=$(sed -n 's/^[a-z]*: error: //;2,$p' "$queue" | head -n 1 | cut -c 1-300 | json_text)
        return 1
    fi
    row=$(grep -e "^${job_id:-[0-9]*}|.*|ty-$RUN_ID\$" "$queue" | tail -n 1)
    [ -n "$row" ] || return 0
    found_id=${row%%|*}
    row=${row#*|}
    job_state=${row%%|*}
    row=${row#*|}
    job_start=${row%%|*}
    job_reason=${row#*|}
    job_reason=${job_reason%"|ty-$RUN_ID"}
    set_phase
}

set_phase() {
    case $job_state in
        PENDING | REQUEUE* | RESV_DEL_HOLD | SPECIAL_EXIT) phase=waiting ;;
        CONFIGURING) phase=waiting job_reason=Prolog ;;
        RUNNING | COMPLETING | STAGE_OUT | SIGNALING | SUSPENDED | STOPPED | RESIZING) phase=running ;;
        *) phase=over ;;
    esac
}

# --- on the login node: submitting ---------------------------------------------------------------------------

# Puts the process of an earlier sbatch of this run into sbatch_pid: it outlives the script that began it.
find_sbatch() {
    # shellcheck disable=SC2013
    for cmdline in $(grep -lzxF -e "--chdir=$place" /proc/[0-9]*/cmdline 2>/dev/null); do
        sbatch_pid=${cmdline#/proc/}
        sbatch_pid=${sbatch_pid%/cmdline}
        if read_stat "$sbatch_pid" && [ "$st_state" != Z ]; then return 0; fi
    done
    return 1
}

# Did an earlier submission that was cut off arrive? Succeeds when that is known; `job_id` is its job, if there is one.
settle_submission() {
    first_line submitting || return 0
    # Its process is on another login node, where it has two minutes.
    since "${line%% *}"
    if [ "${line#* }" != "$boot" ] && [ "$age" -ge 0 ] && [ "$age" -lt 150 ]; then return 1; fi
    while find_sbatch; do nap_between_polls; done
    if first_line submit.out && record_submitted; then return 0; fi
    look 0 || return 1
    [ -z "$phase" ] || record_job "$found_id"
}

# Records the job in the answer of sbatch: NUMBER or NUMBER;CLUSTER.
record_submitted() {
    submitted=${line%%;*}
    case $submitted in '' | *[!0-9]*) return 1 ;; esac
    record_job "$submitted"
    [ "$job_id" = "$submitted" ] || limited 60 scancel "$submitted" >/dev/null 2>&1
}

is_submitter='' is_new=''
submit_job() {
    keeper=submitter
    [ -n "$is_submitter" ] || take_directory || return 0
    is_submitter=1
    if ! find_slurm; then
        put launch.err "There is no sbatch. Name the machine that you log in to for submitting jobs."
        refuse
        return
    fi
    settle_submission || return 0
    if [ -z "$job_id" ]; then
        if [ -e stop ]; then
            claim cancelled
            conclude stopped '' '' false
            return
        fi
        put submitting "$(date +%s) $boot" || return 0
        # Later, the node may write there at the same time.
        has_event submitted || event submitted
        run_sbatch || return 0
    fi
    rm -f submitting submit.out "$queue"
    is_new=1
}

# What the preview shows is what holds: variables of sbatch would change it.
run_sbatch() {
    # shellcheck disable=SC2046
    unset $(env | sed -n 's/^\(SBATCH_[A-Z_]*\)=.*/\1/p')
    : >submit.out
    limited 120 sbatch --parsable "--chdir=$place" ./job.sh </dev/null >submit.out 2>launch.err
    code=$?
    if [ $code -eq 0 ] && first_line submit.out && record_submitted; then return 0; fi
    # Slurm may have taken it although its answer did not come: another turn finds out.
    if [ $code -eq 0 ] || [ $code -gt 124 ] || grep -qi -e 'timed out' -e 'unable to contact' -e 'connection' -e 'zero bytes' launch.err; then
        slurm_says=$(tail -n 1 launch.err | cut -c 1-300 | json_text)
        return 1
    fi
    look 0 || return 1
    case $phase in
        waiting | running)
            record_job "$found_id"
            return 0
            ;;
    esac
    rm -f submitting
    refuse
    return 1
}

refuse() {
    claim refused
    { : >>log; } 2>/dev/null
    if [ ! -s log ]; then cat launch.err >>log 2>/dev/null; fi
    refusal
    conclude not-started '' '' false "$message"
}

# --- on the login node: the end ------------------------------------------------------------------------------

# Writes the record, unless the loop has; by then, nothing of the run is left that could.
conclude() {
    has_event ended || event ended
    write_record "$@"
    has_exit || clear_exit
    put "exit-by-$$" "$text" && ln "exit-by-$$" exit 2>/dev/null
    rm -f "exit-by-$$"
    tidy_up
}

# Sets `job_state`, `job_node`, `job_seconds` and `ended_at` of a job that is over.
ask_job() {
    fields=$(limited 30 scontrol --oneliner show job "$job_id" 2>/dev/null)
    case $fields in
        *" JobName=ty-$RUN_ID "*)
            field JobState && job_state=$value
            field BatchHost && job_node=$value
            field StartTime && began=$value
            field EndTime && ended_at=$value
            ;;
        *)
            row=$(limited 30 sacct --noheader --allocations --parsable2 --duplicates --jobs="$job_id" --name="ty-$RUN_ID" \
                --format=State,NodeList,Start,End 2>/dev/null | tail -n 1)
            job_state=${row%%[ |]*}
            row=${row#*|}
            job_node=${row%%|*} row=${row#*|}
            began=${row%%|*} ended_at=${row#*|}
            ;;
    esac
    case $began in '' | *[!0-9]*) began='' ;; esac
    case $ended_at in '' | *[!0-9]*) ended_at='' ;; esac
    if [ -n "$began" ] && [ -n "$ended_at" ] && [ "$ended_at" -ge "$began" ]; then job_seconds=$((ended_at - began)); fi
    job_node=$(printf %s "$job_node" | cut -c 1-100 | json_text)
}

# The job is over, and the loop has not said how the run ended.
conclude_job() {
    look 0 || return 0
    case $phase in waiting | running) return 0 ;; esac
    job_node='' began=''
    ask_job
    if [ -n "$job_state" ]; then set_phase; fi
    case $phase in waiting | running) return 0 ;; esac
    nap 1
    look_afresh
    has_exit && return 0
    code='' signal=''
    if read_status; then
        case $status in
            code=*) code=${status#code=} ;;
            signal=*) signal=${status#signal=} code=$((128 + signal)) ;;
        esac
    fi
    words="Slurm: ${job_state:-it no longer knows the job}${job_node:+, on $job_node}"
    if [ -e stop ] && ! has_event limit && ! scheduler_verdict; then
        conclude stopped "$code" "$signal" false
    elif scheduler_verdict; then
        conclude "$verdict" "$code" "$signal" false "$words"
    else
        conclude_unasked
    fi
}

conclude_unasked() {
    case $job_state in
        TIMEOUT | DEADLINE) conclude limit "$code" "$signal" false "$words" ;;
        PREEMPTED) conclude preempted "$code" "$signal" false "$words" ;;
        NODE_FAIL | BOOT_FAIL) conclude node-failed "$code" "$signal" false "$words" ;;
        CANCELLED) conclude cancelled "$code" "$signal" false "$words" ;;
        OUT_OF_MEMORY) conclude finished "${code:-137}" "${signal:-9}" true ;;
        *)
            if has_event limit; then
                conclude limit "$code" "$signal" false "$words"
            elif [ -n "$code" ]; then
                conclude finished "$code" "$signal" false
            elif [ ! -e begun ] && [ -n "$job_state" ]; then
                claim refused
                words="$words. $(tail -n 3 slurm.out 2>/dev/null | tr '\n' ' ' | cut -c 1-300 | json_text)"
                field Reason
                if [ "$value" = JobLaunchFailure ]; then words="$words Is this folder on a disk that the nodes share?"; fi
                conclude not-started '' '' false "$words"
            else
                conclude lost '' '' false "$words"
            fi
            ;;
    esac
}

cancel_waiting() {
    # Only if it still waits: one that has just started is asked by `stop`.
    if [ "$job_state" = PENDING ]; then set -- --state=PENDING; else set --; fi
    limited 60 scancel "$@" "$job_id" >/dev/null 2>&1
    look 0
}

poke() { limited 60 scancel --batch --signal=USR2 "$job_id" >/dev/null 2>&1; }

# The loop obeys `stop`. After the grace period and ten seconds, Slurm kills what is left.
stop_seen=
cancel_stubborn() {
    uptime_seconds
    first_line stop
    grace=${line%% *}
    case $grace in '' | *[!0-9]*) grace=$GRACE ;; esac
    if [ -z "$stop_seen" ]; then
        stop_seen=$up
        poke
    fi
    [ $((up - stop_seen)) -ge $((grace + 10)) ] || return 0
    stop_seen=$up
    limited 60 scancel --full --signal=KILL "$job_id" >/dev/null 2>&1
}

# pass_on VERB NAME: has the loop obey a verb there. Its answer may be seen late on a shared disk.
pass_on() {
    word=$$-$(date +%s)
    put request "$1 $2 $word" || return 2
    first_line job && job_id=$line
    poke
    uptime_seconds
    deadline=$((up + 45))
    while [ "$up" -lt "$deadline" ] && ! has_exit; do
        if first_line answer && [ "${line% *}" = "$word" ]; then
            case ${line##* } in [0-9] | [0-9][0-9]) return "${line##* }" ;; esac
            return 2
        fi
        look_afresh
        nap 0.3
        uptime_seconds
    done
    return 2
}

# --- on the login node: what supervise.sh asks and does there ------------------------------------------------

on_login_node() {
    case $0 in /*) place=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) ;; *) place=$dir ;; esac

    is_under_way() { [ -e job ]; }

    start_loop() {
        if has_exit; then
            tidy_up
            return
        fi
        if ! first_line job; then
            if is_asked || [ -e stop ]; then submit_job; fi
            if [ "$verb" = start ] && [ ! -e job ] && ! has_exit; then give_up_unclear; fi
            return
        fi
        job_id=$line
        # The scheduler takes a moment to say more of a job that was just submitted.
        [ -z "$is_new" ] || return 0
        if [ -e stop ]; then look 3 || return 0; else look 30 || return 0; fi
        case $phase in
            waiting) [ ! -e stop ] || cancel_waiting ;;
            running) [ ! -e stop ] || cancel_stubborn ;;
            *) conclude_job ;;
        esac
    }

    is_held() {
        first_line job && job_id=$line
        if [ -z "$job_id" ]; then
            is_asked || [ -e submitting ]
            return
        fi
        [ -z "$is_new" ] || return 0
        look 30 || return 0
        case $phase in waiting | running) return 0 ;; esac
        return 1
    }

    is_waiting() {
        [ "$phase" != running ] && [ ! -e begun ] && [ ! -e handle ] || return 1
        case $job_reason in *[!A-Za-z_\ ]*) job_reason=$(printf %s "$job_reason" | cut -c 1-200 | json_text) ;; esac
        why_waiting=",\"reason\":\"$job_reason\""
        case $job_start in '' | *[!0-9]*) ;; *) why_waiting="$why_waiting,\"expected\":$job_start" ;; esac
        [ -z "$slurm_says" ] || why_waiting="$why_waiting,\"message\":\"$slurm_says\""
    }

    # Slurm's own words, which may be of several lines; without its "sbatch: error:".
    refusal() {
        message=$({ LC_ALL=C tr -cd '\012\040-\176' <launch.err; } 2>/dev/null | grep -v '^ *$' | tail -n 4 |
            sed -e 's/^sbatch: //' -e 's/^error: //' -e 's/^Batch job submission failed: //' -e '$!s/\.\{0,1\}$/;/' |
            tr '\n' ' ' | sed 's/ *$//' | cut -c 1-500 | json_text)
        [ -n "$message" ] || message="sbatch failed without a word"
    }

    # Slurm's own times: the clock of the machine is another one.
    since_begun() {
        elapsed=$job_seconds
        [ -n "$elapsed" ] && [ -e begun ]
    }

    is_there() { return 1; }
    is_surely_there() { return 1; }
    signal_run() { pass_on signal "$1"; }
    ask_run() { if [ -n "$2" ]; then pass_on catches "$1"; else pass_on signal "$1"; fi; }
}

# Whether there is a job is not known yet, and asking more often would not help.
give_up_unclear() {
    uptime_seconds
    unclear_since=${unclear_since:-$up}
    [ $((up - unclear_since)) -ge 40 ] || { nap 10; return; }
    say "${slurm_says:-Slurm did not answer.}" >&2
    exit 4
}

if [ "${TRAINYARD_JOB-}" != "$RUN_ID" ]; then on_login_node; fi
