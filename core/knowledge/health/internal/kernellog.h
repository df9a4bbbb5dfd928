// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of GPUs in the kernel's log. Pure, any thread.
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

struct XidEvent {
    int xid = 0;
    QString busId;                  // as printed, "0000:3b:00"
    std::optional<double> seconds;  // since the machine started, where the line says so
    QString line;
};

// Of a switch between GPUs.
struct SxidEvent {
    int sxid = 0;
    int nvswitch = 0;      // as the kernel counts them
    bool isFatal = false;  // in the driver's word
    std::optional<double> seconds;
    QString line;
};

struct KernelLog {
    bool isReadable = false;
    QString source;                      // "dmesg", "journalctl"
    QString problem;                     // why not
    std::optional<double> firstSeconds;  // of the oldest line
    QList<XidEvent> xids;                // a GPU off the bus counts as 79, also where the driver gives no number
    QList<SxidEvent> sxids;
    QList<QString> killed;    // lines of the out-of-memory killer
    QString library, module;  // versions of the driver's library and module that did not fit; empty = not told
    qint64 left = 0;          // lines about the driver that were too many to be carried
};

// From the part `kernel-log` of check.sh.
KernelLog parseKernelLog(const QString &text);

}  // namespace trainyard
