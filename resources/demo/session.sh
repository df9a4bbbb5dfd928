#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Every session of the sandbox's SSH server begins here. HOME is the sandbox's own place, set by the server; the
# account's real home is left alone, so sessions and file transfers have to be led there.
cd "$HOME" || exit 1
command=${SSH_ORIGINAL_COMMAND-}
unset SSH_ORIGINAL_COMMAND
SHELL=/bin/bash
[ -x "$SHELL" ] || SHELL=/bin/sh
export SHELL
case $command in
'') exec "$SHELL" ;;
trainyard-sftp) exec "$TRAINYARD_SFTP_SERVER" ;;
*) exec "$SHELL" -c "$command" ;;
esac
