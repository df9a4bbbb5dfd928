# SPDX-License-Identifier: GPL-3.0-or-later
# Bash reads this before setup.sh and run.sh (BASH_ENV), in the same shell, so that conda, uv and what ~/.bashrc exports are at hand
# as in a login. Nothing here ends the run or prints: what is absent or fails is left out.
ty_dir=${TRAINYARD_PROFILE%/*} ty_folder=$PWD
unset BASH_ENV TRAINYARD_PROFILE
if [ -n "${TRAINYARD_BASH_ENV-}" ]; then
    # shellcheck disable=SC1090
    if [ -r "$TRAINYARD_BASH_ENV" ]; then . "$TRAINYARD_BASH_ENV"; fi
    export BASH_ENV="$TRAINYARD_BASH_ENV"
fi
unset TRAINYARD_BASH_ENV

if [ -r "${HOME-}/.bashrc" ]; then
    # First in a shell of its own: one that exits or becomes another program is left out.
    # shellcheck disable=SC1091
    if [ "$(
        . "$HOME/.bashrc" >/dev/null 2>&1 </dev/null
        echo whole
    )" = whole ]; then
        . "$HOME/.bashrc" >/dev/null 2>&1 </dev/null
        set +eu
        # shellcheck disable=SC3047 # only bash reads this
        trap - EXIT ERR DEBUG
    fi
    # Most systems' ~/.bashrc returns at once without a terminal, and installers append behind that.
    while IFS= read -r ty_line; do
        case $ty_line in
            *[\`\;\&\|\(\)\<\>]*) ;;
            'export '[A-Za-z_]*=*) eval "$ty_line" >/dev/null 2>&1 ;;
        esac
    done <"$HOME/.bashrc"
fi

for ty_base in "${CONDA_EXE%/bin/conda}" "$(command -v conda 2>/dev/null | sed -n 's|^\(/.*\)/[a-z]*bin/conda$|\1|p')" \
    "${HOME-}/miniconda3" "${HOME-}/anaconda3" "${HOME-}/miniforge3" "${HOME-}/mambaforge" \
    /opt/conda /opt/miniconda3 /opt/anaconda3 /opt/miniforge3; do
    if [ -n "$ty_base" ] && [ -r "$ty_base/etc/profile.d/conda.sh" ]; then
        # shellcheck disable=SC1091
        . "$ty_base/etc/profile.d/conda.sh" >/dev/null 2>&1 </dev/null
        break
    fi
done

# Where uv and pip install for one user.
for ty_base in "${HOME-}/.local/bin" "${HOME-}/.cargo/bin"; do
    case :$PATH: in
        *":$ty_base:"*) ;;
        *) PATH=$PATH:$ty_base ;;
    esac
done
export PATH

# Images rarely have sudo, and their user is root.
if [ "$(id -u 2>/dev/null)" = 0 ] && ! command -v sudo >/dev/null 2>&1; then
    sudo() {
        while [ $# -gt 0 ]; do
            case $1 in
                -u | --user)
                    if [ "${2-}" != root ]; then break; fi
                    shift 2
                    ;;
                -E | -H | -n | -S | --preserve-env | --non-interactive) shift ;;
                --)
                    shift
                    break
                    ;;
                *) break ;;
            esac
        done
        case ${1-} in
            -*)
                echo "sudo is not installed here; the user is root. Its option $1 cannot be replaced." >&2
                return 1
                ;;
        esac
        env "$@"
    }
    # shellcheck disable=SC3045 # only bash reads this
    export -f sudo
fi

# The task's own variables win over the profile's.
ty_resume=${TRAINYARD_RESUME-} ty_checkpoints=${TRAINYARD_CHECKPOINT_DIR-}
# shellcheck disable=SC1091
. "$ty_dir/env.sh" >/dev/null 2>&1
TRAINYARD_RESUME=$ty_resume
if [ -n "$ty_checkpoints" ]; then TRAINYARD_CHECKPOINT_DIR=$ty_checkpoints; fi
cd "$ty_folder" || exit 126
unset ty_dir ty_folder ty_line ty_base ty_resume ty_checkpoints
