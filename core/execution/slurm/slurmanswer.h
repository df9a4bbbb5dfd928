// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what a login node answers to slurmQuery(). Pure, and safe with any bytes: what is not understood is left out, what is too long cut.
#pragma once

#include "core/base/result.h"
#include "core/model/cluster.h"

#include <QByteArray>

namespace trainyard {

// `word`: of the query. Each job that waits has its reason in words and what would start it sooner. Unsupported: the machine has no Slurm.
// RemoteCommandFailed: Slurm refused or its controller does not answer. ConnectionLost: the answer ends in the middle.
Result<Cluster> readSlurm(const QByteArray &output, const QByteArray &word, const QDateTime &asked);

}  // namespace trainyard
