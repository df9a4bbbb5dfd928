// SPDX-License-Identifier: GPL-3.0-or-later
// Whether unpickling would run foreign code. All values ever created count, also discarded ones. Only a pickle that was read to its end can
// be "safe". Pure; any thread.
#pragma once

#include "core/checkpoint/pickle/finding.h"
#include "core/checkpoint/pickle/pickle.h"

#include <QStringList>

namespace trainyard {

// The more severe of two; a partly unread pickle outweighs one that is merely foreign.
Safety graver(Safety a, Safety b);

enum class PickleUse { Python, TorchScript };  // TorchScript's own reader imports nothing but its own helpers

struct PickleGrade {
    Safety safety = Safety::Unknown;
    QList<Finding> findings;  // most severe first, then by place; at most 100
};

// `place`: the file and the position in it, "model.pt/archive/data.pkl".
PickleGrade gradePickle(const Pickle &pickle, const QString &place, PickleUse use = PickleUse::Python);

// Sorts findings and keeps at most 100 of them, plus one that counts the rest.
void orderFindings(QList<Finding> &findings);

// Why torch.load (2.6 and later) refuses it by default; names not on its list first, at most ten. Empty: it does not refuse.
QStringList torchRefusals(const Pickle &pickle);

// A value as Python would write it, about `most` characters, deep nesting shortened; for a person to read.
QString pickleText(const Pickle &pickle, PickleRef value, qsizetype most = 200);

// "module.name", at most 200 characters.
QString globalName(const Pickle &pickle, PickleRef global);

}  // namespace trainyard
