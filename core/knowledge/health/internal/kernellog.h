// SPDX-License-Identifier: GPL-3.0-or-later
// GPU errors in the kernel log. Pure, any thread.
#pragma once

#include <QList>
#include <QString>

#include <optional>

namespace trainyard {

struct XidEvent {
    int xid = 0;
    QString busId;                  // as printed, "0000:3b:00"
    std::optional<double> seconds;  // since the machine started, if the line states it
    QString line;
};

// An error of a switch between GPUs.
struct SxidEvent {
    int sxid = 0;
    int nvswitch = 0;      // as the kernel counts them
    bool isFatal = false;  // according to the driver
    std::optional<double> seconds;
    QString line;
};

struct KernelLog {
    bool isReadable = false;
    QString source;                      // "dmesg", "journalctl"
    QString problem;                     // why there is no log
    std::optional<double> firstSeconds;  // of the oldest line
    QList<XidEvent> xids;                // a GPU off the bus counts as 79, even if the driver gives no number
    QList<SxidEvent> sxids;
    QList<QString> killed;    // lines of the out-of-memory killer
    QString library, module;  // mismatched versions of the driver's library and module; empty = not reported
    qint64 left = 0;          // lines about the driver that were too many to transfer
};

// From the part `kernel-log` of check.sh.
KernelLog parseKernelLog(const QString &text);

}  // namespace trainyard
