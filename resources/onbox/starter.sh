#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# starter.sh DIR: runs setup.sh and run.sh of the run directory DIR with stdout and stderr appended to DIR/log,
# waits until they and everything they started are gone, writes DIR/status and ends with the same code.
# Shells: dash, bash, busybox ash. The static program `starter` does the same where an image has no shell.
#
# `begun` is created here and only here with exclusive creation: the start that creates it is the only start this run
# will ever have, however often a container is restarted or two starters race.

if [ "$1" = --child ]; then
    # --child DIR SHELL MARK: leads the session of the run. env.sh may set any name, so nothing but the
    # positional parameters is relied on after it.
    # shellcheck disable=SC1091
    . "$2/env.sh" || exit 126
    export TRAINYARD_STARTER="$4"
    if [ -e "$2/links" ]; then "$3" "$2/starter.sh" --links "$2" || exit 126; fi
    if [ -d "$2/workdir" ]; then cd "$2/workdir" || exit 126; fi
    case $3 in
        */bash)
            if [ -e "$2/profile.sh" ]; then
                # shellcheck disable=SC2016 # Bash expands BASH_ENV itself, and a folder's name may hold signs of the shell.
                export TRAINYARD_BASH_ENV="${BASH_ENV-}" TRAINYARD_PROFILE="$2/profile.sh" BASH_ENV='$TRAINYARD_PROFILE'
            fi
            ;;
    esac
    if [ -e "$2/setup.sh" ]; then "$3" "$2/setup.sh" || exit; fi
    exec "$3" "$2/run.sh"
fi

if [ "$1" = --links ]; then
    # --links DIR: two lines each, a place below the home and what it leads to below DIR. What is there is never replaced, except such a
    # link of a run that has ended.
    dir=$2
    while IFS= read -r name && IFS= read -r target; do
        place=$HOME/$name
        earlier=
        if [ -L "$place" ]; then earlier=$(readlink "$place"); fi
        case $earlier in
            "$dir/$target") continue ;;
            */.trainyard/runs/*/workdir)
                if [ -e "${earlier%/workdir}/begun" ] && [ ! -e "${earlier%/workdir}/exit" ]; then
                    echo "Trainyard: $place belongs to another run that has not ended: $earlier"
                    exit 1
                fi
                rm -f "$place"
                ;;
        esac
        if [ -e "$place" ] || [ -L "$place" ]; then
            echo "Trainyard: $place is there already and is not replaced. Move it away, or use another path in the task."
            exit 1
        fi
        case $target in workdir) mkdir -p "$dir/workdir" ;; esac
        mkdir -p "${place%/*}" && ln -s "$dir/$target" "$place" || exit 1
    done <"$dir/links"
    exit 0
fi

dir=$1
exec </dev/null >>"$dir/log" 2>&1 || exit 126

# Sets st_state, st_group and st_start. Fails when the process is gone.
read_stat() {
    st_line=
    { read -r st_line <"/proc/$1/stat"; } 2>/dev/null || return 1
    # shellcheck disable=SC2086
    set -- ${st_line##*") "}
    [ $# -ge 20 ] || return 1
    st_state=$1 st_group=$3 st_start=${20}
}

boot=unknown
{ read -r boot </proc/sys/kernel/random/boot_id; } 2>/dev/null
st_start=0
read_stat $$
me="$$ $st_start $boot"
mark="$$.$st_start;"

set -C
{ echo "$me" >"$dir/begun"; } 2>/dev/null || exit 126
set +C

stop=
signals=0
trap 'stop=1 signals=$((signals + 1))' TERM INT
trap '' HUP

shell=$(command -v bash) || shell=$(command -v sh) || shell=/bin/sh
session=$(command -v setsid)
# A group of its own for the run needs setsid; as PID 1 of a container everything but ourselves is the run.
if [ -z "$session" ] && [ $$ -ne 1 ]; then
    echo "Trainyard: this machine has no setsid (package util-linux), which starting a process needs."
    exit 126
fi
self=$dir/starter.sh
[ -e "$self" ] || self=$0
if [ -n "$session" ]; then
    setsid sh "$self" --child "$dir" "$shell" "$mark" &
else
    sh "$self" --child "$dir" "$shell" "$mark" &
fi
child=$!
# The shell's messages about its jobs are not the run's.
exec 2>/dev/null

# Sets `left` to the living processes of the run, excluding zombies, and `group` to those of them in the child's group.
# When that is empty, `left` is what left the group but was started by it.
look() {
    left='' group=''
    if [ $$ -eq 1 ] || kill -0 "-$child" 2>/dev/null; then look_at /proc/[0-9]*; fi
    if [ -z "$left" ] && [ $$ -ne 1 ]; then
        # shellcheck disable=SC2046
        look_at $(grep -lzF "TRAINYARD_STARTER=$mark" /proc/[0-9]*/environ 2>/dev/null)
    fi
}

look_at() {
    for look_dir; do
        look_pid=${look_dir#/proc/}
        look_pid=${look_pid%/environ}
        [ "$look_pid" != $$ ] || continue
        read_stat "$look_pid" || continue
        case $st_state in Z | X) continue ;; esac
        if [ "$st_group" = "$child" ]; then
            group="$group $look_pid"
        elif [ $$ -ne 1 ] && [ "$look_dir" = "/proc/$look_pid" ]; then
            continue
        fi
        left="$left $look_pid"
    done
}

# Without `--`, which the kill of dash and busybox do not know; a signal in front makes "-$child" a group everywhere.
forward() {
    if [ -n "$session" ]; then
        kill -TERM "-$child" 2>/dev/null
    else
        kill -TERM -1 2>/dev/null
    fi
}

forwarded=
earlier=
while :; do
    before=$signals
    wait "$child"
    code=$?
    if [ -n "$stop" ] && [ -z "$forwarded" ]; then
        forwarded=1
        # setsid may not have reached its exec yet: then the group does not exist and the signal goes to the child
        # itself.
        forward || kill -TERM "$child" 2>/dev/null
    fi
    # A wait that a signal interrupted says nothing about the child; the next one does. When it was not interrupted
    # after all, some shells have forgotten the child by then, and the first answer holds.
    if [ "$before" != "$signals" ]; then
        earlier=$code
        continue
    fi
    if [ -n "$earlier" ] && [ "$code" -eq 127 ]; then code=$earlier; fi
    break
done

# The leader is gone. A request to stop gives the rest its time (the caller kills after the grace period); without one,
# processes left in the background get five seconds.
rounds=0
asked=
while :; do
    look
    [ -n "$left" ] || break
    if [ -n "$stop" ] && [ -z "$forwarded" ]; then
        forwarded=1
        forward
    elif [ -z "$group" ] || [ -z "$stop" ]; then
        # Once for the group, if it was not asked yet, and once for those outside of it.
        if [ "$asked" != "all${group:+ but some}" ] && [ "$asked" != all ]; then
            asked=all${group:+ but some}
            # shellcheck disable=SC2086
            kill -TERM $left 2>/dev/null
        fi
    fi
    if [ -z "$stop" ] && [ $rounds -ge 25 ]; then
        # shellcheck disable=SC2086
        kill -KILL $left 2>/dev/null
    fi
    rounds=$((rounds + 1))
    sleep 0.2 2>/dev/null || sleep 1
done

if [ "$code" -gt 128 ] && [ "$code" -le 192 ]; then
    result=signal=$((code - 128))
else
    result=code=$code
fi

# Uses only builtins, for images that have a shell but no mv; readers wait for the whole line.
write_status() {
    { echo "$result" >"$dir/status.new"; } 2>/dev/null || return 1
    sync "$dir/status.new" 2>/dev/null
    mv -f "$dir/status.new" "$dir/status" 2>/dev/null || { echo "$result" >"$dir/status"; } 2>/dev/null
}

# A container engine knows the code as well; for a plain process only we do, so it never gives up.
tries=0
until write_status; do
    tries=$((tries + 1))
    [ $$ -ne 1 ] || [ $tries -lt 30 ] || break
    sleep 1
done
exit "$code"
