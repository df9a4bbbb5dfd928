#compdef yard
# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of yard for zsh: yard itself lists what may follow.

local line
local -a found
for line in ${(f)"$(yard complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
    case $line in
    :files) _files ;;
    :folders) _files -/ ;;
    *$'\t'*) found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
    *) found+=("${line//:/\\:}") ;;
    esac
done
(( $#found )) && _describe yard found
