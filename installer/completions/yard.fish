# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of yard for fish: yard itself lists what may follow.

function __yard_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (yard complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':folders'
                __fish_complete_directories (commandline -ct)
            case '*'
                echo $line
        end
    end
end

complete -c yard -f -a '(__yard_complete)'
