# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Completion of yard for bash: yard itself lists what may follow.

_yard() {
    local cur=${COMP_WORDS[COMP_CWORD]} line
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
        :files) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur") ;;
        :folders) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$cur") ;;
        *) COMPREPLY+=("$(printf '%q' "${line%%$'\t'*}")") ;;
        esac
    done < <(yard complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -o filenames -F _yard yard
