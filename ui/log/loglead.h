// SPDX-License-Identifier: GPL-3.0-or-later
// What a log line says of itself at its beginning: the rank that wrote it, its time, its level. Pure. Known are the
// launchers' prefixes of core/observe/trainlog/rankprefix.h, also behind time and level, and the common shapes of Python's
// logging, glog and vLLM. Source: https://github.com/google/glog (log line format).
#pragma once

#include <QByteArrayView>
#include <QStringView>

namespace trainyard {

enum class LogLevel : quint8 { None, Debug, Info, Warning, Error };

struct LogLead {
    int rank = -1;  // -1: it does not say
    LogLevel level = LogLevel::None;
    qsizetype textBegin = 0;                  // behind what the columns of the view say as well
    qsizetype timeBegin = 0, timeLength = 0;  // "HH:MM:SS" before textBegin
    bool isException = false;                 // the last line of a Python traceback: "ValueError: …"
    bool isContinuation = false;              // indented or empty and without a level: belongs to the line before
};

// Of the plain bytes of a line (no escape sequences); more than the first kLeadBytes are not looked at.
constexpr qsizetype kLeadBytes = 200;
LogLead leadOf(QByteArrayView plain);

// Whether the beginning of the text says a time of day, wherever it stands there.
bool saysTime(QStringView text);

}  // namespace trainyard
