// SPDX-License-Identifier: GPL-3.0-or-later
// The output of yard-probe, schema `trainyard-probe/1` (docs/probe.md), as values. It comes from an untrusted machine: lengths are not
// trusted, unknown members and words are ignored, and absent values stay absent. Pure, any thread.
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QDateTime>
#include <QList>
#include <QMap>
#include <QString>
#include <QStringList>

#include <optional>
#include <utility>

namespace trainyard {

constexpr qsizetype kMaxProbeReport = 4 * 1024 * 1024;  // 16 GPUs with all their pairs need about one

struct ProbeLink {  // of PCIe
    std::optional<int> generation, width;
    bool operator==(const ProbeLink &) const = default;
};

struct ProbeDevice {
    int index = 0;
    QString name, uuid, pciAddress;
    QString pciDeviceId;  // "2335"; empty: unknown
    QString computeCapability;
    std::optional<qint64> memoryBytes;
    std::optional<qint64> uncorrectedVolatile, uncorrectedAggregate;  // errors of its memory
    std::optional<qint64> remappedUncorrectable;
    std::optional<bool> isRemapPending, hasRemapFailed;
    std::optional<bool> isMig;
    std::optional<double> powerLimitW, defaultPowerLimitW;
    ProbeLink mostLink;  // its maximum
    std::optional<bool> isMeasured;
    QString reason;     // why it is not usable
    int processes = 0;  // of other users, before the probes
};

struct ProbeFailure {  // each may be empty
    QString status, call, name, detail;
    std::optional<qint64> code;
};

struct ProbeMoment {  // of a sustained run
    double second = 0;
    std::optional<double> rate, temperatureC;
};

struct ProbeResult {
    enum class Status { Ok, Wrong, Skipped, Failed, Hang, Unknown };

    QString probe;                            // "copy", "matmul", … by the table of docs/probe.md
    std::optional<int> device;                // nullopt for those of the host
    std::optional<std::pair<int, int>> pair;  // from, to: of the peer probes
    Status status = Status::Unknown;
    QString unit;
    std::optional<double> median, least, most, deviation;
    int samples = 0;
    std::optional<bool> isCorrect;
    QString check;                  // what was compared
    QString dtype, path, library;   // of products: "bf16", "cublaslt" or "own", "13.1.0"
    QList<int> shape;               // M, N, K
    std::optional<ProbeLink> link;  // read during a copy
    std::optional<double> smMHz;
    QList<ProbeMoment> series;  // of a sustained run
    QMap<QString, double> throttleSeconds;
    std::optional<qint64> errors;  // of a memory test
    QString reason;                // why it was skipped or failed
    ProbeFailure failure;

    bool hasFigure() const { return status == Status::Ok && median.has_value(); }
};

struct ProbeReport {
    QString programVersion, architecture, kernels;
    bool isSimulated = false;  // no figure is from a real GPU
    bool isShared = false;     // others used a GPU at the same time
    QString status;            // one of the words of docs/probe.md, or one from a newer probe
    QString message;
    ProbeFailure failure;
    QDateTime started;  // UTC; invalid: not reported
    std::optional<double> seconds;
    bool isQuick = false;

    QString system, kernel, container, vendor, product;
    QString driverVersion, cudaVersion, cublasLt;  // empty: unknown
    QList<ProbeDevice> devices;
    QList<int> linkDevices;                    // the order of `nvlinks`
    QList<QList<std::optional<int>>> nvlinks;  // active between the two
    QList<ProbeResult> results;
    QStringList left;  // probes that were not started

    // Corrupt if it is not a report of this schema, too large, too deep or too long anywhere.
    static Result<ProbeReport> parse(const QByteArray &json);

    const ProbeDevice *device(int index) const;
    // Active NVLinks between two devices; nullopt if unknown.
    std::optional<int> nvlinksBetween(int from, int to) const;
    QStringList gpuNames() const;  // of all devices, each once
};

}  // namespace trainyard
