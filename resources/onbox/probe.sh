#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes a folder for yard-probe on a machine, runs it, and leaves nothing of it there. Read by core/service/machines
# (proberunner.h), fed to `sh -s` over SSH after a line mark=WORD.
#
# Standard input stays open after the script: its end, by a lost connection or by a cancellation, ends the probe and
# removes everything. This script's own lines begin with $mark, before `begin` on standard output and on standard error;
# everything else is the probe's.
#   arch X         of the processor
#   refused D WHY  a folder where nothing can be run from (exists, noexec, full)
#   place D        a new folder of our own: send the line `take ID BYTES`, then so many bytes, which become D/yard-probe-ID. On
#                  the same channel, because a server may allow no second one (MaxSessions 1, no SFTP)
#   none           nowhere
#   full           they could not be stored
#   taken          all are stored; nothing may follow them before this line: send the line `go SHA256 ARGUMENTS…`, the
#                  arguments being words without blanks
#   begin          standard output is the probe's from here on
#   pid N          (error) of the probe, which leads a process group of its own where the machine has setsid
#   damaged        (error) the file there is not what was sent
#   end STATUS     (error) of the probe
#   gone           (error) nothing is left; missing when something is
LC_ALL=C
export LC_ALL
umask 077
mark=${mark:?}
dir=
child=
group=
made=

clean() {
    trap '' HUP INT TERM PIPE
    if [ -n "$dir" ]; then
        rm -f "$dir"/yard-probe-* "$dir"/try
        rmdir "$dir" 2>/dev/null
    fi
    # Removes only what was made here, and only if nothing has been put into it since; word by word, the innermost
    # first.
    for folder in $made; do
        case $folder in
        inner) rmdir "$HOME/.trainyard/probe" 2>/dev/null ;;
        outer) rmdir "$HOME/.trainyard" 2>/dev/null ;;
        esac
    done
    [ -n "$dir" ] && [ -e "$dir" ] || echo "$mark gone" >&2
}

# Until setsid has made the group, only the process exists.
is_alive() { kill -0 "$group$child" 2>/dev/null || kill -0 "$child" 2>/dev/null; }

# Asks it to end, which the probe does within seconds, then kills it.
halt() {
    [ -n "$child" ] || return 0
    waited=0
    # Repeated each second: a process that is only starting may have missed the first.
    while is_alive && [ "$waited" -lt 10 ]; do
        kill -TERM "$group$child" 2>/dev/null || kill -TERM "$child" 2>/dev/null
        sleep 1
        waited=$((waited + 1))
    done
    kill -KILL "$group$child" 2>/dev/null || kill -KILL "$child" 2>/dev/null
}

# shellcheck disable=SC2317 # called by the trap
leave() {
    trap '' HUP INT TERM PIPE
    halt
    clean
    exit 143
}

# Sets dir to a folder where files can be made and run.
find_place() {
    user=$(id -u)
    for base in "$HOME/.trainyard/probe" "$XDG_RUNTIME_DIR" "/run/user/$user" /dev/shm /var/tmp /tmp; do
        case $base in
        "$HOME/.trainyard/probe")
            [ -d "$HOME" ] || continue
            [ -e "$HOME/.trainyard" ] || made=outer
            [ -e "$base" ] || made="inner $made"
            mkdir -p "$base" 2>/dev/null
            ;;
        /*) [ -d "$base" ] || continue ;;
        *) continue ;;
        esac
        if ! dir=$(mktemp -d "$base/yard-probe.XXXXXXXX" 2>/dev/null); then
            dir=
            echo "$mark refused $base write"
            continue
        fi
        if ! printf '#!/bin/sh\nexit 0\n' 2>/dev/null >"$dir/try"; then
            why=full
        elif chmod 700 "$dir/try" && "$dir/try" 2>/dev/null; then
            rm -f "$dir/try"
            return 0
        else
            why=noexec
        fi
        rm -f "$dir/try"
        rmdir "$dir"
        dir=
        echo "$mark refused $base $why"
    done
    return 1
}

# take BYTES FILE: reads these bytes of standard input, which continues after them.
take() {
    if head -c 1 </dev/null >/dev/null 2>&1; then
        head -c "$1" <&3 >"$2"
    else
        dd bs=1 count="$1" <&3 >"$2"
    fi 2>/dev/null
    [ "$(wc -c <"$2")" -eq "$1" ] && chmod 700 "$2"
}

work() {
    trap leave HUP INT TERM
    # A reader that is gone is noticed at the end of standard input.
    trap : PIPE
    exec 3<&0
    echo "$mark arch $(uname -m)"
    if ! find_place; then
        echo "$mark none"
        clean
        exit 0
    fi
    echo "$mark place $dir"
    # shellcheck disable=SC2162 # there are no backslashes in it
    if ! read word id size <&3 || [ "$word" != take ]; then
        clean
        exit 0
    fi
    file=$dir/yard-probe-$id
    if ! take "$size" "$file"; then
        echo "$mark full"
        clean
        exit 0
    fi
    echo "$mark taken"
    # shellcheck disable=SC2162 # nor in this
    if ! read word sum arguments <&3 || [ "$word" != go ]; then
        clean
        exit 0
    fi
    if command -v sha256sum >/dev/null 2>&1; then
        found=$(sha256sum <"$file" 2>/dev/null)
        if [ "${found%% *}" != "$sum" ]; then
            echo "$mark damaged" >&2
            clean
            exit 0
        fi
    fi
    cd "$HOME" 2>/dev/null || cd / || exit 1
    echo "$mark begin"
    start=
    if command -v setsid >/dev/null 2>&1; then
        start=setsid
        group=-
    fi
    # shellcheck disable=SC2016,SC2086 # the inner shell's own, and words that are to be split
    $start sh -c 'echo "$1 pid $$" >&2; shift; exec "$@"' sh "$mark" "$file" $arguments </dev/null 3<&- &
    child=$!
    {
        while read -r word <&3; do :; done
        halt
    } >/dev/null 2>&1 &
    watch=$!
    exec 3<&-
    wait "$child"
    status=$?
    trap '' HUP INT TERM
    kill "$watch" 2>/dev/null
    # Processes it may have left in its group.
    [ -z "$group" ] || kill -KILL "$group$child" 2>/dev/null
    echo "$mark end $status" >&2
    clean
    exit 0
}

work
