#compdef yard
# Completion of yard for zsh.

_yard_machines() {
    local -a names
    names=(${(f)"$(yard machine list 2>/dev/null | sed '1d; s/  .*//')"})
    compadd -a names
}

_yard_stores() {
    local -a names
    names=(${(f)"$(yard store list 2>/dev/null | sed '1d; s/  .*//')"})
    compadd -a names
}

_yard_keys() {
    local -a names
    names=(${(f)"$(yard key list 2>/dev/null | sed '1d; s/  .*//')"})
    compadd -a names
}

_yard_cards() {
    local -a names
    names=(${(f)"$(yard offer cards 2>/dev/null | sed '1d; s/  .*//')"})
    compadd -a names
}

_yard_gpus() {
    local -a names
    names=(${(f)"$(yard offer gpus 2>/dev/null | sed '1d; s/  .*//')"})
    compadd -a names
}

_yard_images() {
    local -a names
    names=(${(f)"$(yard compat images 2>/dev/null | sed '1d; s/  .*//')"})
    compadd -a names
}

_yard_runs() {
    local data=${XDG_DATA_HOME:-$HOME/.local/share}/trainyard
    [[ -n $TRAINYARD_HOME ]] && data=$TRAINYARD_HOME/data
    local -a runs
    runs=($data/runs/*(N/:t))
    compadd -a runs
}

_yard_checkpoint_places() {
    _yard_runs
    _files
}

_yard() {
    local context state line
    local -A opt_args
    _arguments -C \
        '--json[print one JSON document, or JSON lines for streams]' \
        '(- *)--help[show help]' \
        '(- *)--version[show the version]' \
        '1:noun:((machine\:"machines reached over SSH" sandbox\:"a stand-in for a rented machine" task\:"task files" run\:"runs" checkpoint\:"saved training states" store\:"buckets of object stores" file\:"files to and from a machine" tunnel\:"servers on machines, reachable here" exporter\:"metrics for Prometheus" key\:"keys for logging in" offer\:"prices of GPU instances" estimate\:"what a run costs and how much memory it needs" compat\:"whether driver, CUDA, image, framework and GPU fit" probe\:"whether a machine is any good" environment\:"Dockerfiles and launch commands" budget\:"what is spent and may be" alert\:"what is the matter, and who is told" demo\:"the whole journey in the sandbox" help\:"list all commands"))' \
        '2:verb:->verb' \
        '*::argument:->argument'

    if [[ $line[1] == demo ]]; then
        _arguments '--pictures[folder for pictures of the window]:folder:_files -/' '--keep[leave the sandbox running]' '*::'
        return
    fi
    if [[ $line[1] == exporter ]]; then
        _arguments '--listen[address and port]:ADDRESS\:PORT:' '--machine[one machine]:machine:_yard_machines' '*:run:_yard_runs'
        return
    fi
    # `yard estimate` takes options at once, `yard estimate memory` others.
    if [[ $line[1] == estimate && $line[2] != memory ]]; then
        (( CURRENT > 3 )) || _values verb 'memory[how much memory a training needs]'
        _arguments '--hours[length of the run]:hours:' '--offer[offer to estimate]:PROVIDER/TYPE/REGION/PURCHASE:' \
            '--price[price of an hour]:price:' '--gpu[GPU models]:model:_yard_gpus' \
            '--count[number of GPUs]:N, N+ or N-M:' '--gpu-memory[least memory of each GPU]:GiB:' \
            '--total-memory[least memory of all GPUs]:GiB:' '--vcpus[least processors]:number:' \
            '--memory[least memory of the instance]:GiB:' '--max-price[most for an hour]:price:' \
            '--sort[order]:order:(hour gpu-hour tflop-hour gib-hour measured-tflop-hour)' \
            '--precision[of TFLOP/s]:precision:(fp64 fp64_tensor fp32 tf32 fp16 bf16 fp8 int8)' \
            '--limit[estimate at most]:number:' '--in[where]:place:(africa asia europe northamerica oceania southamerica china eu us)' \
            '--provider[providers]:name:' '--region[regions]:name:' \
            '--purchase[way to buy]:way:(on-demand spot monthly reserved-1y reserved-3y)' \
            '--machines[number of machines]:number:' '--billing[steps and minimum]:STEP/MINIMUM:' \
            '--disk[disk of each machine]:GB:' '--disk-days[days the disk is kept]:days:' \
            '--disk-type[kind of disk]:name:' '--disk-price[price of a GB and month]:price:' \
            '--objects[object storage]:GB:' '--objects-days[days it is kept]:days:' \
            '--objects-type[kind of storage]:name:' '--objects-price[price of a GB and month]:price:' \
            '--puts[PUT requests]:number:' '--gets[GET requests]:number:' '--egress[traffic to the internet]:GB:' \
            '--egress-to[route]:name:' '--egress-price[price of a GB]:price:' \
            '--prices-of[region whose prices to take]:region:' \
            '--interrupted-every[time between interruptions]:hours:' \
            '--interruption-rate[interrupted within a month]:percent:' \
            '--checkpoint-every[time between checkpoints]:time:' \
            '--checkpoint-write[time to write a checkpoint]:time:' '--restart[time to start again]:time:' \
            '--contingency[on top of everything]:percent:' '--hours-per-month[your own use]:hours:' \
            '--monthly-price[price of a month to compare]:price:' \
            '--reserved-price[price of a reserved hour to compare]:price:' '--own-price[price of own hardware]:price:' \
            '--own-watts[its power]:watts:' '--own-kwh[price of a kWh]:price:' '--own-years[its life]:years:' \
            '--own-pue[PUE]:factor:' '--own-utilisation[hours at work]:percent:' \
            '--currency[of the amounts]:currency:(USD CNY EUR GBP JPY HKD SGD KRW INR AUD CAD CHF)' \
            '--rate[exchange rate]:USD/CNY=RATE@DAY:' '*::'
        return
    fi
    case $state in
    verb)
        case $line[1] in
        machine) _values verb 'add[add a machine]' 'edit[change a machine]' \
            'test[test the way to a machine]' 'check[look whether a machine is fit to train on]' 'list[list the machines]' 'show[say what a machine is]' 'rent[say what a machine costs]' \
            'return[say that a machine is rented no longer]' 'remove[forget a machine]' ;;
        sandbox) _values verb 'start[start it]' 'stop[stop it]' 'status[say whether it runs]' ;;
        task) _values verb 'check[check a task file]' ;;
        run) _values verb 'launch[launch a task file]' 'list[list the runs]' 'show[show one run]' 'logs[print the log]' \
            'edit[rename it, note something, put it away]' 'delete[move it to the trash]' 'trash[deleted runs]' 'explain[say what went wrong]' 'stacks[where its processes are]' 'metrics[print the samples]' 'report[write a report]' 'export[write tables]' 'compare[hold runs against each other]' 'stop[stop a run]' 'lease[how long it may go on by itself]' 'resume[go on from a checkpoint]' ;;
        checkpoint) _values verb 'list[list checkpoints]' 'inspect[look inside one]' 'verify[say whether one is whole]' 'diff[compare two]' 'push[copy to a store or a machine]' 'pull[copy from a store or a machine]' 'pin[keep whatever a rule says]' 'unpin[let go of pinned ones]' 'prune[remove what no rule keeps]' 'resume[go on from one]' 'trash[what was removed]' ;;
        store) _values verb 'add[set up a bucket]' 'list[list the stores]' 'ls[list what lies in one]' 'check[look how one is set]' 'remove[forget a store]' ;;
        file) _values verb 'put[copy to a machine]' 'get[copy from a machine]' 'list[list a folder]' ;;
        key) _values verb 'generate[make a key]' 'import[copy a key here]' 'list[list the keys]' \
            'show[print the public line]' ;;
        offer) _values verb 'list[list offers that fit]' 'refresh[fetch prices anew]' 'import[take over your own prices]' 'cards[list your rate cards]' \
            'remove[remove a rate card]' 'rates[remember exchange rates]' 'gpus[list GPU models]' 'sources[name the sources]' ;;
        compat) _values verb 'check[whether it runs]' 'images[images that run]' ;;
        probe) _values verb 'run[measure a machine]' 'list[list the reports]' 'show[show a report]' ;;
        environment) _values verb 'make[make a Dockerfile and what belongs to it]' 'lint[find mistakes in one]' ;;
        alert) _values verb 'list[list open alerts]' 'history[list alerts of before]' 'acknowledge[say that you have seen one]' 'test[send a test]' 'watch[tell of alerts]' ;;
        budget) _values verb 'show[list costs and budgets]' 'set[set a budget]' 'remove[remove a budget]' ;;
        tunnel) _values verb 'open[open a tunnel]' 'list[list open tunnels]' 'close[close a tunnel]' ;;
        esac
        ;;
    argument)
        case "$line[1] $line[2]" in
        'machine show' | 'machine return' | 'tunnel open') _yard_machines ;;
        'machine add') _arguments '--accept-host-key[trust this host key]:fingerprint:' '--group[group of machines]:group:' \
            '--notes[notes for yourself]:text:' '*::' ;;
        'machine remove') _arguments '--gone[it does not exist any more]' '1:machine:_yard_machines' ;;
        'machine list') _arguments '--group[group of machines]:group:' ;;
        'machine edit') _arguments '--name[new name]:name:' '--group[group of machines]:group:' \
            '--notes[notes for yourself]:text:' '1:machine:_yard_machines' '*::' ;;
        'machine test') _arguments '--accept-host-key[trust this host key]:fingerprint:' '1:machine:_yard_machines' ;;
        'machine check') _arguments '--image[image of the container]:image:' '--nodes[nodes it must find]:names:' \
            '--ports[ports that must be free]:ports:' '--accept-host-key[trust this host key]:fingerprint:' '1:machine:_yard_machines' ;;
        'machine rent') _arguments '--price[price of an hour]:like 2.49USD:' '--since[rented since]:time:' \
            '--billed-by[what time is rounded up to]:step:(second minute hour)' '--source[where the price is from]:text:' \
            '1:machine:_yard_machines' '*::' ;;
        'alert history') _arguments '--limit[how many at most]:number:' '1:run:_yard_runs' '*::' ;;
        'alert watch') _arguments '*:run:_yard_runs' ;;
        'budget set') _arguments '--month[of the month]' '--project[of a project]:name:' '--amount[what may be spent]:like 500USD:' '*::' ;;
        'budget remove') _arguments '--month[of the month]' '--project[of a project]:name:' '*::' ;;
        'sandbox start') _arguments '--gpus[simulated GPUs]:number:(0 1 2 3 4 5 6 7 8)' ;;
        'offer list') _arguments '--gpu[GPU models]:model:_yard_gpus' '--count[number of GPUs]:N, N+ or N-M:' \
            '--gpu-memory[least memory of each GPU]:GiB:' '--total-memory[least memory of all GPUs]:GiB:' \
            '--vcpus[least processors]:number:' '--memory[least memory of the instance]:GiB:' \
            '--in[where]:place:(africa asia europe northamerica oceania southamerica china eu us)' \
            '--region[regions]:beginning of a name:' '--provider[providers]:name:' \
            '--purchase[way to buy]:way:(on-demand spot monthly reserved-1y reserved-3y)' \
            '--max-price[most for an hour]:price:' \
            '--currency[currency to compare in]:currency:(USD CNY EUR GBP JPY HKD SGD KRW INR AUD CAD CHF)' \
            '--rate[exchange rate]:USD/CNY=RATE@DAY:' '--sort[order]:order:(hour gpu-hour tflop-hour gib-hour measured-tflop-hour)' \
            '--precision[of TFLOP/s]:precision:(fp64 fp64_tensor fp32 tf32 fp16 bf16 fp8 int8)' '--limit[list at most]:number:' \
            '--history[what they cost before]' '*::' ;;
        'offer refresh') _arguments '--source[lists to fetch]:names:(aws azure skypilot)' '--dry-run[keep nothing]' \
            '--accept[take over what changed too far to be believed]' '*::' ;;
        'probe run') _arguments '--machine[on this machine]:machine:_yard_machines' '--quick[fewer samples]' '--only[these probes]:names:' \
            '--busy-ok[GPUs that others use, too]' '--time-limit[for all of it]:seconds:' '*::' ;;
        'probe list') _arguments '--machine[of this machine]:machine:_yard_machines' '*::' ;;
        'probe show') _arguments '--provider-text[a text for the provider]' '*::' ;;
        'compat check') _arguments '--machine[ask this machine]:machine:_yard_machines' '--gpu[GPUs]:model:_yard_gpus' \
            '--driver[driver version]:version:' '--os[system]:system:(linux windows)' '--arch[processor]:processor:(x86_64 aarch64)' '--image[container image]:image:_yard_images' \
            '--require[NVIDIA_REQUIRE_CUDA of the image]:condition:' '--cuda[CUDA version]:version:' '--torch[PyTorch version]:version:' \
            '--tensorflow[TensorFlow version]:version:' '--jax[JAX version]:version:' '*::' ;;
        'compat images') _arguments '--machine[ask this machine]:machine:_yard_machines' '--gpu[GPUs]:model:_yard_gpus' \
            '--driver[driver version]:version:' '*::' ;;
        'environment make') _arguments '--torch[PyTorch version]:version:' '--tensorflow[TensorFlow version]:version:' '--jax[JAX version]:version:' \
            '--machine[ask this machine]:machine:_yard_machines' '--gpu[GPUs]:model:_yard_gpus' '--driver[driver version]:version:' \
            '--arch[processor]:processor:(x86_64 aarch64)' '--engine[what starts it]:engine:(docker podman)' '--cdi[GPUs by CDI]' '--python[Python version]:version:' \
            '--apt[packages of Debian]:names:' '--pip[packages of Python]:name==version:' '--user[user of the image]:name:' '--uid[number of the user]:number:' \
            '--data[folder of the data]:folder:' '--checkpoints[folder of the checkpoints]:folder:' '--gpus[GPUs of a machine]:number:' \
            '--nodes[machines]:number:' '--shm[shared memory]:like 32g:' '--script[what is started]:file:' '-o[write the files to]:folder:_files -/' \
            '--force[replace files]' '*::' ;;
        'environment lint') _arguments '--as[what it is]:kind:(dockerfile command env task)' '--machine[ask this machine]:machine:_yard_machines' \
            '--gpu[GPUs]:model:_yard_gpus' '--driver[driver version]:version:' '--arch[processor]:processor:(x86_64 aarch64)' '1:file:_files' ;;
        'estimate memory') _arguments '--preset[known model]:model:(resnet-50 yolov7 bert-base gpt-2 llama-7b llama-13b llama-70b)' \
            '--parameters[number of parameters]:number:' '--activation-bytes[bytes of a sample]:bytes:' \
            '--layers[layers]:number:' '--hidden[hidden size]:number:' '--heads[heads]:number:' \
            '--kv-heads[heads of keys and values]:number:' '--inner[inner size]:number:' \
            '--vocabulary[vocabulary]:number:' '--gated[gated feed-forward part, as in Llama]' \
            '--precision[precision]:precision:(fp32 tf32 fp16-mixed bf16-mixed bf16 fp8)' \
            '--optimizer[optimizer]:optimizer:(sgd sgd-momentum adam adafactor adam-8bit)' \
            '--zero[ZeRO stage]:stage:(0 1 2 3)' '--gpus[number of GPUs]:number:' \
            '--checkpointing[activation checkpointing]:kind:(none selective full)' \
            '--batch[batch of each GPU]:number:' '--accumulate[batches added up before a step]:number:' '--sequence[tokens of a sample]:number:' '--margin[margin]:percent:' \
            '--overhead[CUDA and framework]:MiB:' '*::' ;;
        'offer import') _arguments '--name[name of the rate card]:name:' \
            '--currency[where the card names none]:currency:(USD CNY EUR GBP JPY HKD SGD KRW INR AUD CAD CHF)' \
            '--as-of[day of its prices]:day:' '*:rate card:_files' ;;
        'offer remove') _yard_cards ;;
        'offer rates') _arguments '--forget[forget a rate]:USD/CNY:' '*::' ;;
        'offer gpus') _yard_gpus ;;
        'key generate') _arguments '--comment[comment of the public line]:text:' \
            '--no-passphrase[make a key without a passphrase]' '*::' ;;
        'key import') _files ;;
        'key show') _yard_keys ;;
        'task check') _files ;;
        'file put' | 'file get') _arguments '--changed[leave alone what is there already]' \
            '--ignore-files[obey .skyignore or .gitignore]' '--exclude[patterns to leave out]:patterns:' \
            '--connections[at most so many connections]:number:(1 2 4 8)' '--no-check[do not compare both sides]' \
            '1:machine:_yard_machines' '*:file:_files' ;;
        'file list') _yard_machines ;;
        'checkpoint push') _arguments '--replace[write over something else]' '--read-back[read all of it again]' '--store[which store]:store:_yard_stores' '*:file:_files' ;;
        'checkpoint pull') _arguments '--replace[write over something else]' '--store[which store]:store:_yard_stores' '*:file:_files' ;;
        'store add') _arguments '--preset[provider]:provider:(aws minio r2 oss cos gcs s3 azure)' '--region[where the bucket lies]:region:' \
            '--endpoint[where the store answers]:address:' '--account[account of the provider]:account:' '--path-style[the bucket in the path]' \
            '--host-style[the bucket in the name of the host]' '--from-environment[take the key from the environment]' \
            '--keys[read the key from a file]:file:_files' '--no-check[do not ask the store]' '--insecure[allow http without encryption]' '*::' ;;
        'store ls') _arguments '--recursive[all that lies deeper, too]' '--store[which store]:store:_yard_stores' '*::' ;;
        'store check') _arguments '--abort-uploads[give up uploads that never ended]' '*:store:_yard_stores' ;;
        'store remove') _yard_stores ;;
        'run launch') _arguments '--machine[machine to run on]:machine:_yard_machines' '--follow[follow the log]' \
            '*--env[variable of the run]:KEY=VALUE:_parameters -g "*export*"' '*--secret[secret of the run]:KEY:_parameters -g "*export*"' \
            '--dry-run[only show the command]' '*:task file:_files' ;;
        'run list') _arguments '--all[with archived ones]' ;;
        'run edit') _arguments '--name[new name]:name:' '--note[note]:text:' '--archive[put it away]' '--unarchive[take it out again]' '*:run:_yard_runs' ;;
        'run delete') _arguments '*:run:_yard_runs' ;;
        'run trash') _arguments '--restore[put back]:runs:' '--erase[erase for good]:runs:' '--empty[erase all]' ;;
        'run show' | 'run explain' | 'run stacks' | 'run stop') _yard_runs ;;
        'checkpoint list') _arguments '--best-by[value to rate by]:name:' '--by[what is better]:which:(lowest highest)' '--store[which store]:store:_yard_stores' '*:where:_yard_checkpoint_places' ;;
        'checkpoint inspect') _arguments '--tensors[every tensor]' '--store[which store]:store:_yard_stores' '*:where:_yard_checkpoint_places' ;;
        'checkpoint verify') _arguments '--full[read all of it]' '--transfer[read over the network what cannot be checked there]' \
            '--manifest[write SHA-256 of its files beside it]' '--store[which store]:store:_yard_stores' '*:where:_yard_checkpoint_places' ;;
        'checkpoint diff') _arguments '--numbers[how far tensors moved]' '--only[part of the names]:text:' '--store[which store]:store:_yard_stores' '*:where:_yard_checkpoint_places' ;;
        'checkpoint pin' | 'checkpoint unpin') _arguments '--store[which store]:store:_yard_stores' '*:where:_yard_checkpoint_places' ;;
        'checkpoint prune') _arguments '--last[keep so many of the last]:number:' '--best[keep so many of the best]:number:' '--best-by[value that the best are the best of]:name:' \
            '--by[what is better]:direction:(lowest highest)' '--every[keep each such step]:steps:' '--pin[names or steps to keep]:list:' \
            '--damaged[also what is not whole]' '--for-good[without the trash]' '--store[which store]:store:_yard_stores' '--trash-days[empty what lay longer]:days:' \
            '--yes[do it]' '*:where:_yard_checkpoint_places' ;;
        'checkpoint trash') _arguments '--restore[put back]:ids:' '--erase[erase for good]:ids:' '--empty[erase all]' '*:where:_yard_checkpoint_places' ;;
        'run report') _arguments '-o[file to write]:file:_files' '--force[overwrite]' '*:run:_yard_runs' ;;
        'run export') _arguments '--csv[as CSV]' '--json[as JSON]' '--training[the series of the training]' '-o[file to write]:file:_files' \
            '--from[first time]:time:' '--to[last time]:time:' '--every[a row for each such piece]:distance:' '--force[overwrite]' '*:run:_yard_runs' ;;
        'run compare') _arguments '*:run:_yard_runs' ;;
        'run logs') _arguments '(-f --follow)'{-f,--follow}'[follow]' '*:run:_yard_runs' ;;
        'run metrics') _arguments '(-f --follow)'{-f,--follow}'[follow]' '--training[series of the training]' '*:run:_yard_runs' ;;
        'run lease') _arguments '--renew[count anew from now]' '--extend[more time, like 2h]:time:' '*:run:_yard_runs' ;;
        'checkpoint resume'|'run resume') _arguments '--checkpoint[name, step or latest]:checkpoint:(latest)' \
            '--machine[where it goes on]:machine:_yard_machines' '--from[a copy of the checkpoint]:address:_files' '--store[name of its store]:store:' \
            '--preset[how the program is told]:preset:(huggingface accelerate lightning deepspeed megatron torchtitan script variable)' \
            '--with[template of what is added]:template:' '--add[further arguments]:arguments:' \
            '--max-hours[the machine ends it after this long]:time:' '--budget[or when it has cost this much]:amount:' \
            '--allow-code[although loading it runs code]' '--follow[follow the log]' '--dry-run[say what would run]' \
            '1:run:_yard_runs' ;;
        esac
        ;;
    esac
}

_yard "$@"
