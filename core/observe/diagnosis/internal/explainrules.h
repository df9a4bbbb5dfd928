// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of Explainer: which texts make a line worth a look, and what the line then says. Internal to the room.
#pragma once

#include "core/observe/diagnosis/explainer.h"

#include <QCoreApplication>

#include <vector>

namespace trainyard {

struct ExplainRule {
    const char *name;
    QList<QByteArray> texts;  // without one of them the rule is not asked
    // False: the line only looks like it. `line` has no escape sequences and is at most 4 KiB long.
    bool (*read)(const QString &line, const HealthFacts *facts, ExplainCard &card);
};

const std::vector<ExplainRule> &explainRules();  // at most 64
std::vector<ExplainRule> memoryRules();
std::vector<ExplainRule> gpuRules();
std::vector<ExplainRule> distributedRules();
std::vector<ExplainRule> systemRules();

struct Explained {
    Q_DECLARE_TR_FUNCTIONS(trainyard::Explain)
};

void setSource(ExplainCard &card, const QString &title, const QString &link);
QString withLine(const QString &text, const QString &part);  // both, when the second is not empty
ExplainCard endCard(const ExplainEnd &end);                  // without a rule's name when the end says nothing

}  // namespace trainyard
