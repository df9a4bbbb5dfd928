// SPDX-License-Identifier: GPL-3.0-or-later
// A change to a run of a list, for all its attempts.
#pragma once

#include "core/model/run.h"

#include <QList>
#include <QString>

namespace trainyard {

struct LineageEdit {
    QString lineage;
    RunEdit edit;
};

}  // namespace trainyard
