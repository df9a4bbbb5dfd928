#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# jupyter.sh start|show|stop STATE FOLDER RUN: a Jupyter server for the files in FOLDER, with its socket, token and log in the folder
# STATE. It listens on a Unix socket that only its user may open, and on no port. RUN: a run directory with whose end it ends, or
# empty. Installs nothing. This comes on the standard input, after a line token=HEX: no argument of a process has the token.
#
# Lines on stdout, for Trainyard: @state running|none|missing|failed · @kind lab|notebook · @token HEX; after `failed`, its last
# lines follow. Shells: dash, bash, busybox ash.
LC_ALL=C
export LC_ALL
umask 077
verb=$1 state=$2 folder=$3 run=$4
if [ ! -d "$folder" ]; then folder=${folder%/*}; fi
PATH=${PATH:-/usr/bin:/bin}:/usr/local/bin:/usr/bin:/bin
for base in "$folder/.venv" "$folder/venv"; do
    if [ -x "$base/bin/python" ]; then PATH=$base/bin:$PATH; fi
done
for base in "$HOME/.local" /opt/conda /opt/venv "$HOME/miniconda3" "$HOME/anaconda3" "$HOME/miniforge3" "$HOME/mambaforge"; do
    PATH=$PATH:$base/bin
done
export PATH

# Sets st_start, the time of a process's start, which tells it from a later one with its number.
read_start() {
    st_line=
    { read -r st_line <"/proc/$1/stat"; } 2>/dev/null || return 1
    # shellcheck disable=SC2086
    set -- ${st_line##*") "}
    [ $# -ge 20 ] && [ "$1" != Z ] || return 1
    st_start=${20}
}

# Is the process "PID START" alive? Sets pid.
lives() {
    pid=${1%% *}
    case $pid in '' | *[!0-9]*) return 1 ;; esac
    read_start "$pid" && [ "$1" = "$pid $st_start" ]
}

# Is the server that STATE/server names alive? Sets known and pid.
is_alive() {
    known=
    { read -r known <"$state/server"; } 2>/dev/null || return 1
    lives "$known"
}

# Can the server be reached? Without its token it cannot, and the next start replaces it.
is_open() { is_alive && [ -S "$state/socket" ] && [ -s "$state/token" ]; }

show() {
    kind='' secret=''
    { read -r kind <"$state/kind"; } 2>/dev/null
    { read -r secret <"$state/token"; } 2>/dev/null
    echo "@kind $kind"
    echo "@token $secret"
    echo "@state running"
}

# end "PID START": ends that server and leaves its files: a run's end may come while the next one writes its own.
end() {
    lives "$1" || return 0
    kill -TERM "-$pid" 2>/dev/null || kill -TERM "$pid" 2>/dev/null
    tries=0
    while lives "$1" && [ $tries -lt 50 ]; do
        sleep 0.1 2>/dev/null || { sleep 1; tries=$((tries + 9)); }
        tries=$((tries + 1))
    done
    if lives "$1"; then kill -KILL "-$pid" 2>/dev/null || kill -KILL "$pid" 2>/dev/null; fi
}

start() {
    if command -v jupyter-lab >/dev/null 2>&1; then
        kind=lab program=jupyter-lab
    elif command -v jupyter-notebook >/dev/null 2>&1; then
        kind=notebook program=jupyter-notebook
    else
        echo '@state missing'
        return
    fi
    if is_alive; then end "$known"; fi  # one that is ending removes its socket last
    mkdir -p "$state/runtime" && rm -f "$state/socket" "$state/server" || exit 1
    echo "$kind" >"$state/kind"
    # shellcheck disable=SC2154 # the line before this script sets it
    echo "$token" >"$state/token" || exit 1
    root=
    if [ "$(id -u)" = 0 ]; then root=--allow-root; fi
    cd "$folder" || exit 1
    session=
    if command -v setsid >/dev/null 2>&1; then session=setsid; fi
    # shellcheck disable=SC2086
    JUPYTER_TOKEN=$token JUPYTER_RUNTIME_DIR=$state/runtime $session "$program" --no-browser $root --sock="$state/socket" \
        </dev/null >"$state/log" 2>&1 &
    pid=$! own=
    read_start $pid && own="$pid $st_start" && echo "$own" >"$state/server"
    tries=0
    while [ ! -S "$state/socket" ] && is_alive && [ $tries -lt 300 ]; do
        sleep 0.2 2>/dev/null || { sleep 1; tries=$((tries + 4)); }
        tries=$((tries + 1))
    done
    if [ ! -S "$state/socket" ]; then
        end "$own"
        echo '@state failed'
        tail -n 20 "$state/log"
        return
    fi
    if [ -n "$root" ]; then chown --reference="$state/.." "$state" "$state/socket" 2>/dev/null; fi
    if [ -n "$run" ]; then
        while lives "$own"; do
            if [ -e "$run/exit" ]; then end "$own"; fi
            sleep 2
        done </dev/null >/dev/null 2>&1 &
    fi
    show
}

case $verb in
    start) if is_open; then show; else start; fi ;;
    show) if is_open; then show; else echo '@state none'; fi ;;
    stop)
        if is_alive; then end "$known"; fi
        rm -f "$state/server" "$state/socket" "$state/token"
        echo '@state none'
        ;;
    *) exit 2 ;;
esac
