// SPDX-License-Identifier: GPL-3.0-or-later
// One condition of a filter as it is written, not understood yet. Full-width signs and quotation marks, as Chinese input methods write them,
// count as the usual ones. Private to this folder; pure.
#pragma once

#include "core/observe/runfilter/runfilter.h"

#include <QStringView>

namespace trainyard {

struct FilterToken {
    qsizetype position = 0, length = 0;
    bool isExcluded = false;
    QString name = {};  // empty: a word
    FilterSign sign = FilterSign::Has;
    qsizetype valueAt = 0;                  // where the value begins
    QString value = {};                     // without quotation marks
    bool isQuoted = false, isOpen = false;  // has a quotation mark; the last one is not closed

    qsizetype end() const { return position + length; }
};

// The first token at or after `from`; its length is 0 when there is none.
FilterToken nextToken(QStringView text, qsizetype from);

QString signText(FilterSign sign);  // "<="

}  // namespace trainyard
