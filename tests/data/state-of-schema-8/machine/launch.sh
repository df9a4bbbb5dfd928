#!/bin/sh
# Starts the run goes-on-mzvnpc-a1 and prints what identifies it. Made by Trainyard; this is exactly what is started.
dir=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P) || exit 1
cd "$HOME" || cd / || exit 1
if command -v setsid >/dev/null 2>&1; then
    setsid sh "$dir/starter.sh" "$dir" </dev/null >/dev/null 2>&1 &
elif [ -x "$dir/starter" ] && [ "$(uname -m)" = x86_64 ]; then
    "$dir/starter" "$dir" </dev/null >/dev/null 2>&1 &
else
    echo "This machine has no setsid (package util-linux), which starting a process needs." >&2
    exit 1
fi

# The starter names itself in `begun`.
handle=
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
    { read -r handle <"$dir/begun"; } 2>/dev/null
    if [ -n "$handle" ]; then
        echo "$handle"
        exit 0
    fi
    sleep 0.1 2>/dev/null || sleep 1
done
tail -n 5 "$dir/log" >&2
echo "The run did not begin: $dir/starter.sh could not write into its directory." >&2
exit 1
