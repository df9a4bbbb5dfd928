// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/slurm/slurmquery.h"

#include <QRandomGenerator>

namespace trainyard {

QByteArray slurmQuery(const QByteArray &word)
{
    // Each column is FIELD:WIDTH and the separator after it. The name comes last: only it may contain newlines.
    const QByteArray end = word + ',';
    const QByteArray columns = "JobArrayID:60" + end + "Partition:120" + end + "StateCompact:4" + end + "ReasonList:200" + end
                               + "SubmitTime:20" + end + "StartTime:20" + end + "EndTime:20" + end + "TimeLimit:20" + end + "NumNodes:12"
                               + end + "tres-alloc:200" + end + "tres-per-node:80" + end + "UserName:60" + end + "Account:60" + end
                               + "Name:120";
    QByteArray script = R"(LC_ALL=C SLURM_TIME_FORMAT=%s
PATH=${PATH:-/usr/bin:/bin}:/usr/local/bin:/usr/bin:/opt/slurm/bin:/usr/local/slurm/bin:/cm/shared/apps/slurm/current/bin
export LC_ALL SLURM_TIME_FORMAT PATH
# Some sites set the path in the profile only, or by a module there.
command -v squeue >/dev/null 2>&1 ||
    PATH=$PATH:$(bash -l -c 'exec 3>&1 >/dev/null; module load slurm; printf %s "$PATH" >&3' 2>/dev/null </dev/null)
part() {
    printf '\n%s %s\n' @WORD@ "$1"
    shift
    "$@" 2>&1
    printf '\n%s end %s\n' @WORD@ $?
}
command -v squeue >/dev/null 2>&1 || { printf '\n%s none\n' @WORD@; exit 0; }
part user id -un
part version sinfo --version
part nodes scontrol --oneliner --details show node
part partitions scontrol --oneliner show partition
part jobs squeue --noheader --all --Format "@COLUMNS@"
printf '\n%s whole\n' @WORD@
)";
    return script.replace("@COLUMNS@", columns).replace("@WORD@", word);
}

QByteArray newSlurmWord()
{
    QByteArray word = "ty";
    for (int i = 0; i < 4; ++i)
        word += QByteArray::number(QRandomGenerator::system()->generate(), 16);
    return word;
}

}  // namespace trainyard
