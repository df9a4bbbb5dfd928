// SPDX-License-Identifier: GPL-3.0-or-later
// The prefix of a log line: the rank that wrote it, its time, its level. Pure. Recognizes the launchers' prefixes of
// core/observe/trainlog/rankprefix.h, also after time and level, and the common formats of Python's logging, glog and vLLM. Source:
// https://github.com/google/glog (log line format).
#pragma once

#include <QByteArrayView>
#include <QStringView>

namespace trainyard {

enum class LogLevel : quint8 { None, Debug, Info, Warning, Error };

struct LogLead {
    int rank = -1;  // -1: not given
    LogLevel level = LogLevel::None;
    qsizetype textBegin = 0;                  // after the parts that the columns of the view repeat
    qsizetype timeBegin = 0, timeLength = 0;  // "HH:MM:SS" before textBegin
    bool isException = false;                 // the last line of a Python traceback: "ValueError: …"
    bool isContinuation = false;              // indented or empty and without a level: belongs to the previous line
};

// Parses the plain bytes of a line (no escape sequences); bytes after the first kLeadBytes are ignored.
constexpr qsizetype kLeadBytes = 200;
LogLead leadOf(QByteArrayView plain);

// Whether the beginning of the text contains a time of day, at any position.
bool saysTime(QStringView text);

}  // namespace trainyard
