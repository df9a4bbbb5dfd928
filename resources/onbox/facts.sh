#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints the facts of a machine as key=value lines and changes nothing. Read by core/service/machines, fed to `sh -s`
# over SSH. Values are single lines; each question that could hang has a time limit.
LC_ALL=C
export LC_ALL
limit() {
    if command -v timeout >/dev/null 2>&1; then timeout "$@"; else shift; "$@"; fi
}
cr=$(printf '\r')
# line KEY: prints the first line of the input that is not blank, without starting a process.
line() {
    value=
    while read -r value; do
        value=${value%"$cr"}
        [ -z "$value" ] || break
    done
    printf '%s=%.300s\n' "$1" "${value%"$cr"}"
}

ask_engine() {
    command -v "$1" >/dev/null 2>&1 || return 0
    case $1 in
    docker) answer=$(limit 10 docker version --format '{{.Server.Version}}' 2>&1) ;;
    podman)
        # Opens storage and runtime as `podman info` does, in a quarter of the time: info asks the package manager.
        answer=$(limit 20 podman ps --quiet --last 1 2>&1 >/dev/null) &&
            answer=$(limit 20 podman version --format '{{.Client.Version}}' 2>&1)
        ;;
    esac
    status=$?
    printf '%s\n' "$answer" | if [ "$status" -eq 0 ]; then line "$1-version"; else line "$1-problem"; fi
}

echo 'trainyard-facts=1'
# The engines take longest, so everything else is asked meanwhile. sort writes their lines in one piece, docker first.
{
    ask_engine docker &
    ask_engine podman &
    wait
} | sort &
uname -n | line host
uname -sr | line kernel
uname -m | line architecture
id -un | line user
printf '%s' "$HOME" | line home
sed -n 's/^PRETTY_NAME="\{0,1\}\([^"]*\).*/\1/p' /etc/os-release 2>/dev/null | line system
grep -c '^processor' /proc/cpuinfo 2>/dev/null | line cpus
sed -n 's/^MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo 2>/dev/null | line memory-kib
# shellcheck disable=SC2046 # the fields of df's last line are the words wanted
home_free() { set -- $(df -Pk "$HOME" 2>/dev/null | sed -n '$p'); printf '%s' "${4-}"; }
home_free | line home-free-kib

# What can mount object stores, and whether others may look into it, as Docker's daemon does for another user's run.
for program in rclone mount-s3 s3fs goofys; do
    if command -v "$program" >/dev/null 2>&1; then echo "mounter=$program"; fi
done
if [ -c /dev/fuse ] && { command -v fusermount3 || command -v fusermount; } >/dev/null 2>&1; then echo 'fuse=1'; fi
if [ "$(id -u)" = 0 ] || grep -qs '^ *user_allow_other' /etc/fuse.conf; then echo 'fuse-shared=1'; fi

# Volumes: name, device or server, and folder, with a tab between; the kernel writes blanks as octal numbers. A folder is
# not looked into: a server that does not answer would block us.
ask_volumes() {
    while read -r _ _ _ root at rest; do
        # shellcheck disable=SC2086
        set -- ${rest##* - }
        case $at in / | /boot* | /etc* | /usr* | /proc* | /sys* | /dev* | /run* | /snap* | /var/lib/docker* | /tmp*) continue ;; esac
        case $1:$2 in
            *:/dev/loop*) continue ;;
            *:/dev/* | *:*:/* | nfs*:* | cifs:* | ceph:* | lustre:* | zfs:* | fuse.*:* | virtiofs:* | 9p:* | beegfs*:*) ;;
            *) continue ;;
        esac
        [ "$root" = / ] || [ "$1" = btrfs ] || continue
        printf 'volume=%s\t%s\t%s\n' "${at##*/}" "$2" "$at"
    done </proc/self/mountinfo
    for label in /dev/disk/by-label/*; do
        [ -L "$label" ] || continue
        device=$(readlink -f "$label")
        at=$(sed -n "s|^[^ ]* [^ ]* [^ ]* / \([^ ]*\) .* - [^ ]* $device .*|\1|p" /proc/self/mountinfo | head -n 1)
        printf 'volume=%s\t%s\t%s\n' "${label##*/}" "$device" "$at"
    done
    # shellcheck disable=SC2016
    limit 5 sh -c 'for folder in /mnt/*/ /volumes/*/; do
        [ ! -d "$folder" ] || printf "volume=%s\t\t%s\n" "$(basename "$folder")" "${folder%/}"
    done' 2>/dev/null
}
ask_volumes | head -n 200 | cut -c1-300

# "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  …", for the open module "… Open Kernel Module for x86_64
# 550.54.15"
sed -n 's/^NVRM version:.*Kernel Module[^0-9]* \(.*[^0-9.]\)\{0,1\}\([0-9][0-9]*\.[0-9.]*\) .*/\2/p' /proc/driver/nvidia/version 2>/dev/null | line kernel-module

gpus='' status=0
if command -v nvidia-smi >/dev/null 2>&1; then
    gpus=$(limit 10 nvidia-smi --query-gpu=index,uuid,memory.total,driver_version,name \
        --format=csv,noheader,nounits 2>&1; echo "status=$?")
    status=${gpus##*status=} gpus=${gpus%status=*}
    gpus=$(printf '%s\n' "$gpus" | head -n 128 | cut -c1-300 | sed -n 's/^\(..*\)$/gpu=\1/p')
fi
# Who computes on the GPUs, and which MIG devices there are. Of a process that this account cannot see nothing is
# printed; nor in a container, where the number may be that of another process, unless that one has opened a GPU.
ask_holders() {
    parts=$(limit 10 nvidia-smi -L 2>/dev/null | head -n 1000 | cut -c1-200)
    case $parts in *'MIG '*) printf '%s\n' "$parts" | sed -n 's/^\(..*\)$/device=\1/p' ;; esac
    apps=$(limit 10 nvidia-smi --query-compute-apps=gpu_uuid,pid,used_memory --format=csv,noheader,nounits 2>/dev/null) || return 0
    echo 'holders-told=1'
    apps=$(printf '%s\n' "$apps" | head -n 500 | cut -c1-200)
    printf '%s\n' "$apps" | sed -n 's/^\(..*\)$/holder=\1/p'
    pids=''
    for pid in $(printf '%s\n' "$apps" | sed -n 's/^[^,]*, *\([0-9]\{1,10\}\) *,.*/\1/p' | sort -u | head -n 256); do
        # The inode of the first PID namespace is fixed. The names in fd are numbers.
        # shellcheck disable=SC2010
        if [ "$(readlink /proc/self/ns/pid 2>/dev/null)" = 'pid:[4026531836]' ] ||
            ls -l "/proc/$pid/fd" 2>/dev/null | grep -q '/dev/nvidia[0-9]'; then
            pids=$pids${pids:+,}$pid
        fi
    done
    [ -z "$pids" ] || limit 5 ps -o pid=,etimes=,user:32=,args= -p "$pids" 2>/dev/null |
        head -n 256 | cut -c1-280 | tr -d '\000-\011\013-\037\177' | sed 's/^ */process=/'
}
holders=''
if [ "$status" = 0 ] && [ -n "$gpus" ]; then holders=$(ask_holders); fi
wait
[ -z "$holders" ] || printf '%s\n' "$holders"
[ -z "$gpus" ] || printf '%s\n' "$gpus"
[ "$status" = 0 ] || printf 'smi-status=%s\n' "$status"
echo 'end=1'
