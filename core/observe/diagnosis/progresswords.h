// SPDX-License-Identifier: GPL-3.0-or-later
// The sentences of a verdict on progress. Pure.
#pragma once

#include "core/observe/diagnosis/progressjudge.h"

namespace trainyard {

QString spanText(qint64 ms);           // "40 s", "6 min", "3 h 10 min"
QString stepTimeText(double seconds);  // "2.62 s", "35 ms"

QString endedWords(const ProgressVerdict &verdict);
QString noStepWords();
QString lostWords(qint64 ms);
QString paceWords(const ProgressVerdict &verdict);
QString pauseWords(const ProgressVerdict &verdict, bool isTalking);
QString silentWords(const ProgressVerdict &verdict);
QString hungWords(const ProgressVerdict &verdict, std::optional<double> usualGapSeconds);

}  // namespace trainyard
