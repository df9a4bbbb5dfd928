#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# supervise.sh VERB: starts, watches and stops the run in the directory of this file. Verbs, files and exit statuses:
# docs/run-directory.md of Trainyard. Shells: dash, bash, busybox ash. Needs no rights beyond the user's and no program
# beyond coreutils.
#
# One process at a time, the loop, launches, samples, watches, stops and writes the end. Everything it knows is in
# files, so that another loop can continue where one was killed.
#
# On a cluster, the loop is the batch job of a scheduler: slurm.sh replaces what the verbs do on the login node.
PATH=${PATH:-/usr/bin:/bin}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
export PATH

case $0 in */*) dir=${0%/*}/ ;; *) dir=./ ;; esac
dir=$(CDPATH='' cd -- "$dir" && pwd -P) || exit 1
cd "$dir" || exit 1

RUN_ID='' ENGINE='' CONTAINER='' GRACE=30 SAMPLE_SECONDS=1 MAX_SECONDS=0 SHUTDOWN_WAIT=20
STEP=1 FIRST='' AFTER='' NEXT='' SCHEDULER=''
# shellcheck disable=SC1091
. ./spec.sh || exit 1

boot=unknown
{ read -r boot </proc/sys/kernel/random/boot_id; } 2>/dev/null

# --- small tools ---------------------------------------------------------------------------------------------

say() { printf '%s\n' "$*"; }

nap() { sleep "$1" 2>/dev/null || sleep 1; }   # an old sleep knows whole seconds only

# Polls closely at first, while a person waits for an answer that is near; then it spares the processor, which what it waits
# for needs: each poll is a process.
polls=0
nap_between_polls() {
    polls=$((polls + 1))
    if [ $polls -le 15 ]; then
        nap 0.02
    elif [ $polls -le 30 ]; then
        nap 0.05
    else
        nap 0.1
    fi
}

# Reads the first line of a file into `line`; empty when there is none. A pipe in its place would block us.
first_line() {
    line=
    [ -f "$1" ] || return
    { read -r line <"$1"; } 2>/dev/null
    [ -n "$line" ]
}

# Writes a small file so that it exists either whole or not at all.
put() {
    { printf '%s\n' "$2" >"$1.$$"; } 2>/dev/null || return 1
    sync "$1.$$" 2>/dev/null
    mv -f "$1.$$" "$1" 2>/dev/null
}

# The same, retried until the disk takes it: a full disk must not falsify the record.
put_surely() {
    until put "$1" "$2" || put_in_room "$1" "$2"; do sleep 2; done
}

# A request to stop and the end need space that a full disk does not have: it is reserved at the beginning, and written
# into then.
room=4000
reserve_room() {
    for name in stop exit; do
        [ -e "$name" ] || [ -e "$name.room" ] || put "$name.room" "$(printf "%${room}s" '')"
    done
}

put_in_room() {
    [ -f "$1.room" ] && [ ${#2} -le $room ] || return 1
    { printf "%-${room}s\n" "$2" 1<>"$1.room"; } 2>/dev/null && mv -f "$1.room" "$1" 2>/dev/null
}

# Puts the size of a file into `size`. A run may put anything in place of its log, and a device has no end.
size_of() {
    size=
    [ ! -f "$1" ] || size=$(wc -c <"$1" 2>/dev/null)
    size=$((size))
}

# Text on stdin as the inside of a JSON string; ASCII only, so that any bytes stay valid JSON.
json_text() { LC_ALL=C tr '\t' ' ' | LC_ALL=C tr -cd '\040-\176' | sed 's/[\\"]/\\&/g'; }

uptime_seconds() {
    up=0
    { read -r up _ </proc/uptime; } 2>/dev/null
    up=${up%%.*}
}

# Puts the seconds since the run began into `elapsed`, by no clock that can be set. Fails before that, and after a
# reboot.
since_begun() {
    first_line begun || return 1
    # shellcheck disable=SC2086
    set -- $line
    # The start in clock ticks since boot (100 a second on every Linux that runs GPUs).
    [ $# -eq 3 ] && [ "$3" = "$boot" ] && [ ${#2} -le 15 ] || return 1
    case $2 in *[!0-9]* | 0?*) return 1 ;; esac
    uptime_seconds
    elapsed=$((up - $2 / 100))
    [ "$elapsed" -ge 0 ]
}

# Sets st_state, st_session and st_start. Fails when the process is gone.
read_stat() {
    st_line=
    { read -r st_line <"/proc/$1/stat"; } 2>/dev/null || return 1
    # shellcheck disable=SC2086
    set -- ${st_line##*") "}
    [ $# -ge 20 ] || return 1
    st_state=$1 st_session=$4 st_start=${20}
}

# alive PID START BOOT: is exactly this process still there, and not only as a zombie?
alive() {
    [ $# -eq 3 ] && [ "$3" = "$boot" ] && read_stat "$1" && [ "$st_start" = "$2" ] &&
        [ "$st_state" != Z ] && [ "$st_state" != X ]
}

alive_line() {
    # shellcheck disable=SC2086
    alive $1
}

# Does `exit` (or the file $1) state how the run ended? An empty, torn or irregular file states nothing: then nothing
# has ended. `line` is the record.
has_exit() {
    set -- "${1:-exit}"
    [ -f "$1" ] && [ ! -h "$1" ] && size_of "$1" && [ "$size" -le 65536 ] && first_line "$1" || return 1
    case $line in '{"reason":"'*'","code":'*',"log":'[0-9]*',"ended":'[0-9]*'}') ;; *) return 1 ;; esac
    told=${line#'{"reason":"'}
    case ${told%%'"'*} in
        finished | stopped | limit | lease | budget | idle | spot | give-back | lost | not-started | skipped) return 0 ;;
        preempted | cancelled | node-failed) return 0 ;;
    esac
    return 1
}

# Anything else in place of the record is kept beside it: a rename would go into a folder, not over it.
clear_exit() {
    if [ -e exit ] || [ -h exit ]; then mv -f exit "exit-unreadable-$(date +%s)-$$" 2>/dev/null; fi
}

event() {
    until add_event "$1"; do sleep 2; done
}

add_event() {
    [ -f events ] || [ ! -e events ] || return 0
    # Ends a line that was cut short by a full disk first.
    if [ -s events ] && [ -n "$(tail -c 1 events)" ]; then say >>events || return 1; fi 2>/dev/null
    { printf '{"t":%s,"event":"%s"}\n' "$(date +%s)" "$1" >>events; } 2>/dev/null
}

has_event() { [ -f events ] && grep -qsF "\"event\":\"$1\"" events; }

# limited SECONDS COMMAND…: a hung daemon must not block us.
limited() {
    if command -v timeout >/dev/null 2>&1; then
        timeout -s KILL "$@"
    else
        limit=$1
        shift
        "$@" &
        limited_pid=$!
        (
            sleep "$limit"
            kill -9 "$limited_pid"
        ) >/dev/null 2>&1 &
        limited_guard=$!
        wait "$limited_pid"
        limited_code=$?
        kill "$limited_guard" 2>/dev/null
        return $limited_code
    fi
}

# Reads `code=N` or `signal=N` as a whole line into `status`.
read_status() {
    status=
    first_line status
    status=$line
    case $status in
        code=[0-9]* | signal=[0-9]*) return 0 ;;
    esac
    status=
    return 1
}

# --- who holds the directory ---------------------------------------------------------------------------------
# `supervisor` names the holder. A dead holder is succeeded by the loop that creates `supervisor-after-<holder>`, which
# only one ever can; these tokens stay, so a slow rival cannot create one a second time. `keeper` is the file's name.
keeper=supervisor

holder_line() {
    first_line "$keeper" || return 1
    holder=$line
    while :; do
        # shellcheck disable=SC2086
        set -- $holder
        first_line "$keeper-after-$1-$2-$3" || break
        holder=$line
    done
}

has_keeper() { holder_line && alive_line "$holder"; }

is_held() { has_keeper; }

take_directory() {
    read_stat $$ || return 1
    me="$$ $st_start $boot"
    put_surely "$keeper-me-$$" "$me"
    if ! ln "$keeper-me-$$" "$keeper" 2>/dev/null; then
        if has_keeper || [ -z "$holder" ]; then
            rm -f "$keeper-me-$$"
            return 1
        fi
        # shellcheck disable=SC2086
        set -- $holder
        if ! ln "$keeper-me-$$" "$keeper-after-$1-$2-$3" 2>/dev/null; then
            rm -f "$keeper-me-$$"
            return 1
        fi
        put_surely "$keeper" "$me"
    fi
    rm -f "$keeper-me-$$"
}

start_loop() {
    is_held && return
    if command -v setsid >/dev/null 2>&1; then
        setsid sh "$dir/supervise.sh" loop </dev/null >/dev/null 2>&1 &
    else
        (
            trap '' HUP
            exec sh "$dir/supervise.sh" loop
        ) </dev/null >/dev/null 2>&1 &
    fi
    loop_pid=$!
    for pause in 0.02 0.02 0.02 0.02 0.02 0.02 0.02 0.05 0.05 0.05 0.1 0.1 0.1 0.2 0.2 0.2 0.2 0.2 0.2 0.2; do
        # The lock is held a moment before `supervisor` names the holder.
        is_held && first_line supervisor && [ "$line" = "$holder" ] && return
        ! has_exit || return
        kill -0 "$loop_pid" 2>/dev/null || return
        nap $pause
    done
}

# --- the engine ----------------------------------------------------------------------------------------------

# Sets c_found (yes, no, unknown) and c_id, c_state, c_pid, c_code, c_oom.
ask_container() {
    c_found=unknown c_id='' c_state='' c_pid=0 c_code='' c_oom=false
    answer=$(limited 20 "$ENGINE" inspect --type container --format \
        '{{.Id}} {{.State.Status}} {{.State.Pid}} {{.State.ExitCode}} {{.State.OOMKilled}}' "$CONTAINER" 2>/dev/null)
    # shellcheck disable=SC2181
    if [ $? -eq 0 ]; then
        # shellcheck disable=SC2086
        set -- $answer
        if [ $# -eq 5 ]; then
            c_found=yes c_id=$1 c_state=$2 c_pid=$3 c_code=$4 c_oom=$5
            [ "$c_oom" = true ] || c_oom=false
        fi
    elif answer=$(limited 20 "$ENGINE" ps --all --quiet --filter "label=trainyard.run=$RUN_ID" 2>/dev/null); then
        [ -n "$answer" ] || c_found=no
    fi
}

container_ended() {
    case $c_state in
        exited | dead | stopped) return 0 ;;
    esac
    return 1
}

# Puts the living processes of a run without container, excluding the starter, into `left`: everything that has the
# starter's mark in its environment, and everything that shares a session with such a process.
look_processes() {
    left=''
    # shellcheck disable=SC2086
    set -- $handle
    sessions=' '
    marked=' '
    # shellcheck disable=SC2013
    for environ in $(grep -lzF "TRAINYARD_STARTER=$1.$2;" /proc/[0-9]*/environ 2>/dev/null); do
        pid=${environ#/proc/}
        pid=${pid%/environ}
        read_stat "$pid" || continue
        case $st_state in Z | X) continue ;; esac
        [ "$pid" != "$1" ] || continue
        marked="$marked$pid "
        sessions="$sessions$st_session "
    done
    [ "$marked" != ' ' ] || return 1
    for environ in /proc/[0-9]*; do
        pid=${environ#/proc/}
        [ "$pid" != "$1" ] || continue
        read_stat "$pid" || continue
        case $st_state in Z | X) continue ;; esac
        case $sessions in
            *" $st_session "*) left="$left $pid" ;;
            *) case $marked in *" $pid "*) left="$left $pid" ;; esac ;;
        esac
    done
    [ -n "$left" ]
}

signal_run() {
    if [ "$ENGINE" = process ]; then
        # shellcheck disable=SC2086
        set -- "$1" $handle
        if [ "$1" = TERM ] && alive "$2" "$3" "$4"; then
            kill -TERM "$2" 2>/dev/null
        elif look_processes; then
            # The starter is spared: it reports how they ended.
            # shellcheck disable=SC2086
            kill "-$1" $left 2>/dev/null
        elif [ "$1" = KILL ]; then
            # Left alone, it is about to write how they ended; on a busy machine that takes a moment.
            for _ in 1 2 3 4 5 6 7 8 9 10; do
                alive "$2" "$3" "$4" || return 0
                sleep 1
            done
            kill -KILL "$2" 2>/dev/null
        fi
    else
        limited 20 "$ENGINE" kill --signal "$1" "$CONTAINER" >/dev/null 2>&1
    fi
}

# The body of ask_run(), run here or inside a container: sends $1, or with $2 only searches for a process to send it to.
# It goes to those of the processes $3 ... that catch it while their parent among them does not: a process that does not
# catch it would die of it, and children only inherit the handler. Helpers of a training also have a handler for TERM,
# to exit quietly.
# shellcheck disable=SC2016
ask_script='
    asks() {
        mask= parent=0
        while read -r key value rest; do
            case $key in
                PPid:) parent=$value ;;
                SigCgt:) mask=$value; break ;;
            esac
        done <"/proc/$1/status"
        mask=${mask#"${mask%????}"}
        [ -n "$mask" ] && [ $((0x$mask & bit)) -ne 0 ]
    }
    found=1 name=$1 only_look=$2
    case $name in HUP) bit=1 ;; USR1) bit=512 ;; USR2) bit=2048 ;; TERM) bit=16384 ;; *) exit 2 ;; esac
    shift 2
    all=" "
    for pid in "$@"; do all="$all${pid#/proc/} "; done
    for pid in $all; do
        { asks "$pid"; } 2>/dev/null || continue
        mine=$parent
        case $all in
            *" $mine "*)
                { asks "$mine"; } 2>/dev/null && continue
                [ "$name" != TERM ] || ! [ "/proc/$pid/exe" -ef "/proc/$mine/exe" ] || continue
                ;;
        esac
        if [ -n "$only_look" ]; then exit 0; fi
        kill "-$name" "$pid" 2>/dev/null && found=0
    done
    exit $found'

# ask_run SIGNAL [look]: asks the run to save and continue. 1 = no process there catches the signal, otherwise it is not
# known.
ask_run() {
    if [ "$ENGINE" = process ]; then
        look_processes || return 2
        # shellcheck disable=SC2086
        sh -c "$ask_script" ask "$1" "$2" $left
    else
        # The starter, which is the first process, catches TERM for itself.
        limited 20 "$ENGINE" exec "$CONTAINER" sh -c "
            set -- /proc/[0-9]*
            for pid; do
                shift
                [ \$pid = /proc/1 ] || set -- \"\$@\" \$pid
            done
            set -- $1 '$2' \"\$@\"
            $ask_script" >/dev/null 2>&1
    fi
}

# Has the run ended, with nothing left of it? Cheap while it runs: no process is started for the question.
is_over() {
    if [ "$ENGINE" = process ]; then
        alive_line "$handle" && return 1
        # shellcheck disable=SC2086
        set -- $handle
        [ "$3" = "$boot" ] || return 0
        look_processes || return 0
        # The starter recorded the end but a process escaped it.
        ! read_status || signal_run KILL
        nap 1
        return 1
    fi
    [ -z "$c_pid_line" ] || ! alive_line "$c_pid_line" || return 1
    if [ -z "$c_pid_line" ] && [ ! -e status ]; then
        # The container's process cannot be seen from here (a remote or nested engine): ask less often.
        uptime_seconds
        [ "$up" -ge "$ask_at" ] || return 1
        ask_at=$((up + 5))
    fi
    ask_container
    case $c_found in
        no) return 0 ;;
        unknown) return 1 ;;
    esac
    container_ended && return 0
    # A container that is only created has lost the client that should have started it; the starter ensures that the run
    # begins only once.
    [ "$c_state" != created ] || limited 60 "$ENGINE" start "$CONTAINER" >/dev/null 2>&1
    remember_container_pid
    return 1
}

remember_container_pid() {
    c_pid_line=
    if [ "$c_state" = running ] && [ "$c_pid" -gt 1 ] 2>/dev/null &&
        grep -qsF "$c_id" "/proc/$c_pid/cgroup" && read_stat "$c_pid"; then
        c_pid_line="$c_pid $st_start $boot"
    fi
}

# --- beginning -----------------------------------------------------------------------------------------------

# The program that creates `begun` decides whether the run begins; once it has been created, no starter will run any
# more.
claim() { (set -C && echo "$1" >begun) 2>/dev/null; }

# Makes sure that `handle` exists, or ends the run. Part of this may have been done before.
begin() {
    until { : >>log; } 2>/dev/null; do sleep 2; done
    first_line begun
    case $line in
        refused) end_refused ;;
        cancelled) end_run stopped '' '' false ;;
        skipped) end_skipped ;;
    esac
    if first_line handle; then
        handle=$line
        # A loop killed between its last two steps leaves the last one to us.
        has_event started || event started
        return
    fi
    # Only an earlier loop's launch can have left something; asking an engine takes longer than everything else here. If
    # that line of `events` was lost in a crash, the launch below fails because the container's name is taken.
    if [ -e begun ] || has_event launching; then
        wait_for_earlier_launch
        adopt && return
        # The run that began is gone, and another container would only find that it may not begin.
        if first_line begun; then end_run lost '' '' false; fi
    fi
    has_event launching || wait_for_turn
    if [ -e stop ]; then
        if claim cancelled; then end_run stopped '' '' false; fi
    elif ! mount_stores; then
        if claim refused; then end_refused; fi
    else
        launch
        adopt && return
        if [ -e stop ] && claim cancelled; then end_run stopped '' '' false; fi
        if claim refused; then end_refused; fi
    fi
    # It has begun after all, but cannot be seen yet.
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        adopt && return
        sleep 1
    done
    end_run lost '' '' false
}

# Has the run begun? `handle` may come late: on a disk that the run itself filled immediately it waits for space.
has_begun() {
    [ ! -e handle ] || return 0
    first_line begun || return 1
    case $line in refused | cancelled | skipped) return 1 ;; esac
}

# Finds the process of an earlier launch whose handle was never recorded.
adopt() {
    if [ "$ENGINE" = process ]; then
        first_line begun || return 1
        handle=$line
        case $handle in refused | cancelled | skipped) return 1 ;; esac
    else
        ask_container
        while [ "$c_found" = unknown ] && first_line begun; do
            sleep 2
            ask_container
        done
        [ "$c_found" = yes ] || return 1
        if [ "$c_state" = created ] && ! limited 60 "$ENGINE" start "$CONTAINER" >/dev/null 2>&1; then
            limited 60 "$ENGINE" rm "$CONTAINER" >/dev/null 2>&1
            return 1
        fi
        handle=$c_id
    fi
    put_surely handle "$handle"
    has_event started || event started
}

# Runs launch.sh; a request to stop interrupts it (pulling an image may take long).
launch() {
    event launching
    if command -v setsid >/dev/null 2>&1; then
        setsid sh ./launch.sh </dev/null >launch.out 2>launch.err &
    else
        sh ./launch.sh </dev/null >launch.out 2>launch.err &
    fi
    launch_pid=$!
    while read_stat $launch_pid && [ "$st_state" != Z ]; do
        [ ! -e stop ] || end_launch
        nap_between_polls
    done
    wait $launch_pid
}

# What file_mounts names in object stores is there while the run lasts.
mount_stores() { [ ! -e stores.list ] || sh ./stores.sh up </dev/null >/dev/null 2>launch.err; }

# A program that mounts one does not answer, and whoever waits for it cannot be killed.
abort_stores() { [ ! -e stores.list ] || sh ./stores.sh abort </dev/null >/dev/null 2>&1; }

# After the run, and before its end is told: what it wrote is in the store then. While a person waits, it takes less time.
unmount_stores() {
    [ -e stores.list ] || return 0
    patience=600
    # Only for a person who waits. After a limit or a verdict of the guard, the machine may be switched off.
    if [ -n "$stop_began" ] && ! has_event limit && ! guard_verdict; then patience=20; fi
    unsent=$(sh ./stores.sh down $patience </dev/null 2>/dev/null | head -n 1 | cut -c 1-300 | json_text)
}

end_launch() { kill -TERM "-$launch_pid" 2>/dev/null || kill -TERM "$launch_pid" 2>/dev/null; }

# A launch survives the loop that began it. A second launch would be refused because the name belongs to a container
# that cannot be seen yet, and would take the run from the first.
wait_for_earlier_launch() {
    while find_launch; do
        [ ! -e stop ] || end_launch
        nap_between_polls
    done
}

# Puts the living launch.sh of this directory into launch_pid.
find_launch() {
    # shellcheck disable=SC2013
    for cmdline in $(grep -lzF ./launch.sh /proc/[0-9]*/cmdline 2>/dev/null); do
        launch_pid=${cmdline#/proc/}
        launch_pid=${launch_pid%/cmdline}
        [ "$(readlink "/proc/$launch_pid/cwd" 2>/dev/null)" = "$dir" ] || continue
        read_stat "$launch_pid" && [ "$st_state" != Z ] && return
    done
    return 1
}

refusal() {
    # Docker ends with a pointer to its help (See or Run 'docker … --help'), which says nothing about this run.
    message=$({ LC_ALL=C tr -cd '\012\040-\176' <launch.err; } 2>/dev/null | grep -v -e '^ *$' -e "^See 'docker" -e "^Run 'docker" |
        tail -n 1 | cut -c 1-500 | json_text)
    [ -n "$message" ] || message="launch.sh failed without a word"
}

end_refused() {
    [ "$ENGINE" = process ] || limited 60 "$ENGINE" rm "$CONTAINER" >/dev/null 2>&1
    refusal
    # The engine's messages belong in the log, once.
    if [ ! -s log ]; then cat launch.err >>log 2>/dev/null; fi
    end_run not-started '' '' false "$message"
}

# --- pipelines -----------------------------------------------------------------------------------------------
# The steps of a pipeline are runs in directories side by side. All have a loop from the start of the first; that of a
# later step waits for the end of the one before, and believes only its `exit`. Each loop makes sure that those beside it
# are there, so that a killed one comes back although no computer is connected.

# Was the run asked to start? With the first step, all are.
is_asked() {
    [ -e start ] || [ -e handle ] || [ -e begun ] || { [ -n "$FIRST" ] && [ -e "../$FIRST/start" ]; }
}

is_waiting() { [ -n "$AFTER" ] && [ ! -e begun ] && [ ! -e handle ] && ! has_event launching; }

neighbours_at=0
keep_neighbours() {
    [ -n "$AFTER$NEXT" ] || return 0
    uptime_seconds
    [ "$up" -ge "$neighbours_at" ] || return 0
    neighbours_at=$((up + 5))
    for neighbour in $AFTER $NEXT; do
        if has_exit "../$neighbour/exit" || (cd "../$neighbour" 2>/dev/null && is_held) ||
            [ ! -e "../$neighbour/supervise.sh" ]; then continue; fi
        if [ "$neighbour" = "$NEXT" ] && [ ! -e "../$neighbour/start" ]; then put "../$neighbour/start" "$(date +%s)"; fi
        sh "../$neighbour/supervise.sh" ensure </dev/null >/dev/null 2>&1 &
    done
}

# Returns when the step before has ended with 0, or with a request to stop; otherwise ends this one.
wait_for_turn() {
    [ -n "$AFTER" ] || return 0
    while ! has_exit "../$AFTER/exit" && [ -d "../$AFTER" ]; do
        [ ! -e stop ] || return 0
        if ! first_line supervisor || [ "$line" != "$me" ]; then exit 0; fi
        keep_neighbours
        nap 0.5
    done
    look_at_step_before
    if [ "$before" = finished ] && [ "$before_code" = 0 ] && [ -z "$before_unsent" ]; then return 0; fi
    # Without room on the disk, the claim is an empty file.
    claim skipped || [ -s begun ] || put_surely begun skipped
    if first_line begun && [ "$line" = skipped ]; then end_skipped; fi
}

# Puts how the step before ended into `before` and `before_code`, and the number of the step because of which this one
# does not start into `before_step`: it may lie further back. `before_unsent`: what it wrote has not reached its store.
look_at_step_before() {
    before=lost before_code=null before_unsent='' before_step=$((STEP - 1))
    has_exit "../$AFTER/exit" || return 0
    before=${line#'{"reason":"'}
    before=${before%%'"'*}
    before_code=$(number_in code)
    # The only message of a run that finished.
    case $before:$line in finished:*',"message":"'*) before_unsent=yes ;; esac
    # It may have ended by itself after it was asked to.
    if [ -e "../$AFTER/stop" ] && [ "$before" = finished ]; then before=stopped; fi
    if [ "$before" = skipped ]; then
        before_step=$(number_in step)
        before_code=$(number_in step_code)
        before=${line#*'"step_reason":"'}
        before=${before%%'"'*}
        case $before in *[!a-z-]*) before=lost ;; esac
    fi
}

# number_in KEY: of the record in `line`; null when it is none.
number_in() {
    value=${line#*"\"$1\":"}
    value=${value%%[,\}]*}
    case $value in '' | *[!0-9]*) value=null ;; esac
    say "$value"
}

end_skipped() {
    look_at_step_before
    more=",\"step\":$before_step,\"step_reason\":\"$before\",\"step_code\":$before_code"
    end_run skipped '' '' false
}

# --- end -----------------------------------------------------------------------------------------------------

# write_record REASON CODE SIGNAL OOM [MESSAGE]: puts the record into `text`. `more` is added to it.
more=
ended_at=
write_record() {
    size_of log
    text="{\"reason\":\"$1\",\"code\":${2:-null},\"signal\":${3:-null},\"oom\":$4,\"log\":$size,\"ended\":${ended_at:-$(date +%s)}"
    if since_begun; then text="$text,\"seconds\":$elapsed"; fi
    text=$text$more
    if [ $# -ge 5 ]; then text="$text,\"message\":\"$5\""; fi
    text="$text}"
}

# The same arguments; does not return.
end_run() {
    stop_sampler
    stop_guard
    stop_looking_at_gpus
    unsent=
    unmount_stores
    has_event ended || event ended
    if [ $# -lt 5 ] && [ -n "$unsent" ]; then set -- "$@" "$unsent"; fi
    write_record "$@"
    has_exit || clear_exit
    put_surely exit "$text"
    neighbours_at=0
    keep_neighbours
    tidy_up
    clean_up
    shut_down
    exit 0
}

# After `exit` the directory is not taken over any more: a loop that still tries exits immediately. env.sh is not read
# any more either, and a rented machine is returned with everything on it. A rename needs no space.
tidy_up() {
    rm -f supervisor-after-* supervisor-me-* submitter-after-* submitter-me-*
    [ ! -f env-kept.sh ] || mv -f env-kept.sh env.sh 2>/dev/null
}

# After `exit` nothing needs the container any more.
clean_up() {
    if [ "$ENGINE" != process ] && [ ! -e cleaned ] && [ -e handle ]; then
        limited 60 "$ENGINE" rm --force "$CONTAINER" >/dev/null 2>&1
        ask_container
        [ "$c_found" = no ] || return
        put cleaned "$CONTAINER"
    fi
}

# What the person wants done with the machine when it ended the run by itself: once, and late enough for a connected
# desktop to fetch the rest.
shutdown_pending() {
    [ -f shutdown.sh ] && [ ! -e shutdown-asked ] &&
        grep -qsF -e '"reason":"limit"' -e '"reason":"lease"' -e '"reason":"budget"' -e '"reason":"idle"' \
            -e '"reason":"spot"' exit
}

# Would switching the machine off end another run of this user? A run that has lost its loop gets another, which finds
# out.
others_go_on() {
    for other in ../*/; do
        other=${other%/}
        if [ "${other##*/}" = "${dir##*/}" ] || has_exit "$other/exit" || ! first_line "$other/supervisor"; then continue; fi
        [ "${line##* }" = "$boot" ] || continue
        sh "$other/supervise.sh" ensure </dev/null >/dev/null 2>&1
        has_exit "$other/exit" || return 0
    done
    return 1
}

shut_down() {
    shutdown_pending || return 0
    sleep "$SHUTDOWN_WAIT"
    while others_go_on; do
        has_event shutdown-waits || event shutdown-waits
        sleep 10
    done
    { (set -C && : >shutdown-asked); } 2>/dev/null || return 0
    event shutdown
    sh ./shutdown.sh </dev/null >shutdown.out 2>&1 || event shutdown-failed
}

finish() {
    reason=finished code='' signal='' oom=false
    if has_event stopping; then reason=stopped; fi
    if has_event limit; then reason=limit; fi
    if guard_verdict; then
        stop_guard
        sh ./guard.sh conclude </dev/null >/dev/null 2>&1
        reason=$verdict
    elif scheduler_verdict; then
        reason=$verdict
    fi
    boot_then=$boot
    if first_line begun; then boot_then=${line##* }; fi
    if [ "$ENGINE" != process ]; then
        oom=${c_oom:-false}
        keep_last_words
    fi
    if read_status; then
        case $status in
            code=*) code=${status#code=} ;;
            signal=*) signal=${status#signal=} ;;
        esac
    elif [ "$ENGINE" != process ] && [ "$c_found" = yes ] && [ "$c_code" -ge 0 ] 2>/dev/null; then
        # After a reboot engines invent a code for an end that they did not see; a death by signal is one that they did
        # see.
        if [ "$boot_then" = "$boot" ] || { [ "$c_code" -gt 128 ] && [ "$c_code" -le 192 ]; }; then
            code=$c_code
        fi
        if [ -n "$code" ] && [ "$code" -gt 128 ] && [ "$code" -le 192 ]; then signal=$((code - 128)); fi
    fi
    if [ -n "$signal" ]; then code=$((128 + signal)); fi
    if [ -z "$code" ] && [ "$reason" = finished ]; then reason=lost; fi
    end_run "$reason" "$code" "$signal" "$oom"
}

# When the starter could not even open the log, the engine has its messages.
keep_last_words() {
    if [ "$c_found" = yes ] && [ ! -e begun ] && [ ! -s log ]; then
        limited 20 "$ENGINE" logs "$CONTAINER" >>log 2>&1
    fi
}

# --- sampling ------------------------------------------------------------------------------------------------

sampler=''
sampler_at=0

keep_sampling() {
    if [ -n "$sampler" ]; then
        # shellcheck disable=SC2086
        alive $sampler && return
        wait "${sampler%% *}" 2>/dev/null
        sampler=''
    fi
    uptime_seconds
    [ "$up" -ge "$sampler_at" ] || return
    sampler_at=$((up + 2))
    if [ -s metrics ] && [ -n "$(tail -c 1 metrics)" ]; then say >>metrics; fi 2>/dev/null
    # shellcheck disable=SC2086
    set -- $me
    sh ./sample.sh --parent "$1" "$2" --log log "$SAMPLE_SECONDS" </dev/null >>metrics 2>/dev/null &
    pid=$!
    read_stat $pid && sampler="$pid $st_start $boot"
}

stop_sampler() {
    [ -n "$sampler" ] || return
    kill -TERM "${sampler%% *}" 2>/dev/null
    # A pipe in place of a file that it opens would block it, and with it the end of the run.
    tries=0
    # shellcheck disable=SC2086
    while alive $sampler && [ $tries -lt 15 ]; do
        nap 0.2
        tries=$((tries + 1))
    done
    kill -KILL "${sampler%% *}" 2>/dev/null
    wait "${sampler%% *}" 2>/dev/null
    sampler=''
}

# --- the guard -----------------------------------------------------------------------------------------------

guard=''
guard_at=0

keep_guard() {
    [ -e lease ] && [ -e guard.sh ] || return
    uptime_seconds
    if [ -n "$guard" ]; then
        # shellcheck disable=SC2086
        alive $guard && return
        wait "${guard%% *}" 2>/dev/null
        # 3: there is nothing to guard until another lease is written.
        if [ $? -eq 3 ]; then guard_at=$((up + 60)); fi
        guard=''
    fi
    [ "$up" -ge "$guard_at" ] || return
    guard_at=$((up + 2))
    # shellcheck disable=SC2086
    set -- $me
    sh ./guard.sh watch "$1" "$2" </dev/null >/dev/null 2>&1 &
    pid=$!
    read_stat $pid && guard="$pid $st_start $boot"
}

stop_guard() {
    [ -n "$guard" ] || return
    kill -TERM "${guard%% *}" 2>/dev/null
    wait "${guard%% *}" 2>/dev/null
    guard=''
}

# --- whose the GPUs are --------------------------------------------------------------------------------------

looker=''
looker_at=0
looks=0

keep_looking_at_gpus() {
    [ -e gpus.sh ] || return
    uptime_seconds
    if [ -n "$looker" ]; then
        # shellcheck disable=SC2086
        alive $looker && return
        wait "${looker%% *}" 2>/dev/null
        # 3: there is no process to query.
        if [ $? -eq 3 ]; then looker_at=$((up + 600)); fi
        looker=''
    fi
    [ "$up" -ge "$looker_at" ] || return
    # Often in the first minute, when its programs begin to use their GPUs.
    looks=$((looks + 1))
    if [ $looks -le 12 ]; then looker_at=$((up + 5)); else looker_at=$((up + 30)); fi
    sh ./gpus.sh </dev/null >/dev/null 2>&1 &
    pid=$!
    read_stat $pid && looker="$pid $st_start $boot"
}

# Does not wait for it: a stuck driver blocks it indefinitely.
stop_looking_at_gpus() {
    [ -n "$looker" ] || return
    kill -TERM "${looker%% *}" 2>/dev/null
    looker=''
}

# Puts why the guard ended it into `verdict`; fails when it did not.
guard_verdict() {
    for verdict in lease budget idle spot give-back; do
        [ ! -e "end-$verdict" ] || return 0
    done
    verdict=
    return 1
}

# The same of the scheduler, whose job this loop is.
scheduler_verdict() {
    for verdict in preempted cancelled node-failed; do
        [ ! -e "end-$verdict" ] || return 0
    done
    verdict=
    return 1
}

# --- verbs ---------------------------------------------------------------------------------------------------

obey_stop() {
    if [ -n "$job_ends" ] && [ ! -e stop ]; then
        scheduler_ends
    elif [ ! -e stop ]; then
        [ "$MAX_SECONDS" -gt 0 ] && ! guard_verdict && since_begun && [ "$elapsed" -ge "$MAX_SECONDS" ] || return
        has_event limit || event limit
        put_surely stop "$GRACE"
    fi
    uptime_seconds
    if [ -z "$stop_began" ]; then
        has_event limit || has_event stopping || event stopping
        stop_began=$up
        kill_at=
        signal_run TERM
        return
    fi
    # The person may have become less patient since.
    first_line stop
    grace=${line%% *}
    case $grace in '' | *[!0-9]*) grace=$GRACE ;; esac
    if [ $((up - stop_began)) -lt "$grace" ]; then
        # A shell that had not set its trap yet missed the first signal; the starter forwards only one.
        if [ $((up - stop_began)) -eq 2 ] && [ -z "$asked_twice" ]; then
            asked_twice=1
            signal_run TERM
        fi
    elif [ -z "$kill_at" ] || [ "$up" -ge "$kill_at" ]; then
        [ -z "$kill_at" ] || abort_stores
        kill_at=$((up + 3))
        signal_run KILL
    fi
}

loop() {
    trap '' HUP
    # Ignored, the run would ignore it too. A scheduler sends it to every process of its job.
    # shellcheck disable=SC2034
    job_ends='' is_poked=''
    if [ -n "$SCHEDULER" ]; then
        trap 'job_ends=1' TERM
        trap 'is_poked=1' USR2
    fi
    take_directory || exit 0
    if has_exit; then
        tidy_up
        clean_up
        shut_down
        exit 0
    fi
    reserve_room
    keep_neighbours
    c_pid_line='' c_found=unknown c_oom=false ask_at=0 handle='' stop_began='' kill_at='' asked_twice=''
    begin
    first_line handle && handle=$line
    if [ "$ENGINE" != process ]; then
        ask_container
        remember_container_pid
    fi
    until is_over; do
        # Removed or taken from us: exit silently.
        if ! first_line supervisor || [ "$line" != "$me" ]; then
            stop_sampler
            stop_guard
            stop_looking_at_gpus
            exit 0
        fi
        keep_sampling
        keep_guard
        keep_looking_at_gpus
        keep_neighbours
        [ -z "$SCHEDULER" ] || obey_request
        obey_stop
        if [ -n "$stop_began" ]; then nap 0.3; else sleep 1; fi
    done
    finish
}

why_waiting=
show() {
    held=false
    is_held && held=true
    if has_exit; then
        state=ended
    elif ! is_asked; then
        state=new
    elif [ "$held" = true ] && is_waiting; then
        state=waiting
    elif [ "$held" = true ]; then
        state=running
    elif is_there; then
        state=running
    else
        state=orphaned
    fi
    size_of log
    text="{\"state\":\"$state\",\"supervisor\":$held,\"log\":$size"
    size_of metrics
    text="$text,\"metrics\":$size"
    size_of events
    text="$text,\"events\":$size"
    if [ $state = waiting ]; then text=$text$why_waiting; fi
    if [ $state = ended ] && has_exit; then text="$text,\"exit\":$line"; fi
    if [ $# -gt 0 ]; then text="$text,\"message\":\"$1\""; fi
    say "$text}"
}

# Without a loop: is anything of the run left? An engine that does not answer counts as yes.
is_there() {
    is_surely_there || { [ "$ENGINE" != process ] && [ "$c_found" = unknown ]; }
}

is_surely_there() {
    if [ "$ENGINE" = process ]; then
        first_line handle || first_line begun || return 1
        handle=$line
        alive_line "$handle" || look_processes
    else
        [ ! -e cleaned ] || { c_found=no; return 1; }
        ask_container
        [ "$c_found" = yes ] && ! container_ended
    fi
}

is_under_way() { has_begun; }

if [ -n "$SCHEDULER" ]; then
    # shellcheck disable=SC1091
    . ./slurm.sh
fi

verb=$1
case $verb in
    start)
        if ! has_exit; then
            put start "$(date +%s)" || { say "cannot write to $dir" >&2; exit 1; }
            until is_under_way || has_exit; do
                start_loop
                nap_between_polls
            done
            has_exit || start_loop
        fi
        if has_exit && [ "${line#'{"reason":"not-started"'}" != "$line" ]; then
            refusal
            show "$message"
            exit 5
        fi
        show
        ;;
    ensure)
        if has_exit; then
            if [ -f env-kept.sh ] || shutdown_pending || { [ ! -e cleaned ] && [ -e handle ] && [ "$ENGINE" != process ]; }; then start_loop; fi
        elif is_asked || [ -e stop ]; then
            start_loop
        fi
        show
        ;;
    stop)
        grace=${2:-$GRACE}
        case $grace in *[!0-9]*) say "usage: supervise.sh stop [SECONDS]" >&2; exit 2 ;; esac
        # A record that the run wrote itself ends nothing.
        if has_exit && is_surely_there; then clear_exit; fi
        if ! has_exit; then
            # A second request may shorten the patience, but never extend it.
            earlier=
            if first_line stop; then earlier=${line%% *}; fi
            case $earlier in *[!0-9]*) earlier= ;; esac
            if [ -z "$earlier" ] || ! [ "$earlier" -le "$grace" ] 2>/dev/null; then
                put stop "$grace" || put_in_room stop "$grace" || { say "cannot write to $dir" >&2; exit 1; }
            fi
            uptime_seconds
            deadline=$((up + grace + 30))
            while ! has_exit && [ "$up" -lt "$deadline" ]; do
                start_loop
                nap 0.2
                uptime_seconds
            done
        fi
        show
        has_exit || exit 1
        ;;
    signal)
        # Sent to the run, once, without a request to stop it: TERM and KILL for the guard, the others make it save and
        # continue.
        case $2 in TERM | KILL | HUP | USR1 | USR2) ;; *) exit 2 ;; esac
        first_line handle || first_line begun || exit 1
        handle=$line
        case $2 in TERM | KILL) signal_run "$2" ;; *) ask_run "$2" '' ;; esac
        ;;
    catches)
        # Would a process of the run act on that signal? 1 = surely not, otherwise it is not known.
        case $2 in TERM | HUP | USR1 | USR2) ;; *) exit 2 ;; esac
        first_line handle || first_line begun || exit 2
        handle=$line
        ask_run "$2" look
        ;;
    status) show ;;
    loop) loop ;;
    job)
        [ -n "$SCHEDULER" ] || exit 2
        job
        ;;
    *)
        say "usage: supervise.sh start|ensure|stop [SECONDS]|status" >&2
        exit 2
        ;;
esac
