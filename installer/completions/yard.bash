# Completion of yard for bash.
# shellcheck shell=bash

_yard_machines() { yard machine list 2>/dev/null | sed '1d; s/  .*//'; }

_yard_cards() { yard offer cards 2>/dev/null | sed '1d; s/  .*//'; }

_yard_gpus() { yard offer gpus 2>/dev/null | sed '1d; s/  .*//'; }

_yard_images() { yard compat images 2>/dev/null | sed '1d; s/  .*//'; }

_yard_keys() { yard key list 2>/dev/null | sed '1d; s/  .*//'; }

_yard_stores() { yard store list 2>/dev/null | sed '1d; s/  .*//'; }

_yard_tunnels() { yard tunnel list 2>/dev/null | sed -n '2,$s/^127\.0\.0\.1:\([0-9]*\).*/\1/p'; }

_yard_runs() {
    local data=${XDG_DATA_HOME:-$HOME/.local/share}/trainyard
    [[ -n ${TRAINYARD_HOME:-} ]] && data=$TRAINYARD_HOME/data
    local run
    for run in "$data"/runs/*/; do
        [[ -d $run ]] || continue
        run=${run%/}
        printf '%s\n' "${run##*/}"
    done
}

# Offers the lines of $1 that begin with the current word, quoted where they hold blanks.
_yard_offer() {
    local IFS=$'\n' word
    for word in $(compgen -W "$1" -- "$cur"); do
        COMPREPLY+=("$(printf '%q' "$word")")
    done
}

_yard() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
    local -a words=()
    local i
    for ((i = 1; i < COMP_CWORD; i++)); do
        [[ ${COMP_WORDS[i]} == --json ]] || words+=("${COMP_WORDS[i]}")
    done
    COMPREPLY=()

    case $prev in
    --machine)
        _yard_offer "$(_yard_machines)"
        return
        ;;
    --gpus)
        [[ ${words[0]:-} == estimate ]] || mapfile -t COMPREPLY < <(compgen -W '0 1 2 3 4 5 6 7 8' -- "$cur")
        return
        ;;
    --store)
        _yard_offer "$(_yard_stores)"
        return
        ;;
    --keys)
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return
        ;;
    --checkpoint)
        mapfile -t COMPREPLY < <(compgen -W 'latest' -- "$cur")
        return
        ;;
    -o)
        case "${words[0]:-} ${words[1]:-}" in
        'run report' | 'run export')
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            return
            ;;
        esac
        ;;
    --pictures)
        mapfile -t COMPREPLY < <(compgen -d -- "$cur")
        return
        ;;
    --gpu)
        _yard_offer "$(_yard_gpus)"
        return
        ;;
    --os)
        mapfile -t COMPREPLY < <(compgen -W 'linux windows' -- "$cur")
        return
        ;;
    --arch)
        mapfile -t COMPREPLY < <(compgen -W 'x86_64 aarch64' -- "$cur")
        return
        ;;
    --image)
        _yard_offer "$(_yard_images)"
        return
        ;;
    --purchase)
        mapfile -t COMPREPLY < <(compgen -W 'on-demand spot monthly reserved-1y reserved-3y' -- "$cur")
        return
        ;;
    --sort)
        mapfile -t COMPREPLY < <(compgen -W 'hour gpu-hour tflop-hour gib-hour measured-tflop-hour' -- "$cur")
        return
        ;;
    --precision)
        local precisions='fp64 fp64_tensor fp32 tf32 fp16 bf16 fp8 int8'
        [[ "${words[0]:-} ${words[1]:-}" == 'estimate memory' ]] && precisions='fp32 tf32 fp16-mixed bf16-mixed bf16 fp8'
        mapfile -t COMPREPLY < <(compgen -W "$precisions" -- "$cur")
        return
        ;;
    --preset)
        local presets='resnet-50 yolov7 bert-base gpt-2 llama-7b llama-13b llama-70b'
        [[ ${words[0]:-} == store ]] && presets='aws minio r2 oss cos gcs s3 azure'
        mapfile -t COMPREPLY < <(compgen -W "$presets" -- "$cur")
        return
        ;;
    --optimizer)
        mapfile -t COMPREPLY < <(compgen -W 'sgd sgd-momentum adam adafactor adam-8bit' -- "$cur")
        return
        ;;
    --checkpointing)
        mapfile -t COMPREPLY < <(compgen -W 'none selective full' -- "$cur")
        return
        ;;
    --zero)
        mapfile -t COMPREPLY < <(compgen -W '0 1 2 3' -- "$cur")
        return
        ;;
    --in)
        mapfile -t COMPREPLY < <(compgen -W 'africa asia europe northamerica oceania southamerica china eu us' -- "$cur")
        return
        ;;
    --currency)
        mapfile -t COMPREPLY < <(compgen -W 'USD CNY EUR GBP JPY HKD SGD KRW INR AUD CAD CHF' -- "$cur")
        return
        ;;
    --billed-by)
        mapfile -t COMPREPLY < <(compgen -W 'second minute hour' -- "$cur")
        return
        ;;
    --listen | --accept-host-key | --since | --source | --amount | --project | --group | --notes | --name | --comment | --count | --nodes | --ports | --gpu-memory | --total-memory | --vcpus | --memory | \
        --region | --provider | --extend | --max-price | --rate | --limit | --as-of | --forget | \
        --hours | --offer | --price | --machines | --billing | --disk | --disk-* | --objects | --objects-* | --puts | --gets | \
        --egress | --egress-* | --prices-of | --interrupted-every | --interruption-rate | --checkpoint-every | --checkpoint-write | \
        --restart | --contingency | --hours-per-month | --monthly-price | --reserved-price | --own-* | --parameters | --layers | \
        --hidden | --heads | --kv-heads | --inner | --vocabulary | --activation-bytes | --batch | --accumulate | --sequence | --margin | --overhead | \
        --driver | --require | --cuda | --torch | --tensorflow | --jax | --only | --time-limit) return ;;
    esac

    local options=
    case "${words[0]:-} ${words[1]:-}" in
    ' ') mapfile -t COMPREPLY < <(compgen -W 'machine sandbox task run checkpoint store file tunnel exporter key offer estimate compat probe environment budget alert demo help --json --help --version' -- "$cur") ;;
    'machine ') mapfile -t COMPREPLY < <(compgen -W 'add edit test check list show rent return remove' -- "$cur") ;;
    'sandbox ') mapfile -t COMPREPLY < <(compgen -W 'start stop status' -- "$cur") ;;
    'task ') mapfile -t COMPREPLY < <(compgen -W 'check' -- "$cur") ;;
    'run ') mapfile -t COMPREPLY < <(compgen -W 'launch list show edit delete trash explain stacks logs metrics report export compare stop lease resume' -- "$cur") ;;
    'tunnel ') mapfile -t COMPREPLY < <(compgen -W 'open list close' -- "$cur") ;;
    'key ') mapfile -t COMPREPLY < <(compgen -W 'generate import list show' -- "$cur") ;;
    'offer ') mapfile -t COMPREPLY < <(compgen -W 'list refresh import cards remove rates gpus sources' -- "$cur") ;;
    'offer list') options='--gpu --count --gpu-memory --total-memory --vcpus --memory --in --region --provider --purchase --max-price --currency --rate --sort --precision --limit --history' ;;
    'offer refresh') options='--source --dry-run --accept' ;;
    'offer import')
        options='--name --currency --as-of'
        [[ $cur == -* ]] || mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        ;;
    'estimate memory') options='--preset --parameters --activation-bytes --layers --hidden --heads --kv-heads --inner --vocabulary --gated --precision --optimizer --zero --gpus --checkpointing --batch --accumulate --sequence --margin --overhead' ;;
    'estimate '*)
        options='--hours --offer --price --gpu --count --gpu-memory --total-memory --vcpus --memory --max-price --in --sort --precision --limit --provider --region --purchase --machines --billing --disk --disk-days --disk-type --disk-price --objects --objects-days --objects-type --objects-price --puts --gets --egress --egress-to --egress-price --prices-of --interrupted-every --interruption-rate --checkpoint-every --checkpoint-write --restart --contingency --hours-per-month --monthly-price --reserved-price --own-price --own-watts --own-kwh --own-years --own-pue --own-utilisation --currency --rate'
        [[ ${#words[@]} -gt 1 || $cur == -* ]] || mapfile -t COMPREPLY < <(compgen -W 'memory' -- "$cur")
        ;;
    'probe ') mapfile -t COMPREPLY < <(compgen -W 'run list show' -- "$cur") ;;
    'probe run') options='--machine --quick --only --busy-ok --time-limit' ;;
    'probe list') options='--machine' ;;
    'probe show') options='--provider-text' ;;
    'compat ') mapfile -t COMPREPLY < <(compgen -W 'check images' -- "$cur") ;;
    'compat check') options='--machine --gpu --driver --os --arch --image --require --cuda --torch --tensorflow --jax' ;;
    'compat images') options='--machine --gpu --driver' ;;
    'environment ') mapfile -t COMPREPLY < <(compgen -W 'make lint' -- "$cur") ;;
    'environment make') options='--torch --tensorflow --jax --machine --gpu --driver --arch --engine --cdi --python --apt --pip --user --uid --data --checkpoints --gpus --nodes --shm --script -o --force' ;;
    'environment lint')
        options='--as --machine --gpu --driver --arch'
        [[ $cur == -* ]] || mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        ;;
    'offer remove') _yard_offer "$(_yard_cards)" ;;
    'offer rates') options='--forget' ;;
    'offer gpus') _yard_offer "$(_yard_gpus)" ;;
    'key generate') options='--comment --no-passphrase' ;;
    'key import') [[ $cur == -* ]] || mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    'key show') _yard_offer "$(_yard_keys)" ;;
    'exporter '*)
        options='--listen --machine'
        [[ $cur == -* ]] || _yard_offer "$(_yard_runs)"
        ;;
    'tunnel close') mapfile -t COMPREPLY < <(compgen -W "$(_yard_tunnels)" -- "$cur") ;;
    'checkpoint ') mapfile -t COMPREPLY < <(compgen -W 'list inspect verify diff push pull pin unpin prune resume trash' -- "$cur") ;;
    'checkpoint list') options='--best-by --by --store' ;;
    'checkpoint inspect') options='--tensors --store' ;;
    'checkpoint pin' | 'checkpoint unpin') options='--store' ;;
    'checkpoint verify') options='--full --transfer --manifest --store' ;;
    'checkpoint diff') options='--numbers --only --store' ;;
    'checkpoint prune') options='--last --best --best-by --by --every --pin --damaged --for-good --store --trash-days --yes' ;;
    'checkpoint trash') options='--restore --erase --empty' ;;
    'checkpoint push' | 'checkpoint pull')
        options='--replace --read-back --store'
        [[ ${words[1]} == push ]] || options='--replace --store'
        [[ $cur == -* ]] || mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        ;;
    'store ') mapfile -t COMPREPLY < <(compgen -W 'add list ls check remove' -- "$cur") ;;
    'store add') options='--preset --region --endpoint --account --path-style --host-style --from-environment --keys --no-check --insecure' ;;
    'store ls') options='--recursive --store' ;;
    'store check')
        options='--abort-uploads'
        [[ $cur == -* ]] || _yard_offer "$(_yard_stores)"
        ;;
    'store remove') _yard_offer "$(_yard_stores)" ;;
    'file ') mapfile -t COMPREPLY < <(compgen -W 'put get list' -- "$cur") ;;
    'budget ') mapfile -t COMPREPLY < <(compgen -W 'show set remove' -- "$cur") ;;
    'alert ') mapfile -t COMPREPLY < <(compgen -W 'list history acknowledge test watch' -- "$cur") ;;
    'alert history')
        options='--limit'
        [[ $cur == -* ]] || _yard_offer "$(_yard_runs)"
        ;;
    'alert watch') _yard_offer "$(_yard_runs)" ;;
    'budget set') options='--month --project --amount' ;;
    'budget remove') options='--month --project' ;;
    'machine show' | 'machine return' | 'tunnel open' | 'file list') _yard_offer "$(_yard_machines)" ;;
    'machine add') options='--accept-host-key --group --notes' ;;
    'machine list') options='--group' ;;
    'machine remove')
        options='--gone'
        [[ $cur == -* ]] || _yard_offer "$(_yard_machines)"
        ;;
    'machine rent')
        options='--price --since --billed-by --source'
        [[ $cur == -* ]] || _yard_offer "$(_yard_machines)"
        ;;
    'machine check')
        options='--image --nodes --ports --accept-host-key'
        [[ $cur == -* ]] || _yard_offer "$(_yard_machines)"
        ;;
    'machine edit' | 'machine test')
        if [[ $cur != -* ]]; then
            _yard_offer "$(_yard_machines)"
        elif [ "${words[1]}" = edit ]; then
            options='--name --group --notes'
        else
            options='--accept-host-key'
        fi
        ;;
    'sandbox start') options='--gpus' ;;
    'demo '*) options='--pictures --keep' ;;
    'run launch') options='--machine --env --secret --follow --dry-run' ;;
    'run logs') options='--follow' ;;
    'run metrics') options='--follow --training' ;;
    'run list') options='--all' ;;
    'run edit') options='--name --note --archive --unarchive' ;;
    'run trash') options='--restore --erase --empty' ;;
    'run report') options='-o --force' ;;
    'run export') options='--csv --json --training --from --to --every -o --force' ;;
    'file put' | 'file get')
        options='--changed --ignore-files --exclude --connections --no-check'
        [[ $cur == -* ]] || mapfile -t COMPREPLY < <(compgen -f -- "$cur"; compgen -W "$(_yard_machines)" -- "$cur")
        ;;
    'run lease') options='--renew --extend' ;;
    'run resume' | 'checkpoint resume') options='--machine --checkpoint --from --store --preset --with --add --max-hours --budget --allow-code --follow --dry-run' ;;
    esac
    case "${words[0]:-} ${words[1]:-}" in
    'task check' | 'run launch') [[ $cur == -* ]] || mapfile -t COMPREPLY < <(compgen -f -- "$cur") ;;
    'checkpoint inspect' | 'checkpoint verify' | 'checkpoint diff' | 'checkpoint pin' | 'checkpoint unpin' | 'checkpoint prune' | 'checkpoint trash')
        [[ $cur == -* ]] || mapfile -t COMPREPLY < <(compgen -f -- "$cur"; compgen -W "$(_yard_runs)" -- "$cur")
        ;;
    'run show' | 'run edit' | 'run delete' | 'run explain' | 'run stacks' | 'run logs' | 'run metrics' | 'run report' | 'run export' | 'run compare' | 'run stop' | 'run lease' | 'run resume' | 'checkpoint list' | 'checkpoint resume')
        [[ $cur == -* ]] || _yard_offer "$(_yard_runs)"
        ;;
    esac
    if [[ $cur == -* && (-n ${words[1]:-} || ${words[0]:-} == demo) ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options --json --help" -- "$cur")
    fi
}

complete -o filenames -F _yard yard
