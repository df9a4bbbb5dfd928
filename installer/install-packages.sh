#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# install-packages.sh PACKAGE...: installs Debian packages without asking and without starting their services.
# Run as root, by ./run and ./test.
set -u

export DEBIAN_FRONTEND=noninteractive
policy=/usr/sbin/policy-rc.d
made_policy=

# Tests and the sandbox start their own servers: a freshly installed sshd or dockerd must not listen.
if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod 755 "$policy" && made_policy=yes
fi
tidy() { [ -z "$made_policy" ] || rm -f "$policy"; }
trap tidy EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Another apt may hold the lock, for instance a first-boot upgrade: 15 minutes are enough for it.
apt() { apt-get -q -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=900 -o Acquire::Retries=3 "$@"; }
refresh() { apt update || echo "The package lists could not all be refreshed; going on with what is there." >&2; }

fresh=
if ! ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1; then
    refresh
    fresh=yes
fi
if ! apt install -y --no-install-recommends "$@"; then
    # Outdated lists name files that the mirror has since replaced.
    [ -z "$fresh" ] || exit 1
    refresh
    apt install -y --no-install-recommends "$@" || exit 1
fi
