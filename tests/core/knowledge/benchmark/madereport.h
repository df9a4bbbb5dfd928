// SPDX-License-Identifier: GPL-3.0-or-later
// A hand-made report (tests/data/probe), and ways to change it. No machine produced any of it.
#pragma once

#include "core/knowledge/benchmark/probereport.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <functional>

namespace trainyard {

class MadeReport {
public:
    MadeReport()
    {
        QFile file(QStringLiteral(TRAINYARD_SOURCE_DIR "/tests/data/probe/made-two-h200.json"));
        if (file.open(QIODevice::ReadOnly))
            object = QJsonDocument::fromJson(file.readAll()).object();
    }

    QJsonObject object;

    MadeReport &with(const char *key, const QJsonValue &value)
    {
        object[QLatin1String(key)] = value;
        return *this;
    }
    MadeReport &withDevice(int index, const std::function<void(QJsonObject &)> &change)
    {
        return changed("devices", change, [&](const QJsonObject &one) { return one[QLatin1String("index")] == index; });
    }
    // All results of the probe on the device (all: -1), limited to this dtype and path if given.
    MadeReport &withResult(const char *probe, int device, const std::function<void(QJsonObject &)> &change, const char *dtype = nullptr,
                           const char *path = nullptr)
    {
        return changed("results", change, [&](const QJsonObject &one) {
            const QJsonValue conditions = one[QLatin1String("conditions")];
            return one[QLatin1String("probe")] == QLatin1String(probe) && (device < 0 || one[QLatin1String("device")] == device)
                   && (!dtype || conditions[QLatin1String("dtype")] == QLatin1String(dtype))
                   && (!path || conditions[QLatin1String("path")] == QLatin1String(path));
        });
    }
    MadeReport &withFigure(const char *probe, int device, double value, const char *dtype = nullptr, const char *path = nullptr)
    {
        return withResult(
            probe, device, [value](QJsonObject &one) { one[QLatin1String("median")] = value; }, dtype, path);
    }
    // Changes every GPU to another model.
    MadeReport &withModel(const QString &name, const QString &pciDeviceId)
    {
        for (const int index : {0, 1}) {
            withDevice(index, [&](QJsonObject &one) {
                one[QLatin1String("name")] = name;
                one[QLatin1String("pciDeviceId")] = pciDeviceId;
            });
        }
        return *this;
    }
    QByteArray bytes() const { return QJsonDocument(object).toJson(QJsonDocument::Compact); }
    Result<ProbeReport> parsed() const { return ProbeReport::parse(bytes()); }

private:
    template <typename Which>
    MadeReport &changed(const char *list, const std::function<void(QJsonObject &)> &change, Which which)
    {
        QJsonArray array = object[QLatin1String(list)].toArray();
        for (qsizetype i = 0; i < array.size(); ++i) {
            QJsonObject one = array[i].toObject();
            if (which(one))
                change(one);
            array[i] = one;
        }
        object[QLatin1String(list)] = array;
        return *this;
    }
};

}  // namespace trainyard
