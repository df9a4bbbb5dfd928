#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# guard.sh VERB: ends the run of this directory by itself when its lease or its money is used up, when the machine is
# idle, or when a cloud gives notice that it will take a spot machine back: asks it to save, waits for a whole
# checkpoint, then has supervise.sh stop it. Before the machine is given back, it asks the run to save and go on, or
# ends it like that if it saves only when it is stopped. Rules, files and events: docs/lease.md of Trainyard.
#   watch PID START   child of the loop PID of supervise.sh; 3 = there is nothing to guard
#   conclude          last words about the checkpoint, when the run is gone
#   save SECONDS      the first half of an end for a caller that stops it next: asks it to save and go on, waits at
#                     most so long for a whole checkpoint. A run that has to be asked by TERM is left to the stop
#   check FILE…       is this a whole checkpoint? complete, partial or unknown, a line each
# Shells: dash, bash, busybox ash. No rights beyond the user's, no clock that can be set: time is /proc/uptime. What the
# files here say is never executed; shutdown.sh, which a person wrote, is run by supervise.sh alone.
PATH=${PATH:-/usr/bin:/bin}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin
LC_ALL=C
export PATH LC_ALL

# For tests.
uptime_file=${TRAINYARD_GUARD_UPTIME:-/proc/uptime}
metadata=${TRAINYARD_GUARD_METADATA:-}
dmi=${TRAINYARD_GUARD_DMI:-/sys/class/dmi/id}
fetchers=${TRAINYARD_GUARD_FETCH:-curl wget}
tick=${TRAINYARD_GUARD_TICK:-}

newline='
'
longest=315360000   # ten years of seconds: what no lease needs, and far from where arithmetic ends
boot=unknown
{ read -r boot </proc/sys/kernel/random/boot_id; } 2>/dev/null

# --- small tools ---------------------------------------------------------------------------------------------

first_line() {
    line=
    [ -f "$1" ] || return
    { read -r line <"$1"; } 2>/dev/null
    [ -n "$line" ]
}

# As in supervise.sh: does `exit` state how the run ended?
has_exit() {
    [ -f exit ] && [ ! -h exit ] && [ "$(wc -c <./exit)" -le 65536 ] && first_line exit || return 1
    case $line in '{"reason":"'*'","code":'*',"log":'[0-9]*',"ended":'[0-9]*'}') return 0 ;; esac
    return 1
}

# Writes a small file of our own: whole or not at all, without waiting when the disk is full.
put() {
    { printf '%s\n' "$2" >"$1.new"; } 2>/dev/null && mv -f "$1.new" "$1" 2>/dev/null
}

nap() { sleep "$1" 2>/dev/null || sleep 1; }

uptime_seconds() {
    up_text=
    { read -r up_text _ <"$uptime_file"; } 2>/dev/null
    is_number "${up_text%%.*}" && up=$number
}

# is_number TEXT [MOST]: only digits, at most MOST; sets `number`, without the leading zeros that would make it octal.
is_number() {
    number=$1
    case $number in '' | *[!0-9]*) return 1 ;; esac
    while :; do
        case $number in 0?*) number=${number#0} ;; *) break ;; esac
    done
    [ ${#number} -le 15 ] && [ "$number" -le "${2:-$longest}" ]
}

read_stat() {
    st_line=
    { read -r st_line <"/proc/$1/stat"; } 2>/dev/null || return 1
    # shellcheck disable=SC2086
    set -- ${st_line##*") "}
    [ $# -ge 20 ] || return 1
    st_state=$1 st_start=${20}
}

alive() { read_stat "$1" && [ "$st_start" = "$2" ] && [ "$st_state" != Z ] && [ "$st_state" != X ]; }

# event NAME [MORE]: writes a line of `events`; MORE is JSON after a comma. On a full disk it is kept for later: saving
# the run must not wait for space.
pending=
event() {
    pending="$pending{\"t\":$(date +%s),\"event\":\"$1\"${2:+,$2}}$newline"
    told="$told $1 "
    tell_pending
}

tell_pending() {
    [ -n "$pending" ] || return 0
    [ -f events ] || [ ! -e events ] || return 0
    if [ -s events ] && [ -n "$(tail -c 1 events)" ]; then echo >>events || return; fi 2>/dev/null
    while [ -n "$pending" ]; do
        { printf '%s\n' "${pending%%"$newline"*}" >>events; } 2>/dev/null || return
        pending=${pending#*"$newline"}
    done
}

told=
has_event() {
    case $told in *" $1 "*) return 0 ;; esac
    [ -f events ] && grep -qsF "\"event\":\"$1\"" events
}

# Text as the inside of a JSON string.
json_text() { printf '%s' "$1" | tr '\t' ' ' | tr -cd '\040-\176' | sed 's/[\\"]/\\&/g'; }

# --- the lease -----------------------------------------------------------------------------------------------
# Written by the desktop, renewed by rename. Read as data: known names, digits within bounds; anything else leaves the
# known values unchanged, so that a broken file never makes a lease endless.

renewal='' seconds=0 money_seconds=0 idle_seconds=0 idle_percent=30 save_seconds=300 settle_seconds=10 spot=auto
back_at=0 back_before=0   # when the machine is given back, in seconds since 1970; how long before that the run saves
back_seen=0 back_up=0      # the same time as an uptime: the clock is read once for each value

read_lease() {
    [ -f lease ] || return 1
    lease_text=$(head -c 4096 lease 2>/dev/null) || return 1
    rest=$lease_text$newline
    while [ -n "$rest" ]; do
        entry=${rest%%"$newline"*}
        rest=${rest#*"$newline"}
        value=${entry#*=}
        case ${entry%%=*} in
            renewal) case $value in '' | *[!0-9a-z]*) ;; *) [ ${#value} -gt 40 ] || renewal_read=$value ;; esac ;;
            seconds) is_number "$value" && seconds=$number ;;
            money_seconds) is_number "$value" && money_seconds=$number ;;
            idle_seconds) is_number "$value" && idle_seconds=$number ;;
            idle_percent) is_number "$value" 100 && idle_percent=$number ;;
            save_seconds) is_number "$value" 86400 && save_seconds=$number ;;
            settle_seconds) is_number "$value" 600 && settle_seconds=$number ;;
            back_at) is_number "$value" 9999999999 && back_at=$number ;;
            back_before) is_number "$value" 86400 && back_before=$number ;;
            spot) case $value in auto | off | aws | gcp | azure | alibaba | tencent) spot=$value ;; esac ;;
        esac
    done
    if [ "$back_at" != "$back_seen" ]; then
        back_seen=$back_at back_up=0
        until_back=$((back_at - $(date +%s)))
        if [ "$until_back" -gt 0 ] && [ "$until_back" -le "$longest" ]; then back_up=$((up + until_back)); fi
    fi
    if [ "$renewal_read" != "$renewal" ]; then
        # Counted from zero again, whatever the clock shows.
        [ -z "$renewal" ] || used=0
        renewal=$renewal_read
        saved_at=0
    fi
}
renewal_read=

# Seconds since the last renewal and since the start, in `guard-state` with the uptime they were counted at and the
# limits known then: a guard that follows a killed one continues from there, and one after a reboot adds the time since.
used=0 total=0 seen_gpu='' saved_at=0

restore_state() {
    uptime_seconds
    last_up=$up
    first_line guard-state || return 0
    # shellcheck disable=SC2086
    set -- $line
    [ $# -eq 10 ] || return 0
    state_renewal=$1 state_boot=$5 state_gpu=$6 numbers=
    for value in "$2" "$3" "$4" "$7" "$8" "$9" "${10}"; do
        is_number "$value" || return 0
        numbers="$numbers $number"
    done
    # shellcheck disable=SC2086
    set -- $numbers
    used=$1 total=$2 seconds=$4 money_seconds=$5 idle_seconds=$6 idle_percent=$7
    [ "$state_boot" = "$boot" ] && [ "$3" -le "$up" ] && last_up=$3 || last_up=0
    [ "$state_renewal" = none ] || renewal=$state_renewal
    renewal_read=$renewal
    [ "$state_gpu" != 1 ] || seen_gpu=1
}

count_time() {
    uptime_seconds
    if [ "$up" -gt "$last_up" ]; then
        used=$((used + up - last_up))
        total=$((total + up - last_up))
    fi
    last_up=$up
    if [ "$saved_at" -eq 0 ] || [ $((up - saved_at)) -ge 30 ]; then
        saved_at=$up
        put guard-state "${renewal:-none} $used $total $up $boot ${seen_gpu:-0} $seconds $money_seconds $idle_seconds $idle_percent"
    fi
}

# --- idle ----------------------------------------------------------------------------------------------------

size_of() {
    size=0
    [ -f "$1" ] || return 0
    size=$(wc -c <"$1" 2>/dev/null)
    size=${size##* }
    is_number "$size" 999999999999999 || size=0
}

# The highest utilisation of any GPU of the run (of the machine, until the run's own are known) since the last check,
# from the sampler's lines; empty when there were none. In every set of fields it asks for, utilisation is the fourth.
look_at_gpus() {
    busiest=
    own=
    if [ -f gpus ]; then own=$(head -c 4000 gpus 2>/dev/null | sed -n 's/^own=\([0-9][0-9 ]*\)$/ \1 /p'); fi
    before_size=$metrics_size
    size_of metrics
    metrics_size=$size
    # Start from here: data from before the guard began says nothing about now.
    [ "$before_size" -ge 0 ] && [ "$metrics_size" -gt "$before_size" ] || return 0
    busiest=$(tail -c "+$((before_size + 1))" metrics 2>/dev/null | head -c 4000000 |
        sed -n 's/^[0-9]* gpu \([^,]*\),[^,]*,[^,]*, *\([0-9]\{1,3\}\)\(,.*\)\{0,1\}$/\1 \2/p' | {
        most=
        while read -r index percent; do
            case $own in '' | *" $index "*) ;; *) continue ;; esac
            if [ -z "$most" ] || [ "$percent" -gt "$most" ]; then most=$percent; fi
        done
        printf '%s' "$most"
    })
    [ -z "$busiest" ] || seen_gpu=1
}

# listing [TEST…]: every checkpoint file, or those that pass find's tests, with values that change when it is written,
# one per line.
listing() {
    [ -n "$CHECKPOINTS" ] || return 0
    # Files that Trainyard put there (trash, manifests) are no progress of the run.
    find "$CHECKPOINTS" -type f ! -path '*/.trainyard-*' "$@" -exec stat -c '%i:%s:%y|%n' {} + 2>/dev/null
}

# Compares sizes, not times: a clock that is set back must not make a busy run look idle. There may be many checkpoint
# files, so they are checked only when the log does not grow.
look_for_progress() {
    size_of log
    if [ "$size" != "$last_log" ]; then
        last_log=$size
        return 0
    fi
    files=$(listing | cksum)
    [ "$files" != "$last_files" ] || return 1
    last_files=$files
}

metrics_size=-1 last_log='' last_files='' quiet_since='' look_at=0 quiet_busiest=0
is_idle() {
    [ "$idle_seconds" -gt 0 ] || return 1
    [ "$up" -ge "$look_at" ] || return 1
    pause=$((idle_seconds / 20))
    [ $pause -ge 1 ] || pause=1
    [ $pause -le 30 ] || pause=30
    look_at=$((up + pause))
    look_at_gpus
    # If the machine's GPUs were never seen, nothing is known about idleness; GPUs that were seen and are silent now
    # count.
    moves=
    [ -n "$seen_gpu" ] || moves=1
    if [ -n "$busiest" ] && [ "$busiest" -ge "$idle_percent" ]; then moves=1; fi
    if [ -z "$moves" ] && look_for_progress; then moves=1; fi
    if [ -n "$moves" ] || [ -z "$quiet_since" ]; then
        quiet_since=$up quiet_busiest=0
        return 1
    fi
    if [ -n "$busiest" ] && [ "$busiest" -gt "$quiet_busiest" ]; then quiet_busiest=$busiest; fi
    [ $((up - quiet_since)) -ge "$idle_seconds" ]
}

# --- spot notices --------------------------------------------------------------------------------------------
# Addresses and answers: docs/lease.md.

# fetch PATH [HEADER]: puts the answer into `body`. 0 = there is one, 1 = the server has none, 2 = no server, 3 = it
# refuses us.
fetch() {
    body='' fetcher=''
    for name in $fetchers; do
        [ -n "$fetcher" ] || ! command -v "$name" >/dev/null 2>&1 || fetcher=$name
    done
    [ -n "$fetcher" ] || return 2
    if [ "$fetcher" = curl ]; then
        answer=$(printf 'header = "%s"\n' "${2:-Accept: */*}" |
            curl -s -K - --noproxy '*' --max-time 3 --max-filesize 65536 ${put_request:+-X PUT} -w '\n%{http_code}' \
                "$base$1" 2>/dev/null | head -c 70000)
        code=${answer##*"$newline"}
        case $code in
            200) body=${answer%"$newline"*}; return 0 ;;
            401 | 403) return 3 ;;
            [1-5][0-9][0-9]) return 1 ;;
        esac
        return 2
    fi
    # Not with wget's own -T, which crashes some busyboxes. A token is in the arguments here for a moment; any user of
    # this machine can ask for one.
    body=$(no_proxy='*' timeout 4 wget -q -O - --header "${2:-Accept: */*}" ${put_request:+--method=PUT} "$base$1" \
        2>/dev/null | head -c 65536)
    [ -z "$body" ] || return 0
    # Some of them tell a refusal from silence only in their messages.
    case $(no_proxy='*' timeout 4 wget -O /dev/null --header "${2:-Accept: */*}" ${put_request:+--method=PUT} "$base$1" \
        2>&1) in
        *" 401 "* | *" 403 "*) return 3 ;;
        *"server returned error"* | *" ERROR 4"* | *" ERROR 5"*) return 1 ;;
    esac
    return 2
}
put_request=

# Puts the cloud this machine claims to belong to into `named`, and chooses the one to ask; sends nothing.
name_cloud() {
    named=off
    vendor='' tag='' version=''
    { read -r vendor <"$dmi/sys_vendor"; } 2>/dev/null
    { read -r tag <"$dmi/chassis_asset_tag"; } 2>/dev/null
    { read -r version <"$dmi/bios_version"; } 2>/dev/null
    case $vendor in
        'Amazon EC2'*) named=aws ;;
        Google*) named=gcp ;;
        'Alibaba Cloud'*) named=alibaba ;;
        'Tencent Cloud'*) named=tencent ;;
        # Hyper-V in an office reports the same; only Azure has this tag.
        'Microsoft Corporation'*) [ "$tag" != 7783-7084-3265-9085-8269-3286-77 ] || named=azure ;;
        Xen*) case $version in *amazon*) named=aws ;; esac ;;
    esac
    cloud=$spot
    [ "$spot" != auto ] || cloud=$named
}

set_base() {
    case $cloud in
        aws | azure) base=http://169.254.169.254 ;;
        gcp) base=http://metadata.google.internal ;;
        alibaba) base=http://100.100.100.200 ;;
        tencent) base=http://metadata.tencentyun.com ;;
    esac
    [ -z "$metadata" ] || base=$metadata
    # Five seconds when the notice is short, ten when there are minutes; without a cloud there is no hurry.
    case $cloud in
        gcp | azure) poll=5 ;;
        off) poll=15 ;;
        *) poll=10 ;;
    esac
    poll=${tick:-$poll}
    tick=$poll
}

# fetch_by_token PATH NAME: fetches with a token in the header NAME, as the hardened interfaces require.
fetch_by_token() {
    if [ "$up" -ge "$token_until" ]; then
        put_request=1 token=
        # Refused, or no tool that can PUT: then without a token, as other interfaces allow.
        if fetch /latest/api/token "$2-ttl-seconds: 21600"; then
            case $body in *[!A-Za-z0-9_=+/.-]*) ;; *) token=$body ;; esac
        fi
        put_request=
        # When there is no token, it is not requested again with every question.
        token_until=$((up + 120))
        [ -z "$token" ] || token_until=$((up + 18000))
    fi
    fetch "$1" ${token:+"$2: $token"} && return
    answered=$?
    [ $answered -eq 1 ] || token_until=0
    return $answered
}

# Sets `notice` to the seconds a cloud gives, if it gives notice. 2 = no answer, 3 = we are refused.
ask_cloud() {
    notice=
    case $cloud in
        aws)
            fetch_by_token /latest/meta-data/spot/instance-action X-aws-ec2-metadata-token || return
            # Hibernation begins immediately and is not an end.
            case $body in *'"action"'*hibernate*) ;; *'"action"'*) notice=120 ;; esac
            ;;
        gcp)
            fetch /computeMetadata/v1/instance/preempted 'Metadata-Flavor: Google' || return
            case $body in TRUE*) notice=30 ;; esac
            ;;
        azure)
            if [ -z "$machine" ]; then
                fetch '/metadata/instance/compute/name?api-version=2021-02-01&format=text' 'Metadata: true' || return
                machine=$body heard=1
            fi
            fetch '/metadata/scheduledevents?api-version=2020-07-01' 'Metadata: true' || return
            # The list also has events of its neighbours.
            if printf '%s' "$body" | tr -d '\n' | tr '}' '\n' | grep '"EventType" *: *"Preempt"' | grep -qF "\"$machine\""; then
                notice=30
            fi
            ;;
        alibaba)
            fetch_by_token /latest/meta-data/instance/spot/termination-time X-aliyun-ecs-metadata-token || return
            case $body in [0-9][0-9][0-9][0-9]-[0-9]*:*) notice=300 ;; esac
            ;;
        tencent)
            fetch /latest/meta-data/spot/termination-time || return
            case $body in [0-9][0-9][0-9][0-9]-[0-9]*:*) notice=120 ;; esac
            ;;
    esac
    return 0
}

cloud='' named='' base='' poll=5 token='' token_until=0 machine='' cloud_at=0 asked_since='' heard=''
has_notice() {
    [ "$cloud" != off ] && [ "$up" -ge "$cloud_at" ] || return 1
    [ -n "$asked_since" ] || asked_since=$up
    cloud_at=$((up + poll))
    ask_cloud
    case $? in
        2) cloud_at=$((up + 4 * poll)) ;;
        3) ;;
        *) heard=1 ;;
    esac
    # A cloud that a person named and that never answers counts as none. Azure takes up to two minutes for its first
    # answer.
    if [ -z "$heard" ] && [ "$cloud" != "$named" ] && [ $((up - asked_since)) -ge 240 ]; then cloud=off; fi
    [ -n "$notice" ]
}

# --- checkpoints ---------------------------------------------------------------------------------------------

# Is the checkpoint FILE whole? 0 yes, 1 no, 2 its format does not tell. Nothing in it is executed, and no length in it
# is trusted.
is_whole() {
    # A container may have written it so that only its own user can read it.
    [ -r "$1" ] || return 2
    size_of "$1"
    whole_size=$size
    # shellcheck disable=SC2046
    set -- "$1" $(head -c 9 "$1" 2>/dev/null | od -An -v -tu1)
    case "$2 $3 $4 $5" in
        '80 75 3 4')
            # zip, as PyTorch writes it: its end record is written last.
            # shellcheck disable=SC2046
            set -- $(tail -c 22 "$1" 2>/dev/null | od -An -v -tu1)
            [ "$1 $2 $3 $4" = '80 75 5 6' ]
            return
            ;;
    esac
    case $1 in *.safetensors) ;; *) return 2 ;; esac
    # Eight bytes with the length of the header, the header, and data up to the last offset in the header.
    [ $# -eq 10 ] && [ "${10}" = 123 ] && [ "$6 $7 $8 $9" = '0 0 0 0' ] || return 1
    header=$(($2 + $3 * 256 + $4 * 65536 + $5 * 16777216))
    [ $header -le 100000000 ] && [ $((header + 8)) -le "$whole_size" ] || return 1
    last=$(head -c $((header + 8)) "$1" | tail -c +9 | tr -d ' \t\n\r' |
        grep -o '"data_offsets":\[[0-9]\{1,18\},[0-9]\{1,18\}\]' | sed 's/.*,//; s/]//' | sort -n | tail -n 1)
    [ "$whole_size" = $((header + 8 + ${last:-0})) ]
}

is_temporary() {
    case ${1##*/} in .* | *.tmp | *.part | *.partial) return 0 ;; esac
    return 1
}

# The task's pattern applies to the name of a file, or of the folder that contains it.
is_wanted() {
    [ -n "$PATTERN" ] || return 0
    rest=${1#"$CHECKPOINTS"/}
    while :; do
        # shellcheck disable=SC2254
        case ${rest%%/*} in $PATTERN) return 0 ;; esac
        case $rest in */*) rest=${rest#*/} ;; *) return 1 ;; esac
    done
}

# The lines of the listing that were not there before the signal. Lines in `before` occur at least twice here.
changed_files() {
    if [ -n "$has_before" ]; then
        printf '%s\n' "$before" "$before" "$now" | sort | uniq -u
    else
        listing -newer guard-sent
    fi
}

# Sets `saved` to complete (with `saved_file`), partial or none, from what changed since the signal. Formats that do not
# mark their end count as complete when nothing changed for `settle_seconds`; without time to wait for that
# (`look_at_saved now`, the run is gone) what is there counts.
saved='' saved_file='' settled_since='' settled=''
look_at_saved() {
    saved=none saved_file=
    now=$(listing)
    if [ "$now" != "$settled" ] || [ -z "$settled_since" ]; then
        settled=$now settled_since=$up
    fi
    is_settled=
    if [ "$1" = now ] || [ $((up - settled_since)) -ge "$settle_seconds" ]; then is_settled=1; fi
    rest_of_list=$(changed_files)$newline
    while [ -n "$rest_of_list" ]; do
        entry=${rest_of_list%%"$newline"*}
        rest_of_list=${rest_of_list#*"$newline"}
        file=${entry#*|}
        [ -f "$file" ] || continue
        if is_temporary "$file"; then
            [ -n "$is_settled" ] || { saved=partial; return; }
            continue
        fi
        is_wanted "$file" || continue
        is_whole "$file"
        case $? in
            0) saved=complete saved_file=$file ;;
            1) saved=partial; return ;;
            2)
                [ -n "$is_settled" ] || { saved=partial; return; }
                # A file whose format proves that it is whole counts for more than one beside it that cannot.
                [ "$saved" = complete ] || { saved=complete saved_file=$file; }
                ;;
        esac
    done
}

tell_saved() {
    ! has_event checkpoint-complete && ! has_event checkpoint-missing || return 0
    if [ "$saved" = complete ]; then
        event checkpoint-complete "\"file\":\"$(json_text "${saved_file##*/}")\",\"wait\":$((up - asked_at))"
    else
        event checkpoint-missing "\"found\":\"$saved\",\"wait\":$((up - asked_at))"
    fi
}

recall_before() {
    has_before=
    if [ -f guard-before ]; then
        before=$(cat guard-before 2>/dev/null)
        has_before=1
    fi
}

# --- the end -------------------------------------------------------------------------------------------------

verdict() {
    for reason in lease budget idle spot give-back; do
        [ ! -e "end-$reason" ] || return 0
    done
    reason=
    return 1
}

# Reserves space that a full disk cannot take: the files needed at the end are created at the beginning and only renamed
# then.
reserve() {
    verdict || [ -e guard-end ] || put guard-end 1
    [ -e guard-stop ] || [ -e stop ] || put guard-stop "$GRACE"
    [ -e guard-signal ] || put guard-signal 1
}

# decide REASON MORE
decide() {
    mv -f guard-end "end-$1" 2>/dev/null || put "end-$1" 1
    event "$1" "$2"
    reason=$1
    end_it
}

# Sets `asking` to how the run is asked to save: by the signal that its task names, when a process in there catches
# that; otherwise by TERM. A run that would only die of TERM is not asked at all (none): the guard waits for the next
# checkpoint that it writes by itself. A run that stands still writes none.
choose_signal() {
    asking=TERM
    if [ -n "$SIGNAL" ] && sh ./supervise.sh catches "$SIGNAL" >/dev/null 2>&1; then
        asking=$SIGNAL
    elif [ -n "$CHECKPOINTS" ] && [ "$reason" != idle ]; then
        sh ./supervise.sh catches TERM >/dev/null 2>&1
        [ $? -ne 1 ] || asking=none
    fi
}

was_asked() { has_event checkpoint-signal || has_event checkpoint-wait; }

ask_to_save() {
    if was_asked; then
        recall_before
        [ -e guard-sent ] || choose_signal
        return
    fi
    before=$(listing)
    has_before=1
    put guard-before "$before"
    choose_signal
    if [ "$asking" = none ]; then event checkpoint-wait; else event checkpoint-signal "\"signal\":\"$asking\""; fi
}

# Repeated by the next guard if this one dies before it is sure that the signal was sent; the starter passes on only one
# TERM.
send_signal() {
    touch guard-signal 2>/dev/null
    if [ "$asking" != none ] && ! sh ./supervise.sh signal "$asking" >/dev/null 2>&1; then
        asking=TERM
        return
    fi
    mv -f guard-signal guard-sent 2>/dev/null
}

# After a notice, everything has to fit into its time, less what passed until it was seen.
hurry() {
    hurried=1
    left=$((${notice:-30} - 8))
    [ "$left" -le 30 ] || left=$((left - 7))
    if [ "$grace" -gt $((left / 5)) ]; then grace=$((left / 5)); fi
    left=$((up - asked_at + left - grace))
    if [ "$wait" -gt "$left" ]; then wait=$left; fi
}

# The machine goes at that time, whatever the run does: the checkpoint, then the stop, with a second to look at it.
fit_before_back() {
    left=$((back_up - up - 1))
    [ "$left" -ge 0 ] || left=0
    if [ "$grace" -gt $((left / 5)) ]; then grace=$((left / 5)); fi
    if [ "$wait" -gt $((left - grace)) ]; then wait=$((left - grace)); fi
}

# Signal, whole checkpoint, stop. A guard that was killed may have done part of this already.
end_it() {
    uptime_seconds
    grace=$GRACE wait=$save_seconds asked_at=$up hurried=''
    [ -n "$CHECKPOINTS" ] || wait=0
    if [ "$reason" = spot ]; then hurry; fi
    if [ "$reason" = give-back ]; then fit_before_back; fi
    ask_to_save
    while ! has_exit && [ ! -e stop ]; do
        [ -e guard-sent ] || send_signal
        uptime_seconds
        # The cloud may take the machine while it saves for another reason.
        if [ -z "$hurried" ] && has_notice; then hurry; fi
        look_at_saved
        tell_pending
        [ "$saved" != complete ] || break
        [ $((up - asked_at)) -lt "$wait" ] || break
        keep_supervised || exit 0
        nap 0.5
    done
    has_exit || [ -z "$CHECKPOINTS" ] || tell_saved
    if ! has_exit && [ ! -e stop ]; then
        [ "$grace" -eq "$GRACE" ] || put guard-stop "$grace"
        mv -f guard-stop stop 2>/dev/null
    fi
    # The loop stops it, writes `exit` and ends this guard too.
    asked_at=$up
    until has_exit; do
        uptime_seconds
        # Half a minute past its time: the loop hangs.
        late=$((up - asked_at - grace))
        if { [ ! -e stop ] && ! put stop "$grace" && [ $late -ge 0 ]; } || [ $late -ge 30 ]; then
            sh ./supervise.sh signal KILL >/dev/null 2>&1
        fi
        keep_supervised || exit 0
        tell_pending
        sleep 1
    done
}

# Steps before the money is used up: a note at half, and at 80 % the request to save and continue.
take_budget_steps() {
    [ "$money_seconds" -gt 0 ] && [ "$total" -lt "$money_seconds" ] || return 0
    if [ $((total * 2)) -ge "$money_seconds" ] && ! has_event budget-half; then
        event budget-half "\"seconds\":$money_seconds,\"total\":$total"
    fi
    if [ $((total * 5)) -ge $((money_seconds * 4)) ] && ! has_event budget-save; then
        asked=
        if [ -n "$SIGNAL" ] && sh ./supervise.sh signal "$SIGNAL" >/dev/null 2>&1; then asked=",\"signal\":\"$SIGNAL\""; fi
        event budget-save "\"seconds\":$money_seconds,\"total\":$total$asked"
    fi
}

# Before the machine is given back: the request to save and continue, once for each time of giving back. Whether a whole
# checkpoint came of it is said as well. A run that saves only when it is stopped is stopped, while there is time for it.
back_asked=''
save_before_back() {
    [ "$back_up" -gt "$up" ] && [ "$up" -ge $((back_up - back_before)) ] || return 0
    if ! is_back_told; then
        before=$(listing)
        has_before=1 settled_since=''
        told="$told back-at-$back_at "
        if [ -n "$SIGNAL" ] && sh ./supervise.sh signal "$SIGNAL" >/dev/null 2>&1; then
            [ -z "$CHECKPOINTS" ] || back_asked=$up
            event give-back-save "\"at\":$back_at,\"signal\":\"$SIGNAL\""
        elif [ -n "$CHECKPOINTS" ] && may_save_when_stopped; then
            decide give-back "\"at\":$back_at"
        else
            event give-back-soon "\"at\":$back_at"
        fi
    elif [ -n "$back_asked" ]; then
        look_at_saved
        if [ "$saved" = complete ]; then
            event give-back-saved "\"file\":\"$(json_text "${saved_file##*/}")\",\"wait\":$((up - back_asked))"
            back_asked=''
        fi
    fi
}

# Also where it is not known what a process catches: what such a run does until then is lost with the machine.
may_save_when_stopped() {
    sh ./supervise.sh catches TERM >/dev/null 2>&1
    case $? in 1 | 2) return 1 ;; esac
}

is_back_told() {
    case $told in *" back-at-$back_at "*) return 0 ;; esac
    [ -f events ] && grep -qs -e "\"event\":\"give-back-save\",\"at\":${back_at}[,}]" -e "\"event\":\"give-back-soon\",\"at\":${back_at}[,}]" events
}

# The loop that started us is gone: another replaces it, with a guard of its own.
keep_supervised() {
    alive "$parent" "$parent_start" && return
    sh ./supervise.sh ensure >/dev/null 2>&1
    return 1
}

# --- verbs ---------------------------------------------------------------------------------------------------

watch() {
    parent=$1 parent_start=$2
    trap '' HUP
    restore_state
    read_lease || [ -e guard-state ] || exit 3
    name_cloud
    [ "$seconds" -gt 0 ] || [ "$money_seconds" -gt 0 ] || [ "$idle_seconds" -gt 0 ] || [ "$cloud" != off ] ||
        [ "$back_up" -gt 0 ] || exit 3
    set_base
    reserve
    if verdict; then
        end_it
        exit 0
    fi
    has_event guard || event guard "\"lease\":$seconds,\"money\":$money_seconds,\"idle\":$idle_seconds,\"below\":$idle_percent,\"spot\":\"$cloud\""
    lease_at=$((up + 15))
    while ! has_exit; do
        keep_supervised || exit 0
        count_time
        if [ ! -e stop ]; then
            if [ "$up" -ge "$lease_at" ] || { [ "$seconds" -gt 0 ] && [ "$used" -ge "$seconds" ]; }; then
                lease_at=$((up + 15))
                read_lease
            fi
            if has_notice; then
                decide spot "\"cloud\":\"$cloud\",\"notice\":$notice"
            elif [ "$seconds" -gt 0 ] && [ "$used" -ge "$seconds" ]; then
                decide lease "\"seconds\":$seconds,\"used\":$used,\"total\":$total"
            elif [ "$money_seconds" -gt 0 ] && [ "$total" -ge "$money_seconds" ]; then
                decide budget "\"seconds\":$money_seconds,\"total\":$total"
            elif is_idle; then
                decide idle "\"seconds\":$((up - quiet_since)),\"busiest\":$quiet_busiest,\"below\":$idle_percent"
            else
                take_budget_steps
                save_before_back
            fi
        fi
        tell_pending
        wait_a_moment
    done
}

# Less when something is due earlier.
wait_a_moment() {
    [ "$tick" -gt 0 ] || { nap 0.2; return; }   # only tests are in such a hurry
    moment=$tick
    sooner "$seconds" "$used"
    sooner "$money_seconds" "$total"
    if [ "$idle_seconds" -gt 0 ]; then sooner $((idle_seconds / 10 + 1)) 0; fi
    if [ "$back_up" -gt "$up" ]; then sooner $((back_up - back_before)) "$up"; fi
    sleep "$moment"
}

sooner() {
    [ "$1" -gt 0 ] || return 0
    remaining=$(($1 - $2))
    if [ "$remaining" -lt "$moment" ]; then moment=$remaining; fi
    [ "$moment" -ge 1 ] || moment=1
}

conclude() {
    verdict || return 0
    uptime_seconds
    asked_at=$up
    if [ -n "$CHECKPOINTS" ] && was_asked; then
        recall_before
        look_at_saved now
        tell_saved
    fi
    has_event stopping || event stopping
    tell_pending
}

save() {
    is_number "$1" 86400 || { usage; exit 2; }
    [ -n "$CHECKPOINTS" ] && ! has_exit && [ ! -e stop ] || return 0
    deadline=$number reason=''
    before=$(listing)
    has_before=1
    uptime_seconds
    deadline=$((up + deadline))
    choose_signal
    case $asking in
        TERM) return ;;
        none) ;;
        *) sh ./supervise.sh signal "$asking" >/dev/null 2>&1 || return 0 ;;
    esac
    while ! has_exit && [ ! -e stop ] && [ "$up" -lt "$deadline" ]; do
        look_at_saved
        [ "$saved" != complete ] || break
        nap 0.5
        uptime_seconds
    done
}

usage() { echo "usage: guard.sh watch PID START|conclude|save SECONDS|check FILE..." >&2; }

verb=$1
if [ "$verb" = check ]; then
    shift
    up=0
    for file; do
        is_whole "$file"
        case $? in
            0) echo complete ;;
            1) echo partial ;;
            *) echo unknown ;;
        esac
    done
    exit 0
fi

case $0 in */*) dir=${0%/*}/ ;; *) dir=./ ;; esac
dir=$(CDPATH='' cd -- "$dir" && pwd -P) || exit 1
cd "$dir" || exit 1
GRACE=30 CHECKPOINTS='' PATTERN='' SIGNAL=''
# shellcheck disable=SC1091
. ./spec.sh || exit 1
up=0 last_up=0 before='' has_before='' notice='' asked_at=0 asking=TERM

case $verb in
    watch) watch "$2" "$3" ;;
    conclude) conclude ;;
    save) save "$2" ;;
    *)
        usage
        exit 2
        ;;
esac
