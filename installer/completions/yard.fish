# Completion of yard for fish.

function __yard_is
    set -l words (commandline -opc | string match -v -- '-*')
    test (count $words) -eq (math (count $argv) + 1); or return 1
    for i in (seq (count $argv))
        test $words[(math $i + 1)] = $argv[$i]; or return 1
    end
end

function __yard_in
    set -l words (commandline -opc | string match -v -- '-*')
    test (count $words) -ge 3; and test $words[2] = $argv[1]; and contains -- $words[3] $argv[2..-1]
end

function __yard_costs
    set -l words (commandline -opc | string match -v -- '-*')
    test (count $words) -ge 2; and test $words[2] = estimate; and not contains -- memory $words
end

function __yard_machines
    yard machine list 2>/dev/null | sed '1d; s/  .*//'
end

function __yard_stores
    yard store list 2>/dev/null | sed '1d; s/  .*//'
end

function __yard_keys
    yard key list 2>/dev/null | sed '1d; s/  .*//'
end

function __yard_cards
    yard offer cards 2>/dev/null | sed '1d; s/  .*//'
end

function __yard_gpus
    yard offer gpus 2>/dev/null | sed '1d; s/  .*//'
end

function __yard_images
    yard compat images 2>/dev/null | sed '1d; s/  .*//'
end

function __yard_runs
    set -l data "$HOME/.local/share/trainyard"
    test -n "$XDG_DATA_HOME"; and set data "$XDG_DATA_HOME/trainyard"
    test -n "$TRAINYARD_HOME"; and set data "$TRAINYARD_HOME/data"
    test -d "$data/runs"; and command ls "$data/runs"
end

complete -c yard -f
complete -c yard -l json -d 'Print one JSON document, or JSON lines for streams'
complete -c yard -l help -d 'Show help'
complete -c yard -n '__yard_is' -l version -d 'Show the version'

complete -c yard -n '__yard_is' -a machine -d 'Machines reached over SSH'
complete -c yard -n '__yard_is' -a sandbox -d 'A stand-in for a rented machine'
complete -c yard -n '__yard_is' -a task -d 'Task files'
complete -c yard -n '__yard_is' -a run -d 'Runs'
complete -c yard -n '__yard_is' -a checkpoint -d 'Saved training states'
complete -c yard -n '__yard_is' -a store -d 'Buckets of object stores'
complete -c yard -n '__yard_is' -a file -d 'Files to and from a machine'
complete -c yard -n '__yard_is' -a tunnel -d 'Servers on machines, reachable here'
complete -c yard -n '__yard_is' -a exporter -d 'Metrics for Prometheus'
complete -c yard -n '__yard_is' -a key -d 'Keys for logging in'
complete -c yard -n '__yard_is' -a offer -d 'Prices of GPU instances'
complete -c yard -n '__yard_is' -a estimate -d 'What a run costs and how much memory it needs'
complete -c yard -n '__yard_is' -a compat -d 'Whether driver, CUDA, image, framework and GPU fit'
complete -c yard -n '__yard_is' -a probe -d 'Whether a machine is any good'
complete -c yard -n '__yard_is' -a environment -d 'Dockerfiles and launch commands'
complete -c yard -n '__yard_is' -a budget -d 'What is spent and may be'
complete -c yard -n '__yard_is' -a alert -d 'What is the matter, and who is told'
complete -c yard -n '__yard_is' -a demo -d 'The whole journey in the sandbox'

complete -c yard -n '__yard_is machine' -a 'add edit test check list show rent return remove'
complete -c yard -n '__yard_is sandbox' -a 'start stop status'
complete -c yard -n '__yard_is task' -a check
complete -c yard -n '__yard_is run' -a 'launch list show explain stacks logs metrics report export compare stop lease resume'
complete -c yard -n '__yard_is checkpoint' -a 'list push pull resume'
complete -c yard -n '__yard_is store' -a 'add list ls check remove'
complete -c yard -n '__yard_is file' -a 'put get list'
complete -c yard -n '__yard_is tunnel' -a 'open list close'

complete -c yard -n '__yard_is offer' -a 'list refresh import cards remove rates gpus sources'
complete -c yard -n '__yard_is estimate' -a memory -d 'How much memory a training needs'
complete -c yard -n '__yard_is compat' -a 'check images'
complete -c yard -n '__yard_is probe' -a 'run list show'
complete -c yard -n '__yard_is environment' -a 'make lint'
complete -c yard -n '__yard_is key' -a 'generate import list show'

complete -c yard -n '__yard_is budget' -a 'show set remove'
complete -c yard -n '__yard_is alert' -a 'list history acknowledge test watch'
complete -c yard -n '__yard_in alert history watch' -a '(__yard_runs)'
complete -c yard -n '__yard_in alert history' -l limit -x -d 'How many at most'

complete -c yard -n '__yard_is demo' -l pictures -r -d 'Folder for pictures of the window'
complete -c yard -n '__yard_is demo' -l keep -d 'Leave the sandbox running'

complete -c yard -n '__yard_in machine show remove edit test check rent return' -a '(__yard_machines)'
complete -c yard -n '__yard_in machine add edit list' -l group -x -d 'Group of machines'
complete -c yard -n '__yard_in machine add edit' -l notes -x -d 'Notes for yourself'
complete -c yard -n '__yard_in machine edit' -l name -x -d 'New name'
complete -c yard -n '__yard_in machine check' -l image -x -d 'Image of the container'
complete -c yard -n '__yard_in machine check' -l nodes -x -d 'Nodes it must find'
complete -c yard -n '__yard_in machine check' -l ports -x -d 'Ports that must be free'
complete -c yard -n '__yard_in machine add test check' -l accept-host-key -x -d 'Trust this host key'
complete -c yard -n '__yard_in machine remove' -l gone -d 'It does not exist any more'
complete -c yard -n '__yard_in machine rent' -l price -x -d 'Price of an hour, like 2.49USD'
complete -c yard -n '__yard_in machine rent' -l since -x -d 'Rented since'
complete -c yard -n '__yard_in machine rent' -l billed-by -x -a 'second minute hour' -d 'What time is rounded up to'
complete -c yard -n '__yard_in machine rent' -l source -x -d 'Where the price is from'
complete -c yard -n '__yard_in budget set remove' -l month -d 'Of the month'
complete -c yard -n '__yard_in budget set remove' -l project -x -d 'Of a project'
complete -c yard -n '__yard_in budget set' -l amount -x -d 'What may be spent, like 500USD'
complete -c yard -n '__yard_in sandbox start' -l gpus -x -a '0 1 2 3 4 5 6 7 8' -d 'Simulated GPUs'
complete -c yard -n '__yard_in file put get list' -a '(__yard_machines)'
complete -c yard -n '__yard_in file put get' -F
complete -c yard -n '__yard_in file put get' -l changed -d 'Leave alone what is there already'
complete -c yard -n '__yard_in file put get' -l ignore-files -d 'Obey .skyignore or .gitignore'
complete -c yard -n '__yard_in file put get' -l exclude -x -d 'Patterns to leave out'
complete -c yard -n '__yard_in file put get' -l connections -x -a '1 2 4 8' -d 'At most so many connections'
complete -c yard -n '__yard_in file put get' -l no-check -d 'Do not compare both sides'
complete -c yard -n '__yard_in task check' -F
complete -c yard -n '__yard_in run launch' -F
complete -c yard -n '__yard_in run launch' -l machine -x -a '(__yard_machines)' -d 'Machine to run on'
complete -c yard -n '__yard_in run launch resume logs metrics' -l follow -d 'Follow'
complete -c yard -n '__yard_in run metrics' -l training -d 'Series of the training'
complete -c yard -n '__yard_in run launch resume' -l dry-run -d 'Only show the command'
complete -c yard -n '__yard_in run lease' -l renew -d 'Count anew from now'
complete -c yard -n '__yard_in run lease' -l extend -x -d 'More time, like 2h'
complete -c yard -n '__yard_in offer refresh' -l dry-run -d 'Keep nothing'
complete -c yard -n '__yard_in offer refresh' -l source -x -a 'aws azure skypilot' -d 'Lists to fetch'
complete -c yard -n '__yard_in offer refresh' -l accept -d 'Take over what changed too far to be believed'
complete -c yard -n '__yard_in offer list' -l history -d 'What they cost before'
complete -c yard -n '__yard_in run resume' -l checkpoint -x -a latest -d 'Name, step or latest'
complete -c yard -n '__yard_in run report export' -s o -r -d 'File to write'
complete -c yard -n '__yard_in run report export' -l force -d 'Overwrite'
complete -c yard -n '__yard_in run export' -l csv -d 'As CSV'
complete -c yard -n '__yard_in run export' -l training -d 'The series of the training'
complete -c yard -n '__yard_in run export' -l from -x -d 'First time'
complete -c yard -n '__yard_in run export' -l to -x -d 'Last time'
complete -c yard -n '__yard_in run export' -l every -x -d 'A row for each such piece'
complete -c yard -n '__yard_in run show explain stacks logs metrics report export compare stop lease resume' -a '(__yard_runs)'
complete -c yard -n '__yard_in checkpoint list resume' -a '(__yard_runs)'
complete -c yard -n '__yard_in checkpoint resume' -l checkpoint -x -a latest -d 'Name, step or latest'
complete -c yard -n '__yard_in checkpoint resume' -l preset -x -a 'huggingface accelerate lightning deepspeed megatron torchtitan script variable' -d 'How the program is told'
complete -c yard -n '__yard_in checkpoint resume' -l with -x -d 'Template of what is added'
complete -c yard -n '__yard_in checkpoint resume' -l add -x -d 'Further arguments'
complete -c yard -n '__yard_in checkpoint resume' -l allow-code -d 'Although loading it runs code'
complete -c yard -n '__yard_in checkpoint resume' -l follow -d 'Follow the log'
complete -c yard -n '__yard_in checkpoint resume' -l dry-run -d 'Say what would run'
complete -c yard -n '__yard_in checkpoint push pull' -F
complete -c yard -n '__yard_in checkpoint push pull' -l replace -d 'Write over something else'
complete -c yard -n '__yard_in checkpoint push' -l read-back -d 'Read all of it again'
complete -c yard -n '__yard_in checkpoint push pull' -l store -x -a '(__yard_stores)' -d 'Which store'
complete -c yard -n '__yard_in store check remove' -a '(__yard_stores)'
complete -c yard -n '__yard_in store check' -l abort-uploads -d 'Give up uploads that never ended'
complete -c yard -n '__yard_in store ls' -l recursive -d 'All that lies deeper, too'
complete -c yard -n '__yard_in store ls' -l store -x -a '(__yard_stores)' -d 'Which store'
complete -c yard -n '__yard_in store add' -l preset -x -a 'aws minio r2 oss cos gcs s3 azure' -d 'Provider'
complete -c yard -n '__yard_in store add' -l region -x -d 'Where the bucket lies'
complete -c yard -n '__yard_in store add' -l endpoint -x -d 'Where the store answers'
complete -c yard -n '__yard_in store add' -l account -x -d 'Account of the provider'
complete -c yard -n '__yard_in store add' -l path-style -d 'The bucket in the path'
complete -c yard -n '__yard_in store add' -l host-style -d 'The bucket in the name of the host'
complete -c yard -n '__yard_in store add' -l from-environment -d 'Take the key from the environment'
complete -c yard -n '__yard_in store add' -l keys -r -F -d 'Read the key from a file'
complete -c yard -n '__yard_in store add' -l no-check -d 'Do not ask the store'

complete -c yard -n '__yard_in tunnel open' -a '(__yard_machines)'
complete -c yard -n '__yard_is exporter' -l listen -x -d 'Address and port'
complete -c yard -n '__yard_is exporter' -l machine -x -a '(__yard_machines)' -d 'One machine'
complete -c yard -n '__yard_is exporter' -a '(__yard_runs)'
complete -c yard -n '__yard_in key generate' -l comment -x -d 'Comment of the public line'
complete -c yard -n '__yard_in key generate' -l no-passphrase -d 'Make a key without a passphrase'
complete -c yard -n '__yard_in key import' -F
complete -c yard -n '__yard_in key show' -a '(__yard_keys)'
set -l currencies USD CNY EUR GBP JPY HKD SGD KRW INR AUD CAD CHF
complete -c yard -n '__yard_in offer list' -l gpu -x -a '(__yard_gpus)' -d 'GPU models'
complete -c yard -n '__yard_in offer list' -l count -x -d 'Number of GPUs: N, N+ or N-M'
complete -c yard -n '__yard_in offer list' -l gpu-memory -x -d 'Least GiB of each GPU'
complete -c yard -n '__yard_in offer list' -l total-memory -x -d 'Least GiB of all GPUs'
complete -c yard -n '__yard_in offer list' -l vcpus -x -d 'Least processors'
complete -c yard -n '__yard_in offer list' -l memory -x -d 'Least GiB of the instance'
complete -c yard -n '__yard_in offer list' -l region -x -d 'Beginnings of regions'
complete -c yard -n '__yard_in offer list' -l provider -x -d 'Providers'
complete -c yard -n '__yard_in offer list' -l purchase -x -a 'on-demand spot monthly reserved-1y reserved-3y' -d 'Way to buy'
complete -c yard -n '__yard_in offer list' -l max-price -x -d 'Most for an hour'
complete -c yard -n '__yard_in offer list import' -l currency -x -a "$currencies" -d 'Currency'
complete -c yard -n '__yard_in offer list' -l rate -x -d 'Exchange rate: USD/CNY=RATE@DAY'
complete -c yard -n '__yard_in offer list' -l sort -x -a 'hour gpu-hour tflop-hour gib-hour measured-tflop-hour' -d 'Order'
complete -c yard -n '__yard_in offer list' -l precision -x -a 'fp64 fp64_tensor fp32 tf32 fp16 bf16 fp8 int8' -d 'Of TFLOP/s'
complete -c yard -n '__yard_in offer list' -l limit -x -d 'List at most'
complete -c yard -n '__yard_in offer import' -F
complete -c yard -n '__yard_in offer import' -l name -x -d 'Name of the rate card'
complete -c yard -n '__yard_in offer import' -l as-of -x -d 'Day of its prices'
complete -c yard -n '__yard_in offer remove' -a '(__yard_cards)'
complete -c yard -n '__yard_in offer rates' -l forget -x -d 'Forget a rate'
complete -c yard -n '__yard_in offer gpus' -a '(__yard_gpus)'
complete -c yard -n '__yard_costs' -l hours -x -d 'Length of the run'
complete -c yard -n '__yard_costs' -l offer -x -d 'Offer to estimate'
complete -c yard -n '__yard_costs' -l price -x -d 'Price of an hour'
complete -c yard -n '__yard_costs' -l gpu -x -a '(__yard_gpus)' -d 'GPU models'
complete -c yard -n '__yard_costs' -l count -x -d 'Number of GPUs'
complete -c yard -n '__yard_costs' -l gpu-memory -x -d 'Least memory of each GPU'
complete -c yard -n '__yard_costs' -l total-memory -x -d 'Least memory of all GPUs'
complete -c yard -n '__yard_costs' -l vcpus -x -d 'Least processors'
complete -c yard -n '__yard_costs' -l memory -x -d 'Least memory of the instance'
complete -c yard -n '__yard_costs' -l max-price -x -d 'Most for an hour'
complete -c yard -n '__yard_costs' -l sort -x -a 'hour gpu-hour tflop-hour gib-hour measured-tflop-hour' -d 'Order'
complete -c yard -n '__yard_costs' -l precision -x -a 'fp64 fp64_tensor fp32 tf32 fp16 bf16 fp8 int8' -d 'Of TFLOP/s'
complete -c yard -n '__yard_costs' -l limit -x -d 'Estimate at most'
complete -c yard -n '__yard_costs' -l provider -x -d 'Providers'
complete -c yard -n '__yard_costs' -l region -x -d 'Regions'
complete -c yard -n '__yard_costs' -l purchase -x -a 'on-demand spot monthly reserved-1y reserved-3y' -d 'Way to buy'
complete -c yard -n '__yard_costs' -l machines -x -d 'Number of machines'
complete -c yard -n '__yard_costs' -l billing -x -d 'Steps and minimum'
complete -c yard -n '__yard_costs' -l disk -x -d 'Disk of each machine'
complete -c yard -n '__yard_costs' -l disk-days -x -d 'Days the disk is kept'
complete -c yard -n '__yard_costs' -l disk-type -x -d 'Kind of disk'
complete -c yard -n '__yard_costs' -l disk-price -x -d 'Price of a GB and month'
complete -c yard -n '__yard_costs' -l objects -x -d 'Object storage'
complete -c yard -n '__yard_costs' -l objects-days -x -d 'Days it is kept'
complete -c yard -n '__yard_costs' -l objects-type -x -d 'Kind of storage'
complete -c yard -n '__yard_costs' -l objects-price -x -d 'Price of a GB and month'
complete -c yard -n '__yard_costs' -l puts -x -d 'PUT requests'
complete -c yard -n '__yard_costs' -l gets -x -d 'GET requests'
complete -c yard -n '__yard_costs' -l egress -x -d 'Traffic to the internet'
complete -c yard -n '__yard_costs' -l egress-to -x -d 'Route'
complete -c yard -n '__yard_costs' -l egress-price -x -d 'Price of a GB'
complete -c yard -n '__yard_costs' -l prices-of -x -d 'Region whose prices to take'
complete -c yard -n '__yard_costs' -l interrupted-every -x -d 'Time between interruptions'
complete -c yard -n '__yard_costs' -l interruption-rate -x -d 'Interrupted within a month'
complete -c yard -n '__yard_costs' -l checkpoint-every -x -d 'Time between checkpoints'
complete -c yard -n '__yard_costs' -l checkpoint-write -x -d 'Time to write a checkpoint'
complete -c yard -n '__yard_costs' -l restart -x -d 'Time to start again'
complete -c yard -n '__yard_costs' -l contingency -x -d 'On top of everything'
complete -c yard -n '__yard_costs' -l hours-per-month -x -d 'Your own use'
complete -c yard -n '__yard_costs' -l monthly-price -x -d 'Price of a month to compare'
complete -c yard -n '__yard_costs' -l reserved-price -x -d 'Price of a reserved hour to compare'
complete -c yard -n '__yard_costs' -l own-price -x -d 'Price of own hardware'
complete -c yard -n '__yard_costs' -l own-watts -x -d 'Its power'
complete -c yard -n '__yard_costs' -l own-kwh -x -d 'Price of a kWh'
complete -c yard -n '__yard_costs' -l own-years -x -d 'Its life'
complete -c yard -n '__yard_costs' -l own-pue -x -d 'PUE'
complete -c yard -n '__yard_costs' -l own-utilisation -x -d 'Hours at work'
complete -c yard -n '__yard_costs' -l currency -x -a "$currencies" -d 'Of the amounts'
complete -c yard -n '__yard_costs' -l rate -x -d 'Exchange rate'
complete -c yard -n '__yard_in estimate memory' -l preset -x -a 'resnet-50 yolov7 bert-base gpt-2 llama-7b llama-13b llama-70b' -d 'Known model'
complete -c yard -n '__yard_in estimate memory' -l parameters -x -d 'Number of parameters'
complete -c yard -n '__yard_in estimate memory' -l activation-bytes -x -d 'Bytes of a sample'
complete -c yard -n '__yard_in estimate memory' -l layers -x -d 'Layers'
complete -c yard -n '__yard_in estimate memory' -l hidden -x -d 'Hidden size'
complete -c yard -n '__yard_in estimate memory' -l heads -x -d 'Heads'
complete -c yard -n '__yard_in estimate memory' -l kv-heads -x -d 'Heads of keys and values'
complete -c yard -n '__yard_in estimate memory' -l inner -x -d 'Inner size'
complete -c yard -n '__yard_in estimate memory' -l vocabulary -x -d 'Vocabulary'
complete -c yard -n '__yard_in estimate memory' -l gated -d 'Gated feed-forward part, as in Llama'
complete -c yard -n '__yard_in estimate memory' -l precision -x -a 'fp32 tf32 fp16-mixed bf16-mixed bf16 fp8' -d 'Precision'
complete -c yard -n '__yard_in estimate memory' -l optimizer -x -a 'sgd sgd-momentum adam adafactor adam-8bit' -d 'Optimizer'
complete -c yard -n '__yard_in estimate memory' -l zero -x -a '0 1 2 3' -d 'ZeRO stage'
complete -c yard -n '__yard_in estimate memory' -l gpus -x -d 'Number of GPUs'
complete -c yard -n '__yard_in estimate memory' -l checkpointing -x -a 'none selective full' -d 'Activation checkpointing'
complete -c yard -n '__yard_in estimate memory' -l batch -x -d 'Batch of each GPU'
complete -c yard -n '__yard_in estimate memory' -l accumulate -x -d 'Batches added up before a step'
complete -c yard -n '__yard_in estimate memory' -l sequence -x -d 'Tokens of a sample'
complete -c yard -n '__yard_in estimate memory' -l margin -x -d 'Margin'
complete -c yard -n '__yard_in estimate memory' -l overhead -x -d 'CUDA and framework'

complete -c yard -n '__yard_in probe run list' -l machine -x -a '(__yard_machines)' -d 'Machine'
complete -c yard -n '__yard_in probe run' -l quick -d 'Fewer samples'
complete -c yard -n '__yard_in probe run' -l only -x -d 'These probes'
complete -c yard -n '__yard_in probe run' -l busy-ok -d 'GPUs that others use, too'
complete -c yard -n '__yard_in probe run' -l time-limit -x -d 'Seconds for all of it'
complete -c yard -n '__yard_in probe show' -l provider-text -d 'A text for the provider'

complete -c yard -n '__yard_in compat check images' -l machine -x -a '(__yard_machines)' -d 'Ask this machine'
complete -c yard -n '__yard_in compat check images' -l gpu -x -a '(__yard_gpus)' -d 'GPUs'
complete -c yard -n '__yard_in compat check images' -l driver -x -d 'Driver version'
complete -c yard -n '__yard_in compat check' -l os -x -a 'linux windows' -d 'System'
complete -c yard -n '__yard_in compat check' -l arch -x -a 'x86_64 aarch64' -d 'Processor'
complete -c yard -n '__yard_in compat check' -l image -x -a '(__yard_images)' -d 'Container image'
complete -c yard -n '__yard_in compat check' -l require -x -d 'NVIDIA_REQUIRE_CUDA of the image'
complete -c yard -n '__yard_in compat check' -l cuda -x -d 'CUDA version'
complete -c yard -n '__yard_in compat check' -l torch -x -d 'PyTorch version'
complete -c yard -n '__yard_in compat check' -l tensorflow -x -d 'TensorFlow version'
complete -c yard -n '__yard_in compat check' -l jax -x -d 'JAX version'
complete -c yard -n '__yard_in environment make lint' -l machine -x -a '(__yard_machines)' -d 'Ask this machine'
complete -c yard -n '__yard_in environment make lint' -l gpu -x -a '(__yard_gpus)' -d 'GPUs'
complete -c yard -n '__yard_in environment make lint' -l driver -x -d 'Driver version'
complete -c yard -n '__yard_in environment make lint' -l arch -x -a 'x86_64 aarch64' -d 'Processor'
complete -c yard -n '__yard_in environment make' -l torch -x -d 'PyTorch version'
complete -c yard -n '__yard_in environment make' -l tensorflow -x -d 'TensorFlow version'
complete -c yard -n '__yard_in environment make' -l jax -x -d 'JAX version'
complete -c yard -n '__yard_in environment make' -l python -x -d 'Python version'
complete -c yard -n '__yard_in environment make' -l apt -x -d 'Packages of Debian'
complete -c yard -n '__yard_in environment make' -l pip -x -d 'Packages of Python'
complete -c yard -n '__yard_in environment make' -l user -x -d 'User of the image'
complete -c yard -n '__yard_in environment make' -l uid -x -d 'Number of the user'
complete -c yard -n '__yard_in environment make' -l data -x -d 'Folder of the data'
complete -c yard -n '__yard_in environment make' -l checkpoints -x -d 'Folder of the checkpoints'
complete -c yard -n '__yard_in environment make' -l gpus -x -d 'GPUs of a machine'
complete -c yard -n '__yard_in environment make' -l nodes -x -d 'Machines'
complete -c yard -n '__yard_in environment make' -l shm -x -d 'Shared memory'
complete -c yard -n '__yard_in environment make' -l script -x -d 'What is started'
complete -c yard -n '__yard_in environment make' -l engine -x -a 'docker podman' -d 'What starts it'
complete -c yard -n '__yard_in environment make' -l cdi -d 'GPUs by CDI'
complete -c yard -n '__yard_in environment make' -l force -d 'Replace files'
complete -c yard -n '__yard_in environment make' -s o -r -d 'Write the files to'
complete -c yard -n '__yard_in environment lint' -l as -x -a 'dockerfile command env task' -d 'What it is'
