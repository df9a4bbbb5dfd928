#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Stands in for nvidia-smi: prints the file of $SMI_TEXTS that fits the query. If there is none, it reports an unknown query.
#   csv query table list reasons topology nvlink apps
case $* in
*--query-gpu=index,uuid*) file=csv ;;
*--query-gpu=index,clocks*) file=reasons ;;
*--query-compute-apps*) file=apps ;;
-q*) file=query ;;
-L) file=list ;;
topo*) file=topology ;;
nvlink*) file=nvlink ;;
'') file=table ;;
*) file=none ;;
esac
[ ! -e "$SMI_TEXTS/hang" ] || {
    # One part of it leaves the process group, as a process that no signal ends would remain.
    setsid sh -c 'while :; do sleep 1; done' "$HOME/stuck" &
    trap '' TERM HUP INT
    while :; do sleep 1; done
}
[ ! -e "$SMI_TEXTS/flood" ] || {
    head -c 20000000 /dev/urandom
    printf '\033]0;owned\007\n#driver 0 0\n|kernel=1.2.3\n#end 0 0\n'
    exit 0
}
[ -e "$SMI_TEXTS/$file" ] || {
    echo "Invalid combination of input arguments. Please run 'nvidia-smi -h' for help."
    exit 2
}
cat "$SMI_TEXTS/$file"
[ ! -e "$SMI_TEXTS/$file.status" ] || exit "$(cat "$SMI_TEXTS/$file.status")"
