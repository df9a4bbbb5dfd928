# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154
# Shell functions shared by ./run and ./test: which of the packages in packages.txt are missing, and installing them. POSIX sh; the caller
# has set `root` to the top of the source tree. Functions of a POSIX shell share their variables with their caller, so functions that use
# variables run in a subshell: `name() ( … )`.

say() { printf '%s\n' "$*" >&2; }
die() {
    say "$*"
    exit 1
}

is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# missing_packages GROUP...: prints "package<TAB>purpose" for each package that is not installed.
missing_packages() (
    for group in "$@"; do
        # "a|b" in the second column means either one, so the columns are cut at " | " with blanks only.
        sed -n "s/^$group *| \([^ ]*\) *| \(.*\)\$/\1 \2/p" "$root/installer/packages.txt"
    done | sort -u | while read -r names purpose; do
        found=
        for name in $(printf '%s' "$names" | tr '|' ' '); do
            is_installed "$name" && found=yes
        done
        [ -n "$found" ] || printf '%s\t%s\n' "${names%%|*}" "$purpose"
    done | sort -u -k1,1
)

# need_packages YES GROUP... || exit: installs what is missing; asks first unless YES is "yes" or this is root. Returns non-zero, after
# printing the reason, if something is still missing.
need_packages() (
    yes=$1
    shift
    if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
        say "This is not Debian, so packages are not checked. Trainyard needs what installer/packages.txt lists."
        return 0
    fi
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0

    say "These Debian packages are missing:"
    printf '%s\n' "$missing" | while IFS='	' read -r name purpose; do
        printf '  %-22s %s\n' "$name" "$purpose" >&2
    done
    names=$(printf '%s\n' "$missing" | cut -f1 | tr '\n' ' ')

    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null 2>&1 ||
            die "Installing them needs root and there is no sudo here. As root, run: apt-get install --no-install-recommends $names"
        as_root=sudo
        if [ "$yes" != yes ]; then
            [ -t 0 ] || die "Run this again with --yes to install them, or as root: apt-get install --no-install-recommends $names"
            printf 'Install them now with sudo apt-get? [Y/n] ' >&2
            read -r answer || answer=n
            case $answer in
            '' | [Yy]*) ;;
            *) die "Nothing was installed. Install them yourself and run this again: apt-get install --no-install-recommends $names" ;;
            esac
        fi
    fi
    # shellcheck disable=SC2086 # one word per package
    $as_root sh "$root/installer/install-packages.sh" $names ||
        die "Not all packages could be installed; apt's words are above. Put that right and run this again."
    left=$(missing_packages "$@")
    [ -z "$left" ] || die "Still missing after the installation: $(printf '%s\n' "$left" | cut -f1 | tr '\n' ' ')"
)
