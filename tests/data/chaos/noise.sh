#!/bin/sh
# Writes 200 000 lines within about half a minute: short ones, very long ones, carriage returns, binary bytes
# from `blob`, some on stderr, and no newline at the end, which comes when there is a file `go-on` beside it. Ends
# with status 7.
here=$(dirname "$0")
n=0
while [ "$n" -lt 100 ]; do
    n=$((n + 1))
    awk -v part="$n" 'BEGIN {
        for (i = 1; i <= 1999; i++) {
            if (i % 400 == 0) printf "progress %d%%\r", i / 20
            printf "part %d line %d of 200000 lorem ipsum dolor sit amet\n", part, i
        }
    }'
    printf 'warning of part %d\n' "$n" >&2
    if [ $((n % 10)) -eq 0 ]; then
        cat "$here/blob"
        # One line of about a megabyte.
        awk 'BEGIN { for (i = 0; i < 16384; i++) printf "%064d", i; print "" }'
    fi
    sleep 0.25
done
while [ ! -e "$here/go-on" ]; do sleep 0.1; done
printf 'the end, without a newline'
exit 7
