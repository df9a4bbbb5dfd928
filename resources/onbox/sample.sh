#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# sample.sh [--parent PID START] [--watch-stdin] [--log FILE] [SECONDS]: prints sampler lines, see docs/metrics.md of Trainyard.
#
# Ends within two ticks, nvidia-smi with it, when its output is closed, when the process --parent names is gone
# (START is its start time, field 22 of /proc/PID/stat), or with --watch-stdin when standard input ends. It writes no
# file (with --log an empty FILE-seen), so it can also be run without one: `sh -s 1 <sample.sh`.
# Shells: dash, bash, busybox ash. An idle tick costs two forks: the sleeps of the sampler and of the GPU watch; a third
# when the log has grown.
LC_ALL=C
export LC_ALL
PATH=${PATH:-/usr/bin:/bin}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/lib/wsl/lib
export PATH

parent='' parent_start='' watch='' log='' seconds=1
while [ $# -gt 0 ]; do
    case $1 in
        --parent) parent=$2 parent_start=$3; shift 2 || exit 2 ;;
        --watch-stdin) watch=1 ;;
        --log) log=$2; shift || exit 2 ;;
        *) seconds=$1 ;;
    esac
    shift
done
case $seconds in
    '' | *[!0-9.]* | *.*.*) echo "usage: sample.sh [--parent PID START] [--watch-stdin] [--log FILE] [SECONDS]" >&2; exit 2 ;;
esac

# Without a handler a closed output would kill this shell before it could clean up; with the signal ignored nvidia-smi
# would inherit that and write into a closed pipe indefinitely.
trap : PIPE
trap '' HUP
watcher=''
leave() {
    # What the log got since the last tick also has a time.
    if [ -n "$log" ] && [ "$now" -gt 0 ]; then tell_time; print_log; fi 2>/dev/null
    [ -z "$watcher" ] || kill "$watcher" 2>/dev/null
    exit 0
}
trap leave TERM INT

# Sets st_state and st_start. Fails when the process is gone.
read_stat() {
    st_line=
    { read -r st_line <"/proc/$1/stat"; } 2>/dev/null || return 1
    # shellcheck disable=SC2086
    set -- ${st_line##*") "}
    [ $# -ge 20 ] || return 1
    st_state=$1 st_start=${20}
}

is_alive() { read_stat "$1" && [ "$st_start" = "$2" ] && [ "$st_state" != Z ] && [ "$st_state" != X ]; }

# Milliseconds since 1970 into `now`: uptime, tied to the clock once a minute so that a tick needs no `date`.
now=0 base_ms=0 base_up=0
tell_time() {
    { read -r up _ </proc/uptime; } 2>/dev/null || up=0.00
    up_ms=$((${up%%.*} * 1000 + (1${up##*.} - 100) * 10))
    if [ "$base_ms" -eq 0 ] || [ $((up_ms - base_up)) -gt 60000 ]; then
        base_ms=$(date +%s%3N)
        # A date that has no fractions leaves the text after the seconds.
        case $base_ms in *[!0-9]*) base_ms=$(date +%s)000 ;; esac
        [ ${#base_ms} -ge 13 ] || base_ms=$(date +%s)000
        { read -r up _ </proc/uptime; } 2>/dev/null || up=0.00
        up_ms=$((${up%%.*} * 1000 + (1${up##*.} - 100) * 10))
        base_up=$up_ms
    fi
    now=$((base_ms + up_ms - base_up))
}

# --- GPUs ----------------------------------------------------------------------------------------------------

everything=index,uuid,name,utilization.gpu,memory.used,memory.total,temperature.gpu,power.draw,enforced.power.limit,clocks.sm,utilization.memory,clocks.mem,fan.speed,pstate,ecc.errors.uncorrected.volatile.total,pcie.link.gen.current,pcie.link.width.current,pci.bus_id
query_sets="$everything,clocks_event_reasons.active
$everything,clocks_throttle_reasons.active
index,uuid,name,utilization.gpu,memory.used,memory.total,temperature.gpu,power.draw,enforced.power.limit,clocks.sm
index,uuid,name,utilization.gpu,memory.used,memory.total,temperature.gpu"

# Traffic over the links to the GPUs, in MB/s, every ten seconds: the driver counts for 20 ms for each figure, so more
# often would cost time. A new process each time, because its output into a pipe may come late. It is asked as long as
# it knows an answer.
links='' links_at=0
ask_links() {
    if [ -n "$links" ]; then
        read_stat "$links" && [ "$st_state" != Z ] && return
        wait "$links" || links_at=-1
        links=''
    fi
    [ "$links_at" -ge 0 ] || return
    { read -r up _ </proc/uptime; } 2>/dev/null
    [ "${up%%.*}" -ge "$links_at" ] || return
    links_at=$((${up%%.*} + 10))
    # Ends at the first line that is not its own; then nvidia-smi ends at its next one.
    nvidia-smi dmon -s t -c 1 2>/dev/null | awk '
        $1 == "#" && $2 == "gpu" { sub(/^# */, ""); print "#links " $0; next }
        /^ *[0-9][-0-9 ]*$/ { print "#link " $0; said = 1; next }
        !/^#/ || NR > 600 { exit }
        END { exit !said }' &
    links=$!
}

# One nvidia-smi at a time, the next after it died. Its output and our messages about it (lines beginning with #) go to
# print_gpus through one pipe. Ends with the sampler.
ask_gpus() {
    trap - PIPE TERM INT
    case $seconds in
        *.*) whole=${seconds%%.*} part=${seconds#*.}00; every=-lms\ $((${whole:-0} * 1000 + (1${part%"${part#??}"} - 100) * 10)) ;;
        *) every="-l $seconds" ;;
    esac
    pause=5
    while is_alive "$$" "$own_start"; do
        for fields in $query_sets; do
            echo "#try $fields"
            began=${up%%.*}
            # shellcheck disable=SC2086
            nvidia-smi "--query-gpu=$fields" --format=csv,noheader,nounits $every 2>&1 &
            smi=$!
            while is_alive "$$" "$own_start" && read_stat $smi && [ "$st_state" != Z ]; do
                ask_links
                sleep "$seconds" 2>/dev/null || sleep 1
            done
            if ! is_alive "$$" "$own_start"; then
                kill $smi $links 2>/dev/null
                return
            fi
            wait $smi
            echo '#end'
            { read -r up _ </proc/uptime; } 2>/dev/null
            # This set of fields works here: use it again.
            if [ $((${up%%.*} - began)) -ge 10 ]; then pause=5; break; fi
        done
        echo '#failed'
        { read -r up _ </proc/uptime; } 2>/dev/null
        wake=$((${up%%.*} + pause))
        while is_alive "$$" "$own_start" && [ "${up%%.*}" -lt $wake ]; do
            sleep 1
            { read -r up _ </proc/uptime; } 2>/dev/null
        done
        [ $pause -ge 60 ] || pause=$((pause * 2))
    done
}

print_gpus() {
    trap 'exit 0' TERM INT
    fields='' announced='' error='' seen='' received=0 sent=0
    while IFS= read -r text; do
        is_alive "$$" "$own_start" || exit 0
        tell_time
        case $text in
            '#try '*) fields=${text#\#try } announced='' ;;
            '#failed')
                if [ -z "$seen" ]; then
                    printf '%s gpunone %s\n' "$now" "${error:-nvidia-smi says nothing}" || exit 0
                fi
                seen='' error=''
                ;;
            '#end') ;;
            '#links '*)
                # The order of the columns: "gpu rxpci txpci".
                column=0 received=0 sent=0
                for word in ${text#\#links }; do
                    column=$((column + 1))
                    case $word in rxpci) received=$column ;; txpci) sent=$column ;; esac
                done
                ;;
            '#link '*)
                # shellcheck disable=SC2086
                set -- ${text#\#link }
                if [ "$received" -eq 0 ] || [ "$sent" -eq 0 ] || [ $# -lt "$received" ] || [ $# -lt "$sent" ]; then continue; fi
                eval "printf '%s pcie %s %s %s\n' \"\$now\" \"\$1\" \"\${$received}\" \"\${$sent}\"" || exit 0
                ;;
            [0-9]*,*)
                if [ -z "$announced" ]; then
                    announced=1
                    printf '%s gpufields %s\n' "$now" "$fields" || exit 0
                fi
                seen=1
                printf '%s gpu %s\n' "$now" "$text" || exit 0
                ;;
            ?*) [ -n "$error" ] || error=$text ;;
        esac
    done
}

gpus=''
gpus_at=0
watch_gpus() {
    if [ -n "$gpus" ]; then
        read_stat "$gpus" && [ "$st_state" != Z ] && return
        wait "$gpus" 2>/dev/null
        gpus=''
    fi
    [ "$now" -ge "$gpus_at" ] || return
    gpus_at=$((now + 10000))
    ask_gpus </dev/null 2>/dev/null | print_gpus 2>/dev/null &
    gpus=$!
}

# --- the machine ---------------------------------------------------------------------------------------------

print_cpu() {
    cpus=0 total=
    while read -r name rest; do
        case $name in
            cpu) total=$rest ;;
            cpu*) cpus=$((cpus + 1)) ;;
            *) break ;;
        esac
    done </proc/stat
    # shellcheck disable=SC2086
    set -- $total
    printf '%s cpu %s %s %s %s %s %s %s %s %s\n' "$now" "$1" "$2" "$3" "$4" "${5:-0}" "${6:-0}" "${7:-0}" "${8:-0}" $cpus
}

print_mem() {
    mem_total=0 mem_free='' swap_total=0 swap_free=0
    while read -r name value _; do
        case $name in
            MemTotal:) mem_total=$value ;;
            MemAvailable:) mem_free=$value ;;
            SwapTotal:) swap_total=$value ;;
            SwapFree:) swap_free=$value; break ;;
        esac
    done </proc/meminfo
    [ -n "$mem_free" ] || return 0
    printf '%s mem %s %s %s %s\n' "$now" "$mem_total" "$mem_free" "$swap_total" "$swap_free"
}

print_load() {
    read -r one five fifteen _ </proc/loadavg
    printf '%s load %s %s %s\n' "$now" "$one" "$five" "$fifteen"
}

print_net() {
    while IFS=: read -r name rest; do
        [ -n "$rest" ] || continue
        name=${name##* }
        case $name in lo | veth*) continue ;; esac
        # shellcheck disable=SC2086
        set -- $rest
        [ $# -ge 9 ] || continue
        printf '%s net %s %s %s\n' "$now" "$name" "$1" "$9" || return 1
    done </proc/net/dev
}

print_io() {
    while read -r _ _ name _ _ sectors_read _ _ _ sectors_written _; do
        # Of all block devices only real disks have a device behind them; partitions, loops and mappings do not.
        [ -e "/sys/block/$name/device" ] || continue
        printf '%s io %s %s %s\n' "$now" "$name" "$sectors_read" "$sectors_written" || return 1
    done </proc/diskstats
}

# The log's size when it has changed. FILE-seen is as old as the last check: a log older than that has not been written
# since, which the shell can test by itself. Equal ages count as changed, as some shells compare whole seconds.
log_bytes=''
print_log() {
    [ -f "$log" ] || return 0
    # dash, bash and busybox ash support -nt; a shell that does not would check the size each time.
    # shellcheck disable=SC3013
    if [ -n "$log_bytes" ] && [ "$log-seen" -nt "$log" ] 2>/dev/null; then return 0; fi
    # Not `:`, which on a full disk would end the shell.
    true >"$log-seen"
    # ls opens nothing, so a pipe that replaced the log meanwhile blocks nothing.
    # shellcheck disable=SC2012,SC2046
    set -- $(ls -ln "$log")
    size=${5:-}
    case $size in '' | *[!0-9]* | "$log_bytes") return 0 ;; esac
    log_bytes=$size
    printf '%s log %s\n' "$now" "$size"
}

# df may hang on a dead network mount: it runs beside the tick, one at a time.
df_pid=''
print_disk() {
    if [ -n "$df_pid" ]; then
        read_stat "$df_pid" && [ "$st_state" != Z ] && return 0
        wait "$df_pid" 2>/dev/null
    fi
    {
        trap - PIPE TERM INT
        df -Pk -- "${HOME:-/}" 2>/dev/null | {
            read -r _
            read -r _ disk_total disk_used disk_free _ disk_path
            [ -z "$disk_path" ] || printf '%s disk %s %s %s %s\n' "$now" "$disk_total" "$disk_used" "$disk_free" "$disk_path"
        }
    } &
    df_pid=$!
}

[ -r /proc/stat ] || { echo "sample.sh: /proc cannot be read" >&2; exit 1; }
own_start=0
read_stat $$ && own_start=$st_start

if [ -n "$watch" ]; then
    # The standard input of a background job is empty unless it is redirected.
    exec 3<&0
    {
        trap - PIPE TERM INT
        while read -r _; do :; done
        kill -TERM $$
    } <&3 >/dev/null 2>&1 3<&- &
    watcher=$!
    exec 3<&-
fi

tell_time
has_smi=1
if ! command -v nvidia-smi >/dev/null 2>&1; then
    has_smi=
    printf '%s gpunone no-nvidia-smi\n' "$now" || leave
fi
disk_at=0
while :; do
    [ -z "$parent" ] || is_alive "$parent" "$parent_start" || leave
    tell_time
    print_cpu 2>/dev/null || leave
    { print_mem && print_load && print_net; } 2>/dev/null || leave
    [ ! -r /proc/diskstats ] || print_io 2>/dev/null || leave
    if [ -n "$log" ]; then print_log 2>/dev/null || leave; fi
    [ -z "$has_smi" ] || watch_gpus
    if [ "$now" -ge $disk_at ]; then
        disk_at=$((now + 10000))
        print_disk
    fi
    sleep "$seconds" 2>/dev/null || sleep 1
done
