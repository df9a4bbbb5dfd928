# SPDX-License-Identifier: GPL-3.0-or-later
# Reads ranges of files on the machine that has them and reports what is in them, so that a checkpoint is verified
# without being transferred. Sent to `sh -s` with a call after it; runs in dash, bash and busybox. Changes nothing.
#
#   verify DIRECTORY <<'END'
#   f NAME                       one for each file, numbered from 0; relative to DIRECTORY, never followed when a link
#   t FILE OFFSET LENGTH SUM DEFLATED WIDTH MASK PATTERN NANBITS        one for each range, numbered from 0
#   END
#
# SUM is crc32 or -. DEFLATED is the number of bytes that a raw deflate stream yields, or -: the sum then applies to
# these. WIDTH (1, 2, 4, 8 or 0: do not check) is the size of a number; it is not finite when its bits under MASK are
# PATTERN, and then a NaN when one of NANBITS is set or NANBITS is 0. These three are hexadecimal.
#
# Answers, a line each:
#   with python3 | gzip | nothing       what does the work; gzip is slow and cannot look at numbers
#   p BYTES                             read so far
#   r TASK SUM NANS INFINITIES          SUM in hexadecimal or -; the counts - where it did not look
#   e TASK missing|short|damaged|unable
#   done
# shellcheck shell=sh

program=$(cat <<'END_OF_PROGRAM'
import os, stat, sys, time, zlib

PIECE = 4 << 20
ORDER = sys.byteorder

class Range:
    def __init__(self, words):
        self.file, self.offset, self.length = int(words[0]), int(words[1]), int(words[2])
        self.sums = words[3] == "crc32"
        self.inflated = None if words[4] == "-" else int(words[4])
        self.width = int(words[5])
        self.mask, self.pattern, self.nan = (int(w, 16) for w in words[6:9])

# One table a byte of the number: 1 where it is as it must be for the number not to be finite.
def planes(task):
    found = []
    for i in range(task.width):
        mask, pattern, nan = (v >> (8 * i) & 255 for v in (task.mask, task.pattern, task.nan))
        must = bytes(int(b & mask == pattern) for b in range(256)) if mask else None
        may = bytes(int(b & nan != 0) for b in range(256)) if nan else None
        found.append((must, may))
    return found

# All of it in steps of the interpreter's own loops: a loop written here would take minutes for a gigabyte.
def not_finite(data, task, tables):
    both = None
    for i, (must, _) in enumerate(tables):
        if must is None:
            continue
        bits = data[i::task.width].translate(must)
        if b"\x01" not in bits:
            return 0, 0
        value = int.from_bytes(bits, "big")
        both = value if both is None else both & value
        count = len(bits)
    if not both:
        return 0, 0
    everything = both.to_bytes(count, "big").count(1)
    if not task.nan:
        return everything, 0
    some = 0
    for i, (_, may) in enumerate(tables):
        if may is not None:
            some |= int.from_bytes(data[i::task.width].translate(may), "big")
    nans = (both & some).to_bytes(count, "big").count(1)
    return nans, everything - nans

total, told = 0, time.monotonic()

def progress(count):
    global total, told
    total += count
    if time.monotonic() - told > 0.25:
        told = time.monotonic()
        print("p", total, flush=True)

def look(handle, task):
    tables = planes(task) if task.width else None
    inflater = None if task.inflated is None else zlib.decompressobj(-15)
    at, left, crc, nans, infinities, came, rest = task.offset, task.length, 0, 0, 0, 0, b""

    def take(data):
        nonlocal crc, nans, infinities, came, rest
        came += len(data)
        if task.sums:
            crc = zlib.crc32(data, crc)
        if tables:
            data = rest + data if rest else data
            whole = len(data) - len(data) % task.width
            rest, data = data[whole:], data[:whole]
            found = not_finite(data, task, tables)
            nans, infinities = nans + found[0], infinities + found[1]

    while left > 0:
        data = os.pread(handle, min(PIECE, left), at)
        if not data:
            return "short"
        at, left = at + len(data), left - len(data)
        progress(len(data))
        if inflater is None:
            take(data)
            continue
        while data and not inflater.eof:
            out = inflater.decompress(data, PIECE)
            take(out)
            if came > task.inflated:
                return "damaged"
            data = inflater.unconsumed_tail
    if inflater is not None:
        take(inflater.flush())
        if not inflater.eof or came != task.inflated:
            return "damaged"
    return "%s %s" % ("%08x" % crc if task.sums else "-", "%d %d" % (nans, infinities) if tables else "- -")

def main():
    names, tasks = [], []
    for line in sys.stdin.buffer:
        line = line.rstrip(b"\n")
        if line.startswith(b"f "):
            names.append(line[2:])
        elif line.startswith(b"t "):
            tasks.append(Range(line[2:].decode().split()))
    handle, held = -1, None
    for index, task in enumerate(tasks):
        if held != task.file:
            if handle >= 0:
                os.close(handle)
            handle, held = -1, task.file
            try:
                handle = os.open(names[task.file], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
                if not stat.S_ISREG(os.fstat(handle).st_mode):
                    os.close(handle)
                    handle = -1
            except OSError:
                handle = -1
        try:
            answer = look(handle, task) if handle >= 0 else "missing"
        except zlib.error:
            answer = "damaged"
        except OSError:
            answer = "unable"
        print("r" if " " in answer else "e", index, answer, flush=True)
    print("p", total)
    print("done", flush=True)

try:
    main()
except BrokenPipeError:
    os._exit(1)
END_OF_PROGRAM
)

# The checksum that gzip writes at the end of its output, least significant byte first.
crc_by_gzip() {
    skip=$(($2 / 65536)) rest=$(($2 % 65536))
    dd if="./$1" bs=65536 skip="$skip" 2>/dev/null | tail -c "+$((rest + 1))" | head -c "$3" | gzip -1 -c |
        tail -c 8 | od -A n -t x1 -N 4 | {
        read -r a b c d
        printf '%s%s%s%s' "$d" "$c" "$b" "$a"
    }
}

file_named() {
    sed -n "/^f /{ s/^f //; p; }" <<END
$tasks
END
}

verify_by_gzip() {
    index=0 total=0
    names=$(file_named)
    while read -r kind file offset length sum deflated _; do
        [ "$kind" = t ] || continue
        name=$(printf '%s\n' "$names" | sed -n "$((file + 1)){p;q;}")
        if [ ! -f "./$name" ] || [ -h "./$name" ]; then
            echo "e $index missing"
        elif [ "$sum" != crc32 ] || [ "$deflated" != - ]; then
            echo "e $index unable"
        else
            size=$(wc -c <"./$name")
            if [ "$((size))" -lt $((offset + length)) ]; then
                echo "e $index short"
            else
                echo "r $index $(crc_by_gzip "$name" "$offset" "$length") - -"
                total=$((total + length))
                echo "p $total"
            fi
        fi
        index=$((index + 1))
    done <<END
$tasks
END
    echo 'done'
}

# verify DIRECTORY [python3|gzip]: uses this tool; otherwise the best one installed.
verify() {
    LC_ALL=C
    export LC_ALL
    tasks=$(cat)
    cd "$1" 2>/dev/null || {
        echo 'with nothing'
        return 0
    }
    tool=${2:-}
    # -I: nothing is imported from the folder, which is full of files from strangers.
    if [ -z "$tool" ] && python3 -I -c 'import zlib, sys; sys.exit(sys.version_info < (3, 5))' >/dev/null 2>&1; then
        tool=python3
    fi
    if [ -z "$tool" ] && command -v gzip >/dev/null 2>&1 && command -v od >/dev/null 2>&1; then tool=gzip; fi
    echo "with ${tool:-nothing}"
    case $tool in
        # An active training there has priority on the processors.
        python3) printf '%s\n' "$tasks" | nice -n 10 python3 -I -c "$program" ;;
        gzip) verify_by_gzip ;;
    esac
}
