#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks whether a machine is fit to train on and leaves nothing behind. Read by core/knowledge/health, fed to `sh -s --` over SSH.
# Words: image=NAME  node=NAME…  port=NUMBER…  name=NAME… (names to resolve besides the nodes).
#
# Prints `trainyard-check=1`, then for each question `#NAME STATUS SHORTENED` and the answer, each line after a bar, so
# that no answer can look like a question; `#end 0 0` comes last. Before a slow question it prints `+NAME`, so that a
# person who waits sees what for. STATUS is the exit status of the program, or 600 cut off, 601 not tried (nvidia-smi
# hangs; no space on the disk), 602 not there.
#
# A stuck driver holds a process that queries it in a state that no signal ends. So each question is asked by a process
# of its own, which is left behind and never waited for when its time has run out.
# shellcheck disable=SC2016 # what stands in single quotes is for inner shells and awk
LC_ALL=C
export LC_ALL
umask 077
image='' nodes='' ports='' names=''
for word; do
    case $word in
    image=*) image=${word#*=} ;;
    node=*) nodes="$nodes ${word#*=}" ;;
    port=*) ports="$ports ${word#*=}" ;;
    name=*) names="$names ${word#*=}" ;;
    esac
done

echo 'trainyard-check=1'
work=''
for place in "${TMPDIR:-}" /tmp "${XDG_RUNTIME_DIR:-}" /dev/shm "$HOME"; do
    if [ -z "$place" ] || [ ! -d "$place" ] || [ ! -w "$place" ]; then continue; fi
    work=$(mktemp -d "$place/trainyard-check.XXXXXX" 2>/dev/null) && break
    work=''
done
if [ -z "$work" ]; then
    echo '#workplace 1 0'
    echo '|no folder can be written: /tmp, /dev/shm, home'
    echo '#end 0 0'
    exit 0
fi
asked='' container='' engine='' trial=''
leave() {
    trap '' HUP INT TERM PIPE
    [ -z "$asked" ] || kill -KILL "-$asked" 2>/dev/null
    [ -z "$container" ] || "$engine" rm -f "$container" >/dev/null 2>&1 </dev/null &
    [ -z "$trial" ] || rm -f "$trial"
    rm -rf "$work"
}
trap leave EXIT
trap 'exit 1' HUP INT TERM PIPE

detach=''
command -v setsid >/dev/null 2>&1 && detach=setsid
tick=1 ticks_per_second=1
sleep 0.05 2>/dev/null && tick=0.05 ticks_per_second=20

# ask SECONDS COMMAND…: its output goes to the file $out, its status into $status. Two megabytes are kept.
question=0
out=$work/out.0
status=0
kept=4096
ask() {
    seconds=$1
    shift
    question=$((question + 1))
    out=$work/out.$question
    ended=$work/ended.$question
    : >"$out"
    # The time limit must not block the shell, which reports a program that exceeded it.
    $detach sh -c 'out=$1 ended=$2 kept=$3
        shift 3
        (
            [ "$kept" = 0 ] || ulimit -f "$kept"
            exec "$@"
        ) </dev/null >"$out" 2>&1
        echo $? >"$ended.new"
        mv "$ended.new" "$ended"' sh "$out" "$ended" "$kept" "$@" </dev/null >/dev/null 2>&1 &
    asked=$!
    ticks=0
    until [ -e "$ended" ] || [ "$ticks" -ge $((seconds * ticks_per_second)) ]; do
        sleep "$tick"
        ticks=$((ticks + 1))
    done
    if [ -e "$ended" ]; then
        status=$(cat "$ended")
    else
        status=600
        # Without setsid there is no group; then it alone is ended.
        kill -KILL "-$asked" 2>/dev/null || kill -KILL "$asked" 2>/dev/null
    fi
    asked=''
}

# tell NAME [BYTES]: prints the answer to the last question.
tell() {
    size=$(wc -c <"$out")
    shortened=0
    [ "$size" -le "${2:-65536}" ] || shortened=1
    printf '#%s %s %s\n' "$1" "$status" "$shortened"
    [ "$size" -eq 0 ] || head -c "${2:-65536}" "$out" | tr '\000\r' ' \n' | sed 's/^/|/'
    echo
}

# check NAME SECONDS COMMAND…
check() {
    part=$1
    shift
    echo "+$part"
    ask "$@"
    tell "$part"
}

without() {
    printf '#%s %s 0\n' "$1" "$2"
}

check host 5 sh -c '
    echo "host=$(uname -n)"
    echo "kernel=$(uname -sr)"
    echo "architecture=$(uname -m)"
    echo "user=$(id -un)"
    sed -n "s/^PRETTY_NAME=/system=/p" /etc/os-release | tr -d \"
    if [ -e /.dockerenv ] || [ -e /run/.containerenv ] || [ -n "${KUBERNETES_SERVICE_HOST:-}" ] ||
        grep -q -E "docker|kubepods|containerd|lxc" /proc/1/cgroup || grep -q "^overlay / " /proc/mounts; then
        echo container=1
    fi
    sed -n "s/^\([0-9]*\).*/uptime=\1/p" /proc/uptime'

# Asked early: whether anything from NVIDIA is installed, without asking the driver.
check driver 5 sh -c 'exec 2>/dev/null
    sed -n "1s/^/kernel=/p" /proc/driver/nvidia/version
    sed "s/^/module=/" /sys/module/nvidia/version
    [ -d /sys/module/nouveau ] && echo nouveau=1
    for card in /sys/bus/pci/devices/*; do
        read -r vendor <"$card/vendor" && read -r class <"$card/class" || continue
        case $vendor$class in 0x10de0x030[02]*) echo "pci=${card##*/}" ;; esac
    done
    for card in /proc/driver/nvidia/gpus/*; do [ -d "$card" ] && echo "gpu=${card##*/}"; done
    for file in /dev/nvidia[0-9]* /dev/nvidiactl /dev/nvidia-uvm; do
        [ -e "$file" ] || continue
        [ -r "$file" ] && [ -w "$file" ] && echo "device=$file" || echo "closed=$file"
    done
    :'

# smi NAME SECONDS ARGUMENTS…: once it has hung, nothing more is asked.
hangs=0
smi() {
    part=$1
    seconds=$2
    shift 2
    if [ "$hangs" = 1 ]; then
        status=601
        without "$part" 601
        return
    fi
    echo "+$part"
    ask "$seconds" nvidia-smi "$@"
    [ "$status" != 600 ] || hangs=1
    tell "$part" 524288
}

fields=index,uuid,name,pci.bus_id,driver_version,memory.total,memory.used,utilization.gpu,temperature.gpu,pstate,power.draw,enforced.power.limit
apps=''
if command -v nvidia-smi >/dev/null 2>&1; then
    # The first one may have to wake eight cards that nothing keeps awake.
    smi smi-csv 30 --query-gpu="$fields" --format=csv,noheader,nounits
    smi smi-query 40 -q
    if [ "$status" != 0 ] && [ "$hangs" = 0 ]; then
        # One lost card must not hide the others.
        cards=0
        for card in /proc/driver/nvidia/gpus/*; do
            if [ ! -d "$card" ] || [ "$cards" -ge 16 ]; then continue; fi
            cards=$((cards + 1))
            smi "smi-card.${card##*/}" 20 -q -i "${card##*/}"
        done
    fi
    smi smi-table 20
    smi smi-list 20 -L
    smi smi-reasons 20 --query-gpu=index,clocks_event_reasons.active --format=csv,noheader,nounits
    [ "$status" != 2 ] || smi smi-reasons 20 --query-gpu=index,clocks_throttle_reasons.active --format=csv,noheader,nounits
    smi smi-topology 20 topo -m
    smi smi-nvlink 20 nvlink -s
    smi smi-apps 20 --query-compute-apps=gpu_uuid,pid,used_memory,process_name --format=csv,noheader,nounits
    [ "$status" != 0 ] || apps=$(sed -n 's/^[^,]*, *\([0-9][0-9]*\),.*/\1/p' "$out" | sort -un | head -n 64 | tr '\n' ' ')
else
    for part in smi-csv smi-query smi-table; do without "$part" 602; done
fi

# The owners of the processes. For a stuck process, /proc may never answer.
if [ -n "$apps" ]; then
    # shellcheck disable=SC2086 # one word for each process
    check owners 10 sh -c 'for pid; do
            [ -d "/proc/$pid" ] || { echo "pid=$pid gone"; continue; }
            uid=$(sed -n "s/^Uid:[[:space:]]*\([0-9]*\).*/\1/p" "/proc/$pid/status")
            user=$(id -un "$uid" 2>/dev/null)
            state=$(sed -n "s/^State:[[:space:]]*\([A-Za-z]\).*/\1/p" "/proc/$pid/status")
            run=$(tr "\000" "\n" <"/proc/$pid/environ" 2>/dev/null | sed -n "s/^TRAINYARD_RUN_ID=\([A-Za-z0-9-]*\)$/\1/p")
            echo "pid=$pid uid=$uid user=$user state=$state run=$run command=$(tr "\000" " " <"/proc/$pid/cmdline" | cut -c1-200)"
        done' sh $apps
fi

# log NAME COMMAND…: the kernel log lines about the driver; the total number of lines shows whether the log may be read.
log() {
    ask 15 sh -c '"$@" 2>"$0" | awk "
            { lines++ }
            lines == 1 { print \"first=\" \$0 }
            /SXid .*: [0-9]+, (Data|Severity)/ { next }
            /NVRM|Xid|fallen off the bus|Out of memory: Kill|oom-kill:/ { kept[++n] = \$0 }
            END { for (i = n > 400 ? n - 399 : 1; i <= n; i++) print \"log=\" kept[i]; print \"lines=\" lines + 0; print \"found=\" n + 0 }"
        sed -n "1s/^/problem=/p" "$0"' "$work/problem" "$@"
    echo "source=$1" >>"$out"
}
echo '+kernel-log'
log dmesg
if ! grep -q '^lines=[1-9]' "$out" && command -v journalctl >/dev/null 2>&1; then
    log journalctl -k -b -q --no-pager -o short-monotonic
fi
tell kernel-log 131072

# Engines, and a container that shows whether the cards are visible inside. Images are never fetched; an image given by
# its id cannot be.
try_container() {
    how=$1
    shift
    container=trainyard-check-$$-$how
    echo "+$engine-run.$how"
    # Without a limit on file sizes: podman copies layers of images when it has no overlay.
    kept=0
    ask 60 "$engine" run --rm --name "$container" --network none "$@"
    kept=4096
    started=$status
    tell "$engine-run.$how" 8192
    status=$started
    if [ "$started" = 600 ]; then
        ask 15 "$engine" rm -f "$container"
    fi
    container=''
}

check_engine() {
    engine=$1
    command -v "$engine" >/dev/null 2>&1 || {
        without "$engine" 602
        return
    }
    case $engine in
    docker) check docker 15 docker info --format '{{json .}}' ;;
    podman) check podman 25 podman info --format json ;;
    esac
    [ "$status" = 0 ] || return
    if [ -n "$image" ]; then
        check "$engine-image" 15 "$engine" image inspect --format '{{.Id}}' "$image"
        [ "$status" = 0 ] || return
        id=$(sed -n 's/^\(sha256:\)\{0,1\}\([0-9a-f]\{12,64\}\)$/\2/p' "$out" | head -n 1)
    else
        check "$engine-images" 15 "$engine" image ls --format '{{.ID}} {{.Repository}}:{{.Tag}}'
        [ "$status" = 0 ] || return
        grep -E '^(sha256:)?[0-9a-f]{12,64} ' "$out" | grep -v '<none>' >"$work/images"
        id=$(grep -i -E 'cuda|torch|tensorflow|nvidia|vllm|jax' "$work/images" | head -n 1 | cut -d' ' -f1)
        [ -n "$id" ] || id=$(head -n 1 "$work/images" | cut -d' ' -f1)
    fi
    [ -n "$id" ] || return
    status=0
    printf '%s\n' "$id" >"$out"
    tell "$engine-chosen"
    if [ ! -e /proc/driver/nvidia/version ]; then
        try_container plain --entrypoint true "$id"
        return
    fi
    if [ "$hangs" = 1 ]; then
        without "$engine-run.gpus" 601
        return
    fi
    if [ "$engine" = docker ]; then
        try_container gpus --gpus all -e NVIDIA_DRIVER_CAPABILITIES=compute,utility --entrypoint nvidia-smi "$id" -L
        [ "$status" != 0 ] || return
    fi
    try_container cdi --device nvidia.com/gpu=all --entrypoint nvidia-smi "$id" -L
}
# Engines write more than their output.
kept=0
check_engine docker
check_engine podman
kept=4096
if command -v nvidia-ctk >/dev/null 2>&1; then
    check cdi 10 nvidia-ctk cdi list
else
    without cdi 602
fi

check shm 5 df -Pk /dev/shm
check disk 10 df -Pk "$HOME" /tmp
check inodes 10 df -Pi "$HOME"

# Writes 256 MiB of incompressible data, and reads it past the cache.
trial=$HOME/.trainyard-check.$$
ask 10 df -Pk "$HOME"
free=$(sed -n '$s/^.* \([0-9][0-9]*\)  *[0-9]*%.*$/\1/p' "$out")
if [ "$status" != 0 ] || [ "${free:-0}" -lt 2097152 ]; then
    without disk-write 601
elif ! (umask 077 && set -C && : >"$trial") 2>/dev/null; then
    trial=''
    without disk-write 1
else
    kept=0
    echo '+disk-write'
    ask 10 dd if=/dev/urandom of="$work/random" bs=65536 count=64
    check disk-write 20 sh -c 'read -r begin rest </proc/uptime
        i=0
        while [ $i -lt 64 ]; do cat "$1" || exit 1; i=$((i + 1)); done | dd of="$2" bs=65536 conv=fsync || exit 1
        read -r end rest </proc/uptime
        echo "begin=$begin end=$end bytes=$(wc -c <"$2")"' sh "$work/random" "$trial"
    [ "$status" != 0 ] || check disk-read 20 sh -c 'read -r begin rest </proc/uptime
        dd if="$1" of=/dev/null bs=1048576 iflag=direct || exit 1
        read -r end rest </proc/uptime
        echo "begin=$begin end=$end bytes=$(wc -c <"$1")"' sh "$trial"
    kept=4096
fi
[ -z "$trial" ] || rm -f "$trial"
trial=''

check memory 5 sh -c 'grep -E "^(MemTotal|MemAvailable|SwapTotal|SwapFree):" /proc/meminfo; grep "^oom_kill " /proc/vmstat'
check cpu 5 sh -c '
    echo "cpus=$(grep -c "^processor" /proc/cpuinfo)"
    echo "usable=$(nproc)"
    sed -n "s/^model name[^:]*: */model=/p" /proc/cpuinfo | head -n 1
    sed "s/^/load=/" /proc/loadavg
    cat /sys/devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor 2>/dev/null | sort | uniq -c | sed "s/^ *\([0-9]*\) /governor=\1 /"'
check cgroup 5 sh -c '
    place=$(sed -n "s/^0:://p" /proc/self/cgroup | head -n 1)
    while :; do
        for file in memory.max cpu.max pids.max; do
            [ -r "/sys/fs/cgroup$place/$file" ] && sed "s/^/$file=/" "/sys/fs/cgroup$place/$file"
        done
        case $place in */*[!/]*) place=${place%/*} ;; *) break ;; esac
    done
    sed "s/^/memory.max=/" /sys/fs/cgroup/memory/memory.limit_in_bytes 2>/dev/null
    :'
kept=0
check limits 5 cat /proc/self/limits
kept=4096

check resolver 5 cat /etc/resolv.conf
own=$(uname -n)
for name in "$own" $names $nodes; do
    if command -v getent >/dev/null 2>&1; then
        check "name.$name" 8 getent ahosts "$name"
    else
        without "name.$name" 602
    fi
done
wanted=''
for port in $ports; do wanted="$wanted $(printf '%04X' "$port")"; done
if [ -n "$wanted" ]; then
    check ports 5 awk -v wanted="$wanted " '$4 == "0A" { n = split($2, at, ":"); if (index(wanted, " " at[n] " ")) print at[n], $8 }' \
        /proc/net/tcp /proc/net/tcp6
fi
echo '#end 0 0'
