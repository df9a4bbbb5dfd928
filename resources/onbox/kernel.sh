#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# kernel.sh RUN_DIRECTORY: kernel messages from the time of a run that may explain how it ended: errors of its GPUs, the
# out-of-memory killer, crashes. Prints nothing when the kernel's log may not be read without more rights. Writes
# nothing.
#
# A machine may be shared, and be a container among those of others, so only messages about this run are printed: Xids
# of GPUs that are visible here; kills of this user's processes or of the run's container; crashes only when the run
# itself ended by a signal. Inside a container, where the kernel's process names belong to others, crashes are left out,
# and a kill is printed only for a run that ended by a signal and whose ID or user the kernel names.
# Shells: dash, bash, busybox ash.
LC_ALL=C
export LC_ALL
PATH=${PATH:-/usr/bin:/bin}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
export PATH

each=10            # seconds for one reader of the log
most=200           # lines, the newest

if [ $# -ne 1 ] || [ ! -d "$1" ]; then
    echo 'usage: kernel.sh RUN_DIRECTORY' >&2
    exit 2
fi
cd "$1" || exit 2
RUN_ID='' ENGINE=''
# shellcheck disable=SC1091
. ./spec.sh 2>/dev/null
case $RUN_ID in '' | *[!A-Za-z0-9-]*) echo 'kernel.sh: this is no run directory' >&2; exit 2 ;; esac

# The start, in seconds since the machine started: launch.sh was written just before the run began.
began=$(stat -c %Y launch.sh 2>/dev/null)
now=$(date +%s)
up=0
{ read -r up _ </proc/uptime; } 2>/dev/null
case $began in '' | *[!0-9]*) exit 0 ;; esac
since=$((${up%%.*} - (now - began) - 2))

# A container's id is the run's handle.
id=''
[ "$ENGINE" = process ] || { read -r id <handle; } 2>/dev/null
case $id in *[!0-9a-f]*) id='' ;; esac
[ ${#id} -ge 12 ] || id=''

# Inside a container the kernel numbers processes and users differently.
inside=0
if [ -e /.dockerenv ] || [ -e /run/.containerenv ] || grep -q '/\(docker\|kubepods\|lxc\|containerd\)' /proc/1/cgroup 2>/dev/null; then inside=1; fi
by_signal=0
{ read -r ended <status; } 2>/dev/null || ended=''
case $ended in
    signal=*) by_signal=1 ;;
    code=129 | code=1[3-8]? | code=19[0-2]) by_signal=1 ;;
esac

# The GPUs that are visible here, "0000:3b:00"; empty: all.
gpus=' '
for gpu in /proc/driver/nvidia/gpus/*; do
    [ -e "$gpu" ] || continue
    gpu=${gpu##*/}
    gpus="$gpus${gpu%.*} "
done

limited() {
    if command -v timeout >/dev/null 2>&1; then timeout -s KILL $each "$@"; else "$@"; fi
}

pick() {
    awk -v since="$since" -v uid="$(id -u)" -v id="$id" -v inside=$inside -v by_signal=$by_signal -v gpus="$gpus" -v most=$most '
        {
            begin = index($0, "[")
            if (begin == 0 || begin > 60) next
            seconds = substr($0, begin + 1, 24)
            sub(/^ */, "", seconds)
            if (seconds !~ /^[0-9]+\.[0-9]+\]/ || seconds + 0 < since) next
            keep = 0
            if ($0 ~ /NVRM: Xid|fallen off the bus/) {
                keep = gpus == " " || $0 !~ /[0-9a-f][0-9a-f][0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]:[0-9a-f][0-9a-f]/
                count = split(gpus, seen, " ")
                for (i = 1; i <= count; i++) if (index(tolower($0), seen[i]) > 0) keep = 1
            } else if ($0 ~ /oom-kill:/) {
                ours = id != "" ? index($0, substr(id, 1, 12)) > 0 : $0 ~ ("uid=" uid "([^0-9]|$)")
            } else if ($0 ~ /[Oo]ut of memory: Kill/) {
                # Old kernels name no user: then a run that was killed is assumed to be the victim.
                if (inside) keep = by_signal && ours
                else if (id != "") keep = ours
                else keep = $0 ~ /UID:[0-9]/ ? $0 ~ ("UID:" uid "([^0-9]|$)") : ours || by_signal
                ours = 0
            } else if ($0 ~ /segfault at |general protection|trap invalid opcode/) {
                keep = by_signal && !inside
            }
            if (keep) kept[++n] = substr($0, 1, 400)
        }
        END { for (i = n > most ? n - most + 1 : 1; i <= n; i++) print kept[i] }' | head -c 49000
}

said=$(limited dmesg 2>/dev/null | pick)
if [ -z "$said" ] && command -v journalctl >/dev/null 2>&1; then
    said=$(limited journalctl -k -b -q --no-pager -o short-monotonic -n 20000 2>/dev/null | pick)
fi
[ -z "$said" ] || printf '%s\n' "$said"
exit 0
