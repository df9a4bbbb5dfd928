#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gpus.sh: which GPUs of the machine belong to the run in this folder, and which others use. Writes `gpus` and a line of
# `events` when that has changed; for their contents see docs/run-directory.md of Trainyard. Started by supervise.sh,
# one at a time, because a stuck driver may block it for long. Exits with 3 when there is nothing to query. Shells:
# dash, bash, busybox ash.
LC_ALL=C
export LC_ALL
PATH=${PATH:-/usr/bin:/bin}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/usr/lib/wsl/lib
export PATH

case $0 in */*) cd "${0%/*}/" || exit 1 ;; esac
RUN_ID='' ENGINE='' GPUS=0 VISIBLE=all
# shellcheck disable=SC1091
. ./spec.sh || exit 1
command -v nvidia-smi >/dev/null 2>&1 || exit 3

limit() {
    if command -v timeout >/dev/null 2>&1; then timeout -s KILL "$@"; else shift; "$@"; fi
}

# Sets are numbers, each preceded by a blank.
has() { case "$1 " in *" $2 "*) return 0 ;; esac; return 1; }
with() { if has "$1" "$2"; then sum=$1; else sum="$1 $2"; fi; }

# --- what was known before -----------------------------------------------------------------------------------

visible='' is_declared='' used='' others='' written='' written_at=0
known=''
if [ -f gpus ]; then known=$(head -c 4000 gpus); fi
while IFS='=' read -r key value; do
    case $value in *[!0-9\ ]*) continue ;; esac
    case $key in
        visible) visible=${value:+ $value} is_declared=1 ;;
        used) used=${value:+ $value} ;;
        others) others=${value:+ $value} ;;
        at) written_at=$value ;;
        *) continue ;;
    esac
    written=1
done <<TEXT
$known
TEXT
case $written_at in '' | *[!0-9]* | ??????????*) written_at=0 ;; esac
visible_then=$is_declared$visible used_then=$used others_then=$others

# --- which GPUs there are ------------------------------------------------------------------------------------

# names: "0:GPU-8932f937-…" for each, and for each MIG device on it.
there='' names='' number=''
list=$(limit 20 nvidia-smi -L 2>/dev/null | head -n 1000)
while IFS= read -r text; do
    case $text in
        'GPU '[0-9]*:*)
            number=${text#GPU }
            number=${number%%:*}
            case $number in *[!0-9]* | ????*) number=''; continue ;; esac
            with "$there" "$number"
            there=$sum
            ;;
    esac
    case $text in *'(UUID: '*')'*) ;; *) continue ;; esac
    uuid=${text##*'(UUID: '}
    uuid=${uuid%%)*}
    case $number$uuid in *[!A-Za-z0-9/-]*) continue ;; esac
    [ -z "$number" ] || names="$names $number:$uuid"
done <<TEXT
$list
TEXT
[ -n "$there" ] || exit 3

# index: of the GPU that CUDA_VISIBLE_DEVICES names: by a number, a UUID or its beginning, or a MIG device in either
# spelling.
index_of() {
    index='' word=$1
    case $word in
        MIG-GPU-*) word=${word#MIG-} word=${word%%/*} ;;
        [0-9]*:*) word=${word%%:*} ;;
    esac
    case $word in
        '' | *[!A-Za-z0-9/-]*) return 1 ;;
        *[!0-9]*) ;;
        *)
            has "$there" "$word" || return 1
            index=$word
            return 0
            ;;
    esac
    for name in $names; do
        case ${name#*:} in
            "$word"*)
                index=${name%%:*}
                return 0
                ;;
        esac
    done
    return 1
}

# CUDA ignores everything after the first word that names nothing.
see() {
    is_declared=1 rest=$1,
    while [ -n "$rest" ]; do
        word=${rest%%,*} rest=${rest#*,}
        word=${word#"${word%%[! ]*}"}
        index_of "${word%% *}" || return 0
        with "$visible" "$index"
        visible=$sum
    done
}
[ "$VISIBLE" = all ] || see "$VISIBLE"

# --- who uses them -------------------------------------------------------------------------------------------

mine='' container=''
if [ -f handle ]; then container=$(head -c 200 handle | head -n 1); fi
if [ "$ENGINE" = process ]; then
    # Every process of the run inherits its id. Its CUDA_VISIBLE_DEVICES is beside it, even when the task's own script
    # set that.
    mine=$(grep -lszxF "TRAINYARD_RUN_ID=$RUN_ID" /proc/[0-9]*/environ 2>/dev/null)
    if [ -n "$mine" ]; then
        # shellcheck disable=SC2086
        told=$(grep -hsz '^CUDA_VISIBLE_DEVICES=' $mine 2>/dev/null | tr '\0' '\n' | sort -u | head -n 300)
        while IFS= read -r text; do
            case $text in CUDA_VISIBLE_DEVICES=*) see "${text#*=}" ;; esac
        done <<TEXT
$told
TEXT
    fi
fi

is_mine() {
    if [ "$ENGINE" = process ]; then
        case "
$mine
" in *"
/proc/$1/environ
"*) return 0 ;; esac
        return 1
    fi
    [ ${#container} -ge 12 ] && grep -qsF "$container" "/proc/$1/cgroup"
}

strangers='' sees_itself='' others=''
apps=$(limit 20 nvidia-smi --query-compute-apps=gpu_uuid,pid --format=csv,noheader 2>/dev/null | head -n 2000)
while IFS=', ' read -r uuid pid _; do
    case $pid in '' | *[!0-9]*) continue ;; esac
    index_of "$uuid" || continue
    if is_mine "$pid"; then
        sees_itself=1
        with "$used" "$index"
        used=$sum
    else
        strangers="$strangers $index:$pid"
    fi
done <<TEXT
$apps
TEXT
# In a container the driver may number processes as the host does: then the numbers say nothing.
for stranger in $strangers; do
    if [ -n "$sees_itself" ] || [ -d "/proc/${stranger#*:}" ]; then
        with "$others" "${stranger%%:*}"
        others=$sum
    fi
done

# --- telling it ----------------------------------------------------------------------------------------------

sorted() {
    set_text=''
    for number in $there; do
        if has "$1" "$number"; then set_text="$set_text $number"; fi
    done
}
json() {
    sorted "$1"
    list_text=
    for number in $set_text; do list_text="$list_text${list_text:+,}$number"; done
    list_text="[$list_text]"
}

up=0
{ read -r up _ </proc/uptime; } 2>/dev/null
up=${up%%.*}
sorted "$used"
used=$set_text
sorted "$others"
others=$set_text
sorted "$visible"
visible=$set_text
if [ -n "$written" ] && [ "$visible_then" = "$is_declared$visible" ] && [ "$used_then" = "$used" ]; then
    [ "$others_then" != "$others" ] || exit 0
    # When the run's own GPUs are known, changes in the use by others are reported only now and then; `events` must not
    # fill with them.
    if [ -n "$is_declared$used" ] && [ "$up" -ge "$written_at" ] && [ $((up - written_at)) -lt 300 ]; then exit 0; fi
fi

case $GPUS in '' | *[!0-9]*) GPUS=0 ;; esac
tell() {
    printf 'at=%s\nthere=%s\nasked=%s\nused=%s\nothers=%s\n' "$up" "${there# }" "$GPUS" "${used# }" "${others# }"
    [ -z "$is_declared" ] || printf 'visible=%s\n' "${visible# }"
    # For the guard: the GPUs that certainly belong to the run.
    if [ -n "$is_declared$used" ]; then
        sorted "$visible$used"
        printf 'own=%s\n' "${set_text# }"
    fi
}
if ! { tell >"gpus.$$" && mv -f "gpus.$$" gpus; } 2>/dev/null; then
    rm -f "gpus.$$"
    exit 1
fi

text=$(date +%s)
text="{\"t\":$text,\"event\":\"gpus\""
json "$there"
text="$text,\"there\":$list_text,\"asked\":$GPUS"
if [ -n "$is_declared" ]; then
    json "$visible"
    text="$text,\"visible\":$list_text"
fi
json "$used"
text="$text,\"used\":$list_text"
json "$others"
[ -f events ] || [ ! -e events ] || exit 1
# Ends a line that was cut short by a full disk.
if [ -s events ] && [ -n "$(tail -c 1 events)" ]; then echo >>events; fi 2>/dev/null
printf '%s,"others":%s}\n' "$text" "$list_text" >>events 2>/dev/null
