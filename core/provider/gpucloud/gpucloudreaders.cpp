// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/provider/gpucloud/gpucloudreaders.h"

#include "core/base/shellquote.h"
#include "core/provider/gpucloud/gpucloudapi.h"
#include "core/provider/gpucloud/machinelabel.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QRegularExpression>

#include <cmath>

namespace trainyard {

namespace {

struct ReaderWords {
    Q_DECLARE_TR_FUNCTIONS(trainyard::GpuCloud)
};

constexpr int kMostGpus = 64;
constexpr double kMostDollars = 100'000;  // per hour; no machine costs that much

}  // namespace

QString cloudId(const QJsonValue &value)
{
    if (value.isString())
        return isGpuCloudId(value.toString()) ? value.toString() : QString();
    const double number = value.toDouble(-1);
    return number >= 1 && number < 9e15 && number == std::floor(number) ? QString::number(qint64(number)) : QString();
}

std::optional<Money> dollars(double amount)
{
    if (!(amount > 0) || amount > kMostDollars)
        return std::nullopt;
    // Prices have a few digits after the point; more would only be those of a binary fraction.
    const auto money = Money::parse(QByteArray::number(amount, 'f', 6), Currency::USD);
    return money && money->nanos() > 0 ? std::optional(*money) : std::nullopt;
}

std::optional<Money> dollars(const QJsonValue &value, int times) { return dollars(value.toDouble(-1) * times); }

double cloudGibibytes(const QJsonValue &value)
{
    const double size = value.toDouble(-1);
    return size >= 0 && size < 1e9 ? size : -1;
}

std::optional<GpuCount> gpuCount(const QString &type)
{
    static const QRegularExpression kForm(QStringLiteral("\\A(?:([1-9][0-9]?)x )?([A-Za-z][A-Za-z0-9 ._+-]{0,79})\\z"));
    const auto match = kForm.match(type);
    const int count = match.captured(1).isEmpty() ? 1 : match.captured(1).toInt();
    if (!match.hasMatch() || count > kMostGpus)
        return std::nullopt;
    return GpuCount{count, match.captured(2)};
}

QString gpuCountText(int count, const QString &gpu) { return count == 1 ? gpu : QStringLiteral("%1x %2").arg(count).arg(gpu); }

std::optional<int> wholeSetting(const InstanceRequest &request, const QString &name, int otherwise, int least, int most)
{
    if (!request.settings.contains(name))
        return otherwise;
    bool isNumber = false;
    const int number = request.settings.value(name).toInt(&isNumber);
    return isNumber && number >= least && number <= most ? std::optional(number) : std::nullopt;
}

Result<Money> spotPrice(const InstanceRequest &request)
{
    const QString text = request.settings.value(QLatin1String(kMaxPriceSetting));
    if (!text.isEmpty()) {
        const auto price = Money::parse(text.toUtf8(), Currency::USD);
        if (!price || price->nanos() <= 0)
            return invalidInput(ReaderWords::tr("“%1” is not a price: write it as 4.50.").arg(text.left(40)));
        return price;
    }
    if (request.perHour && request.perHour->currency() == Currency::USD && request.perHour->nanos() > 0)
        return *request.perHour;
    return invalidInput(ReaderWords::tr("A spot machine here needs a highest price: give one in US dollars per hour."));
}

void setLabel(CloudResource &resource, const QString &label)
{
    resource.name = label;
    if (const auto read = readMachineLabel(label)) {
        resource.owner = read->owner;
        resource.clientToken = read->clientToken;
    }
}

QString curlLine(const QByteArray &method, const QString &url, const QString &keyVariable, const QJsonObject &body)
{
    // What is among the arguments of a program can be read by everyone on the computer; printf is one of the shell's own.
    QString line = QStringLiteral("printf 'header = \"Authorization: Bearer %s\"\\n' \"$%3\" | curl -K - --fail-with-body -X %1 %2")
                       .arg(QString::fromLatin1(method), shellQuoted(url), keyVariable);
    if (!body.isEmpty()) {
        line += QStringLiteral(" -H 'Content-Type: application/json' -d ")
                + shellQuoted(QString::fromUtf8(QJsonDocument(body).toJson(QJsonDocument::Compact)));
    }
    return line;
}

}  // namespace trainyard
