#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# nextattempt.sh PART BASE NEW CHECKPOINTS MOUNTS: makes the run directory NEW from PART, where an archive with this file was
# unpacked, and from files of the earlier attempt BASE that were sent for it. NEW appears under its name when it is whole, and
# BASE stays as it is.
#
# PART/.kept names the files of BASE/workdir to take over, each as "SIZE TIME MODE ./PATH" and a NUL, sorted. The copies must be
# exactly that; a run may have changed its files. CHECKPOINTS is a folder to make, or empty. MOUNTS: yes = BASE's `mounts` are
# taken over too.
# Exit: 0 = NEW is there · 1 = it could not be made, stderr says why · 3 = a program is missing, or BASE · 4 = files of BASE are
# not what they were: their lines on stdout · 5 = NEW is there already. PART is removed. Needs find, sort, comm, sed and cp as GNU has them; shells: dash,
# bash, busybox ash.
LC_ALL=C
export LC_ALL
PATH=${PATH:-/usr/bin:/bin}:/usr/local/bin:/usr/bin:/bin
export PATH
umask 077
part=$1 base=$2 new=$3 checkpoints=$4 mounts=$5

give_up() {
    rm -rf "$part"
    exit "$1"
}

trap 'give_up 1' HUP INT TERM
comm -z /dev/null /dev/null >/dev/null 2>&1 || give_up 3
find / -maxdepth 0 -printf '' >/dev/null 2>&1 || give_up 3
[ -d "$base" ] || give_up 3
if [ -e "$new" ]; then
    give_up 5
fi
if [ -s "$part/.kept" ]; then
    mkdir -p "$part/workdir" || give_up 1
    cd "$base/workdir" 2>/dev/null || give_up 3
    # What could not be copied is found by what is there afterwards.
    sed -z 's/^[0-9]* -\{0,1\}[0-9]* [0-7]* //' "$part/.kept" \
        | xargs -0 cp -p -P --parents --reflink=auto -t "$part/workdir" -- 2>"$part/.problems"
    cd "$part/workdir" || give_up 1
    find . -type f -printf '%s %Ts %m %p\0' | sort -z >"$part/.there" || give_up 1
    comm -z -13 "$part/.there" "$part/.kept" >"$part/.lacking" || give_up 1
    if [ -s "$part/.lacking" ]; then
        cat "$part/.lacking"
        cat "$part/.problems" >&2
        give_up 4
    fi
fi
rm -f "$part/.kept" "$part/.there" "$part/.lacking" "$part/.problems" "$part/.nextattempt.sh"
if [ "$mounts" = yes ] && [ -d "$base/mounts" ]; then
    cp -pPR --reflink=auto "$base/mounts" "$part/mounts" || give_up 1
fi
if [ -n "$checkpoints" ]; then mkdir -p "$checkpoints" || give_up 1; fi
mv "$part" "$new" || give_up 1
