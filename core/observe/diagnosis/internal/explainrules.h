// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of Explainer: which texts make a line a candidate, and what the line then means. Internal to this folder.
#pragma once

#include "core/observe/diagnosis/explainer.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <vector>

namespace trainyard {

using Match = QRegularExpressionMatch;

struct ExplainRule {
    const char *name;
    QList<QByteArray> texts;  // the rule only reads lines with one of these
    // False if the line only looks similar. `line` has no escape sequences and is at most 4 KiB long.
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
QString withLine(const QString &text, const QString &part);  // both, if the second is not empty
ExplainCard endCard(const ExplainEnd &end);                  // without a rule's name if the end needs no card

}  // namespace trainyard
