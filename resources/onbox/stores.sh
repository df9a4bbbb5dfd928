#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# stores.sh VERB: mounts the object stores of the run in the directory of this file, and unmounts them. `stores.list` beside
# it calls store() once for each. Safe to repeat; another call continues where one was killed. Shells: dash, bash,
# busybox ash. Programs: coreutils, fusermount, and what `stores.list` names.
#   up      mounts what is not mounted yet; on failure 1 and a sentence on stderr
#   down    sends what was written, unmounts, and removes the keys; prints a sentence if something could not be sent
#   abort   kills the programs, so that a process that waits for a store gets an error instead
# A mounted folder is never looked into: a store that does not answer would block whoever does.
# shellcheck disable=SC2317 # `stores.list` calls the functions.
PATH=${PATH:-/usr/bin:/bin}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
export PATH

case $0 in */*) dir=${0%/*}/ ;; *) dir=./ ;; esac
dir=$(CDPATH='' cd -- "$dir" && pwd -P) || exit 1
cd "$dir" || exit 1

# The store's keys count, not those of the machine.
unset AWS_PROFILE AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN

MOUNT_SECONDS=30 SEND_SECONDS=${2:-600}
verb=$1

boot=unknown
{ read -r boot </proc/sys/kernel/random/boot_id; } 2>/dev/null

nap() { sleep "$1" 2>/dev/null || sleep 1; }

# As in supervise.sh.
first_line() {
    line=
    [ -f "$1" ] || return
    { read -r line <"$1"; } 2>/dev/null
    [ -n "$line" ]
}
put() {
    { printf '%s\n' "$2" >"$1.$$"; } 2>/dev/null || return 1
    mv -f "$1.$$" "$1" 2>/dev/null
}
read_stat() {
    st_line=
    { read -r st_line <"/proc/$1/stat"; } 2>/dev/null || return 1
    # shellcheck disable=SC2086
    set -- ${st_line##*") "}
    [ $# -ge 20 ] || return 1
    st_state=$1 st_start=${20}
}
alive() {
    [ $# -eq 3 ] && [ "$3" = "$boot" ] && read_stat "$1" && [ "$st_start" = "$2" ] &&
        [ "$st_state" != Z ] && [ "$st_state" != X ]
}

# Is the program of this store there? Its number is then in `program`.
has_program() {
    first_line "stores-$number.pid" || return 1
    program=${line%% *}
    # shellcheck disable=SC2086
    alive $line
}

# Is something mounted exactly at $place? The kernel writes blanks and backslashes as octal numbers.
is_mounted() {
    seen=$(printf '%s' "$place" | sed 's/\\/\\134/g; s/ /\\040/g')
    while read -r _ _ _ _ at _; do
        [ "$at" != "$seen" ] || return 0
    done </proc/self/mountinfo
    return 1
}

# attempt SECONDS COMMAND…: does not wait any longer, even for a process that cannot be killed. Its exit status, or 1.
attempt() {
    rest=$(($1 * 10))
    shift
    "$@" >/dev/null 2>&1 &
    while read_stat $! && [ "$st_state" != Z ] && [ "$rest" -gt 0 ]; do
        nap 0.1
        rest=$((rest - 1))
    done
    if read_stat $! && [ "$st_state" != Z ]; then
        kill -KILL $! 2>/dev/null
        return 1
    fi
    wait $!
}

refuse() {
    printf '%s\n' "$1" >&2
    exit 1
}

# Files that were written to the cache of this store and not yet sent.
has_unsent() { [ "$cache" != - ] && grep -qsrE '"Dirty": *true' "$cache/vfsMeta"; }

# store NUMBER TARGET CACHE COMMAND…: the command gets the target as its last word. CACHE is - if it has none.
store() {
    number=$1 target=$2 cache=$3
    shift 3
    case $verb in
        up) mount_store "$@" ;;
        down) unmount_store ;;
        abort) abort_store ;;
    esac
}

mount_store() {
    if first_line "stores-$number.at"; then
        place=$line
        if has_program && is_mounted; then return; fi
        # An earlier one was killed before it was known, or died.
        if is_mounted; then unmount; fi
        kill_program
    else
        if [ ! -d "$target" ]; then
            mkdir -p -- "$target" 2>/dev/null || refuse "The folder $target, where an object store is to be mounted, cannot be created."
            put "stores-$number.made" 1
        fi
        place=$(readlink -f -- "$target")
        [ -n "$place" ] || refuse "The folder $target cannot be found."
        if is_mounted; then refuse "Something is mounted at $target already. Choose another place in file_mounts."; fi
        [ -z "$(ls -A -- "$place" 2>/dev/null)" ] ||
            refuse "The folder $target is not empty, and mounting would hide what is there. Choose another place in file_mounts."
        put "stores-$number.at" "$place" || refuse "Cannot write to $dir."
    fi
    # rclone takes the first for itself and fails at it.
    if [ "$1" = rclone ] && [ -n "${AWS_CA_BUNDLE-}" ]; then
        set -- env -u AWS_CA_BUNDLE "RCLONE_CA_CERT=$AWS_CA_BUNDLE" "$@"
    fi
    setsid "$@" "$place" </dev/null >>"stores-$number.log" 2>&1 &
    pid=$!
    if read_stat "$pid"; then put "stores-$number.pid" "$pid $st_start $boot"; fi
    tries=$((MOUNT_SECONDS * 10))
    until is_mounted; do
        # A program that goes to the background by itself is not expected, but would be found by its mount.
        tries=$((tries - 1))
        if ! has_program || [ "$tries" -le 0 ]; then
            refuse_store
        fi
        nap 0.1
    done
    # s3fs mounts first and then asks the store whether the keys are good; until then the kernel lets everybody wait. If they
    # are not, it says so, and unmounts and ends a moment later.
    if ! attempt "$MOUNT_SECONDS" stat -- "$place/." || grep -q '\[CRT\]' "stores-$number.log" || ! has_program ||
        ! is_mounted; then
        refuse_store
    fi
}

refuse_store() {
    said=$(LC_ALL=C tr -cd '\012\040-\176' <"stores-$number.log" | grep -v -e '^ *$' -e '\[INF\]' | tail -n 1 | cut -c 1-300)
    refuse "The object store for $target could not be mounted: ${said:-no reason was given}"
}

unmount() {
    fusermount=fusermount3
    command -v fusermount3 >/dev/null 2>&1 || fusermount=fusermount
    attempt 10 "$fusermount" -u "$place"
    is_mounted || return
    # In use, or it does not answer: it disappears from the tree now, and altogether with the last who has it open.
    attempt 10 "$fusermount" -u -z "$place"
    is_mounted && attempt 10 umount -l "$place"
}

kill_program() {
    for signal in TERM KILL; do
        has_program || return 0
        kill "-$signal" "$program" 2>/dev/null
        for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
            has_program || return 0
            nap 0.1
        done
    done
}

unmount_store() {
    first_line "stores-$number.at" || {
        rm -f "stores-$number.key"
        return 0
    }
    place=$line
    sent=0
    while has_unsent && has_program && [ "$sent" -lt "$SEND_SECONDS" ]; do
        sleep 1
        sent=$((sent + 1))
        # A person waits from now on.
        if [ -z "$was_stopped" ] && [ -e stop ]; then
            was_stopped=yes
            [ "$SEND_SECONDS" -le $((sent + 20)) ] || SEND_SECONDS=$((sent + 20))
        fi
    done
    if is_mounted; then unmount; fi
    # It ends by itself once it is unmounted.
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        has_program || break
        nap 0.1
    done
    kill_program
    if is_mounted; then unmount; fi
    if has_unsent; then
        printf 'Files for %s could not be sent to the object store: they are in %s on the machine.\n' "$target" "$cache"
    elif [ "$cache" != - ]; then
        rm -rf -- "$cache"
    fi
    rm -f "stores-$number.pid" "stores-$number.key"
    if [ -e "stores-$number.made" ] && ! is_mounted; then rmdir -- "$place" 2>/dev/null; fi
}

abort_store() {
    if has_program; then kill -KILL "$program" 2>/dev/null; fi
}

was_stopped=
if [ -e stop ]; then was_stopped=yes; fi

case $verb in
    up | down | abort) ;;
    *)
        echo "usage: stores.sh up|down [SECONDS]|abort" >&2
        exit 2
        ;;
esac
# shellcheck disable=SC1091
. ./stores.list || exit 1
[ "$verb" != down ] || rm -f stores.conf
exit 0
