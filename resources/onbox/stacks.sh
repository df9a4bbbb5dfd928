#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# stacks.sh RUN_DIRECTORY: where the processes of a run are right now, for a person who wants to know why it makes no
# progress. It only reads: it writes nothing, and it pauses a process for less than a second. Uses py-spy (Python's
# frames) if installed, else gdb (frames of native code), else what the kernel shows to any user.
#
# Lines that begin with @ are for Trainyard (docs/watching.md), all others are the tool's output:
#   @pid PID RANK NAME · @state STATE WAIT THREADS TICKS · @tool py-spy|gdb · @no-tool · @refused · @failed
#   @container · @none · @more COUNT · @ras · @end
# Shells: dash, bash, busybox ash.
LC_ALL=C
export LC_ALL
PATH=${PATH:-/usr/bin:/bin}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:$HOME/.local/bin
export PATH

most=32            # processes
each=10            # seconds for one of them
all=60             # seconds together

if [ $# -ne 1 ] || [ ! -d "$1" ]; then
    echo 'usage: stacks.sh RUN_DIRECTORY' >&2
    exit 2
fi
cd "$1" || exit 2
RUN_ID='' ENGINE='' CONTAINER=''
# shellcheck disable=SC1091
. ./spec.sh 2>/dev/null
case $RUN_ID in '' | *[!A-Za-z0-9-]*) echo 'stacks.sh: this is no run directory' >&2; exit 2 ;; esac

up=0
{ read -r up _ </proc/uptime; } 2>/dev/null
began=${up%%.*}
has_time() {
    { read -r up _ </proc/uptime; } 2>/dev/null
    [ $((${up%%.*} - began)) -lt $all ]
}

# limited COMMAND…: a hung tool must not block us.
limited() {
    if command -v timeout >/dev/null 2>&1; then
        timeout -s KILL $each "$@"
        return
    fi
    "$@" &
    limited_pid=$!
    (
        sleep $each
        kill -9 $limited_pid
    ) >/dev/null 2>&1 &
    limited_guard=$!
    wait $limited_pid
    limited_code=$?
    kill $limited_guard 2>/dev/null
    return $limited_code
}

# Sets st_state, st_parent, st_ticks. Fails when the process is gone.
read_stat() {
    st_line=
    { read -r st_line <"/proc/$1/stat"; } 2>/dev/null || return 1
    # shellcheck disable=SC2086
    set -- ${st_line##*") "}
    [ $# -ge 20 ] || return 1
    st_state=$1 st_parent=$2 st_ticks=$((${12} + ${13}))
}

# The processes of the run: in a container its first one and its descendants, by the host's ids; without one everything
# that has the run's name in its environment.
pids=' '
if [ -n "$CONTAINER" ] && [ -n "$ENGINE" ]; then
    root=$(limited "$ENGINE" inspect --type container --format '{{.State.Pid}}' "$CONTAINER" 2>/dev/null)
    case $root in '' | 0 | *[!0-9]*) ;; *) pids=" $root " ;; esac
    [ "$pids" = ' ' ] || echo '@container'
else
    # shellcheck disable=SC2013
    for environ in $(grep -lzxF "TRAINYARD_RUN_ID=$RUN_ID" /proc/[0-9]*/environ 2>/dev/null || grep -lF "TRAINYARD_RUN_ID=$RUN_ID" /proc/[0-9]*/environ 2>/dev/null); do
        pid=${environ#/proc/}
        pid=${pid%/environ}
        # The second grep (busybox's has no -z) also runs after the first one met a process that was gone.
        case $pids in *" $pid "*) ;; *) pids="$pids$pid " ;; esac
    done
fi
# Children, to any depth: each round adds those whose parent is known.
grown=1
while [ -n "$grown" ] && [ "$pids" != ' ' ]; do
    grown=''
    for stat in /proc/[0-9]*; do
        pid=${stat#/proc/}
        case $pids in *" $pid "*) continue ;; esac
        read_stat "$pid" || continue
        case $pids in *" $st_parent "*) pids="$pids$pid " grown=1 ;; esac
    done
done

tool=''
for name in py-spy gdb; do
    command -v $name >/dev/null 2>&1 && tool=$name && break
done
if [ -n "$tool" ]; then echo "@tool $tool"; else echo '@no-tool'; fi

look() {
    case $tool in
        py-spy) limited py-spy dump --pid "$1" 2>&1 ;;
        gdb) limited gdb -nx -batch -iex 'set auto-load off' -iex 'set debuginfod enabled off' -ex 'set pagination off' -ex 'thread apply all bt 30' -p "$1" </dev/null 2>&1 ;;
    esac
}

count=0 left=0
for pid in $pids; do
    [ "$pid" != $$ ] || continue
    read_stat "$pid" || continue
    case $st_state in Z | X) continue ;; esac
    name=$(tr '\0\n' '  ' <"/proc/$pid/cmdline" 2>/dev/null | head -c 200)
    [ -n "$name" ] || continue
    if [ $count -ge $most ] || ! has_time; then
        left=$((left + 1))
        continue
    fi
    count=$((count + 1))
    rank=$(tr '\0' '\n' <"/proc/$pid/environ" 2>/dev/null | sed -n 's/^RANK=\([0-9][0-9]*\)$/\1/p' | head -n 1)
    printf '@pid %s %s %s\n' "$pid" "${rank:--}" "$name"
    wait_in=-
    { read -r wait_in <"/proc/$pid/wchan"; } 2>/dev/null
    threads=$(sed -n 's/^Threads:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$pid/status" 2>/dev/null)
    printf '@state %s %s %s %s\n' "$st_state" "${wait_in:--}" "${threads:--}" "$st_ticks"
    # Shells and starters wait for the others; py-spy only knows Python.
    case ${name%% *} in
        sh | */sh | bash | */bash | dash | */dash | busybox | */busybox | sleep | */sleep | *starter | tini | */tini) continue ;;
        *python*) [ -n "$tool" ] || continue ;;
        *) [ "$tool" = gdb ] || continue ;;
    esac
    said=$(look "$pid" | head -c 100000)
    case $said in
        *'ermission denied'* | *'ermission Denied'* | *'peration not permitted'* | *'ould not attach'* | *'could not open process'*) echo '@refused' ;;
        '') echo '@failed' ;;
    esac
    printf '%s\n' "$said" | sed 's/^@/ @/'
done
[ $count -gt 0 ] || echo '@none'
[ $left -eq 0 ] || echo "@more $left"
if command -v ncclras >/dev/null 2>&1 && has_time; then
    echo '@ras'
    limited ncclras -v 2>&1 | head -c 20000 | sed 's/^@/ @/'
fi
echo '@end'
