// SPDX-License-Identifier: GPL-3.0-or-later
// Models with known figures. Parameters as counted in the published weights; pure, any thread.
#pragma once

#include "core/knowledge/cost/memorymodel.h"

namespace trainyard {

struct ModelPreset {
    QString id;  // "llama-7b"
    TrainedModel model;
    int sequence = 0;  // the length it was trained with; 0: none
    QString source;
};

const QList<ModelPreset> &modelPresets();
const ModelPreset *modelPreset(const QString &id);  // in upper or lower case; nullptr
QStringList modelPresetIds();

}  // namespace trainyard
