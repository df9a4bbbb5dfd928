// SPDX-License-Identifier: GPL-3.0-or-later
// Values from answers, which are hostile, and lines for a person's shell. Pure, any thread.
#pragma once

#include "core/base/money.h"
#include "core/model/instance.h"
#include "core/provider/cloudapi/jsontext.h"
#include "core/provider/interface/cloudresource.h"

#include <QByteArray>
#include <QDateTime>
#include <QJsonObject>
#include <QString>

#include <optional>

namespace trainyard {

// An id that is a text or a whole number; empty: neither, or it could not be a part of a path.
QString cloudId(const QJsonValue &value);
// US dollars; nullopt: not above 0, or absurd.
std::optional<Money> dollars(double amount);
std::optional<Money> dollars(const QJsonValue &value, int times = 1);
double cloudGibibytes(const QJsonValue &value);
// "8x NVIDIA L4" is 8 of "NVIDIA L4"; a type without a number is one. nullopt: no GPU, or more than 64.
struct GpuCount {
    int count = 1;
    QString gpu;
};
std::optional<GpuCount> gpuCount(const QString &type);
QString gpuCountText(int count, const QString &gpu);  // one is without a number
// A whole number in a setting, or `otherwise` if it is not set; nullopt: not one from `least` to `most`.
std::optional<int> wholeSetting(const InstanceRequest &request, const QString &name, int otherwise, int least, int most);
// The highest price of a spot machine, per hour: the setting, or else the price of the offer. InvalidInput: neither.
Result<Money> spotPrice(const InstanceRequest &request);
// Owner and token of a name.
void setLabel(CloudResource &resource, const QString &label);

// `curl` for a call with the key from a variable of the environment, which reaches it through a pipe.
QString curlLine(const QByteArray &method, const QString &url, const QString &keyVariable, const QJsonObject &body = {});

}  // namespace trainyard
