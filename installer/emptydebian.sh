# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh
# Shell functions for the tests that need a Debian 12 with nothing in it. POSIX sh, as root; variables stay inside.

# apt_sources: prints "ADDRESS SUITE" for each Debian 12 source that this computer's apt uses; nothing if it has none.
apt_sources() {
    # shellcheck disable=SC2016 # apt-get fills these in
    apt-get indextargets --format '$(ORIGIN)|$(SITE)|$(RELEASE)|$(COMPONENT)' 'Created-By: Packages' |
        sed -n 's/^Debian|\(.*\)|\(bookworm[^|]*\)|main$/\1 \2/p' | sort -u
}

# make_empty_debian BASE TARGET: makes TARGET a fresh Debian that can install packages the way this computer does; BASE keeps what
# debootstrap fetched, for the next time. On failure, returns non-zero and prints the reason on stdout; 2 if apt has no such source here.
make_empty_debian() (
    base=$1 target=$2
    sources=$(apt_sources)
    mirror=$(printf '%s\n' "$sources" | sed -n 's/ bookworm$//p' | head -n 1)
    [ -n "$mirror" ] || return 2
    if [ ! -e "$base/.complete" ]; then
        rm -rf --one-file-system "$base"
        debootstrap --variant=minbase bookworm "$base" "$mirror" >"$base.log" 2>&1 || {
            tail -n 20 "$base.log"
            echo "debootstrap could not fetch an empty Debian from the mirror; its words are above"
            return 1
        }
        touch "$base/.complete"
    fi
    rm -rf --one-file-system "$target"
    cp -a "$base" "$target" || {
        echo "no room for a copy of the empty Debian"
        return 1
    }
    cp /etc/resolv.conf /etc/hosts "$target/etc/"
    printf '%s\n' "$sources" | sed 's/\(.*\) \(.*\)/deb \1 \2 main/' >"$target/etc/apt/sources.list"
    apt-config dump | grep -i '^Acquire::.*proxy' >"$target/etc/apt/apt.conf.d/90proxy"
    printf '#!/bin/sh\nexit 101\n' >"$target/usr/sbin/policy-rc.d" && chmod 755 "$target/usr/sbin/policy-rc.d"
    # Losing this system in a power cut would not matter.
    echo force-unsafe-io >"$target/etc/dpkg/dpkg.cfg.d/fast"
)
